import copy
import gc
import pickle
import sys
import types

import koggestone
import numpy as np
import pytest
from koggestone import OUTCOMES, VectorEnv, _convert

try:
    from gymnasium.vector import AutoresetMode
except ImportError:
    AutoresetMode = None

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"
STALEMATE_IN_ONE = "7k/8/8/6Q1/8/8/8/K7 w - - 0 1"
A1A8, G5G6 = 0 | 56 << 6, 38 | 46 << 6


def play(env, steps):
    """Plays random games and returns all that steps return."""
    observation, info = env.reset()
    assert info == {}
    result = [observation.copy()]
    for _ in range(steps):
        step = env.step(env.sample())
        assert not step.info["illegal"].any()
        result += [a.copy() for a in step[:4]] + [step.info["outcome"].copy()]
    return result


def same(a, b):
    return len(a) == len(b) and all(np.array_equal(x, y) for x, y in zip(a, b))


def test_shapes():
    env = VectorEnv(3, seed=5)
    observation, info = env.reset()
    assert observation.shape == (3, 119) and observation.dtype == np.uint64
    actions = env.sample()
    assert actions.shape == (3,) and actions.dtype == np.int32
    observation, reward, terminated, truncated, info = env.step(actions)
    assert reward.dtype == np.float32 and terminated.dtype == truncated.dtype == np.bool_
    assert reward.tolist() == [0, 0, 0] and not terminated.any() and not truncated.any()
    assert info["outcome"].dtype == np.uint8 and info["illegal"].dtype == np.bool_
    assert len(env) == env.num_envs == 3 and env.action_count == 4672 and env.plies().tolist() == [1, 1, 1]
    assert len(env.fens()) == 3 and all(" b " in fen for fen in env.fens())


def test_planes():
    env = VectorEnv(16, seed=3)
    env.reset()
    for _ in range(9):
        observation = env.step(env.sample()).observation
        batch = env.positions()
        black = batch.sides()[0] == 1
        sets = batch.bitboards()
        own = sets[:, 7 if black else 6]
        kinds = sets[:, :6] & own[:, None]
        if black:
            kinds = kinds.view(np.uint8).reshape(16, 6, 8)[:, :, ::-1].copy().view(np.uint64)[:, :, 0]
        assert np.array_equal(observation[:, :6], kinds)
        assert np.array_equal(observation[:, 112], np.full(16, 0 if black else 2**64 - 1, np.uint64))
        assert np.array_equal(observation[:, 113], batch.clocks()[:, 1])


@pytest.mark.parametrize("observation, planes", [("alphazero", 119), ("leela", 112), ("none", 0)])
def test_forms(observation, planes):
    envs = {form: VectorEnv(7, seed=2, observation=observation, form=form) for form in ("packed", "uint8", "float32")}
    counts = {"alphazero": [113, 118], "leela": [109], "none": []}[observation]
    for _ in range(40):
        steps = {form: env.step(env.sample()).observation for form, env in envs.items()}
    packed = steps["packed"]
    assert packed.shape == (7, planes) and envs["packed"].planes == planes
    for form in ("uint8", "float32"):
        assert steps[form].shape == (7, planes, 8, 8) and steps[form].dtype == form
        expected = koggestone.unpack(packed[:, :, None]).reshape(7, planes, 8, 8).astype(form)
        for k in counts:
            expected[:, k] = packed[:, k, None, None]
        assert np.array_equal(steps[form], expected)


def test_seed_alone():
    first = play(VectorEnv(50, seed=9, workers=1, max_plies=30), 60)
    assert same(first, play(VectorEnv(50, seed=9, workers=4, max_plies=30), 60))
    assert same(first, play(VectorEnv(50, seed=9, max_plies=30, copy=False), 60))
    assert not same(first, play(VectorEnv(50, seed=10, max_plies=30), 60))
    env = VectorEnv(50, seed=9)
    env.reset()
    a = env.sample()
    env.reset()
    assert not np.array_equal(env.sample(), a)  # the streams continue
    env.reset(seed=9)
    assert np.array_equal(env.sample(), a)


