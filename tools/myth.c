/* The program: the command line and nothing else. */
#include "cmd.h"

int main(int argc, char **argv) {
    return cmd_main(argc, argv);
}
