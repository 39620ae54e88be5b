# SPDX-License-Identifier: GPL-2.0
#
# Which host program is made of what.

$(eval $(call host-program,machine,machine.o lines.o))
$(eval $(call host-program,kconfig,kconfig.o lines.o))
$(eval $(call host-program,features,features.o lines.o))
$(eval $(call host-program,doctor,doctor.o lines.o))
$(eval $(call host-program,verdict,verdict.o console.o lines.o))
$(eval $(call host-program,summary,summary.o console.o lines.o))
$(eval $(call host-program,watch,watch.o))
# a disassembler, to find system calls
$(eval $(call host-program,guestscan,guestscan.o,-lcapstone))
$(eval $(call host-program,initramfs-check,initramfs-check.o,-lz))
