# SPDX-License-Identifier: GPL-2.0
#
# The engine of the simulator; scripts/sim links it with the scheduler of a tree.

engine := die engine main results scenario settings tasks trace
# of the guest: a workload's result has one form
of_guest := bench

$(HOST)/sim/%.o: sim/engine/%.c $(GEN)/exitcodes.h | setup-boot
	@mkdir -p $(@D)
	$(say) HOSTCC $(@:$(O)/%=%)
	$(Q)$(HOSTCC) -std=gnu11 $(HOSTCFLAGS) -fno-pie $(WARN) -I$(GEN) -iquote sim -iquote guest -MMD -MP -c -o $@ $<

$(HOST)/sim/guest-%.o: guest/%.c | setup-boot
	@mkdir -p $(@D)
	$(say) HOSTCC $(@:$(O)/%=%)
	$(Q)$(HOSTCC) -std=gnu11 $(HOSTCFLAGS) -fno-pie $(WARN) -MMD -MP -c -o $@ $<

$(HOST)/sim-engine.o: $(addprefix $(HOST)/sim/,$(engine:=.o) $(of_guest:%=guest-%.o))
	$(say) HOSTLD $(@:$(O)/%=%)
	$(Q)ld -r -o $@ $^

# for scripts/bench: the engine without a scheduler
$(HOST)/sim/bench: $(addprefix $(HOST)/sim/,alone.o bench.o die.o engine.o)
	$(say) HOSTLD $(@:$(O)/%=%)
	$(Q)$(HOSTCC) -no-pie -o $@ $^
