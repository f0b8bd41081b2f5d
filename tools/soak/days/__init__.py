"""Simulation of two months of many people at many tables, on the real service and database.

`python -m tools.days --games 500 --days 60 --seed 1`; exit status 1 if a fault is found, else 0. `--game citadels`
plays only that type.

World (`world`). Time is in whole seconds and passes only when no work is left, so that idle hours cost nothing. One
process with one seed always does the same: the store is the real one, with its file and statements, but runs without
its thread, and so do slow machines. The bot's clock shows the true time plus an error: about every 9 days it jumps by
25 minutes to 30 hours, forward or back, and is corrected hours later. About every 3 days the process ends and restarts
on the same file, at once or up to nine hours later. Sleeping lasts true seconds, as on a real machine; people live in
true time.

Tables (`plan`). The three games in turn, all numbers of seats in turn, random presets; paces from ten minutes to none,
with and without a bank; all late policies; 8 % have a machine at one seat, 3 % are deserted at some time.

People (`people`). On average three and a half tables each, in ten time zones. They are present eight hours a day, in
spans of three and five hours, at about the same times every day. After a ping while present they look ten minutes later
(median; lognormal with sigma 1.0), after one while absent twelve minutes after their return; they miss one ping in ten,
and look 1.5 times a day without a ping. Then they play at all tables that wait for them, one after the other: a minute
for the first decision at a table, 25 seconds for each further one. About every 16 days they are absent for a day and a
half (median; six days at most): in 15 % of cases they leave the server for that time; of the other absences of more
than a day, 60 % are announced by a vacation, and half of these end early. For 30 % of people a vacation begins
automatically when their time would be up. Ping settings, quiet hours, weekly rest and reminders are random and change
now and then. Some accept no direct messages. People decide as the game's machine would; Carcassonne, whose length does
not depend on skill, is played at random to save time.

Other acts (`acts`). Each is a function with its frequency in a list: undo, ask the table to undo, vote, resign, return
after a machine played, remind others, let a machine move, say *On it*, pause and resume, propose another pace or late
policy, confirm that the game goes on, change settings, take vacations, name a friend or machine as stand-in,
hand a seat over, answer seat offers, give seats back, wait for a player who left the server or let a machine play.
Three of four people also prepare conditional moves when they leave a table: random orders of characters and districts,
cities, roads, discards, but no trades.

Checks (`ledger`, `known`, `book`, `account`, `hours`). After every step the log of each changed table is replayed with
the rules alone. Pending turns, all due times, banks and the next look must follow from that log, computed with a
calendar by minutes that is independent of the service. Every message that notifies someone is checked against its
pending turn: sent once, to the chosen place, outside of quiet hours, not early, not missing. Every act of the clock
must have been due, with no clock stopped. Several times a day: no due work is left, nobody waits forever. An error in
the service's log is a fault too.

Figures (`figures`). Every game is played twice by the same people with the same days, absences and restarts: with
standing answers (rolling, skipping the special building phase, declining trades for half of the people) and
conditional moves, and without any, so that every question of the rules is asked. The gain is one minus the ratio of
the sums of days, over games that both runs finished regularly (no resignation, desertion or vote to end). A game that
is not over at the end is played on without a clock, and each further move counts as long as the moves before. The two
runs of a game diverge at the first answer: one pair says little, a sum of thirty much.
"""
