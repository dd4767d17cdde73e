typedef int thing;
