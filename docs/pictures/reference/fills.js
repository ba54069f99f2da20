// The method. A bitboard is a BigInt of 64 bits, a1 = bit 0, b1 = bit 1, h8 = bit 63.
const ALL = (1n << 64n) - 1n;

// The directions with their shifts and wrap masks: the squares that a step can arrive on.
const DIRECTIONS = [
  { name: 'north-east', shift: 9, wrap: 0xfefefefefefefe00n },
  { name: 'east', shift: 1, wrap: 0xfefefefefefefefen },
  { name: 'south-east', shift: -7, wrap: 0x00fefefefefefefen },
  { name: 'south', shift: -8, wrap: 0x00ffffffffffffffn },
  { name: 'south-west', shift: -9, wrap: 0x007f7f7f7f7f7f7fn },
  { name: 'west', shift: -1, wrap: 0x7f7f7f7f7f7f7f7fn },
  { name: 'north-west', shift: 7, wrap: 0x7f7f7f7f7f7f7f00n },
  { name: 'north', shift: 8, wrap: 0xffffffffffffff00n },
];

// rotated rotates a bitboard by a signed amount: the generalised ray.
function rotated(b, amount) {
  const s = BigInt((amount + 64) % 64);
  return ((b << s) | (b >> (64n - s))) & ALL;
}

// step moves every square of b one on, and drops what leaves the board.
const step = (b, d) => rotated(b, DIRECTIONS[d].shift) & DIRECTIONS[d].wrap;

// fillSteps returns the generators and the propagators of a fill before its three
// steps and after each. gens are several generators over the one propagator. plain is the fill north
// as the text first explains it, by shifts and without a mask.
function fillSteps(gens, empty, d, plain) {
  const { shift, wrap } = DIRECTIONS[d], rotate = plain ? (b, s) => b << BigInt(s) & ALL : rotated;
  let pro = plain ? empty : empty & wrap;
  const states = [{ gens: [...gens], pro }];
  for (const s of [shift, 2 * shift, 4 * shift]) {
    gens = gens.map(gen => gen | (pro & rotate(gen, s)));
    if (s !== 4 * shift) pro &= rotate(pro, s);
    states.push({ gens: [...gens], pro });
  }
  return states;
}

// occluded returns what gen fills over the squares of pro.
const occluded = (gen, pro, d) => fillSteps([gen], pro, d)[3].gens[0];

// attacks returns what sliders attack: the fill one step further on.
const attacks = (sliders, empty, d) => step(occluded(sliders, empty, d), d);

// map moves every square of b to where f takes its file and rank.
function map(b, f) {
  let out = 0n;
  for (let sq = 0; sq < 64; sq++) {
    if ((b >> BigInt(sq)) & 1n) out |= 1n << BigInt(f(sq % 8, sq >> 3));
  }
  return out;
}

// TURNS are the turns of the board that make a direction east, each its own inverse.
// The diagonals have none.
const TURNS = {
  1: (file, rank) => 8 * rank + file,
  5: (file, rank) => 8 * rank + 7 - file, // mirrored
  7: (file, rank) => 8 * file + rank, // flipped about the diagonal a1-h8
  3: (file, rank) => 8 * (7 - file) + 7 - rank, // about the diagonal a8-h1
};

const HIGH = 0x8080808080808080n; // the h-file: bit 7 of every byte

// subtractBytes returns a - b in every byte.
const subtractBytes = (a, b) => (((a | HIGH) - (b & ~HIGH & ALL)) & ALL) ^ ((a ^ ~b) & HIGH & ALL);

// subtraction returns the steps of o ^ (o - 2s) on the turned board, and the attacks.
function subtraction(sliders, empty, d) {
  const turn = TURNS[d];
  const s = map(sliders, turn);
  const o = (~map(empty, turn) & ALL) | s;
  const twice = step(s, 1);
  const difference = subtractBytes(o, twice);
  const changed = o ^ difference;
  return { s, o, twice, difference, changed, attacks: map(changed, turn) };
}

// rayTurns returns the turns of H.G. Muller's loop over the rays of the pieces of one
// side: one step along one ray a turn. board holds letters or '' by square.
function rayTurns(board, white) {
  const [N, E, S, W] = [16, 1, -16, -1]; // on a board of 16 by 16, in its corner
  const lines = [N, E, S, W], diagonals = [N + E, S + E, S + W, N + W];
  const jumps = [2 * N + E, N + 2 * E, S + 2 * E, 2 * S + E, 2 * S + W, S + 2 * W, N + 2 * W, 2 * N + W];
  const kinds = { Q: [...lines, ...diagonals], K: [...lines, ...diagonals], R: lines, B: diagonals, N: jumps };
  const ours = piece => piece !== '' && (piece === piece.toUpperCase()) === white;
  const rays = [];
  board.forEach((piece, sq) => {
    if (!ours(piece)) return;
    const kind = piece.toUpperCase(), from = 16 * (sq >> 3) + sq % 8;
    if (kind === 'P') {
      const push = white ? N : S;
      rays.push({ from, step: push, piece, push: true }, { from, step: push + W, piece, capture: true }, { from, step: push + E, piece, capture: true });
    } else {
      for (const s of kinds[kind]) rays.push({ from, step: s, piece, slides: 'QRB'.includes(kind) });
    }
  });
  const name = x => x & 0x88 ? 'off the board' : 'abcdefgh'[x & 7] + ((x >> 4) + 1);
  const turns = [];
  for (const [index, ray] of rays.entries()) {
    for (let x = ray.from, ends = false; !ends;) {
      const y = (x + ray.step) & 0xff;
      const off = (y & 0x88) !== 0;
      const there = off ? '' : board[8 * (y >> 4) + (y & 7)];
      const move = !off && !ours(there) && !(ray.push && there !== '') && !(ray.capture && there === '');
      ends = !(ray.slides && move && there === '');
      turns.push({
        index, rays: rays.length, piece: ray.piece, from: name(ray.from), x: name(x), y: name(y), off, move, ends,
        there: there === '' ? 'empty' : (ours(there) ? 'own ' : 'enemy ') + there,
      });
      x = y;
    }
  }
  return turns;
}

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
