/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Many records at once, for the tests: what is to be in them comes on standard
 * input.
 *
 *	> FILE		a record begins
 *	~ TEXT		a line of the guest; its nonce is the program's argument
 *	~end		its end line
 *	anything else	as it stands
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../guest/proto.h"

static char text[1 << 20];
static size_t len;
static uint32_t guest;		/* CRC of its lines */
static int tests, failed;
static FILE *file;

static void add(const char *line)
{
	size_t n = strlen(line);

	if (len + n + 1 > sizeof(text))
		exit(1);
	memcpy(text + len, line, n);
	len += n;
}

static void end_record(void)
{
	if (!file)
		return;
	fprintf(file, "%send %zu %08x\n", text, len, proto_crc(0, text, len));
	if (fclose(file))
		exit(1);
	file = NULL;
	memset(text, 0, len);
	len = 0;
	guest = 0;
	tests = failed = 0;
}

int main(int argc, char **argv)
{
	char line[2048], out[2200];

	while (argc == 2 && fgets(line, sizeof(line), stdin)) {
		if (!strncmp(line, "> ", 2)) {
			end_record();
			line[strcspn(line, "\n")] = '\0';
			file = fopen(line + 2, "w");
			if (!file)
				return 1;
		} else if (!strcmp(line, "~end\n")) {
			snprintf(out, sizeof(out), "cfsq %s end %d %d %08x\n",
				 argv[1], tests, failed, guest);
			add(out);
		} else if (!strncmp(line, "~ ", 2)) {
			tests += !strncmp(line, "~ ok ", 5) || !strncmp(line, "~ not ", 6);
			failed += !strncmp(line, "~ not ", 6);
			guest = proto_crc(guest, line + 2, strlen(line + 2));
			snprintf(out, sizeof(out), "cfsq %s %s", argv[1], line + 2);
			add(out);
		} else {
			add(line);
		}
	}
	end_record();
	return 0;
}