def test_ends():
    for autoreset in ("next-step", "same-step", "disabled"):
        env = VectorEnv(3, actions="moves", autoreset=autoreset, starts=[koggestone.START])
        env.set_fen(0, MATE_IN_ONE)
        env.set_fen(1, STALEMATE_IN_ONE)
        before = env.observe()
        step = env.step([A1A8, G5G6, 12 | 28 << 6 | 1 << 12])
        assert step.reward.tolist() == [1, 0, 0] and step.terminated.tolist() == [True, True, False]
        assert [OUTCOMES[o] for o in step.info["outcome"]] == ["checkmate", "stalemate", "running"]
        new = [fen == koggestone.START for fen in env.fens()]
        assert new == [autoreset == "same-step"] * 2 + [False]
        if autoreset == "same-step":
            assert step.info["_final_obs"].tolist() == [True, True, False]
            final = step.info["final_obs"]
            assert not np.array_equal(final[0], step.observation[0]) and not final[2].any()
            env.set_fen(2, MATE_IN_ONE)
            env.step([0, 0, A1A8])
            assert env.positions(final=True).fen(0) == "R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1"
        elif autoreset == "next-step":
            assert "final_obs" not in step.info
            step = env.step([0, 0, 51 | 35 << 6 | 1 << 12])
            assert env.fens()[:2] == [koggestone.START] * 2 and not step.info["illegal"].any()
            assert step.reward.tolist() == [0, 0, 0] and not step.terminated.any()
        else:
            step = env.step([0, 0, 51 | 35 << 6 | 1 << 12])
            assert step.info["illegal"].tolist() == [True, True, False] and step.terminated.tolist() == [True, True, False]
            observation, _ = env.reset(options={"reset_mask": np.array([True, False, False])})
            assert env.fens()[0] == koggestone.START and np.array_equal(observation[0][:12], before[2][:12])


