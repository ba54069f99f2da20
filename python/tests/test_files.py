import koggestone
import numpy as np
import pytest

FENS = [koggestone.START, "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"]


@pytest.fixture
def fens(tmp_path):
    file = tmp_path / "positions.fen"
    file.write_text("".join(fen + "\n" for fen in FENS * 2000))
    return file


def test_all_columns(fens):
    names = [c.name for c in koggestone.columns()]
    expected = koggestone.Batch(FENS).columns(names)
    rows = 0
    for block in koggestone.read(fens, columns=names, fen=True):
        n = len(block["fen"])
        which = (rows + np.arange(n)) % 3
        assert block["fen"].tolist() == [FENS[i] for i in which]
        for name in names:
            assert block[name].dtype == expected[name].dtype and np.array_equal(block[name], expected[name][which]), name
        rows += n
    assert rows == 6000


def test_fields(tmp_path):
    file = tmp_path / "scored.fen"
    file.write_text("".join(f"{fen} | {score} | 1.0\n" for fen, score in zip(FENS, (12, -3, 0))))
    block, = koggestone.read(file, columns="legal_moves", seed=3)  # which has no effect without sample
    assert block["score"].tolist() == [12, -3, 0] and block["score"].dtype == np.float64
    assert block["result"].tolist() == [1] * 3
    assert block["legal_moves"].tolist() == [20, 1, 0]
    block, = koggestone.read(file, columns=["king"], fields="score")
    assert list(block)[0] == "score" and "result" not in block and "pinned" in block
    block, = koggestone.read(file, columns="", fields=["result"], fen=True)
    assert list(block) == ["fen", "result"]
    file = tmp_path / "given.csv"
    file.write_text(f"fen,name\n{FENS[0]},a\n{FENS[1]},\n")
    block, = koggestone.read(file)
    assert block["name"].tolist() == ["a", None]


def test_games(tmp_path):
    file = tmp_path / "games.pgn"
    moves = "1. e4 {[%eval 0.25] [%clk 0:03:00]} e5 {[%eval #-3] [%clk 1:00:01.5]} 2. d4 {[%clk soon]} *"
    games = [f'[White "{name}"]\n[Black "B \\"C\\""]\n[Date "2024.05.??"]\n[WhiteElo "2400"]\n\n{moves}\n\n' for name in ("Å", "x" * 200)]
    file.write_text("".join(games), encoding="utf-8")
    fields = ["ply", "white_elo", "black_elo", "white", "black", "date", "clock", "eval", "game"]
    block, = koggestone.read(file, fields=fields, columns="legal_moves")
    assert block["ply"].tolist() == [0, 1, 2, 3] * 2
    assert block["white"].tolist() == ["Å"] * 4 + [None] * 4 and block["black"].tolist() == ['B "C"'] * 8
    assert block["date"].tolist() == ["2024.05.??"] * 8
    assert block["white_elo"].tolist() == [2400] * 8 and np.isnan(block["black_elo"]).all()
    np.testing.assert_array_equal(block["eval"], [np.nan, 0.25, -997, np.nan] * 2)
    np.testing.assert_array_equal(block["clock"], [np.nan, 180, 3601.5, np.nan] * 2)
    assert block["game"].tolist() == [0] * 4 + [len(games[0].encode())] * 4
    block, = koggestone.read(file, where="white == 'Å' and (clock ?? 0) > 200", columns="")
    assert block["ply"].tolist() == [2] and "date" not in block
    block, = koggestone.read(file)
    assert not {"white", "black", "date", "clock", "game"} & set(block)


def test_where_and_several_files(fens):
    blocks = list(koggestone.read(fens, fens, where="checkmate", columns="checkmate"))
    assert sum(b["checkmate"].sum() for b in blocks) == sum(len(b["checkmate"]) for b in blocks) == 4000
    assert list(koggestone.read(fens, where="legal_moves > 1000")) == []


def test_stop_early(fens):
    blocks = koggestone.read(fens, workers=1)
    next(blocks)
    blocks.close()


def test_rejected(tmp_path):
    file = tmp_path / "bad.fen"
    file.write_text(FENS[0] + "\nrubbish\n")
    with pytest.warns(UserWarning, match="rejected: 1"):
        block, = koggestone.read(file)
    assert block["legal_moves"].tolist() == [20]
    with pytest.raises(ValueError, match="line 2"):
        list(koggestone.read(file, strict=True))


def test_notes(tmp_path):
    """Notes of annotate are warnings, also if no record is rejected."""
    file = tmp_path / "late.ndjson"
    file.write_text(('{"fen":"%s"}\n' % FENS[0]) * 2000 + '{"fen":"%s","late":1}\n' % FENS[0])
    with pytest.warns(UserWarning, match="field late is left out"):
        blocks = list(koggestone.read(file))
    assert sum(len(b["legal_moves"]) for b in blocks) == 2001


@pytest.mark.parametrize("options, error", [
    (dict(columns="nothing"), ValueError), (dict(columns=[3]), TypeError), (dict(fields="nothing"), ValueError),
    (dict(where="1 +"), ValueError), (dict(format="doc"), ValueError), (dict(workers=-1), ValueError),
])
def test_hostile(fens, options, error):
    with pytest.raises(error):
        list(koggestone.read(fens, **options))


