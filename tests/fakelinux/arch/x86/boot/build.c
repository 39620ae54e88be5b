/* SPDX-License-Identifier: GPL-2.0 */
/* Puts a boot sector before the kernel. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	unsigned char sector[1024] = { [0x1f1] = 1, [0x1fe] = 0x55, [0x1ff] = 0xaa };
	FILE *f = argc == 2 ? fopen(argv[1], "rb") : NULL;
	size_t n = sizeof(sector);

	if (!f)
		return 1;
	memcpy(sector + 0x202, "HdrS", 4);
	do {
		fwrite(sector, 1, n, stdout);
		n = fread(sector, 1, sizeof(sector), f);
	} while (n);
	fclose(f);
	return fflush(stdout) != 0;
}