@pytest.mark.parametrize("actions", ["alphazero", "leela", "moves"])
@pytest.mark.parametrize("autoreset", ["next-step", "same-step", "disabled"])
def test_games_that_are_over(autoreset, actions):
    """They have no legal action in any answer. In next-step mode their masks have action 0 alone."""
    n, outcomes = 64, set()
    # Mates and stalemates, and draws by rule in positions with moves.
    starts = [MATE_IN_ONE, STALEMATE_IN_ONE, "8/8/8/3k4/8/8/r7/K7 w - - 0 1", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 96 120"]
    env = VectorEnv(n, seed=4, actions=actions, observation="none", autoreset=autoreset, starts=starts, max_plies=20)
    over = np.zeros(n, bool)
    for _ in range(80):
        empty = over.copy() if autoreset != "same-step" else np.zeros(n, bool)
        counts, (moves, offsets), sampled = env.legal_counts(), env.legal_moves(), env.sample()
        assert np.array_equal(counts == 0, empty) and np.array_equal(np.diff(offsets), counts) and len(moves) == counts.sum()
        assert not sampled[empty].any()
        if actions != "moves":
            masks = env.action_masks()
            packed = env.masks()
            assert np.array_equal(masks, koggestone.unpack(packed, env.action_count))
            assert np.array_equal(packed[~empty], env.positions().policy_mask(actions)[~empty])
            assert np.array_equal(masks.sum(axis=1), np.where(empty, autoreset == "next-step", counts))
            assert np.array_equal(masks[:, 0][empty], np.full(empty.sum(), autoreset == "next-step"))
            if autoreset != "disabled":  # each row has a softmax
                logits = np.where(masks, np.float32(1), -np.inf)
                assert np.isfinite(np.exp(logits - logits.max(axis=1, keepdims=True)).sum(axis=1)).all()
                assert masks[np.arange(n), sampled].all()
        for game in np.flatnonzero(empty)[:4].tolist():
            assert (env.explain(game, 0) is None) == (autoreset == "next-step")
            expected = "expected action 0 after the end by " if autoreset == "next-step" else "expected a running game, found "
            assert expected in env.explain(game, 1)
        step = env.step(sampled)
        assert np.array_equal(step.info["illegal"], empty & (autoreset == "disabled"))
        over = step.terminated | step.truncated
        outcomes |= set(step.info["outcome"].tolist())
        if autoreset == "disabled" and over.mean() > 0.8:
            env.reset(options={"reset_mask": over})
            over[:] = False
    assert outcomes >= {0, 1, 2, 3, 5, 6}


def test_copies_of_cycles():
    env = koggestone.VectorEnv(2, seed=1)
    env.me = env
    shared = []
    env.list = shared
    both = copy.deepcopy({"env": env, "list": shared})
    assert both["env"].me is both["env"] and both["env"].list is both["list"]
    restored = pickle.loads(pickle.dumps(env))
    assert restored.me is restored and restored.save() == env.save()


def test_reset_after_a_position_was_set():
    env = koggestone.VectorEnv(1, seed=1)
    env.set_fen(0, "4k3/8/8/8/8/8/8/4K2R w K - 3 9")
    env.reset()
    assert env.fens() == [koggestone.START]


@pytest.mark.parametrize("duplicate", [
    copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env)), lambda env: copy.deepcopy({"env": [env]})["env"][0],
    lambda env: VectorEnv.restore(env.save()), VectorEnv.copy,
])
@pytest.mark.parametrize("autoreset", ["next-step", "same-step", "disabled"])
def test_copies(duplicate, autoreset):
    """A copy continues in the same way, and neither has an effect on the other."""
    env = VectorEnv(30, seed=1, autoreset=autoreset, max_plies=40, observation="leela")
    for _ in range(70):
        env.step(env.sample())
    other = duplicate(env)
    fens = env.fens()
    first = [other.step(other.sample()) for _ in range(60)]
    assert env.fens() == fens
    gc.collect()
    again = [env.step(env.sample()) for _ in range(60)]
    for a, b in zip(first, again):
        assert same(a[:4], b[:4])
        assert a.info.keys() == b.info.keys() and np.array_equal(a.info["outcome"], b.info["outcome"])
    del env
    gc.collect()
    assert len(other.fens()) == 30


def test_illegal_actions():
    env = VectorEnv(4, seed=1)
    env.reset()
    fens = env.fens()
    actions = env.sample()
    actions[1:] = [-1, 4672, 2**31 - 1]
    step = env.step(actions)
    assert step.info["illegal"].tolist() == [False, True, True, True]
    assert env.fens()[1:] == fens[1:] and env.fens()[0] != fens[0]
    assert "game 2" in env.explain(2, 4672) and env.explain(2, int(env.sample()[2])) is None


def test_limit_and_chess960():
    env = VectorEnv(10, seed=1, max_plies=3, autoreset="same-step", chess960=True)
    starts = env.fens()
    assert len(set(starts)) > 5 and all(fen.endswith("KQkq - 0 1") for fen in starts)
    for ply in range(3):
        step = env.step(env.sample())
        assert step.truncated.all() == (ply == 2) and step.truncated.any() == (ply == 2)
    assert set(step.info["outcome"]) == {OUTCOMES.index("ply limit")} and env.fens() != starts


def test_repetitions():
    env = VectorEnv(1, actions="moves")
    for k in range(2):
        for move in ((1, 18), (57, 42), (18, 1), (42, 57)):
            step = env.step([move[0] | move[1] << 6])
        assert env.repetitions().tolist() == [k + 1]
    assert step.terminated[0] and OUTCOMES[step.info["outcome"][0]] == "threefold repetition"


def test_copy():
    env = VectorEnv(5, seed=1)
    a, b = env.step(env.sample()), env.step(env.sample())
    assert a.observation is not b.observation and not np.array_equal(a.observation, b.observation)
    env = VectorEnv(5, seed=1, copy=False)
    a, b = env.step(env.sample()), env.step(env.sample())
    assert a.observation is b.observation and a.reward is b.reward
    out = np.empty((5, 119), np.uint64)
    assert env.observe(out) is out and np.array_equal(out, b.observation)


