# SPDX-License-Identifier: GPL-2.0
#
# The front door.  Every verb is a script in scripts/ or a program in tools/;
# "make help" says what there is.

MACHINE  ?= stoakley
BASE     ?= v2.6.25-rc6
VARIANT  ?= default
FEATURES ?=
O        ?= $(CURDIR)/out
V        ?= 0

ifneq ($(words $(CURDIR)),1)
$(error the path of this folder has a space in it, and make cannot build there: move the project to a path without one)
endif
ifneq ($(words $(O)),1)
$(error O=$(O) has a space in it, or is empty: choose a folder without one)
endif
# what make or a shell would take for something else
odd  := : % ; & | < > ( ) = ' " ` \ * ? [ ] $$ \#
odds  = $(strip $(foreach c,$(odd),$(findstring $c,$1)) $(filter ~%,$1))
ifneq ($(call odds,$(CURDIR)),)
$(error the path of this folder has $(call odds,$(CURDIR)) in it, and make cannot build there: move the project to a path without)
endif
ifneq ($(call odds,$(O)),)
$(error O=$(O) has $(call odds,$(O)) in it: choose a folder without)
endif
override O := $(abspath $(O))
# "clean" removes folders in O, so O must be no place where others have theirs
real = $(or $(realpath $1),$1)
ifneq ($(strip $(filter /,$(O)) $(filter $(call real,$(O))/%,$(call real,$(CURDIR))/. $(CURDIR)/.)),)
$(error O=$(O) is this project's own folder, or one above it: choose one for the output alone)
endif

ifeq ($(origin CC),default)
CC := gcc
endif
# the host's and the guest's programs are not the kernel: they take the plain gcc
HOSTCC     ?= $(firstword $(filter-out ccache,$(CC)))
HOSTCFLAGS ?= -O2 -g
MUSLCC     ?= musl-gcc
export BASE MACHINE VARIANT FEATURES O V CC KERNEL_GIT QEMU LOG TREE TOOLCHAIN \
	EXPERIMENT BOOTS JOBS BACKEND METAL METAL_NAME SCENARIO TRACE
# the base that was asked for, where none means more than one
asked = $(if $(filter file,$(origin BASE)),,"$$BASE")

ifeq ($(V),1)
Q :=
say = @:
else
Q := @
say = @printf '  %-7s %s\n'
endif

MAKEFLAGS += --no-builtin-rules --no-print-directory
.SUFFIXES:
.DELETE_ON_ERROR:

HOST  := $(O)/host
GUEST := $(O)/guest
GEN   := $(HOST)/gen
WARN  := -Wall -Wextra -Wshadow -Wstrict-prototypes

tools := machine kconfig features doctor verdict summary watch guestscan \
	 initramfs-check lint experiment record compare
workloads := hackbench chat fairness wakelat clock oltp slices
guest := init features $(workloads)

PHONY := help
help:
	@sed -n 's/^#: \{0,1\}//p' Makefile

#: cfs-queue: a CFS scheduler patch queue for Linux 2.6.25-2.6.27, and its bench
#:
#:   make boot      build the patched kernel, boot it in QEMU, say what was seen
#:   make shell     the same kernel with a shell in it; exit ends it
#:   make compare   make the missing boots of EXPERIMENT=; what do they show?
#:   make list      the experiments, machines, bases, workloads
#:   make report    every comparison so far, on one page
#:   make sim       SCENARIO= on BASE's scheduler, in the simulator
#:   make bench     how fast the simulator is here, against its targets
#:   make check     all tests that can run here
#:   make check-all every series on every machine as well, and more bases
#:
#:   make source    fill the cache: with all bases of KERNEL_GIT=, else with BASE
#:   make series    list the patches of BASE in order
#:   make am        put them on your own clone of Linux, TREE=, by git am
#:   make tree      the patched source tree of BASE
#:   make kernel    its kernel for MACHINE, for QEMU or a real machine
#:   make programs  the programs, features and kconfig among them, in O/host
#:   make doctor    explain the errors in LOG=<build log>
#:   make setup     have every program that is needed
#:   make man       the manual pages, in O
#:   make fuzz      fuzz the parser and the arithmetic, FUZZ_SECONDS (600) each
#:   make pin       patches were changed: write the new ids of all bases, or BASE=
#:   make clean     remove what was built, but not the trees; distclean: all of O
#:
#:   BASE=v2.6.25-rc6    the kernel; patches/bases has the list
#:   MACHINE=stoakley    or tigerton, tulsa
#:   VARIANT=default     or nogroup: without group scheduling
#:   FEATURES=           settings for hackbench, one after the other in one boot:
#:                       "319,63" or "NO_HRTICK,NO_HRTICK START_DEBIT"; a comma
#:                       between settings, a blank between the names of one.
#:                       Before them comes asis, the kernel as found
#:   KERNEL_GIT=         path or URL of a clone of Linux that has the tags
#:   TREE=               for am: your clone; which base it is, its files say.
#:                       For sim: a kernel tree of your own, instead of BASE
#:   SCENARIO=           for sim: a file; sim/scenarios/ has some
#:   TRACE=              for sim: where each decision is written; .json: for Perfetto
#:   TOOLCHAIN=yes       for am, or no: without what today's compilers need
#:   EXPERIMENT=         for compare: a file of experiments/, or the path of one
#:   BOOTS= JOBS=        boots of each arm; how many run side by side
#:   BACKEND=qemu        or metal: on a real machine, which METAL="command" boots
#:                       and METAL_NAME= names; Documentation/metal.rst
#:   RESULTS=results     where the records and pages are
#:   CC=gcc              the compiler for the kernel; known to do: gcc-11, gcc-12
#:   O=out               where everything is built
#:   QEMU=               the QEMU to use, else the best one found
#:   V=1                 show every command and the kernel's build
#:
#: The scripts end with the exit codes of scripts/exit-codes; make itself
#: ends with 2, whatever failed.

# ---- programs

$(GEN)/exitcodes.h: scripts/exit-codes | setup-boot
	@mkdir -p $(@D)
	@awk '!/^#/ && NF { printf "#define EXIT_%s %s\n", $$1, $$2 }' $< >$@

# $(call host-program,NAME,OBJECTS,LIBRARIES)
define host-program
$(HOST)/$(1): $(addprefix $(HOST)/,$(2))
	$$(say) HOSTLD $$(@:$(O)/%=%)
	$$(Q)$$(HOSTCC) $$(HOSTCFLAGS) $$(HOSTLDFLAGS) -o $$@ $$^ $(3)
endef

$(HOST)/%.o: tools/%.c $(GEN)/exitcodes.h | setup-boot
	@mkdir -p $(@D)
	$(say) HOSTCC $(@:$(O)/%=%)
	$(Q)$(HOSTCC) -std=gnu11 $(HOSTCFLAGS) $(WARN) -I$(GEN) -iquote guest -MMD -MP -c -o $@ $<

include tools/programs.mk
include sim/programs.mk

$(GUEST)/%.o: guest/%.c | setup-boot
	@mkdir -p $(@D)
	$(say) MUSLCC $(@:$(O)/%=%)
	$(Q)$(MUSLCC) -std=gnu11 -Os $(WARN) -ffile-prefix-map=$(CURDIR)/= -MMD -MP -c -o $@ $<

include guest/programs.mk

-include $(wildcard $(HOST)/*.d $(HOST)/sim/*.d $(GUEST)/*.d $(GUEST)/tools/*.d)

programs := $(addprefix $(HOST)/,$(tools)) $(HOST)/sim-engine.o $(HOST)/sim/bench \
	$(addprefix $(GUEST)/,$(guest))
PHONY += programs
programs: $(programs)

# ---- verbs

PHONY += setup setup-boot setup-shell setup-compare setup-check
setup: setup-boot setup-shell setup-compare setup-check
setup-boot setup-shell setup-compare setup-check:
	@scripts/setup $(@:setup-%=%)

PHONY += source series am pin tree kernel boot shell doctor
source: setup-boot
	@exec scripts/source --all "$$BASE"

series:
	@exec scripts/series "$$BASE"

am:
	@exec scripts/am "$$TREE" $(asked)

pin:
	@exec scripts/pin $(asked)

tree: setup-boot
	@VERBOSE_UP_TO_DATE=1 exec scripts/tree "$$BASE"

kernel: $(programs)
	@scripts/kernel "$$BASE" "$$MACHINE" "$$VARIANT"
	@echo "  it is in $$(scripts/kernel --where "$$BASE" "$$MACHINE" "$$VARIANT")"

boot: $(programs)
	@exec scripts/boot "$$BASE" "$$MACHINE" "$$VARIANT" "$$FEATURES"

shell: setup-shell $(programs)
	@exec scripts/boot --shell "$$BASE" "$$MACHINE" "$$VARIANT"

PHONY += sim bench
sim: $(programs)
	@exec scripts/sim $(if $(TRACE),--trace "$$TRACE") $(if $(TREE),--tree "$$TREE") "$$BASE" "$$MACHINE" "$$VARIANT" "$$SCENARIO"

bench: $(programs)
	@exec scripts/bench "$$BASE"

PHONY += compare list report
compare: setup-compare $(programs)
	@exec scripts/compare $(if $(BOOTS),--boots "$$BOOTS") $(if $(JOBS),--jobs "$$JOBS") "$$EXPERIMENT"

list: $(HOST)/experiment
	@exec scripts/list

report: setup-compare $(programs)
	@exec scripts/report

doctor: $(HOST)/doctor
	@$(HOST)/doctor $(if $(LOG),"$$LOG")

PHONY += man check check-all fuzz clean distclean
man: $(patsubst Documentation/man/%.rst,$(O)/man/%.1,$(wildcard Documentation/man/*.rst))
$(O)/man/%.1: Documentation/man/%.rst | setup-check
	@mkdir -p $(@D)
	$(say) MAN $(@:$(O)/%=%)
	$(Q)rst2man --strict $< $@

# the fuzzer of the console parser: libFuzzer where clang is, else a plain loop
$(HOST)/fuzz-verdict: tools/fuzz-verdict.c tools/console.c tools/console.h $(GEN)/exitcodes.h | setup-check
	$(say) FUZZ $(@:$(O)/%=%)
	$(Q)if ! clang -std=gnu11 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I$(GEN) -iquote guest -o $@ \
		tools/fuzz-verdict.c tools/console.c 2>$@.log; then \
		echo '  no libFuzzer here: a plain loop instead'; \
		$(HOSTCC) -std=gnu11 -g -O1 $(WARN) -DFUZZ_STANDALONE -fsanitize=address,undefined -fno-sanitize-recover=all \
			-I$(GEN) -iquote guest -o $@-standalone tools/fuzz-verdict.c tools/console.c && touch $@; \
	fi

fuzz: $(HOST)/fuzz-verdict
	FUZZ_SECONDS=$${FUZZ_SECONDS:-600} O='$(O)' tests/run tests/t0320-verdict-fuzz.sh tests/t0513-arithmetic-fuzz.sh

check check-all: setup-shell setup-compare setup-check $(programs) $(HOST)/fuzz-verdict man
	@tests/run $(if $(filter check-all,$@),--all)

clean:
	$(say) CLEAN '$(O:$(CURDIR)/%=%)'
	$(Q)rm -rf '$(HOST)' '$(GUEST)' '$(O)/man' '$(O)/kernel' '$(O)/sim' '$(O)/boot' '$(O)/tap'

distclean: clean
	$(Q)rm -rf '$(O)/tree' '$(O)/setup.log' '$(O)/.setup.lock'
	@rmdir '$(O)' 2>/dev/null || true

.PHONY: $(PHONY)
