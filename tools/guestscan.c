/* SPDX-License-Identifier: GPL-2.0 */
/*
 * guestscan: would this static program run on Linux 2.6.25?
 *
 * Refused are a program that wants an interpreter, one whose ABI note asks for
 * a later kernel, and one with a system call that 2.6.25 does not have.  The
 * calls are found in the machine code: for each `syscall` the register with the
 * number is followed backwards through the function, along its jumps, to the
 * constants that can be in it.  A function that takes the number as an argument
 * (as musl's __syscall_cp does) is a carrier: then each call of it is looked at
 * in the same way.
 */
#include <capstone/capstone.h>
#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exitcodes.h"

#define LAST_SYSCALL	287	/* timerfd_gettime, the last one of 2.6.25 */
#define ABI_OK(a, b, c)	((a) << 16 | (b) << 8 | (c))
#define OLDEST		ABI_OK(2u, 6u, 25u)

static const char usage[] =
"usage: guestscan [--allow FILE] [--list] PROGRAM...\n"
"\n"
"Says whether static x86-64 programs would run on Linux 2.6.25: no interpreter,\n"
"no later kernel in the ABI note, no later system call.\n"
"\n"
"  --allow FILE  later calls that do no harm, a line each: number name why;\n"
"                '?' as the number: the function <name> may have calls whose\n"
"                number cannot be found\n"
"  --list        print every system call found\n"
"  --help        this text\n"
"\n"
"Exit code 0: all would run; 16: one would not; 2: the command line is wrong;\n"
"21: the allow file is malformed.\n";

/* ---- messages ---- */

static int refused;

__attribute__((format(printf, 4, 5)))
static void complain(const char *place, const char *sub, const char *way_out,
		     const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fprintf(stderr, "guestscan: %s: %s", place, sub);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, "\n  -> %s\n", way_out);
}

__attribute__((format(printf, 3, 4)))
static void refuse(const char *file, const char *way_out, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	complain(file, "", way_out, "%s", text);
	refused = 1;
}

static void *need(void *p)
{
	if (p)
		return p;
	complain("memory", "", "free some", "%s", strerror(ENOMEM));
	exit(EXIT_NOTOK);
}

/* room for one more in an array of @n that doubles */
static void *grow(void *array, size_t n, size_t size)
{
	if (n & (n - 1))
		return array;
	return need(reallocarray(array, n ? 2 * n : 1, size));
}

/* ---- the allow file ---- */

#define ANY_NUMBER	(-1)	/* '?': a number that cannot be found */

static struct allow {
	long number;
	char name[48];
	int used;
} *allows;
static size_t nallows;

__attribute__((noreturn))
static void bad_allow(const char *path, unsigned int line, const char *what)
{
	char place[32];

	snprintf(place, sizeof(place), "line %u: ", line);
	complain(path, place, "the form is: number name why (or '? function why')",
		 "%s", what);
	exit(EXIT_BADFILE);
}

static void allow_line(const char *path, unsigned int line, char *text)
{
	char number[16], why[2], *end;
	struct allow a = { 0 };

	if (sscanf(text, "%15s %47s %1s", number, a.name, why) != 3)
		bad_allow(path, line, "not three words, or the reason is missing");
	a.number = strtol(number, &end, 10);
	if (!strcmp(number, "?"))
		a.number = ANY_NUMBER;
	else if (*end || end == number)
		bad_allow(path, line, "not a number");
	else if (a.number <= LAST_SYSCALL)
		bad_allow(path, line, "2.6.25 has this call, it needs no line");
	allows = grow(allows, nallows, sizeof(*allows));
	allows[nallows++] = a;
}

static void read_allow(const char *path)
{
	unsigned int line = 0;
	char text[512];
	FILE *f = fopen(path, "re");

	if (!f) {
		complain(path, "", "give the file with --allow",
			 "cannot read: %s", strerror(errno));
		exit(EXIT_USAGE);
	}
	while (fgets(text, sizeof(text), f)) {
		line++;
		if (!strchr(text, '\n') && !feof(f))
			bad_allow(path, line, "too long");
		if (text[strspn(text, " \t\n")] && text[strspn(text, " \t")] != '#')
			allow_line(path, line, text);
	}
	fclose(f);
}

static struct allow *allowed(long number, const char *function)
{
	size_t i;

	for (i = 0; i < nallows; i++)
		if (allows[i].number == number &&
		    (number != ANY_NUMBER || !strcmp(allows[i].name, function)))
			return &allows[i];
	return NULL;
}