@pytest.mark.parametrize("arguments, error", [
    (dict(n=0), ValueError), (dict(n=-1), ValueError), (dict(n=10**12), ValueError), (dict(n=1.5), TypeError),
    (dict(n="4"), TypeError), (dict(n=None), TypeError), (dict(n=float("nan")), TypeError),
    (dict(n=1, seed=-1), ValueError), (dict(n=1, seed=2**64), ValueError), (dict(n=1, seed="a"), TypeError),
    (dict(n=1, actions="uci"), ValueError), (dict(n=1, actions=7), ValueError), (dict(n=1, observation=[]), ValueError),
    (dict(n=1, form="float64"), ValueError), (dict(n=1, autoreset="never"), ValueError),
    (dict(n=1, max_plies=-1), ValueError), (dict(n=1, max_plies=2**31), ValueError),
    (dict(n=1, workers=-1), ValueError), (dict(n=1, starts="8/8"), TypeError), (dict(n=1, starts=[""]), ValueError),
    (dict(n=1, starts=["8/8"]), ValueError), (dict(n=1, starts=[1]), TypeError),
    (dict(n=1, starts=["7k/5Q2/8/8/8/8/8/K7 b - - 0 1"]), ValueError),
    (dict(n=1, starts=[MATE_IN_ONE], chess960=True), ValueError), (dict(n=1, render_mode="human"), ValueError),
])
def test_hostile_options(arguments, error):
    with pytest.raises(error, match="."):
        VectorEnv(**arguments)


@pytest.mark.parametrize("actions, error", [
    ("0000", TypeError), ([0] * 3, ValueError), ([0] * 5, ValueError), ([[0] * 4], ValueError),
    ([0.0] * 4, TypeError), ([np.nan] * 4, TypeError), ([2**31] * 4, ValueError), ([True] * 4, TypeError), (0, ValueError),
    (np.zeros(4, object), TypeError), (np.zeros(4, "datetime64[s]"), TypeError),
])
def test_hostile_actions(actions, error):
    env = VectorEnv(4)
    fens = env.fens()
    with pytest.raises(error, match="^actions: expected"):
        env.step(actions)
    assert env.fens() == fens


