# SPDX-License-Identifier: GPL-2.0
#
# The engine of the simulator; scripts/sim links it with the scheduler of a tree.

engine := engine main scenario settings tasks trace

$(HOST)/sim/%.o: sim/engine/%.c $(GEN)/exitcodes.h | setup-boot
	@mkdir -p $(@D)
	$(say) HOSTCC $(@:$(O)/%=%)
	$(Q)$(HOSTCC) -std=gnu11 $(HOSTCFLAGS) -fno-pie $(WARN) -I$(GEN) -iquote sim -MMD -MP -c -o $@ $<

$(HOST)/sim-engine.o: $(addprefix $(HOST)/sim/,$(addsuffix .o,$(engine)))
	$(say) HOSTLD $(@:$(O)/%=%)
	$(Q)ld -r -o $@ $^

# for scripts/bench: the engine without a scheduler
$(HOST)/sim/bench: $(HOST)/sim/bench.o $(HOST)/sim/engine.o
	$(say) HOSTLD $(@:$(O)/%=%)
	$(Q)$(HOSTCC) -no-pie -o $@ $^
