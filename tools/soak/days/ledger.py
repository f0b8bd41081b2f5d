"""Checks the service's results against recounted ones, and counts notifications.

After each step every changed table is read again and its log replayed (`book`). The table's pending turns, due times,
banks and next look must follow from its log, its people's settings and a calendar by minutes. Notifications are checked
at the end of each pending turn; several times a day `sweep` checks that nothing hangs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from rules.core.saving import to_plain
from service.state.membership import EMPTY
from service.state.model import PendingTurn, Table
from service.state.notifications import AWAY
from service.tables import Tables

from . import hours
from .account import Asked
from .book import TableHistory
from .clocks import DAY, HOUR
from .desk import SentPing, is_reminder
from .known import SLACK, Known
from .reminders import DAILY, reminder_instant, reminder_names, reminder_steps

EVERY: Final = 40  # entries after which the whole position is compared
LONGEST: Final = 20 * DAY  # longest time to wait for a move at a table that people play


class Ledger(Known):
    """The recounted histories of all tables of a process."""

    # Books

    def open(self, table: Table, key: bytes) -> TableHistory:
        def fault(kind: str, what: str) -> None:
            self.fault(kind, what, table.id)

        book = self.books[table.id] = TableHistory(table, key, self.calendar, fault, self._ended)
        book.wants = lambda user: self.wants.get(user, {})
        return book

    async def follow(self, tables: Tables, table_id: int) -> None:
        """Reads the new entries of a table and checks the table against them."""
        book = self.books.get(table_id)
        if book is None:
            return
        self.steps += 1
        self._by_itself(tables)
        before = book.seq
        book.follow(await tables.history.read_entries(table_id, book.seq), self.watch.now())
        table = (
            await tables.registry.load_table(table_id)
            if book.over or tables.registry.get(table_id) is None
            else tables.registry.get(table_id)
        )
        assert table is not None
        self._check(book, table, tables)
        compared = table.state is not None and (book.over or before // EVERY != book.seq // EVERY)
        if compared and to_plain(table.state) != to_plain(book.state):
            self.fault("replay", f"the position after {book.seq} is another one when replayed", table_id)

    # State of a table

    def _check(self, book: TableHistory, table: Table, tables: Tables) -> None:
        now = self.watch.now()
        if table.seq != book.seq:
            self.fault("log", f"{table.seq} entries are said, {book.seq} are there", table.id)
        if table.status == "frozen" and not book.frozen:
            if now < book.moved_at + 30 * DAY:
                self.fault("early", f"frozen {now - book.moved_at} s after a person moved", table.id)
            book.freeze(now)
        if table.asked_at is not None and book.deserted and not book.halted:
            book.halt(now)
        if book.over or not table.is_open:
            return
        said = {stretch.seat: (stretch.seq, stretch.since) for stretch in table.stretches}
        mine = {asked.seat: (asked.seq, asked.since) for asked in book.asked.values()}
        if said != mine:
            self.fault("stretch", f"said {said}, recounted {mine}", table.id)
            return
        for asked in book.asked.values():
            asked.true = asked.true or self.watch.true
        if not mine:
            self.fault("hangs", "nobody is waited for", table.id)
        people = [seat.is_human for seat in table.seats]
        if people != book.human:
            self.fault("seats", f"people are said at {people}, recounted {book.human}", table.id)
            return
        called = [seat.notify_user_id for seat in table.seats]
        if called != book.called:
            self.fault("seats", f"{called} are said to decide, recounted {book.called}", table.id)
        for stretch in table.stretches:
            self._check_time(book, table, stretch, book.asked[stretch.seat], now)
        self._check_banks(book, table)
        vote = tables.registry.open_vote_of(table.id)
        self._check_look(table, vote.closes_at if vote is not None else None)

    def _check_banks(self, book: TableHistory, table: Table) -> None:
        size = book.pace[1]
        if book.banks is not None and size is not None:
            said = [size if seat.bank is None else seat.bank for seat in table.seats]
            wrong = [seat.index for seat in table.human_seats if said[seat.index] != book.banks[seat.index]]
            if wrong:
                self.fault("bank", f"said {said}, recounted {book.banks}: seats {wrong}", table.id)

    def _check_look(self, table: Table, vote_ends: int | None) -> None:
        timers = [s.timer for s in table.stretches if table.seats[s.seat].is_human and table.status == "active"]
        at = [moment for timer in timers for moment in (timer.act_at, timer.remind_at) if moment is not None]
        if table.status == "active" and table.moved_at is not None:
            at.append(table.moved_at + 30 * DAY)
            if table.asked_at is None:
                at.append(table.moved_at + 7 * DAY)
        at += [seat.standin_until for seat in table.seats if seat.standin_until is not None and not seat.resigned]
        at += [ask.closes_at for ask in table.asks if ask.status == "open"]
        if vote_ends is not None:
            at.append(vote_ends)
        if table.look_at != min(at, default=None):
            self.fault("look", f"looks at {table.look_at}, what comes: {sorted(at)[:3]}", table.id)

    def _check_time(self, book: TableHistory, table: Table, stretch: PendingTurn, asked: Asked, now: int) -> None:
        """Checks the due times of a pending turn."""
        timer, account = stretch.timer, asked.account
        if account is None:
            if timer.due is not None or timer.remind_at is not None or timer.act_at is not None:
                self.fault("timer", f"a machine has a clock: {timer}", table.id)
            return
        if not account.running:
            if (timer.start, timer.due, timer.remind_at, timer.act_at) != (None, None, None, None):
                self.fault("timer", f"it stands, and something is due: {timer}", table.id)
            return
        calendar = self.calendar(asked.user)
        if timer.allowance != account.allowance:
            self.fault(
                "timer", f"allowance {timer.allowance}, recounted {account.allowance}: seat {asked.seat}", table.id
            )
            return
        due = account.due(calendar)
        if not account.changed and timer.due != due:
            self.fault("timer", f"due {timer.due}, recounted {due}: {asked}", table.id)
        sooner = due is not None and timer.due is not None and now < timer.due < due
        if account.changed and not account.late and sooner:
            self.fault("timer", f"due {timer.due}, sooner than recounted {due}: {asked}", table.id)
        self._check_act(book, table, stretch, asked)
        if not account.changed and not account.stopped:
            wanted = reminder_instant(timer.step, account, calendar)
            if timer.remind_at != wanted:
                self.fault("timer", f"reminds at {timer.remind_at}, recounted {wanted}: step {timer.step}", table.id)

    def _check_act(self, book: TableHistory, table: Table, stretch: PendingTurn, asked: Asked) -> None:
        timer, wanted = stretch.timer, book.wanted(asked)
        alone = sum(map(book.here, range(len(book.human)))) <= 1 and table.late == "machine"
        if wanted is None or alone:
            if timer.act_at is not None and wanted is None:
                self.fault("timer", f"something is done at {timer.act_at} without a reason: {asked}", table.id)
        elif timer.act_at is None:
            if table.late != "machine":  # no machine moves where the other people have left since
                self.fault("timer", f"nothing is done at {wanted}: {asked}", table.id)
        elif asked.account is not None and asked.account.late:
            return  # who was late when their hours changed stays late
        elif timer.act_at < wanted or (timer.act_at > wanted and not timer.graced and not asked.changed):
            self.fault("timer", f"something is done at {timer.act_at}, recounted {wanted}: {asked}", table.id)

    # Notifications

    def told(self, told: SentPing) -> None:
        """Counts and checks a message that notifies a user."""
        tally = self.tallies[told.user, told.table_id]
        if is_reminder(told):
            tally.reminders += told.share
        else:
            tally.pings += told.share
        calendar = self.calendar(told.user)
        closed = not calendar.is_open(told.at - SLACK) and not calendar.is_open(told.at) and told.what != AWAY
        if told.where == "home" and closed and not self._gap(told.at):
            self.fault("quiet", f"{told}: they are not to be called now", told.table_id)
        if told.where == "direct" and self.wants[told.user].get("ping") == "digest":
            wants = self.wants[told.user]
            meant = hours.digest_after(wants, told.at - DAY)  # may be sent long after its hour
            days = {hours.day_of(wants, at) for at in (meant, told.at, self.watch.true)}
            for day in days:  # while the clock is wrong, the digest can count for either day
                self.digested[told.user].setdefault(day, 0 if self.watch.error else self.watch.true)
        book = self.books.get(told.table_id)
        asked = next((a for a in book.asked.values() if a.user == told.user), None) if book is not None else None
        if is_reminder(told):
            self._reminded(book, asked, told)
        elif told.what in ("turn", "woke", "start") and asked is not None and (told.what != "start" or asked.seq == 1):
            asked.told[told.where] += 1
            asked.first_told = told.at if asked.first_told is None else asked.first_told
            asked.hurried = asked.hurried or (told.where == "home" and self._digest_late(asked))
            if asked.told[told.where] > 1:
                self.fault("doubled", f"{told}: {asked}", told.table_id)
        elif told.what in ("turn", "woke"):
            self.fault("untrue", f"{told}: they are not waited for", told.table_id)
        else:
            self._once(told)

    def _gap(self, at: int) -> bool:
        """Whether the bot was down or its clock jumped just before."""
        return self.woke - 60 <= at <= self.woke + 1800

    def _once(self, told: SentPing) -> None:
        """Start, end, votes and answers are notified once each."""
        if told.what == "invite":
            place = (told.user, told.table_id, told.where)
            at, seq = self.invited.get(place, (0, 0))
            self.invited[place] = (told.at, told.seq)
            asked = self.books[told.table_id].asked.values()
            turn = min((one.seq for one in asked), default=0)
            if turn < seq and 0 <= told.at - at < HOUR // 2:
                self.fault("doubled", f"{told}: invited {told.at - at} s before in this turn", told.table_id)
            return
        key = (told.user, told.table_id, told.where, told.what, told.seq)
        self.other[key] += 1
        counted = self.books[told.table_id].counted
        # an empty seat is announced each time a player leaves, and after a pause
        often = counted["left"] + counted["on"] if told.what == EMPTY else 1
        if self.other[key] > often:
            self.fault("doubled", f"{told}", told.table_id)

    def _reminded(self, book: TableHistory | None, asked: Asked | None, told: SentPing) -> None:
        if book is None or asked is None or asked.account is None:
            self.fault("untrue", f"{told}: they are not waited for", told.table_id)
            return
        before = [one for one in asked.reminded if one.what == told.what and one.where == told.where]
        asked.reminded.append(told)
        if told.what == "nudge":
            if len(before) >= asked.nudges:
                self.fault("doubled", f"{told}: {asked.nudges} nudges", told.table_id)
            return
        if told.what == "machine":  # each request for a machine's move gives them an hour
            if before and told.at - before[-1].at < HOUR:
                self.fault("doubled", f"{told}: {asked}", told.table_id)
            return
        graced = int(told.what == "due" and bool(asked.gaps or asked.disturbed))
        if len(before) >= {"daily": DAILY, "long": 3}.get(told.what, 1) + graced:
            self.fault("doubled", f"{told}: {asked}", told.table_id)
        account, calendar = asked.account, self.calendar(asked.user)
        if told.what in ("daily", "long") and before and not asked.jumped:
            pause = told.at - before[-1].at
            if pause < 12 * HOUR - SLACK:
                self.fault("doubled", f"{told}: {asked}", told.table_id)
        step = {"half": 0, "long": len(before)}.get(told.what)
        used = account.used(calendar, told.at)
        unsure = asked.changed or asked.jumped  # reminders created while the clock was wrong are sent when it is right
        if step is not None and used < reminder_steps(account.allowance)[step] and not unsure:
            self.fault("early", f"{told}: only {used} s are used: {asked}", told.table_id)
        if told.what in ("due", "daily") and not unsure and used < (account.allowance or 0):
            self.fault("early", f"{told}: only {used} s of {account.allowance}", told.table_id)

    def _ended(self, book: TableHistory, asked: Asked, at: int) -> None:
        """Checks at the end of a pending turn that its person was notified once and reminded according to their
        settings.
        """
        self.judged["stretches"] += 1
        if asked.silent or asked.changed or self.refuses(asked.user):
            return
        wanted = ping = asked.wants.get("ping", "mention")
        if ping == "digest" and asked.hurried:
            ping = "mention"
        places = {"mention": ["home"], "dm": ["direct"], "digest": ["direct"], "both": ["home", "direct"], "off": []}
        for where in ("home", "direct"):
            many = asked.told[where]
            if where not in places[ping]:
                if many:
                    self.fault("doubled", f"told {many} times in {where} who wants {ping}: {asked}", book.id)
                continue
            first, due = self._tell_at(asked, ping)
            if where == "home" and ping == "both" and first > asked.since:
                continue  # after quiet hours one message is enough
            just = book.undone_at is not None and asked.since - book.undone_at < 660
            if not many and at > due + SLACK and not asked.again and not just:
                self.fault("missing", f"not told in {where} from {due} to {at}: {asked}", book.id)
            if many and asked.first_told is not None and asked.first_told < first and not asked.jumped:
                self.fault("early", f"told in {where} before {first}: {asked}", book.id)
            self.judged["told"] += many
        self._missing_reminders(book, asked, at, wanted)

    def _tell_at(self, asked: Asked, ping: str) -> tuple[int, int]:
        """The earliest and the latest time of a notification."""
        moments, calendar = [asked.since, *asked.disturbed], self.calendar(asked.user)
        if ping == "digest":
            times = [hours.digest_after(asked.wants, asked.since)]
            times += [self._digest_after(asked, moment) for moment in moments]
        else:
            times = [calendar.opens(moment) for moment in moments]
        return times[0], max(times)

    def _digest_late(self, asked: Asked) -> bool:
        """Whether the time is up before the next digest, in which case the person is mentioned."""
        due = asked.account.due(self.calendar(asked.user)) if asked.account is not None else None
        return due is not None and self._digest_after(asked, asked.since) + SLACK >= due

    def _digest_after(self, asked: Asked, moment: int) -> int:
        at = hours.digest_after(asked.wants, moment)
        away, early = self.away.get(asked.user, ()), self.digested[asked.user]
        while any(a <= at < b for a, b in away) or early.get(hours.day_of(asked.wants, at), asked.true) < asked.true:
            at = hours.digest_after(asked.wants, at)
        return at

    def _missing_reminders(self, book: TableHistory, asked: Asked, at: int, ping: str) -> None:
        account = asked.account
        unsure = asked.disturbed or asked.hushed or asked.nudges or ping in ("off", "digest")
        if account is None or unsure or account.changed or account.stopped or not account.running or book.frozen:
            return
        wanted = asked.wants.get("reminders", "all")
        calendar = self.calendar(asked.user)
        told = reminder_names(account.allowance)
        heard = (*asked.before, *asked.reminded)
        got = Counter(one.what for one in heard if one.where == ("direct" if ping == "dm" else "home"))
        for step, name in enumerate(told):
            moment = reminder_instant(step, account, calendar)
            if moment is not None and any(abs(one.at - moment) <= SLACK for one in asked.reminded):
                continue  # of several reminders due at once only the newest is sent
            meant = wanted == "all" or (wanted == "due" and name in ("due", "daily"))
            if not meant or moment is None or moment + SLACK >= at:
                continue
            self.judged["reminders"] += 1
            if got[name] < told[: step + 1].count(name):
                self.fault("missing", f"no reminder {name} from {moment} to {at}: {asked}", book.id)

    # Nothing hangs

    def sweep(self, tables: Tables, up_since: int, deserted: Callable[[int, int], bool]) -> None:
        """Checks that all due work is done within a short time, and that people come to every table."""
        now = self.watch.now()
        for book in self.books.values():
            table = tables.registry.get(book.id)
            if table is None or book.over or book.seq == 0:
                continue
            if table.look_at is not None and table.look_at < now - SLACK and now - up_since > SLACK:
                self.fault("hangs", f"something was to be done at {table.look_at}", book.id)
            people = [seat for seat in table.seats_to_move if table.seats[seat].is_human]
            if table.status == "active" and not people and now - book.last_at > HOUR and not self.watch.error:
                self.fault("hangs", f"machines alone are waited for since {book.last_at}", book.id)
            if now - book.last_at > LONGEST and not deserted(book.id, self.watch.true):
                self.fault("hangs", f"nothing since {book.last_at}: {list(book.asked.values())}", book.id)
