"""Catanatron's side of a match, run as a file in its own environment: reads lines of JSON, answers with one each.

It imports nothing of the project. Its game follows ours: each action arrives with the result of its luck, and hands
and bank are set to ours afterwards.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
from collections.abc import Sequence
from typing import Any
from unittest.mock import patch

CORNERS = ("NORTH", "NORTHEAST", "SOUTHEAST", "SOUTH", "SOUTHWEST", "NORTHWEST")
PLAYERS = {
    "value": ("value", "ValueFunctionPlayer", {}),
    "alphabeta": ("minimax", "AlphaBetaPlayer", {"prunning": True}),
}


def catanatron_module(name: str) -> Any:
    return importlib.import_module(f"catanatron.{name}")


class Mirror:
    """The Catanatron game. Seats are positions in the order of turns; hexes, corners and cards have our numbers."""

    def __init__(self, told: dict[str, Any]) -> None:
        enums, maps = catanatron_module("models.enums"), catanatron_module("models.map")
        self.enums = enums
        self.cards = [getattr(enums, name) for name in ("BRICK", "WOOD", "SHEEP", "WHEAT", "ORE")]
        random.seed(told["seed"])
        self.coordinates = [(q, -q - r, r) for q, r in told["centres"]]
        at = {coordinate: number for number, coordinate in enumerate(self.coordinates)}
        land = [at[one] for one, kind in maps.BASE_MAP_TEMPLATE.topology.items() if kind is maps.LandTile]
        tiles = maps.initialize_tiles(
            maps.BASE_MAP_TEMPLATE,
            shuffled_numbers_param=[told["tokens"][hex_] for hex_ in reversed(land) if told["tokens"][hex_]],
            shuffled_tile_resources_param=[self.card(told["terrain"][hex_]) for hex_ in reversed(land)],
            number_placement="random",
        )
        board = maps.CatanMap.from_tiles(tiles)
        self.nodes: dict[int, int] = {}
        for hex_, corners in enumerate(told["corners_of"]):
            ring = tiles[self.coordinates[hex_]].nodes
            self.nodes |= {corner: ring[enums.NodeRef[name]] for corner, name in zip(corners, CORNERS, strict=True)}
        self.corners = {node: corner for corner, node in self.nodes.items()}
        board.port_nodes = {card: set() for card in (*self.cards, None)}
        for kind, ends in told["harbours"]:
            board.port_nodes[self.card(kind)] |= {self.nodes[corner] for corner in ends}
        module, player, given = PLAYERS[told["player"]]
        colors = list(catanatron_module("models.player").Color)[:4]
        players = [getattr(catanatron_module(f"players.{module}"), player)(color, **given) for color in colors]
        with patch("random.sample", lambda some, n: list(some)[:n]):  # keeps our order of seats
            self.game = catanatron_module("game").Game(players, seed=told["seed"], catan_map=board)
        self.colors = self.game.state.colors

    def card(self, number: int) -> Any:
        return self.cards[number] if 0 <= number < len(self.cards) else None

    def decide(self, refused: Sequence[Any]) -> dict[str, Any]:
        """The action of the current player, other than the refused ones."""
        game = self.game
        known = [
            (one, [one.action_type.name, self._told(one.action_type.name, one.value)]) for one in game.playable_actions
        ]
        game.playable_actions = [one for one, told in known if told not in refused]
        action = game.state.current_player().decide(game, game.playable_actions)
        return {"kind": action.action_type.name, "value": self._told(action.action_type.name, action.value)}

    def _told(self, kind: str, value: Any) -> Any:
        if kind in ("BUILD_SETTLEMENT", "BUILD_CITY"):
            return self.corners[value]
        if kind == "BUILD_ROAD":
            return sorted(self.corners[node] for node in value)
        if kind == "MOVE_ROBBER":
            return [self.coordinates.index(value[0]), None if value[1] is None else self.colors.index(value[1])]
        if kind == "MARITIME_TRADE":
            return [self.cards.index(value[0]), self.cards.index(value[-1])]
        if kind == "PLAY_YEAR_OF_PLENTY":
            return sorted(self.cards.index(card) for card in value)
        return self.cards.index(value) if kind in ("PLAY_MONOPOLY", "DISCARD_RESOURCE") else None

    def act(self, seat: int, kind: str, value: Any, result: Any) -> None:
        """Plays an action of a seat with the result that luck had here."""
        types, color = self.enums.ActionType, self.colors[seat]
        action = self.enums.Action(color, types[kind], self._read(kind, value))
        if kind == "ROLL":
            result = tuple(result)
        elif kind == "MOVE_ROBBER":
            result = None if result is None else self.card(result)
        fixed = kind in ("ROLL", "MOVE_ROBBER", "BUY_DEVELOPMENT_CARD")
        record = self.enums.ActionRecord(action, result) if fixed else None
        self.game.execute(action, validate_action=False, action_record=record)

    def _read(self, kind: str, value: Any) -> Any:
        if kind in ("BUILD_SETTLEMENT", "BUILD_CITY"):
            return self.nodes[value]
        if kind == "BUILD_ROAD":
            return tuple(sorted(self.nodes[corner] for corner in value))
        if kind == "MOVE_ROBBER":
            return (self.coordinates[value[0]], None if value[1] is None else self.colors[value[1]])
        if kind == "MARITIME_TRADE":
            give, take, rate = value
            return (*(self.cards[give] if n < rate else None for n in range(4)), self.cards[take])
        if kind == "PLAY_YEAR_OF_PLENTY":
            return tuple(self.cards[card] for card in value)
        return self.card(value) if kind in ("PLAY_MONOPOLY", "DISCARD_RESOURCE") else None

    def agree(self, hands: Sequence[Sequence[int]], bank: Sequence[int], free_roads: int) -> None:
        """Sets hands, bank and free roads to ours."""
        state = self.game.state
        for seat, hand in enumerate(hands):
            for card, n in zip(self.cards, hand, strict=True):
                state.player_state[f"P{seat}_{card}_IN_HAND"] = n
        order = self.enums.RESOURCES
        state.resource_freqdeck = [bank[self.cards.index(card)] for card in order]
        state.is_road_building, state.free_roads_available = free_roads > 0, free_roads
        self.game.playable_actions = catanatron_module("models.actions").generate_playable_actions(state)


def main() -> None:
    mirror: Mirror | None = None
    for line in sys.stdin:
        told = json.loads(line)
        answer: dict[str, Any] = {}
        if told["do"] == "begin":
            mirror = Mirror(told)
        elif mirror is not None and told["do"] == "decide":
            answer = mirror.decide(told["refused"])
        elif mirror is not None:
            for seat, kind, value, result in told["acts"]:
                mirror.act(seat, kind, value, result)
            mirror.agree(told["hands"], told["bank"], told["free_roads"])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
