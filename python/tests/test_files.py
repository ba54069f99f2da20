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
    block, = koggestone.read(file, columns="legal_moves")
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
