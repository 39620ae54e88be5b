# SPDX-License-Identifier: GPL-2.0
#
# Which guest program is made of what.  Static, and scanned for what 2.6.25
# does not offer before it counts as built.

$(GUEST)/init: $(addprefix $(GUEST)/,init.o report.o root.o cpus.o words.o \
	features.o topology.o limited.o spin.o counters.o run.o)
# the workloads
$(addprefix $(GUEST)/,$(workloads)): $(GUEST)/%: $(GUEST)/%.o $(GUEST)/bench.o
$(addprefix $(GUEST)/,chat oltp): $(GUEST)/pair.o
$(addprefix $(GUEST)/,fairness slices wakelat): $(GUEST)/self.o

# the host's tool, for the guest's shell
$(GUEST)/tools/%.o: tools/%.c $(GEN)/exitcodes.h | setup-boot
	@mkdir -p $(@D)
	$(say) MUSLCC $(@:$(O)/%=%)
	$(Q)$(MUSLCC) -std=gnu11 -Os $(WARN) -ffile-prefix-map=$(CURDIR)/= -I$(GEN) -iquote guest -MMD -MP -c -o $@ $<
$(GUEST)/tools/features-table.o: $(GEN)/patches-features.h
$(GUEST)/features: $(addprefix $(GUEST)/tools/,features.o features-table.o \
	features-tree.o features-explain.o features-live.o lines.o)

$(addprefix $(GUEST)/,$(guest)): $(HOST)/guestscan guest/syscalls.allow
	$(say) MUSLLD $(@:$(O)/%=%)
	$(Q)$(MUSLCC) -static -o $@ $(filter %.o,$^)
	$(Q)$(HOST)/guestscan --allow guest/syscalls.allow $@ >/dev/null
