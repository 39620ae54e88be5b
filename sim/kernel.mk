# SPDX-License-Identifier: GPL-2.0
#
# The simulator with the scheduler of a tree, $(OUT)/sim; called by scripts/sim.
#
#   TREE=   the kernel tree; only its include/, kernel/ and lib/ are read, and of arch/
#           what the idle loop of x86 tells the clock
#   OUT=    where it is built; options.h is there
#   CC=     the compiler of the tree's code; HOSTCC= that of the host
#   ENGINE= the object file of sim/engine

SIM := $(dir $(lastword $(MAKEFILE_LIST)))
Q   ?= @

# What the tree has, seen in the tree and not by its version.
has = $(shell grep -qs '$(2)' $(addprefix $(TREE)/,$(3)) && echo -D$(1))
seen := $(call has,TREE_CALL_SINGLE_DATA,^struct call_single_data {,include/linux/smp.h) \
	$(call has,TREE_RCU_DATA,DECLARE_PER_CPU(struct rcu_data.* rcu_data),\
		include/linux/rcupdate.h include/linux/rcuclassic.h) \
	$(call has,TREE_TICK_TELLS_CLOCK,sched_clock_idle_sleep_event,kernel/time/tick-sched.c) \
	$(call has,TREE_HALT_TELLS_CLOCK,sched_clock_idle_wakeup_event,arch/x86/kernel/process_64.c)
seen += $(if $(call has,X,define prof_on,include/linux/profile.h),,-DTREE_PROFILE)

# -O3, as most of a run's time is spent in the tree's code
flags := -std=gnu89 -O3 -fno-pie -g -w -nostdinc -isystem $(shell $(CC) -print-file-name=include) \
	-I$(SIM)kernel/include -I$(OUT) -I$(TREE)/include -I$(TREE)/kernel -iquote $(SIM) \
	-include $(SIM)kernel/config.h -D__KERNEL__ -fno-strict-aliasing -fno-common \
	-fno-stack-protector -fno-delete-null-pointer-checks -fwrapv $(seen)

own  := hosted settings stubs ticks timers refused
# of the tree, as they are; not every tree has all of them
from := $(wildcard $(addprefix $(TREE)/,kernel/wait.c kernel/spinlock.c kernel/mutex.c \
	kernel/sched_clock.c kernel/sched_cpupri.c lib/rbtree.c lib/hweight.c \
	lib/cpumask.c lib/bitmap.c lib/plist.c lib/reciprocal_div.c lib/div64.c \
	lib/ctype.c lib/cmdline.c))
objects := $(addprefix $(OUT)/own-,$(addsuffix .o,$(own))) \
	$(patsubst $(TREE)/%.c,$(OUT)/%.o,$(from))

# Names of the C library and of the kernel's are the same here and there: all but k_*
# is hidden.  What it asks for must be the engine's, or one of these.
asked := __start_percpu __stop_percpu _GLOBAL_OFFSET_TABLE_ memcpy memset snprintf sprintf \
	strcmp strcpy strcspn strlen strncpy strtol strtoul vsnprintf

$(OUT)/sim: $(ENGINE) $(OUT)/kernel.o
	$(Q)$(HOSTCC) -no-pie -o $@ $^

$(OUT)/kernel.o: $(objects)
	$(Q)ld -r -o $@.tmp $^
	$(Q)objcopy -w --keep-global-symbol='k_*' --rename-section .data.percpu=percpu \
		--rename-section .data.percpu.shared_aligned=percpu $@.tmp
	$(Q)missing=$$(nm $@.tmp | awk '$$1 == "U" && $$2 !~ /^host_/ { print $$2 }' | \
		grep -vxF $(addprefix -e ,$(asked)) || :); \
	[ -z "$$missing" ] || { \
		echo "$(TREE): the simulator does not know what these are:" $$missing >&2; \
		echo "  -> put them into sim/kernel/stubs.c, or link the tree's file in sim/kernel.mk" >&2; \
		exit 1; }
	$(Q)mv $@.tmp $@

$(OUT)/own-%.o: $(SIM)kernel/%.c $(OUT)/options.h
	$(Q)$(CC) $(flags) -MMD -MP -c -o $@ $<

$(OUT)/own-%.o: $(SIM)kernel/%.S
	$(Q)$(CC) -c -o $@ $<

$(OUT)/%.o: $(TREE)/%.c $(OUT)/options.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(flags) -MMD -MP -c -o $@ $<

-include $(objects:.o=.d)