/* ---- names of the later calls, for the messages ---- */

static const struct {
	int first;
	const char *names;
} later[] = {
	{ 288, "accept4 signalfd4 eventfd2 epoll_create1 dup3 pipe2 "
	       "inotify_init1 preadv pwritev rt_tgsigqueueinfo "
	       "perf_event_open recvmmsg fanotify_init fanotify_mark "
	       "prlimit64 name_to_handle_at open_by_handle_at clock_adjtime "
	       "syncfs sendmmsg setns getcpu process_vm_readv "
	       "process_vm_writev kcmp finit_module sched_setattr "
	       "sched_getattr renameat2 seccomp getrandom memfd_create "
	       "kexec_file_load bpf execveat userfaultfd membarrier mlock2 "
	       "copy_file_range preadv2 pwritev2 pkey_mprotect pkey_alloc "
	       "pkey_free statx io_pgetevents rseq" },
	{ 424, "pidfd_send_signal io_uring_setup io_uring_enter "
	       "io_uring_register open_tree move_mount fsopen fsconfig "
	       "fsmount fspick pidfd_open clone3 close_range openat2 "
	       "pidfd_getfd faccessat2 process_madvise epoll_pwait2" },
};

static const char *call_name(long number, char *buf, size_t size)
{
	const char *p;
	size_t i;
	long n;

	for (i = 0; i < sizeof(later) / sizeof(later[0]); i++) {
		p = later[i].names;
		for (n = later[i].first; p && n < number; n++) {
			p = strchr(p, ' ');
			p = p ? p + 1 : NULL;
		}
		if (p && n == number) {
			snprintf(buf, size, "%.*s", (int)strcspn(p, " "), p);
			return buf;
		}
	}
	return "-";
}

/* ---- the ELF file ---- */

struct function {
	uint64_t addr;
	const char *name;	/* NULL: only known as the target of a call */
	uint16_t carries;	/* registers that may hold a number at its start */
};

enum kind {
	OTHER, MOV_IMM, MOV_REG, CMOV_REG, PUSH_IMM, POP, LEA, CALL, JUMP, BRANCH,
	RETURN, NOP, TEST_SELF, SYSCALL, INT80,
};

struct insn {
	uint64_t addr;
	uint64_t value;		/* immediate, or the target of a jump or call */
	uint32_t jump_in;	/* 1 + index into links[]: who jumps here */
	uint16_t writes;	/* one bit a register */
	uint8_t kind;
	uint8_t dst, src;
	uint8_t bytes;		/* of the written part of dst */
	uint8_t start;		/* of a function */
	uint8_t if_zero;	/* BRANCH: 1 if it is taken for zero, 2 if for others */
};

struct link {
	uint32_t from;
	uint32_t next;		/* 1 + index, 0: the last */
};

static struct image {
	const char *file;
	unsigned char *data;
	size_t size;
	const Elf64_Ehdr *eh;
	struct function *functions;
	size_t nfunctions;
	struct insn *insns;
	size_t ninsns;
	struct link *links;
	size_t nlinks;
} im;

static void image_free(void)
{
	free(im.data);
	free(im.functions);
	free(im.insns);
	free(im.links);
	memset(&im, 0, sizeof(im));
}

static int image_read(const char *file)
{
	FILE *f = fopen(file, "re");
	size_t n = 0;

	memset(&im, 0, sizeof(im));
	im.file = file;
	if (!f) {
		complain(file, "", "build it first, or correct the name",
			 "cannot read: %s", strerror(errno));
		exit(EXIT_USAGE);
	}
	do {
		im.size += n;
		im.data = need(realloc(im.data, im.size + 65536));
		n = fread(im.data + im.size, 1, 65536, f);
	} while (n);
	if (ferror(f)) {
		complain(file, "", "is it a file?", "cannot read: %s",
			 strerror(errno));
		exit(EXIT_USAGE);
	}
	fclose(f);
	return 0;
}

/* @count things of @size bytes at @offset, or NULL if the file ends before */
static const void *part(uint64_t offset, uint64_t count, uint64_t size)
{
	if (offset > im.size || count > (im.size - offset) / size)
		return NULL;
	/* the structures are read in place: only whole words, no odd ones */
	return offset % 4 ? NULL : im.data + offset;
}

