"""Writes random games as PGN, and what python-chess says of their positions as the CSV of

    koggestone annotate GAMES.pgn --columns - --canonical

    python3 games.py 10000 GAMES.pgn FACTS.csv [SEED]

Some games begin with a position of their own or are of Chess960; there are comments, scores,
glyphs, variations, and all results.
"""

import random
import sys

import chess
import chess.pgn


def uci(board, move):
    if not board.is_castling(move):
        return chess.Move(move.from_square, move.to_square, move.promotion).uci()
    rank = chess.square_rank(move.from_square)
    king_side = chess.square_file(move.to_square) > chess.square_file(move.from_square)
    king = chess.square(4, rank)
    rook = next((sq for sq in chess.scan_forward(board.clean_castling_rights() & chess.BB_RANKS[rank])
                 if (chess.square_file(sq) > chess.square_file(move.from_square)) == king_side))
    if move.from_square == king and rook == chess.square(7 if king_side else 0, rank):
        return chess.Move(king, chess.square(6 if king_side else 2, rank)).uci()
    return chess.Move(move.from_square, rook).uci()


def comment(node, text):
    if hasattr(node, "comments"):  # newer versions hold a list
        node.comments = [text]
    else:
        node.comment = text


def one(r, number, facts):
    board = chess.Board()
    kind = r.randrange(8)
    if kind == 0:
        board = chess.Board.from_chess960_pos(r.randrange(960))
    game = chess.pgn.Game()
    if kind == 1:
        for _ in range(r.randrange(1, 60)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(r.choice(moves))
        board = chess.Board(board.fen(en_passant="legal"))
    if kind < 2:
        game.setup(board)
    game.headers["Event"] = 'game "%d" \\ [Event ' % number
    result = r.choice(["1-0", "0-1", "1/2-1/2", "*"])
    game.headers["Result"] = result
    points = {"1-0": "1.0", "0-1": "0.0", "1/2-1/2": "0.5", "*": ""}[result]
    elo = ["", ""]
    for i, name in enumerate(["WhiteElo", "BlackElo"]):
        if r.randrange(3):
            elo[i] = str(r.randrange(600, 3200))
            game.headers[name] = elo[i]
    node, score = game, ""
    for ply in range(r.randrange(10, 120)):
        moves = list(board.legal_moves)
        if not moves:
            break
        special = [m for m in moves if m.promotion or board.is_castling(m) or board.is_en_passant(m)]
        move = r.choice(special if special and r.randrange(3) == 0 else moves)
        facts.append((board.fen(en_passant="legal"), ply, uci(board, move), points, *elo, score))
        if len(moves) > 1 and r.randrange(30) == 0:
            side = node.add_variation(r.choice([m for m in moves if m != move]))
            comment(side, "a side line ) [%eval 9.99]")
            node.promote_to_main(side)
        child = node.add_main_variation(move)
        score = ""
        if r.randrange(4) == 0:
            score = r.choice(["0.%02d" % r.randrange(100), "-%d.5" % r.randrange(9), "#%d" % r.randrange(1, 9), "#-3"])
            comment(child, "[%%eval %s] [%%clk 0:01:00]" % score)
            mate = score[0] == "#" and int(score[1:])
            score = float(score) if not mate else 1000.0 - mate if mate > 0 else -1000.0 - mate
        elif r.randrange(9) == 0:
            comment(child, "a ( word ; of [ text")
        if r.randrange(20) == 0:
            child.nags.add(r.randrange(1, 7))
        board.push(move)
        node = child
    facts.append((board.fen(en_passant="legal"), len(board.move_stack), "", points, *elo, score))
    return game


def main():
    count, games, facts = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    r = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 17)
    with open(games, "w") as pgn, open(facts, "w") as csv:
        csv.write("fen,ply,move,result,white_elo,black_elo,eval\n")
        for number in range(count):
            rows = []
            print(one(r, number, rows), file=pgn, end="\n\n")
            for row in rows:
                csv.write(",".join(map(str, row)) + "\n")


main()
