/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SIM_ASM_SIGNAL_H
#define _SIM_ASM_SIGNAL_H

#include <linux/types.h>
#define _NSIG		64
#define _NSIG_BPW	64
#define _NSIG_WORDS	(_NSIG / _NSIG_BPW)
typedef unsigned long old_sigset_t;
typedef struct { unsigned long sig[_NSIG_WORDS]; } sigset_t;

#define SIGHUP		 1
#define SIGINT		 2
#define SIGQUIT		 3
#define SIGILL		 4
#define SIGTRAP		 5
#define SIGABRT		 6
#define SIGBUS		 7
#define SIGFPE		 8
#define SIGKILL		 9
#define SIGUSR1		10
#define SIGSEGV		11
#define SIGUSR2		12
#define SIGPIPE		13
#define SIGALRM		14
#define SIGTERM		15
#define SIGSTKFLT	16
#define SIGCHLD		17
#define SIGCONT		18
#define SIGSTOP		19
#define SIGTSTP		20
#define SIGTTIN		21
#define SIGTTOU		22
#define SIGURG		23
#define SIGXCPU		24
#define SIGXFSZ		25
#define SIGVTALRM	26
#define SIGPROF		27
#define SIGWINCH	28
#define SIGIO		29
#define SIGPWR		30
#define SIGSYS		31
#define SIGRTMIN	32
#define SIGRTMAX	_NSIG

#define SA_NOCLDSTOP	1u
#define SA_NOCLDWAIT	2u
#define SA_SIGINFO	4u
#define SA_ONSTACK	0x08000000u
#define SA_RESTART	0x10000000u
#define SA_NODEFER	0x40000000u
#define SA_RESETHAND	0x80000000u
#define MINSIGSTKSZ	2048
#define SIGSTKSZ	8192
#define SIG_BLOCK	0
#define SIG_UNBLOCK	1
#define SIG_SETMASK	2

typedef void __signalfn_t(int);
typedef __signalfn_t __user *__sighandler_t;
typedef void __restorefn_t(void);
typedef __restorefn_t __user *__sigrestore_t;
#define SS_ONSTACK	1
#define SS_DISABLE	2
#define SIG_DFL	((__sighandler_t)0)
#define SIG_IGN	((__sighandler_t)1)
#define SIG_ERR	((__sighandler_t)-1)

struct sigaction {
	__sighandler_t sa_handler;
	unsigned long sa_flags;
	__sigrestore_t sa_restorer;
	sigset_t sa_mask;
};
struct k_sigaction { struct sigaction sa; };
typedef struct { void __user *ss_sp; int ss_flags; size_t ss_size; } stack_t;
#define ptrace_signal_deliver(regs, cookie) ((void)(regs), (void)(cookie))

#endif
