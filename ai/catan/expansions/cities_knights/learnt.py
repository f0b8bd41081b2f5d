"""What the judge learnt, by `python -m tools.tune catan`: it writes this file."""

from __future__ import annotations

from rules.catan.expansions.cities_knights.realm import KEY

from ...chances import register_weights

# seeds of official: 220000 to 220799
# seeds of colonist: 320000 to 320799
# 1600 games, 46663 positions, each judged by weights learnt without its game:
# log-loss 1.0465, of equal chances 1.4535
# called, seats, said %, won %:
#   0 to 10    69492   4.3   3.7
#  10 to 20    45319  14.8  14.4
#  20 to 30    32310  24.6  25.0
#  30 to 40    20293  34.6  35.6
#  40 to 50    11983  44.6  46.1
#  50 to 60     7988  54.7  55.6
#  60 to 70     5932  64.8  64.9
#  70 to 80     4519  74.7  74.3
#  80 to 90     3386  84.7  85.0
#  90 to 100    2287  94.6  96.9

register_weights(
    KEY,
    {
        "need-": -0.4396,
        "one+": 0.5059,
        "two+": 0.4034,
        "three+": 0.4012,
        "soon+": 0.09863,
        "soon_one+": 0.4929,
        "soon_two+": 0.3186,
        "soon_three+": 0.3889,
        "brick+": 0.0004995,
        "lumber+": 0.6653,
        "wool+": 0,
        "grain+": 0.4296,
        "ore+": 0.2566,
        "gaps-": -0.08224,
        "made+": 0.6133,
        "blocked-": -0.04235,
        "power+": 0.02513,
        "early_power+": 0,
        "early_gaps-": -0.4377,
        "cards+": 0.2799,
        "excess-": 0,
        "kinds+": 0.2703,
        "settlement+": 0,
        "city+": 0.319,
        "road+": 0,
        "late_settlement+": 0.3706,
        "late_city+": 0,
        "make_settlement+": 0.08318,
        "make_city+": 0.554,
        "make_road+": 0.284,
        "here+": 0.222,
        "near+": 0.184,
        "further+": 0.2385,
        "site+": 0.09088,
        "settlements_left+": 0,
        "homes+": 0.4004,
        "cities+": 0.8057,
        "upgrade+": 0,
        "trail+": 0.4627,
        "longest?": -0.3863,
        "ahead+": 0.2466,
        "defended+": 0.02813,
        "roads_left+": 0.02203,
        "cloth+": 0.01089,
        "coin+": 0.02468,
        "paper+": 0.3789,
        "early_goods+": 0.2226,
        "metropolises?": 0.4161,
        "plain+": 0.01023,
        "improves+": 0.0464,
        "progress+": 0.4816,
        "trade+": 0.6108,
        "guild+": 0.03452,
        "next_trade+": 0,
        "politics+": 0.4349,
        "fortress+": 0.06294,
        "next_politics+": 0,
        "science+": 1.341,
        "aqueduct+": 0.541,
        "next_science+": 0.06346,
        "prospect+": 0.6056,
        "steal+": 0.656,
        "danger-": -0.6347,
        "active+": 0.2034,
        "strength+": 0.4384,
        "near_active+": 0,
        "defends+": 0.1014,
        "shares+": 0.1196,
        "loses-": -0.8352,
        "loses_wakes+": 0.4883,
        "exposed-": -0.07943,
        "leads+": 0.1065,
        "knight+": 0,
        "make_knight+": 0.05999,
        "walls+": 0.4592,
        "pillaged-": -0.4091,
        "defender?": 0.6277,
    },
)
