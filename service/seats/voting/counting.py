"""Counts votes: whether one is decided, and what its closed message says."""

from __future__ import annotations

from typing import Literal

from service.state import on_vacation, turn_clocks
from service.state.model import Table, Vote, VoteStatus
from service.state.seat_control import find_represented_voter

from .kind import VoteKind
from .kinds import UNANIMOUS_KINDS

VoteOutcome = Literal["open", "passed", "declined", "lapsed", "void"]


def decide_vote(kind: VoteKind, vote: Vote, table: Table, now: int) -> VoteStatus:
    """Count the vote. Silent voters count unless late or on vacation; the proposer alone decides only when the time is
    up, or if the kind allows it."""
    is_time_up = now >= vote.closes_at
    excused_seats = turn_clocks.late_seats(table, now)
    if is_time_up or not kind.is_irreversible:
        excused_seats |= on_vacation.seats_on_vacation(table, kind.registry.settings, now).keys()
    seat_by_user = {seat.user_id: seat.index for seat in table.present_seats}
    voters = [user for user in vote.voters if user in seat_by_user]
    agreed = [user for user in voters if user in vote.yes]
    refused = [user for user in voters if user in vote.no]
    counting = [u for u in voters if u in agreed or u in refused or seat_by_user[u] not in excused_seats]
    if find_represented_voter(table, vote.voters, vote.by) in vote.no:
        return "declined"
    if kind.is_unanimous:
        is_refused, is_agreed = bool(refused), len(agreed) == len(counting)
    else:
        is_refused, is_agreed = not _can_reach_majority(len(voters), len(refused)), 2 * len(agreed) > len(counting)
    if is_refused:
        return "declined"
    is_proposer_alone = len(voters) > 1 and len(agreed) < 2
    if (
        agreed
        and is_agreed
        and (is_time_up or not is_proposer_alone or kind.may_proposer_decide_alone(vote, table, now))
    ):
        return "passed"
    return "declined" if is_time_up else "open"


def vote_outcome(vote: Vote) -> VoteOutcome:
    """The result as shown: declined if users did so, else too few agreed."""
    if vote.status != "declined" or vote.by in vote.no:
        return vote.status
    if vote.what in UNANIMOUS_KINDS:
        return "declined" if vote.no else "lapsed"
    return "lapsed" if _can_reach_majority(len(vote.voters), len(vote.no)) else "declined"


def _can_reach_majority(voters: int, refused: int) -> bool:
    """Whether more than half of the voters can still agree."""
    return 2 * (voters - refused) > voters
