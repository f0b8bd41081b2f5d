"""Two months of many people at many tables, on the real service and database.

`python -m tools.days --games 500 --days 60 --seed 1`; exit status 0 only where nothing was found to be wrong.
`--game citadels` plays that one alone.

The world (`world`). Time is in whole seconds and passes only when nothing is left to be done: an hour in which
nothing happens costs nothing. Everything in one process is the same for the same seed: the store is the real one,
file and statements, but it does what it is asked at once instead of in a thread; so do the threads of slow machines.
The clock of the bot's machine shows true time and an error: now and then (every 9 days) it jumps by 25 minutes to 30
hours, forward or back, and hours later it is right again. Every 3 days the process ends and begins anew on the same
file, at once or up to nine hours later. Who sleeps, sleeps true seconds, as on a real machine; people live in true
time.

The tables (`plan`). The three games in turn, all numbers of seats in turn, presets at random; paces from ten minutes
to none, with and without a bank; all late policies; 8 % have a machine at one seat, 3 % are deserted one day.

The people (`people`). Three and a half tables each, on average, in ten zones. They are there eight hours a day, three
and five hours on end, at about the same times every day. A ping that comes while they are there makes them look after
ten minutes (median; sigma 1.0 of a lognormal), one that comes while they are not makes them look twelve minutes after
they have come; one in ten is not noticed; beside that they look 1.5 times a day unasked. Whoever looks plays at all
tables that wait for them, one after the other: a minute for the first decision at a table, 25 seconds for each further
one. Every 16 days they are away for a day and a half (median, six at most) without a word; in 15 of 100 they leave the
server for as long; of the others of more than a day they say so in six of ten by a vacation, and end half of these
themselves. For three of ten a vacation begins by itself where their time would be up. How they want to be called,
their quiet hours, their weekly rest and their reminders are drawn for each and change now and then. Some take no
direct messages. What they decide is what the machine of the game would; Carcassonne, which is over when the tiles are,
is played at random, for the sake of time.

What they do beside playing (`acts`), each a function, and how often a line of a list there: take back, ask the table
to, vote, resign, come back after a machine played for them, have others reminded, wish that a machine moves, say that
they are on it, ask for a pause and end it, ask for another pace and late policy, answer that the game goes on, change
settings, take vacations or have a friend or a machine stand in until a date (`seats`), hand a seat over for good,
answer who asks them, give seats back, wait for who has left the server or let a machine play and, three of four
people, prepare moves when they leave a table: wishes for the draft in random order, whole turns with all districts in
random order (a power they know already is named; four of five else leave it out), roads, towns, what to discard; what
a trade is worth they do not judge beforehand.

What is checked (`ledger`, `known`, `book`, `account`, `hours`). After every step the table that changed: its log is
played through by the rules alone, and who is waited for since when, every instant that is due, the banks, and when to
look again must be what follows from that log, counted on a calendar of minutes that is made apart from the service's.
Every message that calls somebody is held against the stretch that it tells of: once, where they want it, not in their
quiet hours, not before its time, and not missing. Whatever the clock did must have been due, and not while a clock
stood. Some times a day: nothing that was due is left undone, and nobody is waited for without end. What the service
logs as an error is a fault as well.

The figures (`figures`). Every game is played twice by the same people with the same days, absences and restarts: with
the answers that stand (rolling, skipping the special building, refusing trades for half of the people) and what they
prepare, and without any, so that each question of the rules is asked: that is «today's sequence of questions». How
much sooner a game is over is one minus the ratio of the sums of days, over games that were not spoilt in either
(resigned, deserted, ended by vote). Of a game that is not over at the end the days are reckoned on: it is played to
its end without a clock, and every further move is given the time that the moves took so far. The paths of the two
games part with the first answer, so a single pair says little, a sum of thirty much.
"""
