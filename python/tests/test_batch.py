import copy
import pickle

import koggestone
import numpy as np
import pytest
from koggestone import Batch

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PINNED = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
BLACK = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 7"
CHESS960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
FENS = [koggestone.START, KIWIPETE, PINNED, BLACK, CHESS960, MATE]
COUNTS = [20, 48, 14, 29, 21, 0]


@pytest.fixture
def batch():
    return Batch.from_fens(FENS)


def squares(bits):
    return {"abcdefgh"[s % 8] + str(s // 8 + 1) for s in range(64) if int(bits) >> s & 1}


def test_counts_and_lists(batch):
    assert len(batch) == 6
    counts = batch.legal_counts()
    assert counts.dtype == np.uint16 and counts.tolist() == COUNTS
    moves, offsets = batch.legal_moves()
    assert moves.dtype == np.uint16 and offsets.dtype == np.uint32
    assert np.array_equal(np.diff(offsets), counts) and moves.size == sum(COUNTS)
    assert sorted(batch.uci(2)) == sorted(
        "e2e3 e2e4 g2g3 g2g4 b4b1 b4b2 b4b3 b4a4 b4c4 b4d4 b4e4 b4f4 a5a4 a5a6".split())
    for i in range(6):
        assert koggestone.to_uci(moves[offsets[i]:offsets[i + 1]]) == batch.uci(i)
    assert batch.uci(-1) == []
    assert batch.two_ply_counts().tolist()[:3] == [400, 2039, 191]


def test_fens(batch):
    assert batch.fens() == FENS[:4] + [CHESS960.replace("HFhf", "KQkq")] + [MATE]
    assert batch.fen(3) == batch.fen(-3) == BLACK
    assert batch.sides().tolist() == [0, 0, 0, 1, 0, 0]
    assert batch.clocks().tolist() == [[0, 1], [0, 1], [0, 1], [3, 7], [2, 9], [1, 3]]
    assert Batch().fens() == [] and len(Batch()) == 0


def test_perft_by_children(batch):
    children = batch.take([0]).children()
    assert len(children) == 20
    assert int(children.legal_counts().sum()) == 400
    assert int(children.two_ply_counts().sum()) == 8902
    assert len(set(children.keys().tolist())) == 20


def test_play(batch):
    moves = ["e2e4", "e1g1", "b4f4", "g8f6", "h2h3", "h2h3"]
    assert batch.copy().take(range(5)).play(moves[:5]).fens()[:3] == [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b kq - 1 1",
        "8/2p5/3p4/KP5r/5R1k/8/4P1P1/8 b - - 0 1",
    ]
    before = batch.fens()
    with pytest.raises(ValueError, match=r"move 5: .*h2h3"):
        batch.play(moves)
    with pytest.raises(ValueError, match=r"moves\[1\]: expected a legal move of r3k2r.* found e2e4"):
        batch.play([0, 12 | 28 << 6, 0, 0, 0, 0])
    assert batch.fens() == before
    assert batch.play(np.zeros(6, np.int64)).fens() == before
    assert batch.play([0] * 6) is batch
    batch.play([12 | 28 << 6] * 6, check=False)  # nonsense, but no crash
    batch.legal_moves(), batch.policy_mask("leela"), batch.fens(), batch.columns(c.name for c in koggestone.columns())


def test_select(batch):
    moves, offsets = batch.legal_moves()
    numbers = np.minimum(np.arange(6), np.maximum(batch.legal_counts(), 1) - 1)
    selected = batch.select_moves(numbers)
    assert selected[:5].tolist() == [moves[offsets[i] + numbers[i]] for i in range(5)]
    assert selected[5] == 0
    assert batch.select_moves([60000] * 6).tolist() == [0] * 6


@pytest.mark.parametrize("encoding, count, words", [("alphazero", 4672, 73), ("leela", 1858, 30)])
def test_policy(batch, encoding, count, words):
    mask = batch.policy_mask(encoding)
    assert mask.shape == (6, words) and mask.dtype == np.uint64
    bits = koggestone.unpack(mask, count)
    assert bits.shape == (6, count) and bits.dtype == np.uint8
    assert bits.sum(axis=1).tolist() == COUNTS
    moves, offsets = batch.legal_moves()
    for i in range(6):
        one = batch.take([i] * COUNTS[i])
        indices = one.policy_indices(encoding, moves[offsets[i]:offsets[i + 1]])
        assert indices.dtype == np.int32 and sorted(indices) == np.flatnonzero(bits[i]).tolist()
        assert np.array_equal(one.policy_moves(encoding, indices), moves[offsets[i]:offsets[i + 1]])
    assert batch.policy_indices(encoding, [1] * 6).tolist() == [-1] * 6
    assert batch.policy_moves(encoding, [-1, count, 2**31 - 1, -(2**31), 0, 0])[:4].tolist() == [0] * 4


def test_attacks(batch):
    white = batch.attacks("white")
    assert squares(white[0]) == {f + "3" for f in "abcdefgh"} | {f + "2" for f in "abcdefgh"} | set(
        f + "1" for f in "bcdefg")
    assert np.array_equal(np.where(batch.sides() == 0, white, batch.attacks("black")), batch.attacks())
    assert np.array_equal(np.where(batch.sides() == 0, batch.attacks("black"), white), batch.attacks("not_to_move"))
    threats = batch.threats()
    assert tuple(threats) == koggestone.THREATS
    assert np.array_equal(threats["attacked"], batch.attacks("not_to_move"))
    assert squares(threats["checkers"][5]) == {"h4"} and squares(threats["pinned"][2]) == {"b5"}
    assert squares(threats["pinners"][2]) == {"h5"}
    assert threats["danger"].base is threats["pinned"].base
    rook = np.array([1 << 27], np.uint64)
    empty = np.array([2**64 - 1 ^ 1 << 27 ^ 1 << 43], np.uint64)
    attacks = koggestone.slider_attacks([0], rook, empty)
    assert squares(attacks[0]) == {"a4", "b4", "c4", "e4", "f4", "g4", "h4", "d1", "d2", "d3", "d5", "d6"}


def test_bitboards(batch):
    sets = batch.bitboards()
    assert sets.shape == (6, 10) and len(koggestone.BITBOARDS) == 10
    again = Batch.from_bitboards(sets, batch.sides())
    assert np.array_equal(again.keys(), batch.keys())
    assert squares(sets[0][8]) == {"a1", "h1", "a8", "h8"}
    for none in ([], np.empty((0, 10), np.uint64)):
        assert len(Batch.from_bitboards(none, [])) == 0
    sets[2, 5] = 0
    with pytest.raises(ValueError, match="position 2: "):
        Batch.from_bitboards(sets, batch.sides())
    with pytest.raises(ValueError, match="position 1: expected 0 or 1"):
        Batch.from_bitboards(sets[:2], [0, 2])


def test_status(batch):
    status = batch.status()
    assert status.tolist() == [0, 0, 0, 0, 0, koggestone.CHECK | koggestone.CHECKMATE]
    draws = Batch(["8/8/8/8/8/4k3/8/4K3 w - - 100 99", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"]).status()
    assert draws.tolist() == [koggestone.INSUFFICIENT_MATERIAL | koggestone.FIFTY_MOVES, koggestone.STALEMATE]


def test_columns(batch):
    known = {c.name: c for c in koggestone.columns()}
    assert known["legal_moves"].unit == "moves"
    all_ = batch.columns(known)
    assert list(all_) == list(known)
    for name, array in all_.items():
        column = known[name]
        assert array.dtype == column.dtype and array.shape == ((6,) if column.width == 1 else (6, column.width))
    assert all_["legal_moves"].tolist() == COUNTS
    assert all_["checkmate"].tolist() == [False] * 5 + [True]
    many = Batch([KIWIPETE] * 1025 + [koggestone.START])
    assert many.columns("legal_moves,captures")["captures"].tolist() == [8] * 1025 + [0]
    group = known["pinned"].group
    assert list(batch.columns(group)) == [c.name for c in known.values() if c.group == group]
    assert batch.columns([]) == {}


def test_copies(batch):
    for other in (batch.copy(), copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch)),
                  batch.take(np.arange(6)[::-1]).take([5, 4, 3, 2, 1, 0])):
        assert other.fens() == batch.fens()
        other.clear()
        assert len(other) == 0 and len(batch) == 6
    odd = Batch([koggestone.START]).play([12 | 60 << 6], check=False)  # without a black king, so not in FEN
    assert np.array_equal(copy.deepcopy([odd])[0].bitboards(), odd.bitboards())
    batch.extend([KIWIPETE])
    assert len(batch) == 7 and batch.fen(6) == KIWIPETE


def test_out(batch):
    out = np.empty(6, np.uint16)
    assert batch.legal_counts(out=out) is out and out.tolist() == COUNTS
    big = np.zeros((3, 6), np.uint16)
    batch.legal_counts(out=big[1])
    assert big.tolist() == [[0] * 6, COUNTS, [0] * 6]
    words = np.empty((17, 6), np.uint64)
    assert batch.threats(out=words)["pinned"].base is words


@pytest.mark.parametrize("out, error", [
    (np.empty(6, np.int16), TypeError),
    (np.empty(6, ">u2"), TypeError),
    (np.empty(5, np.uint16), ValueError),
    (np.empty((6, 1), np.uint16), ValueError),
    (np.empty(12, np.uint16)[::2], ValueError),
    (np.empty(6, np.uint16)[::-1], ValueError),
    (np.frombuffer(bytes(12), np.uint16), ValueError),
    (np.frombuffer(bytearray(13), np.uint8)[1:].view(np.uint16), ValueError),
    (bytearray(12), TypeError),
    ([0] * 6, TypeError),
])
def test_hostile_out(batch, out, error):
    with pytest.raises(error, match="^out: expected"):
        batch.legal_counts(out=out)


@pytest.mark.parametrize("moves, error", [
    (np.zeros(6), TypeError),
    (np.full(6, np.nan), TypeError),
    ([None] * 6, TypeError),
    (np.zeros(6, bool), TypeError),
    ("e2e4", TypeError),
    (7, ValueError),
    ([0] * 5, ValueError),
    ([-1] * 6, ValueError),
    ([65536] * 6, ValueError),
    ([2**64 - 1] * 6, ValueError),
    (np.zeros((6, 1), np.uint16), ValueError),
    ([[0] * 6], ValueError),
    ([2**70] * 6, TypeError),
    (["e2e4"] * 5, ValueError),
    (["e2e4"] * 7, ValueError),
    (["e2e4\ne2e4"] + ["e2e4"] * 4, ValueError),
    (["e2e4", 3, "", "", "", ""], TypeError),
    (["e2e9"] * 6, ValueError),
])
def test_hostile_moves(batch, moves, error):
    before = batch.fens()
    with pytest.raises(error, match="move|text"):
        batch.play(moves)
    assert batch.fens() == before


def test_strided_input_is_copied(batch):
    moves = np.zeros(12, np.uint16)
    moves[::2] = batch.select_moves([0] * 6)
    moves[1::2] = 77
    assert batch.play(moves[::2]).fens() == Batch(FENS).play(moves[::2].copy()).fens()


@pytest.mark.parametrize("call, error", [
    (lambda b: Batch.from_fens("8/8"), TypeError),
    (lambda b: Batch.from_fens([3]), TypeError),
    (lambda b: Batch.from_fens(None), TypeError),
    (lambda b: Batch.from_fens([""]), ValueError),
    (lambda b: Batch.from_fens([FENS[0], FENS[1] + "\n" + FENS[2]]), ValueError),
    (lambda b: Batch.from_fens([FENS[0] + "\0"]), ValueError),
    (lambda b: Batch.from_fens(["\ud800"]), ValueError),
    (lambda b: Batch.from_fens(["x" * 10**6]), ValueError),
    (lambda b: Batch.from_bitboards(np.zeros((2, 9), np.uint64), [0, 0]), ValueError),
    (lambda b: Batch.from_bitboards(np.zeros((2, 10)), [0, 0]), TypeError),
    (lambda b: Batch.from_bitboards(3, 4), ValueError), (lambda b: Batch.from_bitboards([], [0]), ValueError),
    (lambda b: b.fen(6), IndexError),
    (lambda b: b.fen(-7), IndexError),
    (lambda b: b.fen(10**30), IndexError),
    (lambda b: b.fen("a"), TypeError),
    (lambda b: b.fen(1.0), TypeError),
    (lambda b: b.uci(6), IndexError),
    (lambda b: b.take([6]), ValueError),
    (lambda b: b.take([-7]), ValueError),
    (lambda b: b.take([1.5]), TypeError),
    (lambda b: b.take([[0]]), ValueError),
    (lambda b: b.policy_mask("maia"), ValueError),
    (lambda b: b.policy_mask(None), ValueError),
    (lambda b: b.policy_mask([]), ValueError),
    (lambda b: b.attacks("red"), ValueError),
    (lambda b: b.columns("nothing"), ValueError),
    (lambda b: b.columns(""), ValueError),
    (lambda b: b.columns(5), TypeError),
    (lambda b: koggestone.unpack(np.zeros(3)), TypeError),
    (lambda b: koggestone.unpack(np.zeros(3, np.uint64), 500), ValueError),
    (lambda b: koggestone.unpack(np.uint64(3)), ValueError),
    (lambda b: koggestone.to_uci([1.0]), TypeError),
    (lambda b: koggestone.slider_attacks([1], [1, 2], [0]), ValueError),
    (lambda b: koggestone.slider_attacks([-1], [1], [0]), ValueError),
    (lambda b: koggestone.perft("x", 1), ValueError),
    (lambda b: koggestone.perft(FENS[0] + "\0", 1), ValueError),
    (lambda b: koggestone.perft(5, 1), TypeError),
    (lambda b: koggestone.perft(FENS[0], -1), ValueError),
    (lambda b: koggestone.perft(FENS[0], 1.5), TypeError),
    (lambda b: koggestone.perft(FENS[0], 10**9), ValueError),
    (lambda b: koggestone.perft(FENS[0], 2**40), ValueError),
    (lambda b: koggestone.perft(FENS[0], 2, workers=-1), ValueError),
    (lambda b: koggestone.perft(FENS[0], 2, workers=10**6), ValueError),
])
def test_hostile(batch, call, error):
    with pytest.raises(error, match="."):
        call(batch)
    assert batch.legal_counts().tolist() == COUNTS


def test_overlap():
    words = np.arange(20, dtype=np.uint64)
    with pytest.raises(ValueError, match="overlap"):
        koggestone.slider_attacks(words[:10], words[5:15], words[5:15], out=words[1:11])


def test_perft():
    assert koggestone.perft(koggestone.START, 0) == 1
    assert koggestone.perft(koggestone.START, 5) == 4865609
    assert koggestone.perft(KIWIPETE, 4, workers=1) == 4085603
    assert koggestone.perft(CHESS960, 4, memory=1 << 24) == 326672


def test_dlpack(batch):
    assert np.array_equal(np.from_dlpack(batch.legal_counts()), COUNTS)


def test_implementation():
    assert koggestone.implementation() in ("avx512", "avx2", "neon", "generic")


def test_sequence():
    fens = [
        koggestone.START, "7k/P7/8/8/8/8/8/K7 w - - 3 9", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 5",
    ]
    batch = Batch(fens)
    assert [b.fens()[0] for b in batch] == fens and batch[-1].fens() == fens[2:] and batch[::-1].fens() == fens[::-1]
    assert batch[[2, 0, 2]].fens() == [fens[2], fens[0], fens[2]]
    assert batch[np.array([True, False, True])].fens() == fens[::2] and len(batch[[]]) == 0 and len(batch[5:]) == 0
    assert (batch + batch[:1]).fens() == fens + fens[:1] and Batch.concatenate([]) == Batch()
    assert batch == batch.copy() and batch != batch[::-1] and batch != batch[:2] and batch != 3
    assert batch != Batch.from_bitboards(batch.bitboards(), batch.sides())
    assert batch == Batch.from_bitboards(batch.bitboards(), batch.sides(), batch.clocks())
    for bad in (3, -4, [3], "x", 1.5, None):
        with pytest.raises((IndexError, TypeError, ValueError)):
            batch[bad]


def test_san():
    batch = Batch([koggestone.START, "7k/P7/8/8/8/8/8/K7 w - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"])
    moves = batch.parse_san(["Nf3", "a8=Q+", "O-O-O"])
    assert batch.san(moves) == ["Nf3", "a8=Q+", "O-O-O"] and koggestone.to_uci(moves) == ["g1f3", "a7a8q", "e1c1"]
    assert batch.parse_uci(koggestone.to_uci(moves, chess960=True)).tolist() == moves.tolist()
    with pytest.raises(ValueError, match="move 1"):
        batch.parse_san(["Nf3", "Qa8", "O-O"])
    assert batch.san([0, 0, 0]) == ["--"] * 3 and batch.parse_san(["--", "--", "Kd2"])[:2].tolist() == [0, 0]
    assert batch.parse_uci(["0000", "a7a8q", "0000"]).tolist() == [0, moves[1], 0]
    with pytest.raises(ValueError, match=r"moves\[1\]"):
        batch.san([0, 1, 0])
