/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions that the scheduler's code names, and that no simulation comes to: whoever
 * does ends the run.  Without types, which differ between trees.
 */
	.macro refused name
	.weak \name
	.type \name, @function
\name:
	lea 1f(%rip), %rdi
	xor %esi, %esi
	and $-16, %rsp
	call host_bug
1:	.asciz "\name"
	.endm

	.text
	refused create_proc_entry
	refused get_wchan
	refused proc_create_data
	refused proc_dointvec
	refused proc_dointvec_minmax
	refused proc_doulongvec_minmax
	refused schedule_timeout
	refused schedule_timeout_uninterruptible
	refused seq_lseek
	refused seq_read
	refused single_open
	refused single_release
	refused sysfs_create_file

	.section .note.GNU-stack,"",@progbits
