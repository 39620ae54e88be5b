/* SPDX-License-Identifier: GPL-2.0 */
/* The banner, and where everything begins. */
#include <linux/sched.h>
#include <linux/compile.h>

const char banner[] =
	"Linux version " UTS_RELEASE " (" BUILT_BY ") " UTS_VERSION " " MACHINE;

void start_kernel(void);

void start_kernel(void)
{
	struct task a = { 1 }, b = { 2 };

	for (;;)
		schedule(&a, &b);
}
