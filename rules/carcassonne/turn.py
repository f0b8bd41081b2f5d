"""The steps of a turn of the base game, in order (carcassonne.md 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.core import NOBODY, ONLY_SEAT, Chance, IllegalMove, Known, Move, Phrase, Step
from rules.core.list_limits import MOST_LISTED_MOVES

from .cells import CELLS, NAMES, ORIGIN, position_of_cell
from .default_lay import quietest_lay
from .farming import score_fields, score_supplied_cities
from .figures import check_deploy, deploy_figure, has_deployment, list_demanded_moves, list_deployments
from .laying import can_lay, check_lay, lay_tile, legal_lays
from .moves import PASS_FIGURE, Deploy, Pass, Place
from .scoring import score_completed, score_unfinished
from .state import LAID, NO_TILE, CarcassonneState, Ctx
from .tiles import TILES, TURNED

CarcStep = Step[CarcassonneState]
MOST_LISTED_DEPLOYMENTS: Final = (
    MOST_LISTED_MOVES - 100
)  # deployments listed individually; leaves room for moves of modules

DRAWN: Final = "carc.tile.drawn"  # event

# Ranks of the steps of a turn. The gaps are for modules.
START: Final = 100
LAKE: Final = 150
ABBEY: Final = 180
DRAW: Final = 200
LAY: Final = 300
FIGURE: Final = 400
DRAGON: Final = 500
CASTLE: Final = 550
COUNT: Final = 600
SCORE: Final = 700
WAGON: Final = 800
ENTER: Final = 850
LATE_DRAGON: Final = 880
AGAIN: Final = 900
BAZAAR: Final = 950
END: Final = 999
# Ranks after the last turn.
FINAL_FEATURES: Final = 400
FINAL_FIELDS: Final = 600
GAME_OVER: Final = 999


@dataclass(frozen=True, slots=True)
class Begin(CarcStep):
    """The opening tiles are laid; choose the first player."""

    kind: ClassVar[str] = "carc.begin"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        turned = TURNED[s.board.laid[ORIGIN][0]]
        ctx.emit("carc.game.begun", seat=s.active, tile=turned.tile.id, cell=NAMES[ORIGIN], turn=90 * turned.quarters)
        s.agenda += s.hooks.turn_steps


@dataclass(frozen=True, slots=True)
class Draw(CarcStep):
    """Draw a tile publicly; a tile that fits nowhere is put aside and another is drawn."""  # carcassonne.md 5.2

    kind: ClassVar[str] = "carc.draw"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        if s.hand == LAID:
            s.hand = NO_TILE
            return
        s.just = -1
        own_tile = next((tile for ask in s.hooks.take_own_tile if (tile := ask(ctx)) != NO_TILE), NO_TILE)
        if own_tile == NO_TILE:
            if s.drawn == len(s.pile):
                return
            was_offered = draw_tile(ctx)
        else:
            was_offered = offer_tile(ctx, own_tile, "carc.tile.taken", reveals=False)
        if not was_offered:
            ctx.push(self)
            for notice in s.hooks.on_tile_put_aside:
                notice(ctx, s.aside[-1])


def draws_nothing(s: CarcassonneState, step: Step[CarcassonneState]) -> bool:
    """Whether the step is a draw that is skipped because the tile of this part is already on the board."""
    return s.hand == LAID and type(step) is Draw


def is_extra_tile(s: CarcassonneState, tile: int) -> bool:
    """Whether this tile is laid in addition to the regular tile of the part."""
    return any(ask(s, tile) for ask in s.hooks.is_additional_tile)


def draw_tile(ctx: Ctx) -> bool:
    """Draw the next tile into the hand of the active player; False if it had to be put aside."""
    tile = ctx.s.pile[ctx.s.drawn]
    ctx.s.drawn += 1
    return offer_tile(ctx, tile, DRAWN)


def offer_tile(ctx: Ctx, tile: int, key: str, *, reveals: bool = True) -> bool:
    """Give the active player a tile to lay; False if it had to be put aside."""
    s = ctx.s
    left = len(s.pile) - s.drawn + sum(len(ask(s)) for ask in s.hooks.list_tiles_added_later)
    if can_lay(s, tile):
        s.hand = tile
        ctx.emit(key, reveals=reveals, seat=s.active, tile=TILES[tile].id, left=left)
        return True
    s.aside = (*s.aside, tile)
    ctx.emit("carc.tile.put_aside", reveals=reveals, seat=s.active, tile=TILES[tile].id, left=left)
    return False


@dataclass(frozen=True, slots=True)
class LayTile(CarcStep):
    """The active player lays the tile in hand."""

    kind: ClassVar[str] = "carc.lay"

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return ONLY_SEAT[s.active] if s.hand >= 0 else NOBODY

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.lay")

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        if not s.hooks.list_other_lays:
            return legal_lays(s, s.hand)
        moves: list[Move] = [*legal_lays(s, s.hand)]
        for ask in s.hooks.list_other_lays:
            moves.extend(ask(s, s.hand))
        return moves

    def default_move(self, s: CarcassonneState, seat: int) -> Move:
        """A default lay, without a bridge if possible."""
        places = legal_lays(s, s.hand)
        return quietest_lay(s, s.hand, places) if places else CarcStep.default_move(self, s, seat)

    def describe_default_move(self, s: CarcassonneState, seat: int) -> Phrase:
        move = self.default_move(s, seat)
        if not isinstance(move, Place):
            return Phrase("carc.fallback.aside")
        return Phrase("carc.fallback.lay", {"cell": str(move.cell), "turn": int(move.turn)})

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if type(move) is Place:
            check_lay(s, s.hand, move)
        elif not any(move in ask(s, s.hand) for ask in s.hooks.list_other_lays):
            for judge in s.hooks.raise_refusal_reason:
                judge(s, seat, move)
            raise IllegalMove("move.illegal", move=str(move))

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> LayTile:
        s = ctx.s
        if type(move) is not Place:
            next(
                done for act in s.hooks.carry_out_move if (done := act(ctx, seat, move)) is not None
            )  # one module carries it out
            return self
        number = 4 * s.hand + move.turn.quarters
        s.hand = NO_TILE
        lay_tile(ctx, position_of_cell(move.cell), number)
        return self


@dataclass(frozen=True, slots=True)
class Figures(CarcStep):
    """Ask for a figure if any deployment is possible."""

    kind: ClassVar[str] = "carc.figures"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        if s.just >= 0 and (has_deployment(s, s.active) or list_demanded_moves(s, s.active)):
            s.agenda.append(ASK_FIGURE)


@dataclass(frozen=True, slots=True)
class DeployFigure(CarcStep):
    """The active player may deploy one figure on the tile just laid."""  # carcassonne.md 5.3

    kind: ClassVar[str] = "carc.figure"
    done: bool = False

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return NOBODY if self.done else ONLY_SEAT[s.active]

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        for ask in s.hooks.task_about_tile:
            task = ask(s, seat)
            if task:
                return task
        return Phrase("carc.task.figure")

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        moves = list_demanded_moves(s, seat)
        if not moves:
            moves = list_deployments(s, seat)
            if len(moves) > MOST_LISTED_DEPLOYMENTS:
                moves = shorten_deployments(s, list_deployments(s, seat, once=True))
            moves.append(PASS_FIGURE)
        for ask in s.hooks.list_optional_moves:
            moves.extend(ask(s, seat))
        return moves

    def default_move(self, s: CarcassonneState, seat: int) -> Move:
        return self._describe_default(s, seat)[0]

    def describe_default_move(self, s: CarcassonneState, seat: int) -> Phrase:
        return self._describe_default(s, seat)[1]

    def _describe_default(self, s: CarcassonneState, seat: int) -> tuple[Move, Phrase]:
        """The default move with its description."""
        for ask in s.hooks.default_required_move:
            default = ask(s, seat)
            if default is not None:
                return default
        return PASS_FIGURE, Phrase("carc.fallback.figure")

    def partly_listed_kinds(self, s: CarcassonneState, seat: int) -> Collection[str]:
        return (Deploy.kind,) if len(self._list_distant_deployments(s, seat)) > MOST_LISTED_DEPLOYMENTS else ()

    def list_matching_moves(self, s: CarcassonneState, seat: int, kind: str, known: Known) -> Sequence[Move]:
        """Every place for a figure; if there are too many, one per feature."""
        if kind != Deploy.kind:
            return ()
        moves = [
            move
            for move in self._list_distant_deployments(s, seat)
            if all(getattr(move, name) == known[name] for name in known)
        ]
        if len(moves) > MOST_LISTED_MOVES:
            one_per_feature = set(list_deployments(s, seat, once=True))
            moves = [move for move in moves if move in one_per_feature][:MOST_LISTED_MOVES]
        return moves

    def sample_unlisted_deployment(self, s: CarcassonneState, seat: int, chance: Chance) -> Sequence[Move]:
        """A deployment that is not listed."""
        if not self.partly_listed_kinds(s, seat):
            return ()
        listed = set(self.legal(s, seat))
        unlisted = [move for move in self._list_distant_deployments(s, seat) if move not in listed]
        return [unlisted[chance.below(len(unlisted))]] if unlisted else ()

    def _list_distant_deployments(self, s: CarcassonneState, seat: int) -> list[Deploy]:
        """Every possible deployment, where followers may be put anywhere; else none, as all are listed."""
        if not s.hooks.can_deploy_anywhere or list_demanded_moves(s, seat):
            return []
        return [move for move in list_deployments(s, seat) if isinstance(move, Deploy)]

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if isinstance(move, Deploy) or move == PASS_FIGURE:
            if list_demanded_moves(s, seat):
                for judge in s.hooks.raise_refusal_reason:
                    judge(s, seat, move)
                raise IllegalMove("carc.error.demanded")
            if isinstance(move, Deploy):
                check_deploy(s, seat, move)
            return
        # Only the moves of modules remain: deployments were checked above.
        demanded = list_demanded_moves(s, seat)
        if move in demanded or (
            not demanded and any(move in ask(s, seat) for ask in s.hooks.list_deployment_alternatives)
        ):
            return
        if any(move in ask(s, seat) for ask in s.hooks.list_optional_moves):
            return
        for judge in s.hooks.raise_refusal_reason:
            judge(s, seat, move)
        if isinstance(move, Pass):
            raise IllegalMove("carc.error.pass_step", step=move.step)
        raise IllegalMove("move.illegal", move=str(move))

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> DeployFigure:
        if isinstance(move, Deploy):
            deploy_figure(ctx, seat, move)
        elif move == PASS_FIGURE:
            ctx.emit("carc.figure.passed", seat=seat)
        else:
            tile_is_done = next(
                done for act in ctx.s.hooks.carry_out_move if (done := act(ctx, seat, move)) is not None
            )
            return FIGURE_DONE if tile_is_done else self
        return FIGURE_DONE


def shorten_deployments(s: CarcassonneState, moves: Sequence[Move]) -> list[Move]:
    """The deployments, cut to MANY: all on the tile just laid, the same number of each figure elsewhere."""
    if len(moves) <= MOST_LISTED_DEPLOYMENTS:
        return list(moves)
    far_moves: Counter[str] = Counter()
    ranks: dict[Move, int] = {}
    for move in moves:
        is_far = isinstance(move, Deploy) and move.spot.cell != CELLS[s.just]
        figure = move.figure if isinstance(move, Deploy) else ""
        far_moves[figure] += is_far
        ranks[move] = far_moves[figure] if is_far else 0
    chosen = set(sorted(moves, key=lambda move: ranks[move])[:MOST_LISTED_DEPLOYMENTS])
    return [move for move in moves if move in chosen]


@dataclass(frozen=True, slots=True)
class Score(CarcStep):
    """Score the features the tile completed."""

    kind: ClassVar[str] = "carc.score"

    def run(self, ctx: Ctx) -> None:
        if ctx.s.completed:
            score_completed(ctx)


@dataclass(frozen=True, slots=True)
class EndTurn(CarcStep):
    """Begin the next player's turn, or end the game."""

    kind: ClassVar[str] = "carc.end"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        if is_last_turn(s):
            s.agenda += s.hooks.ending_steps
        else:
            s.active = (s.active + 1) % s.seats
            s.agenda += s.hooks.turn_steps


