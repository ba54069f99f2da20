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