def test_no_file(tmp_path, monkeypatch):
    with pytest.raises(FileNotFoundError):
        koggestone.read(tmp_path / "none")
    with pytest.raises(TypeError):
        koggestone.read()
    with pytest.raises(ValueError):
        list(koggestone.read(tmp_path))  # a folder
    monkeypatch.setenv("KOGGESTONE_COMMAND", str(tmp_path / "none"))
    (tmp_path / "-x.fen").write_text(FENS[0])
    with pytest.raises(FileNotFoundError):
        list(koggestone.read(tmp_path / "-x.fen"))


def test_shares_of_a_file(tmp_path):
    """Shards, samples and unique positions, and the rows as positions with moves and history."""
    games = tmp_path / "games.pgn"
    lines = ["1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 Nc6 5. Ng1 Nb8 1/2-1/2", "1. d4 d5 2. c4 dxc4 1-0", '[FEN "6k1/P7/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=Q+ 1-0']
    games.write_text("".join(f'[Event "{k}"]\n{line if line[0] == "[" else chr(10) + line}\n\n' for k, line in enumerate(lines * 3000)))

    def read(**options):
        blocks = list(koggestone.read(games, columns="", **options))
        return {name: np.concatenate([b[name] for b in blocks]) for name in blocks[0] if name not in ("positions", "history")}, blocks

    table, blocks = read(fields=["ply", "game", "move"], fen=True, positions=True, moves="uint16", history=7)
    n = len(table["ply"])
    assert n == 3000 * (11 + 5 + 2) and len(blocks) > 1 and table["ply"].dtype == table["game"].dtype == np.int64
    assert [fen for b in blocks for fen in b["positions"].fens()] == table["fen"].tolist()
    assert [m or "0000" for m in table["move"]] == koggestone.to_uci(table["moves"])
    at = 0
    for block in blocks:
        earlier, offsets = block["history"]
        assert np.array_equal(np.diff(offsets.astype(int)), np.minimum(block["ply"], 7))
        fens = earlier.fens()
        for k in range(0, len(block["ply"]), 97):
            assert fens[offsets[k] : offsets[k + 1]] == table["fen"][at + k - min(block["ply"][k], 7) : at + k].tolist()
        at += len(block["ply"])
    parts = [read(fields=["ply"], shard=(k, 3), fen=True)[0]["fen"].tolist() for k in range(3)]
    assert sum(parts, []) == table["fen"].tolist() and all(parts)
    some = [read(fields=["ply"], sample=0.1, seed=s, fen=True)[0]["fen"].tolist() for s in (1, 1, 2)]
    assert some[0] == some[1] != some[2] and n * 0.05 < len(some[0]) < n * 0.2
    assert len(read(fields=[], unique=True, fen=True)[0]["fen"]) == len(set(" ".join(f.split()[:4]) for f in table["fen"]))
    assert read(fields=["ply"], every=4)[0]["ply"].tolist()[:5] == [0, 4, 8, 0, 4]
    leela = read(fields=[], moves="leela")[0]
    assert list(leela) == ["moves"] and (leela["moves"] < 0).sum() == 3 * 3000
    for options, message in (
        (dict(history=1, unique=True), "^history: expected 0"), (dict(moves="san"), "^moves: expected one of"), (dict(shard=(3, 3)), r"^shard\[0\]: expected 0 to 2"),
        (dict(sample=0), "^sample: expected"), (dict(every=0), "^every: expected"),
    ):
        with pytest.raises(ValueError, match=message):
            read(**options)
    (tmp_path / "x.fen").write_text(koggestone.START)
    with pytest.raises(ValueError, match="field move"):
        list(koggestone.read(tmp_path / "x.fen", moves="uint16"))


def test_positions(tmp_path):
    """Positions are those of their FENs, whatever these contain, and moves those of the texts."""
    file = tmp_path / "x.csv"
    fens = FENS + ["8/8/8/8/8/8/8/K7 b - - 7 9", "4k3/8/8/8/8/8/8/4K3 w KQkq e3 0 1", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]
    moves = ["e2e4", "", "0000", "a1a2", "e1d1", "g2g3"]
    file.write_text("fen,Move,n\n" + "".join(f"{fen},{move},é{k}\n" for k, (fen, move) in enumerate(zip(fens, moves))))
    with pytest.warns(UserWarning, match="rejected: 1") as warned:
        block, = koggestone.read(file, columns="", fen=True, positions=True, moves="uint16", fields=["n"])
    assert "a1a2" in str(warned[0].message) and list(block) == ["fen", "n", "positions", "moves"]
    assert block["n"].tolist() == ["é0", "é1", "é2", "é4", "é5"]
    assert block["positions"] == koggestone.Batch(fen.replace("KQkq e3", "- -") for fen in block["fen"])
    assert koggestone.to_uci(block["moves"], chess960=True) == ["e2e4", "0000", "0000", "e1d1", "g2g3"]
    file.write_text(f"fen,positions,history,move\n{FENS[0]},x,y,e2e4\n")
    for options in (dict(positions=True), dict(history=1, fields=["history"])):
        with pytest.raises(ValueError, match="name"):
            list(koggestone.read(file, columns="", **options))
