"""A base game of Catan with one of our machines among three of Catanatron's.

Rules, luck and table are ours. A Catanatron game in another process (`peer.py`) follows every move, so that its players
decide in their own position with their own list of actions; an action that is no legal move here is decided again.
Catanatron has no trades between players: its players decline offers. Here they do not see luck to come, as they do in
their own arena.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Self

from ai import Imagine, Player, moves_to_consider
from rules.catan.cards import NUMBER, kind_counts
from rules.catan.development import CARDS, DevBuy, DevKnight, DevMonopoly, DevPlenty, DevRoads
from rules.catan.development import developments_of as developments
from rules.catan.free_roads import FreeRoads
from rules.catan.moves import Bank, BuildCity, BuildRoad, BuildSettlement, Discard, End, FreeRoad, Robber, Roll, Setup
from rules.catan.places import OUT
from rules.catan.state import CatanState
from rules.core import Chance, Game, Move, Phrase, encode_move, play, start_game
from rules.core.conformance import start_trial
from tools.lab.contests import ContestGame

SEATS: Final = 4
REFUSALS: Final = 20  # per decision: sometimes Catanatron builds where our rules forbid it
SCRIPT: Final = Path(__file__).with_name("peer.py")
DEVELOPMENTS: Final = {
    "knight": "KNIGHT",
    "plenty": "YEAR_OF_PLENTY",
    "monopoly": "MONOPOLY",
    "roads": "ROAD_BUILDING",
    "point": "VICTORY_POINT",
}
PLAIN: Final[dict[type[Move], str]] = {
    Roll: "ROLL",
    End: "END_TURN",
    DevBuy: "BUY_DEVELOPMENT_CARD",
    DevKnight: "PLAY_KNIGHT_CARD",
    DevRoads: "PLAY_ROAD_BUILDING",
}

Act = tuple[str, Any]  # an action as Catanatron names it: kind, value


class Disagreement(Exception):
    """Catanatron decided an action that is no legal move here."""


class Peer:
    """A process with Catanatron."""

    def __init__(self, python: Path, player: str) -> None:
        self.player = player
        self.process = subprocess.Popen(
            [str(python), str(SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": "0"},  # Catanatron's players depend on the order of sets
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.communicate()

    def ask(self, **told: Any) -> dict[str, Any]:
        """Sends a request and returns the answer; `RuntimeError` if the process ended (its error stream says why)."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(told) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("Catanatron's process has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer


