# SPDX-License-Identifier: GPL-2.0
#
# Which host program is made of what.

$(eval $(call host-program,machine,machine.o lines.o))
$(eval $(call host-program,kconfig,kconfig.o lines.o))
$(eval $(call host-program,features,features.o features-table.o features-tree.o \
	features-explain.o features-live.o lines.o))
# patches/features as a string, so that the program needs no file of ours
$(HOST)/features-table.o: $(GEN)/patches-features.h
$(GEN)/patches-features.h: patches/features
	@mkdir -p $(@D)
	@sed -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n"/' $< >$@
$(eval $(call host-program,doctor,doctor.o lines.o))
$(eval $(call host-program,verdict,verdict.o console.o lines.o))
$(eval $(call host-program,summary,summary.o console.o lines.o))
$(eval $(call host-program,watch,watch.o))
$(eval $(call host-program,lint,lint.o lint-mail.o lint-diff.o lines.o))
# a disassembler, to find system calls
$(eval $(call host-program,guestscan,guestscan.o,-lcapstone))
$(eval $(call host-program,initramfs-check,initramfs-check.o,-lz))
$(eval $(call host-program,experiment,experiment-cli.o experiment.o lines.o))
$(eval $(call host-program,record,record-cli.o record.o console.o lines.o,-lz))
$(eval $(call host-program,compare,compare.o page.o stats.o experiment.o record.o \
	console.o lines.o,-lz -lm))
