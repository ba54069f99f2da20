// What every board of a page needs.
const element = id => document.getElementById(id);
const squareName = sq => 'abcdefgh'[sq % 8] + ((sq >> 3) + 1);
const has = (b, sq) => ((b >> BigInt(sq)) & 1n) === 1n;
const count = b => { let n = 0; for (; b; b &= b - 1n) n++; return n; };
const squares = n => n === 1 ? '1 square' : n + ' squares';
const shifted = (x, n) => n < 0 ? `${x} >> ${-n}` : `${x} << ${n}`;

// shapeOf returns a piece as SVG.
const shapeOf = piece => `<svg viewBox="0 0 45 45" aria-hidden="true"><use href="#${piece.toUpperCase()}" class="${piece === piece.toUpperCase() ? 'white' : 'black'}"/></svg>`;
const NAMES = { P: 'pawn', N: 'knight', B: 'bishop', R: 'rook', Q: 'queen', K: 'king' };
const pieceName = piece => (piece === piece.toUpperCase() ? 'white ' : 'black ') + NAMES[piece.toUpperCase()];