class Table:
    """Our game, and Catanatron's mirror of it."""

    def __init__(self, game: Game[Any], seed: int, peer: Peer) -> None:
        self.game, self.peer = game, peer
        self.run = start_trial(game, SEATS, seed)
        self.s: CatanState = start_game(game, SEATS, self.run.key).state
        self.first = self.s.active
        board = self.s.layout
        peer.ask(
            do="begin",
            seed=seed,
            player=peer.player,
            centres=board.centres,
            corners_of=board.corners_of,
            tokens=self.s.tokens,
            terrain=self.s.terrain,
            harbours=list(zip(self.s.harbours, board.harbours, strict=True)),
        )

    def place(self, seat: int) -> int:
        """A seat's position in the order of turns."""
        return int(seat - self.first) % SEATS

    def theirs(self, refused: Sequence[Act] = ()) -> Act:
        """The action that Catanatron's player decides, other than the refused ones."""
        told = self.peer.ask(do="decide", refused=refused)
        return told["kind"], told["value"]

    def play(self, seat: int, move: Move, *, known: bool = False) -> None:
        """Plays a move here and in the mirror. `known`: the mirror has it already."""
        before, after = self.s, play(self.game, self.s, seat, move).state
        acts = [] if known else [self._with_luck(seat, act, before, after) for act in self.acts(seat, move)]
        self.s = after
        self.tell(acts)

    def tell(self, acts: Sequence[tuple[int, str, Any, Any]]) -> None:
        s = self.s
        order = [(self.first + place) % SEATS for place in range(SEATS)]
        top = s.agenda[-1] if s.agenda else None
        self.peer.ask(
            do="act",
            acts=acts,
            hands=[kind_counts(s.hands[seat])[:5] for seat in order],
            bank=kind_counts(s.bank)[:5],
            free_roads=top.left if isinstance(top, FreeRoads) else 0,
        )

    def acts(self, seat: int, move: Move) -> Iterator[Act]:
        """The Catanatron actions of a move; none for trade offers."""
        board = self.s.layout
        if type(move) in PLAIN:
            yield PLAIN[type(move)], None
        elif isinstance(move, Setup):
            yield "BUILD_SETTLEMENT", int(move.corner)
            yield "BUILD_ROAD", list(board.path_ends[int(move.path)])
        elif isinstance(move, (BuildRoad, FreeRoad)):
            yield "BUILD_ROAD", list(board.path_ends[int(move.path)])
        elif isinstance(move, BuildSettlement):
            yield "BUILD_SETTLEMENT", int(move.corner)
        elif isinstance(move, BuildCity):
            yield "BUILD_CITY", int(move.corner)
        elif isinstance(move, Robber):
            victim = int(move.victim)
            yield "MOVE_ROBBER", [int(move.hex), None if victim == OUT else self.place(victim)]
        elif isinstance(move, Bank):
            yield "MARITIME_TRADE", [NUMBER[move.give], NUMBER[move.take]]
        elif isinstance(move, DevPlenty):
            yield "PLAY_YEAR_OF_PLENTY", sorted(NUMBER[card] for card in move.kinds)
        elif isinstance(move, DevMonopoly):
            yield "PLAY_MONOPOLY", NUMBER[move.card]
        elif isinstance(move, Discard):
            for card in move.kinds:
                yield "DISCARD_RESOURCE", NUMBER[card]

    def _with_luck(self, seat: int, act: Act, before: CatanState, after: CatanState) -> tuple[int, str, Any, Any]:
        kind, value = act
        result: Any = None
        if kind == "ROLL":
            result = after.dice
        elif kind == "MARITIME_TRADE":
            value = [*value, before.harbour_rates[seat][value[0]]]
        elif kind == "MOVE_ROBBER" and value[1] is not None:
            now, then = kind_counts(after.hands[seat]), kind_counts(before.hands[seat])
            result = next((card for card in range(5) if now[card] > then[card]), None)
            value = value if result is not None else [value[0], None]  # a player without cards loses none
        elif kind == "BUY_DEVELOPMENT_CARD":
            result = DEVELOPMENTS[_bought_card(before, after, seat)]
        return self.place(seat), kind, value, result

    def their_move(self, seat: int) -> Move:
        """The move decided by Catanatron's player at a seat; raises `Disagreement`."""
        legal = list(self.game.legal(self.s, seat))
        if any(isinstance(move, Setup) for move in legal):
            return self._setup(seat, legal)
        refused: list[Act] = []
        for _ in range(REFUSALS):
            act = self.theirs(refused)
            found = next((move for move in legal if list(self.acts(seat, move)) == [act]), None)
            if found is not None:
                return found
            refused.append(act)
        raise Disagreement(f"{refused} at seat {seat}: {[encode_move(move) for move in legal][:12]}")

    def _setup(self, seat: int, legal: Sequence[Move]) -> Move:
        """The initial placement: two Catanatron actions, one move here."""
        corner = self.theirs()
        self.tell([(self.place(seat), *corner, None)])
        both = [corner, self.theirs()]
        self.tell([(self.place(seat), *both[1], None)])
        return next(move for move in legal if list(self.acts(seat, move)) == both)

    def their_discard(self, seat: int, n: int) -> Move:
        cards: list[int] = []
        for _ in range(n):
            kind, value = self.theirs()
            if kind != "DISCARD_RESOURCE":
                raise Disagreement(f"{kind} in place of a discarded card")
            self.peer.ask(do="act", acts=[(self.place(seat), kind, value, None)], **self._less(seat, [*cards, value]))
            cards.append(value)
        names = list(NUMBER)
        return Discard(tuple(names[card] for card in sorted(cards)))

    def _less(self, seat: int, cards: Sequence[int]) -> dict[str, Any]:
        """Hands and bank after a seat has discarded these cards."""
        hands = [list(kind_counts(self.s.hands[(self.first + place) % SEATS])[:5]) for place in range(SEATS)]
        bank = list(kind_counts(self.s.bank)[:5])
        for card in cards:
            hands[self.place(seat)][card] -= 1
            bank[card] += 1
        return {"hands": hands, "bank": bank, "free_roads": 0}


def _bought_card(before: CatanState, after: CatanState, seat: int) -> str:
    """The key of the development card that a seat has drawn."""
    then, now = (kind_counts(developments(s).hands[seat]) for s in (before, after))
    return CARDS[next(n for n, (a, b) in enumerate(zip(then, now, strict=True)) if b > a)]


def play_against_peer(game: Game[Any], seed: int, one: Player, peer: Peer) -> ContestGame:
    """Plays the game of `seed` to its end, our player at seat `seed % 4`; raises `Disagreement` or `RuntimeError`."""
    table = Table(game, seed, peer)
    at, luck = seed % SEATS, table.run.player_chance
    told: dict[int, Phrase] = {}
    decisions, seconds = 0, 0.0
    while not game.over(table.s):
        seat = min(game.waiting(table.s), key=table.place)
        legal = moves_to_consider(game, table.s, seat, luck)
        discards = next((len(move.kinds) for move in legal if isinstance(move, Discard)), 0)
        if seat != at:
            setup = any(isinstance(move, Setup) for move in legal)
            move = table.their_discard(seat, discards) if discards else table.their_move(seat)
            table.play(seat, move, known=bool(discards) or setup)
        else:
            begun = time.process_time()
            move = one.choose(game.view(table.s, seat), legal, Imagine(game, table.s, seat, luck), luck)
            decisions += 1
            seconds += time.process_time() - begun
            table.play(seat, move)
        _decline_trades(table, luck, told)
    winners, scores = game.winners(table.s), game.scores(table.s)
    best = max(score for seat, score in enumerate(scores) if seat != at)
    return ContestGame(seed, (at in winners) / max(1, len(winners)), scores[at], best, decisions, round(seconds, 3))


def _decline_trades(table: Table, luck: Chance, told: dict[int, Phrase]) -> None:
    """Declines every open trade offer, since Catanatron has no trades between players."""
    while table.s.agenda:
        top = table.s.agenda[-1]
        invited = {seat: top.task(table.s, seat) for seat in sorted(top.invited_seats(table.s))}
        new = next((seat for seat, task in invited.items() if told.get(seat) != task), None)
        if new is None:
            return
        told[new] = invited[new]
        no = next((move for move in table.game.legal(table.s, new) if move.kind == "trade-decline"), None)
        if no is not None:
            table.play(new, no)
