"""Few games of many: subsets, copies in place, results in one call; and what an illegal action does."""

import copy
import pickle

import koggestone
import numpy as np
import pytest
from koggestone import OUTCOMES, Batch, VectorEnv

MATE = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1"
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"
A1A8 = 0 | 56 << 6


def equal(a, b):
    """Whether steps are the same."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(equal(a[k], b[k]) for k in a)
    return np.array_equal(a, b)


@pytest.mark.parametrize("options", [
    dict(observation="alphazero", masks="packed"), dict(observation="leela", form="uint8", masks="bool", autoreset="same-step"),
    dict(observation="none", actions="moves", both_rewards=True, autoreset="disabled"),
    dict(observation="leela-fen-only", form="float32", copy=False, masks="packed", both_rewards=True, illegal="end", autoreset="same-step"),
])
def test_subsets(options):
    """Games that are played in parts are as games that are played together."""
    n, rng = 80, np.random.default_rng(1)
    whole, parts = (VectorEnv(n, seed=4, max_plies=40, starts=[MATE_IN_ONE, koggestone.START], **options) for _ in range(2))
    for k in range(90):
        expected = whole.step() if k % 9 else whole.step(np.full(n, -1, np.int32))
        # A part of no game, one by booleans, and one by indices, some from the end.
        some = rng.random(n) < 0.3
        others = rng.permutation(np.flatnonzero(~some))
        for games, rows in (([], []), (some, np.flatnonzero(some)), (np.where(others % 2, others, others - n), others)):
            found = parts.step(games=games) if k % 9 else parts.step(np.full(len(rows), -1, np.int32), games=games)
            for a, b in zip(found[:4], expected[:4]):
                assert np.array_equal(a, b[rows])
            for name in ("outcome", "illegal", "action", "rewards", "action_mask"):
                assert (name in found.info) == (name in expected.info)
                assert name not in found.info or np.array_equal(found.info[name], expected.info[name][rows])
            ended = found.terminated | found.truncated
            if whole.autoreset == "same-step" and ended.any():
                assert np.array_equal(found.info["final_obs"], expected.info["final_obs"][rows])
                assert np.array_equal(found.info["_final_obs"], ended)
        if "masks" in options:
            mask = parts.masks() if options["masks"] == "packed" else parts.action_masks()
            assert np.array_equal(mask, expected.info["action_mask"])
    assert whole.save() == parts.save() and expected.observation.shape[0] == n


def test_subset_errors():
    env = VectorEnv(4)
    for games, actions, message in (
        ([0, 0], [0, 0], "occurs twice"), ([0, -4], [0, 0], "occurs twice"), ([4], [0], r"indices\[0\]: expected -4 to 3"), ([1], [0, 0], "shape"),
        ([True, False], [0], "shape"),
    ):
        with pytest.raises(ValueError, match=message):
            env.step(actions, games=games)
    assert env.plies().tolist() == [0] * 4 and env.step(games=[-1]).observation.shape == (1, 119)
    assert env.step(env.sample()).observation.shape == (4, 119)


def test_take_and_copy():
    env = VectorEnv(9, seed=2, masks="packed")
    for _ in range(20):
        env.step()
    out = VectorEnv(3, seed=5, masks="packed")
    assert env.take([-1, 4, 4], out=out) is out and out.fens() == [env.fens()[i] for i in (8, 4, 4)]
    assert equal(out.step().info, env.take([8, 4, 4]).step().info)
    which = np.arange(9) % 2 == 0
    assert env.take(which).fens() == env.fens()[::2] and env.positions().take(which).fens() == env.fens()[::2]
    old = env.fens()
    env.copy_games([0, 1, 2, -1], [1, 0, 0, 2])
    assert env.fens() == [old[1], old[0], old[0], *old[3:8], old[2]]
    branches = env.take([3] * 50)
    assert len(set(branches.sample().tolist())) == 1
    branches.seed(1)
    assert len(set(branches.sample().tolist())) > 5
    env.put([0, -1], branches.take([0, 1]))
    assert env.fens() == [old[3], old[0], old[0], *old[3:8], old[3]]
    empty = env.take([])
    assert len(empty) == 0 and empty.step().observation.shape == (0, 119) and empty.fens() == [] and len(pickle.loads(pickle.dumps(empty))) == 0
    env.put([], empty)
    for wrong, message in (
        (lambda: env.take([0], out=out), "out: expected"), (lambda: env.copy_games([0], [1, 2]), "src: expected"),
        (lambda: env.take([0, 1, 2], out=VectorEnv(3, max_plies=3)), "other options"), (lambda: env.put([0], out), "indices: expected"),
        (lambda: env.take([9]), "expected -9 to 8"),
    ):
        with pytest.raises(ValueError, match=message):
            wrong()


@pytest.mark.parametrize("autoreset", ["next-step", "same-step", "disabled"])
def test_illegal_ends(autoreset):
    env = VectorEnv(3, actions="moves", autoreset=autoreset, illegal="end", both_rewards=True)
    env.step([12 | 28 << 6 | 1 << 12, 8, 12 | 28 << 6 | 1 << 12])
    step = env.step([5, 0, 52 | 36 << 6 | 1 << 12])  # Black's action in game 0 and 2
    outcomes = [OUTCOMES[k] for k in step.info["outcome"]]
    assert outcomes[0] == "illegal action" and outcomes[2] == "running" and step.reward.tolist()[::2] == [-1, 0]
    assert step.terminated[0] and not step.truncated[0] and step.info["illegal"][0]
    assert step.info["rewards"][0].tolist() == [1, -1] and step.info["rewards"][2].tolist() == [0, 0]
    same = VectorEnv.restore(env.save(), both_rewards=True)
    assert same.outcomes().tolist() == env.outcomes().tolist() == [0 if autoreset == "same-step" else 7, *env.outcomes().tolist()[1:]]
    for _ in range(3):
        assert equal(env.step().info, same.step().info)


def test_illegal_counts_as_a_ply():
    env = VectorEnv(2, max_plies=3, autoreset="disabled")
    steps = [env.step([-1, env.sample()[1]]) for _ in range(3)]
    assert steps[1].truncated.tolist() == [False] * 2 and steps[2].truncated.tolist() == [True] * 2 and steps[2].info["illegal"][0]
    assert env.plies().tolist() == [0, 3]


def test_rewards_of_both_sides():
    env = VectorEnv(2, actions="moves", autoreset="same-step", both_rewards=True)
    env.set_fen(0, MATE_IN_ONE)
    env.set_fen(1, "r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1")
    step = env.step([A1A8, 56 | 0 << 6])
    assert step.reward.tolist() == [1, 1] and step.info["rewards"].tolist() == [[1, -1], [-1, 1]]


def test_starts_and_positions_that_are_over():
    env = VectorEnv(4, allow_over=True, autoreset="disabled", max_plies=50)
    observation, info = env.reset(options={"starts": [MATE]})
    assert env.fens() == [MATE] * 4 and [OUTCOMES[k] for k in env.outcomes()] == ["checkmate"] * 4 and env.legal_counts().tolist() == [0] * 4
    env.reset(options={"starts": [koggestone.START], "reset_mask": np.arange(4) < 2})
    assert env.outcomes().tolist() == [0, 0, 1, 1]
    env.set_positions([0], Batch([MATE]), (Batch([MATE_IN_ONE]), [0, 1]))
    env.set_fen(1, "7k/8/6Q1/8/8/8/8/K7 b - - 0 1")
    assert env.outcomes().tolist() == [1, 2, 1, 1] and env.plies().tolist() == [1, 0, 0, 0]
    assert env.take([0, 1]).step().terminated.tolist() == [True] * 2 and VectorEnv.restore(env.save()).outcomes().tolist() == [1, 2, 1, 1]
    with pytest.raises(ValueError, match="expected a running game"):
        VectorEnv(1).set_fen(0, MATE)
    with pytest.raises(ValueError, match="^allow_over: expected"):
        VectorEnv(1, allow_over=True, autoreset="same-step")
    with pytest.raises(ValueError, match="expected a running game"):
        env.set_positions([0], Batch([MATE]), (Batch([MATE]), [0, 1]))


def test_pool_of_starts():
    """Games that start after a reset with starts draw one of them, in copies too, until other starts replace them."""
    first, second = [koggestone.START, MATE_IN_ONE], ["4k3/8/8/8/8/8/8/4K2R w K - 3 9", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"]
    env = VectorEnv(64, seed=1, starts=first, max_plies=1)
    assert set(env.fens()) == set(first)
    env.reset(options={"starts": second, "reset_mask": np.arange(64) < 32})
    assert set(env.fens()[:32]) == set(second) and set(env.fens()[32:]) == set(first)
    for other in (env, env.copy(), VectorEnv.restore(env.save()), env.take(np.arange(64))):
        other.step(), other.step()  # the second one starts new games
        assert set(other.fens()) == set(second)
    with pytest.raises(ValueError, match="^seed: expected"):
        env.reset(seed=-1, options={"starts": first})
    with pytest.raises(ValueError, match="starts"):
        env.reset(options={"starts": ["8/8"]})
    env.step(), env.step()
    assert set(env.fens()) == set(second)
    env.reset(seed=3, options={"starts": []})
    assert set(env.fens()) == {koggestone.START}


@pytest.mark.parametrize("actions", ["alphazero", "moves"])
def test_texts_of_finished_games(actions):
    """They have no move in any notation, whether positions have moves or not."""
    env = VectorEnv(3, actions=actions, allow_over=True, autoreset="disabled")
    env.set_fen(0, MATE)
    env.set_fen(1, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    move = env.parse_uci(["e2e4"] * 3)
    assert move[:2].tolist() == [-1, -1] and env.parse_san(["e4"] * 3).tolist() == move.tolist()
    king = env.positions().parse_uci(["0000", "e1e2", "e2e4"])
    assert env.actions_of(king).tolist() == move.tolist() and env.moves(move).tolist() == [0, 0, king[2]]
    assert env.uci(move) == ["0000", "0000", "e2e4"] and env.san(move) == ["--", "--", "e4"]
    assert env.parse_uci(["0000"] * 3).tolist() == env.parse_san(["--"] * 3).tolist() == [-1] * 3
    with pytest.raises(ValueError, match="move 2"):
        env.parse_uci(["e2e4", "e2e4", "e2e5"])


def test_options_survive():
    env = VectorEnv(2, masks="bool", both_rewards=True, illegal="end", allow_over=True, observation="leela-fen-only")
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env.take([0])):
        assert (other._own, other._kind) == (env._own, env._kind) and set(other.step().info) == set(env.copy().step().info)
        other.put([0], env.take([1]))
    assert env.reset()[1]["action_mask"].shape == (2, 4672)
    for masks, message in (("bits", "^masks: expected one of"), ("packed", "^masks: expected None")):
        with pytest.raises(ValueError, match=message):
            VectorEnv(1, actions="moves", masks=masks)


def test_features():
    white, black = Batch([koggestone.START, MATE]).features("HalfKAv2_hm")
    assert white.dtype == np.int32 and white.shape == black.shape == (2, 32) and (white[0] >= 0).all() and (white[1, :7] >= 0).sum() == 6
    assert sorted(white[0]) == sorted(black[0])
    out = np.empty((2, 32), np.int32), np.empty((2, 32), np.int32)
    got = Batch([koggestone.START, MATE]).features("HalfKAv2_hm", out=out)
    assert got[0] is out[0] and np.array_equal(got[0], white) and np.array_equal(got[1], black)
    with pytest.raises(ValueError, match="HalfKX"):
        Batch().features("HalfKX")
    for wrong, error in ((out[0], TypeError), ((out[0],), TypeError), ((out[0], out[1][:1]), ValueError), ((white.astype(np.int64), out[1]), TypeError)):
        with pytest.raises(error, match="^out"):
            Batch([koggestone.START, MATE]).features("HalfKAv2_hm", out=wrong)


def test_tensors():
    torch = pytest.importorskip("torch")
    env = VectorEnv(5, seed=1)
    env.step()
    planes, masks = torch.zeros(5, 119, dtype=torch.int64), torch.zeros(5, 4672, dtype=torch.uint8)
    array = env.observe(out=planes)
    assert np.array_equal(array, env.observe()) and np.array_equal(planes.numpy().view(np.uint64), array)
    env.action_masks(out=masks)
    assert np.array_equal(masks.numpy().astype(bool), env.action_masks())
    for wrong, error in ((torch.zeros(5, 119), TypeError), (torch.zeros(5, 118, dtype=torch.int64), ValueError), (torch.zeros(119, 5, dtype=torch.int64).T, ValueError)):
        with pytest.raises(error, match="^out: expected"):
            env.observe(out=wrong)
    for dtype in (None, torch.float16):
        tensor = koggestone.torch_planes(array, dtype=dtype)
        expected = koggestone.unpack(array[:, :, None]).reshape(5, 119, 8, 8).astype(np.float32)
        expected[:, [113, 118]] = array[:, [113, 118], None, None]
        assert tensor.dtype == (dtype or torch.float32) and np.array_equal(tensor.numpy(), expected)


def test_gymnasium():
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    for options in ({}, {"form": "uint8", "illegal": "end"}, {"form": "float32", "observation": "leela", "actions": "leela"}):
        env = gymnasium.make("koggestone.gymnasium:koggestone/Chess-v0", **options)
        check_env(env.unwrapped, skip_render_check=True)
    env = gymnasium.make("koggestone/Chess-v0", max_plies=30)
    other = VectorEnv(1, seed=3, max_plies=30, autoreset="disabled")
    observation, info = env.reset(seed=3)
    for _ in range(30):
        action = int(other.sample()[0])
        assert info["action_mask"][action] == 1 and info["action_mask"].dtype == np.int8
        assert action in env.action_space and env.action_space.sample(info["action_mask"]) is not None
        observation, reward, terminated, truncated, info = env.step(action)
        assert np.array_equal(observation, other.step([action]).observation[0]) and observation in env.observation_space
    assert truncated and not terminated
    for mode in ("sync", "vector_entry_point"):
        envs = gymnasium.make_vec("koggestone/Chess-v0", num_envs=3, vectorization_mode=mode)
        assert envs.reset(seed=1)[0].shape == (3, 119) and len(envs.step(envs.action_space.sample())) == 5


def test_pettingzoo():
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    api_test(koggestone.aec_env(max_plies=60), num_cycles=500)
    env = koggestone.aec_env(actions="leela")
    env.reset()
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        assert env.agent_selection == ("white" if move in ("f2f3", "g2g4") else "black")
        action = env.games.parse_uci([move])[0]
        assert env.last()[0]["action_mask"][action] == 1
        env.step(action)
    assert env.rewards == {"white": -1, "black": 1} and all(env.terminations.values())
    env.reset()
    env.step(0 if not env.observe("white")["action_mask"][0] else 1)
    assert env.rewards == {"white": -1, "black": 1} and env.infos["white"]["outcome"] == 7
