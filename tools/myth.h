/*
 * myth: what a host of the library includes. The declarations are in api.h.
 */
#ifndef MYTH_TOOLS_MYTH_H
#define MYTH_TOOLS_MYTH_H

#include "api.h"

#endif
