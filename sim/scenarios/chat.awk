# SPDX-License-Identifier: GPL-2.0
# volanoMark's shape, as a scenario:
#
#	awk -v rooms=5 -v users=8 -f chat.awk >chat.scn
#
# Of each user a client sends to its server thread, which sends to the other users of
# the room under the room's lock; each of these has a thread that receives.
BEGIN {
	rooms = rooms ? rooms : 5
	users = users ? users : 8
	print "time 3s"
	for (room = 0; room < rooms; room++) {
		for (user = 0; user < users; user++) {
			name = room "." user
			print "channel in" name " room 2"
			print "channel out" name " room 40"
		}
		for (user = 0; user < users; user++) {
			name = room "." user
			print "task client" name " { loop { run 8us..12us send in" name " } }"
			print "task server" name " { loop { receive in" name " run 10us"
			print "\tlock room" room
			for (other = 0; other < users; other++)
				if (other != user)
					print "\trun 2us send out" room "." other
			print "\tunlock room" room " } }"
			print "task reader" name " { loop { receive out" name " run 6us..9us } }"
		}
	}
}
