/* SPDX-License-Identifier: GPL-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine.h"

const char *die_name = "sim";

void die(int code, const char *place, const char *way_out, const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fprintf(stderr, "%s: %s: ", die_name, place);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, "\n  -> %s\n", way_out);
	exit(code);
}
