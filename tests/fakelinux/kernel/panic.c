/* SPDX-License-Identifier: GPL-2.0 */
/* Ends of all kinds. */

void panic(void)
{
	for (;;)
		;
}

#if defined(__SSP__) || defined(__SSP_STRONG__) || defined(__SSP_ALL__)
unsigned long __stack_chk_guard;
void __stack_chk_fail(void);

void __stack_chk_fail(void)
{
	panic();
}
#endif
