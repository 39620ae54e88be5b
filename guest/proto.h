/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The guest's output protocol, spoken by guest/ and read by tools/.
 *
 * A booted guest prints TAP version 13 on its console.  The kernel prints
 * there too, and may put the time before a line, so each of the guest's lines
 * is marked:
 *
 *	cfsq <nonce> <payload>\n
 *
 * <nonce> is PROTO_NONCE_LEN lower-case hexadecimal digits that the host chose
 * for this boot and gave on the kernel command line (cfsq.nonce=).  A line
 * with any other nonce, or none, is the kernel's and never counts as a result.
 *
 * Payloads, in this order:
 *
 *	TAP version 13			first
 *	# <key> <value>			data, anywhere after the first line
 *	ok <n> - <what>			n counts from 1 without a gap
 *	not ok <n> - <what>
 *	1..<n>				the plan, after the last test
 *	end <n> <failed> <crc>		last
 *
 * <crc> is the CRC-32 (the IEEE 802.3 one, as in gzip) of every payload before
 * the end line, each followed by one '\n', as eight hexadecimal digits.  So a
 * line that was lost, or that a kernel message ran into, is noticed.
 */
#ifndef CFSQ_PROTO_H
#define CFSQ_PROTO_H

#include <stddef.h>
#include <stdint.h>

#define PROTO_MARK	"cfsq"
#define PROTO_NONCE_LEN	16
#define PROTO_LINE_MAX	1000	/* bytes of a line, with its '\n'; printk has 1024 */
#define PROTO_VERSION	"TAP version 13"

/*
 * CRC-32 of @len bytes at @buf, going on from @crc (0 to begin).  Bitwise: a
 * boot prints a few kilobytes, and a table would be one more thing to check.
 */
static inline uint32_t proto_crc(uint32_t crc, const void *buf, size_t len)
{
	const unsigned char *p = buf;
	int bit;

	crc = ~crc;
	while (len--) {
		crc ^= *p++;
		for (bit = 0; bit < 8; bit++)
			crc = (crc >> 1) ^ (0xedb88320u & -(crc & 1));
	}
	return ~crc;
}

#endif