static const Elf64_Phdr *segments(void)
{
	return part(im.eh->e_phoff, im.eh->e_phnum, sizeof(Elf64_Phdr));
}

static const Elf64_Shdr *sections(void)
{
	return part(im.eh->e_shoff, im.eh->e_shnum, sizeof(Elf64_Shdr));
}

static int check_header(void)
{
	im.eh = part(0, 1, sizeof(*im.eh));
	if (!im.eh || memcmp(im.eh->e_ident, ELFMAG, SELFMAG) ||
	    im.eh->e_ident[EI_CLASS] != ELFCLASS64 ||
	    im.eh->e_ident[EI_DATA] != ELFDATA2LSB ||
	    im.eh->e_machine != EM_X86_64 ||
	    (im.eh->e_type != ET_EXEC && im.eh->e_type != ET_DYN)) {
		refuse(im.file, "build it for x86-64, statically",
		       "not an ELF program for 64-bit x86");
		return -1;
	}
	if (!im.eh->e_phnum || im.eh->e_phentsize != sizeof(Elf64_Phdr) ||
	    !segments() ||
	    (im.eh->e_shnum && (im.eh->e_shentsize != sizeof(Elf64_Shdr) ||
				!sections()))) {
		refuse(im.file, "build it again", "the ELF file is damaged");
		return -1;
	}
	return 0;
}

static void check_note(const Elf64_Phdr *ph)
{
	const unsigned char *note = part(ph->p_offset, ph->p_filesz, 1);
	uint64_t at = 0, left = ph->p_filesz, size;
	uint32_t h[3], abi[4];

	while (note && left - at >= sizeof(h)) {
		memcpy(h, note + at, sizeof(h));
		size = sizeof(h) + (((uint64_t)h[0] + 3) & ~3ull) +
		       (((uint64_t)h[1] + 3) & ~3ull);
		if (size > left - at)
			return;
		if (h[0] == 4 && h[1] >= sizeof(abi) && h[2] == NT_GNU_ABI_TAG &&
		    !memcmp(note + at + sizeof(h), "GNU", 4)) {
			memcpy(abi, note + at + sizeof(h) + 4, sizeof(abi));
			if (abi[0] != ELF_NOTE_OS_LINUX ||
			    ABI_OK(abi[1], abi[2], abi[3]) > OLDEST)
				refuse(im.file,
				       "link it with a C library that needs no later kernel: musl-gcc -static",
				       ".note.ABI-tag asks for %s %u.%u.%u, these kernels begin at 2.6.25",
				       abi[0] ? "another system," : "Linux",
				       abi[1], abi[2], abi[3]);
		}
		at += size;
	}
}

/* 1 if the machine code is worth a look, 0 if it is not all there. */
static int check_segments(void)
{
	const Elf64_Phdr *ph = segments();
	int i, whole = 1;

	for (i = 0; i < im.eh->e_phnum; i++) {
		if (ph[i].p_type == PT_INTERP) {
			refuse(im.file, "link it with -static",
			       "it asks for an interpreter (PT_INTERP), so it is not static");
			whole = 0;
		}
		if (ph[i].p_type == PT_NOTE)
			check_note(&ph[i]);
	}
	return whole;
}

/* ---- functions ---- */

static void add_function(uint64_t addr, const char *name)
{
	im.functions = grow(im.functions, im.nfunctions, sizeof(*im.functions));
	im.functions[im.nfunctions++] = (struct function){
		.addr = addr, .name = name,
	};
}

static int by_addr(const void *a, const void *b)
{
	const struct function *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	/* the one with a name first */
	return !x->name - !y->name;
}

static void add_symbols(const Elf64_Shdr *sh)
{
	const Elf64_Shdr *all = sections(), *strings;
	const Elf64_Sym *sym;
	const char *text;
	uint64_t i, n = sh->sh_size / sizeof(*sym);
	int type;

	if (sh->sh_link >= im.eh->e_shnum)
		return;
	strings = &all[sh->sh_link];
	sym = part(sh->sh_offset, n, sizeof(*sym));
	/* any offset will do for text */
	if (!sym || strings->sh_offset > im.size || !strings->sh_size ||
	    strings->sh_size > im.size - strings->sh_offset)
		return;
	text = (const char *)im.data + strings->sh_offset;
	if (text[strings->sh_size - 1])
		return;
	for (i = 0; i < n; i++) {
		type = ELF64_ST_TYPE(sym[i].st_info);
		if ((type != STT_FUNC && type != STT_NOTYPE) ||
		    sym[i].st_shndx == SHN_UNDEF ||
		    sym[i].st_shndx >= im.eh->e_shnum ||
		    !(all[sym[i].st_shndx].sh_flags & SHF_EXECINSTR) ||
		    sym[i].st_name >= strings->sh_size)
			continue;
		/* a label of assembly within its function is no start */
		if (type == STT_NOTYPE &&
		    ELF64_ST_BIND(sym[i].st_info) == STB_LOCAL)
			continue;
		add_function(sym[i].st_value, text + sym[i].st_name);
	}
}