def is_last_turn(s: CarcassonneState) -> bool:
    """Whether no tile is left for another turn after the present one."""
    return s.drawn == len(s.pile) and not any(ask(s) for ask in s.hooks.list_kept_tiles)


@dataclass(frozen=True, slots=True)
class FinalFeatures(CarcStep):
    """Score the features never completed."""

    kind: ClassVar[str] = "carc.final.features"

    def run(self, ctx: Ctx) -> None:
        score_unfinished(ctx)


@dataclass(frozen=True, slots=True)
class FinalFields(CarcStep):
    """Score the farmers."""

    kind: ClassVar[str] = "carc.final.fields"

    def run(self, ctx: Ctx) -> None:
        if ctx.s.hooks.chosen["farmers"] == "per_city":
            score_supplied_cities(ctx)
        else:
            score_fields(ctx)


@dataclass(frozen=True, slots=True)
class GameOver(CarcStep):
    """The player with most points wins; tied players share the victory."""  # carcassonne.md 10 no. 9

    kind: ClassVar[str] = "carc.over"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        best = max(s.scores)
        ctx.emit(
            "carc.game.over",
            seats=[seat for seat, points in enumerate(s.scores) if points == best],
            points=best,
            scores=s.scores[:],
            tally={key: s.tally[i * s.seats : (i + 1) * s.seats] for i, key in enumerate(s.hooks.tally)},
        )


BEGIN: Final = Begin()
ASK_FIGURE: Final = DeployFigure()
FIGURE_DONE: Final = DeployFigure(done=True)
