/* SPDX-License-Identifier: GPL-2.0 */
/* The words for init on the kernel's command line: cfsq.<key>=<value>. */
#ifndef CFSQ_WORDS_H
#define CFSQ_WORDS_H

#define SETTINGS_MAX	32
#define WORD_MAX	512
#define LIMIT_DEFAULT	600	/* seconds of guest time for one hackbench */

struct words {
	char nonce[WORD_MAX];		/* "" is absent */
	int shell;			/* cfsq.mode=shell */
	int settings;
	char setting[SETTINGS_MAX][WORD_MAX];
	char hackbench[WORD_MAX];	/* as given */
	int groups;			/* 0: cfsq.hackbench= was malformed */
	int loops;
	char mode[8];			/* process or thread */
	char seed[24];			/* a number, printed back as it came */
	int limit;			/* cfsq.limit=<seconds> */
	int counters;			/* cfsq.counters: run counters_run() */
	int wrongs;			/* words that could not be used, and why */
	char wrong[8][128];
};

/* Fill @w from @cmdline, which is cut up; what is not given has its default. */
void words_parse(struct words *w, char *cmdline);

#endif