/* the last one that begins at or before @addr, or NULL */
static struct function *function_of(uint64_t addr)
{
	size_t low = 0, high = im.nfunctions, mid;

	while (low < high) {
		mid = (low + high) / 2;
		if (im.functions[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low ? &im.functions[low - 1] : NULL;
}

static const char *function_name(uint64_t addr)
{
	const struct function *f = function_of(addr);

	return f && f->name ? f->name : "?";
}

/* ---- instructions ---- */

enum { RAX, RBX, RCX, RDX, RSI, RDI, RBP, RSP, R8, R9, R10, R11, R12, R13, R14,
       R15, NREGS };

#define BIT(r)		(1u << (r))
#define BY_SYSCALL	(BIT(RAX) | BIT(RCX) | BIT(R11))
#define ARGUMENTS	(BIT(RDI) | BIT(RSI) | BIT(RDX) | BIT(RCX) | BIT(R8) | \
			 BIT(R9))
#define BY_CALL		(ARGUMENTS | BIT(RAX) | BIT(R10) | BIT(R11))

static int reg(unsigned int r)
{
#define FAMILY(n, q, d, w, b)	\
	case X86_REG_##q: case X86_REG_##d: case X86_REG_##w: case X86_REG_##b: \
		return n
	switch (r) {
	FAMILY(RAX, RAX, EAX, AX, AL);
	FAMILY(RBX, RBX, EBX, BX, BL);
	FAMILY(RCX, RCX, ECX, CX, CL);
	FAMILY(RDX, RDX, EDX, DX, DL);
	FAMILY(RSI, RSI, ESI, SI, SIL);
	FAMILY(RDI, RDI, EDI, DI, DIL);
	FAMILY(RBP, RBP, EBP, BP, BPL);
	FAMILY(RSP, RSP, ESP, SP, SPL);
	FAMILY(R8, R8, R8D, R8W, R8B);
	FAMILY(R9, R9, R9D, R9W, R9B);
	FAMILY(R10, R10, R10D, R10W, R10B);
	FAMILY(R11, R11, R11D, R11W, R11B);
	FAMILY(R12, R12, R12D, R12W, R12B);
	FAMILY(R13, R13, R13D, R13W, R13B);
	FAMILY(R14, R14, R14D, R14W, R14B);
	FAMILY(R15, R15, R15D, R15W, R15B);
	case X86_REG_AH: return RAX;
	case X86_REG_BH: return RBX;
	case X86_REG_CH: return RCX;
	case X86_REG_DH: return RDX;
	}
#undef FAMILY
	return -1;
}

static uint16_t written(csh cs, const cs_insn *c)
{
	cs_regs rd, wr;
	uint8_t nr, nw, i;
	uint16_t mask = 0;
	int r;

	if (!c->id || cs_regs_access(cs, c, rd, &nr, wr, &nw))
		return 0;
	for (i = 0; i < nw; i++) {
		r = reg(wr[i]);
		if (r >= 0)
			mask |= BIT(r);
	}
	return mask;
}

static int is_high_byte(const cs_x86_op *op)
{
	return op->reg == X86_REG_AH || op->reg == X86_REG_BH ||
	       op->reg == X86_REG_CH || op->reg == X86_REG_DH;
}

/* mov, xor and cmov between whole registers and constants */
static void decode_data(struct insn *in, const cs_insn *c)
{
	const cs_x86_op *op = c->detail->x86.operands;
	int two = c->detail->x86.op_count == 2 && op[0].type == X86_OP_REG &&
		  reg(op[0].reg) >= 0 && !is_high_byte(&op[0]);

	if (!two)
		return;
	if (c->id == X86_INS_LEA && op[1].mem.base == X86_REG_RIP) {
		in->kind = LEA;
		in->value = c->address + c->size + op[1].mem.disp;
		return;
	}
	in->dst = reg(op[0].reg);
	in->bytes = op[0].size;
	if (op[1].type == X86_OP_IMM &&
	    (c->id == X86_INS_MOV || c->id == X86_INS_MOVABS)) {
		in->kind = MOV_IMM;
		in->value = op[1].imm;
		return;
	}
	if (op[1].type != X86_OP_REG || reg(op[1].reg) < 0 || op[0].size < 4)
		return;
	in->src = reg(op[1].reg);
	if (c->id == X86_INS_TEST && in->src == in->dst)
		in->kind = TEST_SELF;
	else if (c->id == X86_INS_MOV || c->id == X86_INS_MOVSXD)
		in->kind = MOV_REG;
	else if (!strncmp(c->mnemonic, "cmov", 4))
		in->kind = CMOV_REG;
	else if ((c->id == X86_INS_XOR || c->id == X86_INS_SUB) &&
		 in->src == in->dst)
		in->kind = MOV_IMM;	/* of 0 */
}

static int in_group(const cs_insn *c, unsigned int group)
{
	uint8_t i;

	for (i = 0; i < c->detail->groups_count; i++)
		if (c->detail->groups[i] == group)
			return 1;
	return 0;
}

static void decode(csh cs, struct insn *in, const cs_insn *c)
{
	const cs_x86 *x86;

	memset(in, 0, sizeof(*in));
	in->addr = c->address;
	if (!c->id || !c->detail)
		return;		/* not code */
	x86 = &c->detail->x86;
	in->writes = written(cs, c);
	if (x86->op_count == 1 && x86->operands[0].type == X86_OP_IMM)
		in->value = x86->operands[0].imm;
	if (c->id == X86_INS_SYSCALL) {
		in->kind = SYSCALL;
		in->writes = BY_SYSCALL;
	} else if (c->id == X86_INS_INT) {
		in->kind = in->value == 0x80 ? INT80 : OTHER;
	} else if (c->id == X86_INS_NOP || c->id == X86_INS_INT3) {
		in->kind = NOP;
	} else if (c->id == X86_INS_HLT || in_group(c, CS_GRP_RET)) {
		in->kind = RETURN;
	} else if (in_group(c, CS_GRP_CALL)) {
		in->kind = CALL;
		in->writes = BY_CALL;
	} else if (c->id == X86_INS_JMP) {
		in->kind = JUMP;
	} else if (in_group(c, CS_GRP_JUMP)) {
		in->kind = BRANCH;
		in->if_zero = c->id == X86_INS_JE ? 1 :
			      c->id == X86_INS_JNE ? 2 : 0;
	} else if (c->id == X86_INS_PUSH) {
		in->kind = x86->operands[0].type == X86_OP_IMM ? PUSH_IMM : OTHER;
	} else if (c->id == X86_INS_POP) {
		in->kind = POP;
	} else {
		in->value = 0;
		decode_data(in, c);
	}
}

static void disassemble_range(csh cs, uint64_t addr, uint64_t offset,
			      uint64_t size)
{
	const uint8_t *code = im.data + offset;
	cs_insn *c = need(cs_malloc(cs));
	size_t left = size;

	while (cs_disasm_iter(cs, &code, &left, &addr, c)) {
		im.insns = grow(im.insns, im.ninsns, sizeof(*im.insns));
		decode(cs, &im.insns[im.ninsns++], c);
	}
	cs_free(c, 1);
}

static void disassemble(csh cs)
{
	const Elf64_Shdr *sh = sections();
	const Elf64_Phdr *ph = segments();
	int i;

	for (i = 0; i < im.eh->e_shnum; i++)
		if (sh[i].sh_type == SHT_PROGBITS &&
		    sh[i].sh_flags & SHF_EXECINSTR &&
		    sh[i].sh_offset <= im.size &&
		    sh[i].sh_size <= im.size - sh[i].sh_offset)
			disassemble_range(cs, sh[i].sh_addr, sh[i].sh_offset,
					  sh[i].sh_size);
	for (i = 0; i < im.eh->e_phnum && !im.eh->e_shnum; i++)
		if (ph[i].p_type == PT_LOAD && ph[i].p_flags & PF_X &&
		    ph[i].p_offset <= im.size &&
		    ph[i].p_filesz <= im.size - ph[i].p_offset)
			disassemble_range(cs, ph[i].p_vaddr, ph[i].p_offset,
					  ph[i].p_filesz);
}

/* the index of the instruction at @addr, or -1 */
static long insn_at(uint64_t addr)
{
	size_t low = 0, high = im.ninsns, mid;

	while (low < high) {
		mid = (low + high) / 2;
		if (im.insns[mid].addr < addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low < im.ninsns && im.insns[low].addr == addr ? (long)low : -1;
}

static int by_insn_addr(const void *a, const void *b)
{
	const struct insn *x = a, *y = b;

	return (x->addr > y->addr) - (x->addr < y->addr);
}

static void link_jumps(void)
{
	size_t i;
	long to;

	for (i = 0; i < im.ninsns; i++) {
		if (im.insns[i].kind != JUMP && im.insns[i].kind != BRANCH)
			continue;
		to = im.insns[i].value ? insn_at(im.insns[i].value) : -1;
		if (to < 0)
			continue;
		im.links = grow(im.links, im.nlinks, sizeof(*im.links));
		im.links[im.nlinks].from = i;
		im.links[im.nlinks].next = im.insns[to].jump_in;
		im.insns[to].jump_in = ++im.nlinks;
	}
}

/* Does control go on from instruction @i to the next one? */
static int goes_on(size_t i)
{
	return im.insns[i].kind != JUMP && im.insns[i].kind != RETURN;
}

/*
 * Can control come to instruction @i from the one before it?  Not if that is an
 * end, with or without padding behind it.
 */
static int falls_in(size_t i)
{
	for (i--; i && im.insns[i].kind == NOP && !im.insns[i].jump_in; i--)
		;
	return goes_on(i);
}

/*
 * In a file without symbols, a function that is only reached by pointer or by
 * jump: what stands aligned behind an end and padding and is no target of a
 * jump from nearby.
 */
static void find_more_functions(void)
{
	size_t i;

	for (i = 1; i < im.ninsns; i++)
		if (!(im.insns[i].addr % 16) && !im.insns[i].jump_in &&
		    !falls_in(i))
			add_function(im.insns[i].addr, NULL);
}

/* Without a symbol table the targets of calls still say where functions begin. */
static void find_functions(void)
{
	const Elf64_Shdr *sh = sections();
	size_t i, n;

	for (i = 0; i < im.eh->e_shnum; i++)
		if (sh[i].sh_type == SHT_SYMTAB)
			add_symbols(&sh[i]);
	add_function(im.eh->e_entry, NULL);
	for (i = 0; i < im.ninsns; i++)
		if (im.insns[i].kind == CALL && im.insns[i].value)
			add_function(im.insns[i].value, NULL);
	find_more_functions();
	qsort(im.functions, im.nfunctions, sizeof(*im.functions), by_addr);
	for (i = n = 0; i < im.nfunctions; i++)
		if (!n || im.functions[n - 1].addr != im.functions[i].addr)
			im.functions[n++] = im.functions[i];
	im.nfunctions = n;
}

static void mark_starts(void)
{
	size_t i;
	long at;

	for (i = 0; i < im.nfunctions; i++) {
		at = insn_at(im.functions[i].addr);
		if (at >= 0)
			im.insns[at].start = 1;
	}
	if (im.ninsns)
		im.insns[0].start = 1;
}

/* ---- following a register backwards ---- */

struct trace {
	uint16_t *seen;		/* for each instruction, the registers asked for */
	long numbers[64];
	int n;
	int unknown;		/* a value that is no constant was met */
	struct {
		size_t start;	/* a register that comes in as an argument */
		int reg;
	} params[16];
	int nparams;
};

static void found(struct trace *t, uint64_t value)
{
	long number = (int32_t)value;
	int i;

	for (i = 0; i < t->n; i++)
		if (t->numbers[i] == number)
			return;
	if (t->n == sizeof(t->numbers) / sizeof(t->numbers[0]))
		t->unknown = 1;
	else
		t->numbers[t->n++] = number;
}

static void from_caller(struct trace *t, size_t start, int r)
{
	if (!(BIT(r) & ARGUMENTS) ||
	    t->nparams == sizeof(t->params) / sizeof(t->params[0])) {
		t->unknown = 1;
		return;
	}
	t->params[t->nparams].start = start;
	t->params[t->nparams++].reg = r;
}

/* A value to look for: register @reg, of which @low bytes are known already. */
struct want {
	int reg;
	int low;		/* how many low bytes @value has */
	uint64_t value;
};

static uint64_t merge(const struct want *w, uint64_t value)
{
	uint64_t mask = ((uint64_t)1 << 8 * w->low) - 1;

	return (value & ~mask) | (w->value & mask);
}

static void before(struct trace *t, size_t i, struct want w);

/* The value of @w behind instruction @i. */
static void behind(struct trace *t, size_t i, struct want w)
{
	const struct insn *in = &im.insns[i];
	struct want other = w;

	if (!(in->writes & BIT(w.reg))) {
		before(t, i, w);
		return;
	}
	switch (in->kind) {
	case MOV_IMM:
		if (in->bytes >= 4) {
			found(t, merge(&w, in->value));
		} else {
			if (in->bytes > w.low) {
				w.value = merge(&w, in->value);
				w.low = in->bytes;
			}
			before(t, i, w);
		}
		return;
	case CMOV_REG:
		before(t, i, w);
		/* fall through */
	case MOV_REG:
		other.reg = in->src;
		before(t, i, other);
		return;
	case POP:
		if (i && im.insns[i - 1].kind == PUSH_IMM) {
			found(t, merge(&w, im.insns[i - 1].value));
			return;
		}
		/* fall through */
	default:
		t->unknown = 1;
	}
}

/*
 * The value of @w behind a branch that was taken or, if not @taken, was not:
 * a register that was just found to be zero needs no further search.
 */
static void behind_branch(struct trace *t, size_t i, struct want w, int taken)
{
	const struct insn *in = &im.insns[i];

	if (in->if_zero && (in->if_zero == 1) == taken &&
	    !in->start && !in->jump_in && in[-1].kind == TEST_SELF &&
	    in[-1].dst == w.reg)
		found(t, merge(&w, 0));
	else
		behind(t, i, w);
}

/* The value of @w before instruction @i: behind each that can come before. */
static void before(struct trace *t, size_t i, struct want w)
{
	uint32_t l = im.insns[i].jump_in;

	if (t->seen[i] & BIT(w.reg))
		return;
	t->seen[i] |= BIT(w.reg);
	if (im.insns[i].start) {
		from_caller(t, i, w.reg);
		/* who jumps to a start calls it: that is for the carriers */
		return;
	}
	if (falls_in(i))
		behind_branch(t, i - 1, w, 0);
	else if (!l)
		t->unknown = 1;		/* a case of a switch, perhaps */
	for (; l; l = im.links[l - 1].next)
		behind_branch(t, im.links[l - 1].from, w, 1);
}

static void trace_run(struct trace *t, size_t i, int r)
{
	t->n = t->unknown = t->nparams = 0;
	memset(t->seen, 0, im.ninsns * sizeof(*t->seen));
	before(t, i, (struct want){ .reg = r });
}

/* ---- verdicts ---- */

static int list;

static void judge(uint64_t addr, long number)
{
	const char *function = function_name(addr), *note = "";
	struct allow *a = NULL;
	char name[48];

	if (number > LAST_SYSCALL || number < 0) {
		a = allowed(number, function);
		note = a ? " allowed" : " REFUSED";
	}
	if (list)
		printf("%s 0x%" PRIx64 " %ld %s %s%s\n", im.file, addr, number,
		       call_name(number, name, sizeof(name)), function, note);
	if (a)
		a->used = 1;
	else if (*note)
		refuse(im.file,
		       "do without it; if it is never reached or has a fallback, say so in the allow file",
		       "at 0x%" PRIx64 " (%s): system call %ld %s is not in 2.6.25",
		       addr, function, number,
		       call_name(number, name, sizeof(name)));
}

static void judge_unknown(uint64_t addr)
{
	const char *function = function_name(addr);
	struct allow *a = allowed(ANY_NUMBER, function);

	if (list)
		printf("%s 0x%" PRIx64 " ? - %s%s\n", im.file, addr, function,
		       a ? " allowed" : " REFUSED");
	if (a)
		a->used = 1;
	else
		refuse(im.file,
		       "use a constant number there; if it is known to be harmless, say so in the allow file",
		       "at 0x%" PRIx64 " (%s): a system call whose number is no constant",
		       addr, function);
}

/* Numbers of instruction @i in register @r; arguments make carriers. */
static void look(struct trace *t, size_t i, int r)
{
	struct function *f;
	int j;

	trace_run(t, i, r);
	for (j = 0; j < t->n; j++)
		judge(im.insns[i].addr, t->numbers[j]);
	for (j = 0; j < t->nparams; j++) {
		f = function_of(im.insns[t->params[j].start].addr);
		if (f)
			f->carries |= BIT(t->params[j].reg);
		else
			t->unknown = 1;
	}
	if (t->unknown)
		judge_unknown(im.insns[i].addr);
}

static int calls(size_t i, const struct function *f)
{
	const struct insn *in = &im.insns[i];

	return (in->kind == CALL || in->kind == JUMP || in->kind == BRANCH) &&
	       in->value == f->addr;
}

/*
 * The calls of carrier @f with the number in @r.  One that nobody calls, or of
 * which somebody takes the address, may be called with any number.
 */
static void look_at_carrier(struct trace *t, const struct function *f, int r)
{
	size_t i, n = 0;
	int taken = 0;

	for (i = 0; i < im.ninsns; i++) {
		if (calls(i, f)) {
			look(t, i, r);
			n++;
		} else if ((im.insns[i].kind == LEA ||
			    im.insns[i].kind == MOV_IMM) &&
			   im.insns[i].value == f->addr) {
			taken = 1;
		}
	}
	if (!n || taken)
		judge_unknown(f->addr);
}

/* All calls of each carrier, until no new carrier turns up. */
static void look_at_carriers(struct trace *t)
{
	uint16_t *done = need(calloc(im.nfunctions + 1, sizeof(*done)));
	struct function *f;
	size_t j;
	int r, again;

	do {
		again = 0;
		for (j = 0; j < im.nfunctions; j++) {
			f = &im.functions[j];
			for (r = 0; r < NREGS; r++) {
				if (!(f->carries & ~done[j] & BIT(r)))
					continue;
				done[j] |= BIT(r);
				look_at_carrier(t, f, r);
				again = 1;
			}
		}
	} while (again);
	free(done);
}

static void look_at_calls(void)
{
	struct trace t = {
		.seen = need(calloc(im.ninsns + 1, sizeof(*t.seen))),
	};
	size_t i, n = 0;

	for (i = 0; i < im.ninsns; i++) {
		if (im.insns[i].kind == INT80) {
			refuse(im.file, "use the 64-bit system calls",
			       "at 0x%" PRIx64 " (%s): int $0x80, the 32-bit way into the kernel",
			       im.insns[i].addr,
			       function_name(im.insns[i].addr));
		} else if (im.insns[i].kind == SYSCALL) {
			look(&t, i, RAX);
			n++;
		}
	}
	if (!n)
		refuse(im.file, "is this the program that you meant?",
		       "no system call in it: it could not even exit");
	look_at_carriers(&t);
	free(t.seen);
}

static void scan(const char *file)
{
	csh cs;

	image_read(file);
	if (check_header() || !check_segments())
		goto out;
	if (cs_open(CS_ARCH_X86, CS_MODE_64, &cs)) {
		complain("libcapstone", "", "install a newer one",
			 "it does not know x86");
		exit(EXIT_NEED);
	}
	cs_option(cs, CS_OPT_DETAIL, CS_OPT_ON);
	cs_option(cs, CS_OPT_SKIPDATA, CS_OPT_ON);
	disassemble(cs);
	cs_close(&cs);
	qsort(im.insns, im.ninsns, sizeof(*im.insns), by_insn_addr);
	link_jumps();
	find_functions();
	mark_starts();
	look_at_calls();
out:
	image_free();
}

static void list_unused(void)
{
	size_t i;

	for (i = 0; i < nallows; i++)
		if (!allows[i].used)
			printf("allow file: %s is in none of these programs\n",
			       allows[i].name);
}

__attribute__((noreturn))
static void bad_usage(const char *what)
{
	complain("command line", "", "guestscan --help", "%s", what);
	exit(EXIT_USAGE);
}

int main(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc && argv[i][0] == '-'; i++) {
		if (!strcmp(argv[i], "--help")) {
			fputs(usage, stdout);
			return EXIT_OK;
		} else if (!strcmp(argv[i], "--list")) {
			list = 1;
		} else if (!strcmp(argv[i], "--allow")) {
			if (++i == argc)
				bad_usage("--allow: the file is missing");
			read_allow(argv[i]);
		} else {
			bad_usage("unknown option");
		}
	}
	if (i == argc)
		bad_usage("no program is named");
	for (; i < argc; i++)
		scan(argv[i]);
	if (list)
		list_unused();
	free(allows);
	return refused ? EXIT_GUEST : EXIT_OK;
}
