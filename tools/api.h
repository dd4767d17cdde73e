/* api: the library's own side of the public header; see myth.h. */
#ifndef MYTH_TOOLS_API_H
#define MYTH_TOOLS_API_H

#include "myth.h"

#endif