def test_hostile_calls():
    env = VectorEnv(4, actions="moves", observation="none")
    with pytest.raises(ValueError):
        env.masks()
    for out in (np.empty(4, np.int64), np.empty(3, np.int32), np.empty(8, np.int32)[::2], 5):
        with pytest.raises((TypeError, ValueError), match="^out: expected"):
            env.sample(out)
    for call in (
        lambda: env.set_fen(4, MATE_IN_ONE), lambda: env.set_fen(-1, MATE_IN_ONE), lambda: env.set_fen(0, "x"),
        lambda: env.set_fen(0, "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"), lambda: env.explain(4, 0), lambda: env.explain(0, 2**40),
        lambda: env.positions(final=True), lambda: env.observe(final=True), lambda: env.reset(seed=-3),
        lambda: env.reset(options={"reset_mask": np.zeros(3, bool)}), lambda: env.reset(seed=1, options={"reset_mask": np.zeros(4, bool)}),
        lambda: env.reset(options={"foo": 1}), lambda: env.reset(seed=1, options={"foo": 1}),
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        env.reset(options={"reset_mask": [0, 1, 0, 1]})


def test_close():
    with VectorEnv(2) as env:
        env.sample()
    env.close()
    for call in (env.sample, env.reset, env.fens, lambda: env.step([0, 0])):
        with pytest.raises(koggestone.Error, match="freed"):
            call()
    batch = VectorEnv(2).positions()  # outlives its environment
    assert batch.fens() == [koggestone.START] * 2


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_ten_thousand_environments():
    def memory():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    def some(count, closes):
        for i in range(count):
            env = VectorEnv(8, seed=i, workers=1)
            env.step(env.sample())
            env.positions().legal_counts()
            if closes:
                env.close()

    some(2000, True)
    gc.collect()
    before = memory()
    some(5000, True)
    some(5000, False)  # freed with the object
    gc.collect()
    assert memory() - before < 32 << 20


def test_spaces(monkeypatch):
    """With a stand-in for the spaces of gymnasium, which are not needed for anything else."""
    module = lambda name, **content: monkeypatch.setitem(sys.modules, name, types.SimpleNamespace(**content))
    module("gymnasium")
    module("gymnasium.spaces", Box=lambda *a: ("Box", *a), Discrete=lambda n: ("Discrete", n))
    module("gymnasium.vector")
    module("gymnasium.vector.utils", batch_space=lambda space, n: (space, n))
    env = VectorEnv(3, form="uint8", autoreset="same-step")
    assert env.single_observation_space == ("Box", 0, 255, (119, 8, 8), np.uint8)
    assert env.action_space == (("Discrete", 4672), 3) and env.observation_space[1] == 3
    assert env.metadata["autoreset_mode"] in ("same-step", getattr(AutoresetMode, "SAME_STEP", None)) and env.unwrapped is env


def gymnasium_envs(mode):
    """Returns four games as our environment, and as Gymnasium's SyncVectorEnv of single games."""
    gymnasium = pytest.importorskip("gymnasium", "1.1")
    options = {"form": "float32", "starts": [MATE_IN_ONE], "max_plies": 7}

    class Game(gymnasium.Env):
        def __init__(self):
            self.games = VectorEnv(1, autoreset="disabled", **options)
            self.observation_space, self.action_space = self.games.single_observation_space, self.games.single_action_space

        def reset(self, *, seed=None, options=None):
            return self.games.reset(seed=seed)[0][0], {}

        def step(self, action):
            *values, info = self.games.step([action])
            return (*(v[0].item() if v.ndim == 1 else v[0] for v in values), {name: v[0] for name, v in info.items()})

    env = gymnasium.make_vec("koggestone/Chess-v0", num_envs=4, autoreset=mode, **options)
    assert isinstance(env, gymnasium.vector.VectorEnv) and gymnasium.make_vec(env.spec).spec == env.spec
    return env, gymnasium.vector.SyncVectorEnv([Game] * 4, autoreset_mode=AutoresetMode[mode.upper().replace("-", "_")])


@pytest.mark.parametrize("mode", ["next-step", "same-step", "disabled"])
@pytest.mark.parametrize("wrappers", [
    [], ["RecordEpisodeStatistics", "NormalizeReward"], ["DictInfoToList"], ["FlattenObservation", "NormalizeObservation"],
])
def test_gymnasium(mode, wrappers):
    """Gymnasium's own class does the same with the same games, also in wrappers, where Gymnasium is installed."""
    ours, theirs = gymnasium_envs(mode)
    import gymnasium.wrappers.vector

    for name in wrappers:
        wrapper = getattr(gymnasium.wrappers.vector, name)
        if "Observation" in name and (mode == "same-step" or mode == "disabled" and name == "NormalizeObservation"):
            for env in (ours, theirs):
                with pytest.raises((ValueError, AssertionError)):
                    wrapper(env)
            return
        ours, theirs = wrapper(ours), wrapper(theirs)
    base, rng, ended, mates = ours.unwrapped, np.random.default_rng(1), 0, 0
    for name in ("single_action_space", "action_space", "single_observation_space", "observation_space"):
        assert getattr(ours, name) == getattr(theirs, name)
    assert np.array_equal(ours.reset(seed=5)[0], theirs.reset(seed=5)[0]) and ours.np_random_seed == 5
    for k in range(60):
        actions = base.sample() if k % 3 else np.maximum(base.actions_of([A1A8] * 4), 0)
        a, b = ours.step(np.where(rng.random(4) < 0.1, 4671, actions)), theirs.step(base._given)
        assert all(np.allclose(x, y) for x, y in zip(a[:4], b[:4])) and (wrappers or a[0] in ours.observation_space)
        over = a[2] | a[3]
        ended, mates = ended + over, mates + (a[1] > 0)
        if isinstance(a[4], dict) and mode == "same-step" and over.any():
            assert np.array_equal(a[4]["_final_obs"], b[4]["_final_obs"]) and np.array_equal(a[4]["_final_info"], b[4]["_final_info"])
            assert np.array_equal(a[4]["final_obs"][over], np.stack(b[4]["final_obs"][over]))
            assert np.array_equal(a[4]["final_info"]["outcome"][over], b[4]["final_info"]["outcome"][over])
        if "episode" in a[4] and mode != "disabled":  # Gymnasium then starts the statistics of all games anew
            assert np.array_equal(a[4]["episode"]["l"], b[4]["episode"]["l"])
        if isinstance(a[4], list):
            assert [info["outcome"] for info in a[4]] == base._results[4].tolist()
        if mode == "disabled" and over.any():
            for env in (ours, theirs):
                env.reset(options={"reset_mask": over.copy()})
    assert (ended > mates).all() and (mates > 0).all()
    base.np_random.random()
    for other in (copy.deepcopy(base), pickle.loads(pickle.dumps(base))):
        assert other.fens() == base.fens() and other.spec == base.spec and other.np_random_seed == 5
        assert other.np_random.random() == copy.copy(base).np_random.random() and other.np_random is not base.np_random
    ours.close()
    assert base.closed


def test_render():
    env = VectorEnv(2, render_mode="ansi")
    env.step([env.parse_uci(["e2e4"] * 2)[0], env.parse_uci(["d2d4"] * 2)[0]])
    assert [text.splitlines()[-1] for text in env.render()] == env.fens() and VectorEnv(1).render() is None
    assert env.render()[0].splitlines()[0] == "r n b q k b n r"
    image, _ = VectorEnv(2, render_mode="rgb_array").render()
    assert image.shape == (256, 256, 3) and image.dtype == np.uint8
    white = (image == 255).all(-1).reshape(8, 32, 8, 32).sum((1, 3))
    black = (image == 0).all(-1).reshape(8, 32, 8, 32).sum((1, 3))
    assert (white[6:] > black[6:]).all() and (white[:2] < black[:2]).all() and not (white + black)[2:6].any()
    assert env.call("fens") == tuple(env.fens()) and len(env.call("plies")) == 2


def test_recycled_memory():
    """Arrays that somebody has keep their contents, also by views of views."""
    env = VectorEnv(64, seed=2, form="uint8")
    kept, copies = [], []
    for step in range(12):
        observation = env.step(env.sample()).observation
        assert observation.ctypes.data % 64 == 0
        if step % 3 == 0:
            kept.append(observation[step : step + 2][0])
            copies.append(kept[-1].copy())
        del observation
    assert same(kept, copies)
    env = VectorEnv(64, seed=2, form="uint8")
    addresses = {env.step(env.sample()).observation.ctypes.data for _ in range(9)}
    assert len(addresses) <= 3


def test_clocks_of_actions_and_texts():
    for actions in ("alphazero", "leela", "moves"):
        env = VectorEnv(20, seed=3, actions=actions)
        for _ in range(30):
            sampled = env.sample()
            running = env.legal_counts() > 0
            if running.all():
                assert np.array_equal(env.parse_uci(env.uci(sampled)), sampled)
                assert np.array_equal(env.parse_san(env.san(sampled)), sampled)
                assert np.array_equal(env.actions_of(env.moves(sampled)), sampled)
            env.step(sampled)
        assert env.moves(np.full(20, -5)).tolist() == [0] * 20
        assert env.actions_of(np.zeros(20, np.uint16)).tolist() == [-1] * 20
    env = VectorEnv(1, starts=["4k3/8/8/8/8/8/8/4K2R w K - 0 1"], chess960=False)
    assert env.uci(env.parse_uci(["e1h1"])) == ["e1g1"] and env.san(env.parse_uci(["e1h1"])) == ["O-O"]
    castling = env.positions().parse_uci(["e1g1"])
    assert koggestone.to_uci(castling, chess960=True) == ["e1h1"]


def tree(env, n, depth):
    """Returns n histories: the positions of random games, and offsets."""
    fens, offsets = [], [0]
    games = [[] for _ in range(n)]
    for _ in range(depth):
        for game, fen in zip(games, env.fens()):
            game.append(fen)
        env.step(env.sample())
    for game in games:
        fens += game
        offsets.append(len(fens))
    return koggestone.Batch(fens), np.array(offsets, np.uint32)


def test_set_positions():
    env = VectorEnv(8, seed=4)
    history = tree(env, 8, 11)
    positions, want = env.positions(), env.observe()
    assert np.array_equal(positions.planes(history=history), want)
    assert np.array_equal(positions.planes(form="float32", history=history)[:, 0], koggestone.unpack(want[:, :1]).reshape(8, 8, 8))
    other = VectorEnv(16)
    other.set_positions(np.arange(16)[::-2], positions, history)
    assert np.array_equal(other.observe()[::-2], want) and other.plies()[::-2].tolist() == [11] * 8
    other.set_positions(range(8), positions)
    assert np.array_equal(other.observe()[:8], positions.planes()) and other.plies()[:8].tolist() == [0] * 8
    before = other.save()
    for bad in ((positions, (history[0], history[1][::-1])), (positions, (positions, history[1])), (history[0][:8], history)):
        with pytest.raises(ValueError):
            other.set_positions(range(8), *bad)
    assert other.save() == before
    leela = VectorEnv(8, observation="leela")
    leela.set_positions(range(8), positions, history)
    assert np.array_equal(positions.planes("leela", "uint8", history)[:, 0], koggestone.unpack(leela.observe()[:, :1]).reshape(8, 8, 8))


def test_damaged_states():
    env = VectorEnv(4, seed=6)
    data = env.save()
    for bad in (b"", b"x", data[:-1], data + b"x", data[:40], bytes(len(data)), data[:60] + b"\xff" + data[61:]):
        with pytest.raises(ValueError):
            VectorEnv.restore(bad)
    for bad in (None, 3, "text"):
        with pytest.raises((TypeError, ValueError)):
            VectorEnv.restore(bad)
    assert VectorEnv.restore(bytearray(data)).fens() == env.fens()


HOSTILE = [None, -1, 2**70, 1.5, "x", b"x", [], [[1]], [-1], [2**40], {}, (), object(), np.zeros((2, 2)), np.array([1], ">i8"), float("nan")]


def test_two_hundred_hostile_calls():
    """Each call raises an exception or does something sensible, and the games stay usable."""
    env, batch = VectorEnv(3, seed=7), koggestone.Batch([koggestone.START] * 2)
    for x in HOSTILE:
        for f in (
            lambda: env.take(x), lambda: env.put(x, env), lambda: env.put([0], x), lambda: env.seed(x), lambda: VectorEnv.restore(x),
            lambda: env.set_positions(x, batch), lambda: env.set_positions([0, 1], x), lambda: env.set_positions([0, 1], batch, x),
            lambda: env.set_positions([0, 1], batch, (batch, x)), lambda: batch.planes(x), lambda: batch.planes("leela", x),
            lambda: batch.planes(history=x), lambda: batch.planes(history=(batch, x)), lambda: batch.planes(out=x), lambda: batch[x],
            lambda: batch + x, lambda: batch == x, lambda: batch.san(x), lambda: batch.parse_san(x), lambda: env.uci(x),
            lambda: env.san(x), lambda: env.parse_uci(x), lambda: env.actions_of(x), lambda: env.moves(x), lambda: env.call(x),
            lambda: koggestone.Batch.concatenate(x), lambda: koggestone.Batch.from_bitboards(batch.bitboards(), [0, 0], x),
            lambda: VectorEnv(2, render_mode=x), lambda: koggestone.to_uci(x, True), lambda: koggestone.pgx_planes(x),
        ):
            try:
                f()
            except (TypeError, ValueError, IndexError, koggestone.Error):
                pass
            except AttributeError:  # from VectorEnv.call, which gets a name
                assert x == "x"
    assert env.step(env.sample()).terminated.tolist() == [False] * 3 and len(batch) == 2


def test_torch():
    torch = pytest.importorskip("torch")
    for observation in ("alphazero", "leela"):
        env = VectorEnv(10, seed=8, observation=observation)
        for _ in range(60):
            env.step(env.sample())
        packed = env.observe()
        want = env.positions().planes(observation, "float32", None).copy()
        floats = koggestone.torch_planes(packed, observation)
        assert floats.dtype == torch.float32
        counts = [113, 118] if observation == "alphazero" else [109]
        assert np.array_equal(floats.numpy()[:, counts], want[:, counts])
        others = [k for k in range(env.planes) if k not in counts]
        assert np.array_equal(floats.numpy()[:, others].reshape(10, -1, 64), koggestone.unpack(packed[:, others][..., None]))
        words = torch.from_numpy(packed.view(np.int64))
        assert torch.equal(koggestone.torch_planes(words, observation), floats)
        assert torch.equal(_convert._unpack_planes(words, counts, torch.float32), floats)  # as on another device
        for bad in (packed.tolist(), packed.view(np.int64), packed[:, 1:], np.uint64(3), words[:, 1:], words.to(torch.int32)):
            with pytest.raises(TypeError, match="packed: expected an array uint64"):
                koggestone.torch_planes(bad, observation)


def test_torch_masks():
    torch = pytest.importorskip("torch")
    for actions in ("alphazero", "leela"):
        env = VectorEnv(10, seed=8, actions=actions, masks="packed")
        for _ in range(60):
            packed = env.step().info["action_mask"]
        words = torch.from_numpy(packed.view(np.int64))
        for masks in (
            koggestone.torch_masks(packed), koggestone.torch_masks(words), koggestone.torch_masks(np.asfortranarray(packed)),
            _convert._unpack_masks(words)[:, : env.action_count],  # as on another device
        ):
            assert masks.dtype == torch.bool and np.array_equal(masks.numpy(), env.action_masks())
        for bad in (packed.tolist(), packed.view(np.int64), packed[:, 1:], words[:, 1:]):
            with pytest.raises(TypeError, match=r"packed: expected an array uint64\[n, 73 or 30\]"):
                koggestone.torch_masks(bad)


def test_pgx():
    actions = koggestone.pgx_actions()
    assert sorted(actions) == list(range(4672))
    start = VectorEnv(1)
    # The legal actions of the start position in pgx.
    want = [89, 90, 652, 656, 673, 674, 1257, 1258, 1841, 1842, 2425, 2426, 3009, 3010, 3572, 3576, 3593, 3594, 4177, 4178]
    assert sorted(actions[start.action_masks()[0]]) == want
    # A label is 73 * (8 * file + rank) + plane; the planes of promotions are rook, bishop, knight, each straight, right, left.
    env = VectorEnv(1, starts=["1n1n2k1/2P5/8/8/8/8/8/4K2R w K - 4 7"])
    labels = actions[env.parse_uci(["c7d8n"])[0]], actions[env.parse_uci(["c7b8r"])[0]], actions[env.parse_uci(["c7c8b"])[0]]
    assert [label - 73 * 22 for label in labels] == [7, 2, 3]
    assert actions[env.parse_uci(["e1h1"])[0]] == 73 * 32 + 31 and actions[env.parse_uci(["h1h8"])[0]] == 73 * 56 + 22
    planes = koggestone.pgx_planes(env.positions().planes(form="float32"))
    assert planes.shape == (1, 8, 8, 119) and planes[0, 1, 2, 0] == 1 and planes[0, 0, 1, 7] == 1 and planes[0, 7, 4, 5] == 1
    assert planes[0, 0, 0, 12] == 1 and planes[0, 0, 0, 13] == 0 and planes[0, 3, 3, 112] == 0 and planes[0, 3, 3, 115] == 1
    assert planes[0, 0, 0, 114] == 0 and np.isclose(planes[0, 0, 0, 113], 12 / 512) and np.isclose(planes[0, 0, 0, 118], 0.04)
