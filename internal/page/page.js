const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const back = d => DIRECTIONS[(d + 4) % 8].name;
const diagonal = d => d % 2 === 0;

// The stepper is the whole page or a section of a longer one. A section leaves keys outside it
// and the address alone until somebody uses it.
const whole = element('stepper').matches('main');
const keys = whole ? document : element('stepper');
let used = whole;
for (const kind of ['pointerdown', 'keydown', 'change']) element('stepper').addEventListener(kind, () => { used = true; }, true);

// The state of the page: pieces by square as letters or '', the other fields of the FEN, what
// is shown of them, and the frame.
const state = { board: Array(64).fill(''), white: true, castling: '-', passant: '-', clocks: '0 1', mode: 'fill', direction: 7, who: 'both', at: 0, square: 27, tool: '' };

// parseFEN returns the pieces of a FEN, the side to move, castling rights, en-passant
// target and clocks. All fields but the first may be missing.
function parseFEN(text) {
  const fields = text.trim().replace(/^startpos/, START).split(/\s+/);
  const ranks = fields[0].split('/');
  if (ranks.length !== 8) throw new Error(`expected 8 ranks, found ${fields[0] ? ranks.length : 'none'}`);
  const board = Array(64).fill('');
  ranks.forEach((text, i) => {
    let file = 0;
    for (const c of text) {
      if (/[1-8]/.test(c)) file += Number(c);
      else if (/[pnbrqk]/i.test(c)) board[8 * (7 - i) + Math.min(file++, 7)] = c;
      else throw new Error(`rank ${8 - i}: “${c}”, expected one of PNBRQKpnbrqk or a digit from 1 to 8`);
    }
    if (file !== 8) throw new Error(`rank ${8 - i}: expected 8 squares, found ${file}`);
  });
  const [, side = 'w', castling = '-', passant = '-', half = '0', full = '1'] = fields.map(f => f || undefined);
  if (side !== 'w' && side !== 'b') throw new Error(`side to move: “${side}”, expected w or b`);
  if (!/^(-|[KQA-H]{0,2}[kqa-h]{0,2})$/.test(castling)) throw new Error(`castling: “${castling}”, expected - or some of KQkq, or letters of files`);
  if (!/^(-|[a-h][36])$/.test(passant)) throw new Error(`en passant: “${passant}”, expected - or a square on rank 3 or 6`);
  for (const n of [half, full]) if (!/^\d{1,4}$/.test(n)) throw new Error(`clocks: “${n}”, expected a number`);
  return { board, white: side === 'w', castling, passant, clocks: half + ' ' + full };
}

// writeFEN returns the FEN of the position.
function writeFEN() {
  const ranks = [];
  for (let rank = 7; rank >= 0; rank--) {
    ranks.push(state.board.slice(8 * rank, 8 * rank + 8).map(p => p || '1').join('').replace(/1+/g, ones => ones.length));
  }
  return [ranks.join('/'), state.white ? 'w' : 'b', state.castling, state.passant, state.clocks].join(' ');
}

// rightsLeft returns those of the castling rights whose king and rook are on their rank.
function rightsLeft() {
  const kept = [...state.castling].filter(right => {
    const white = right === right.toUpperCase(), rank = state.board.slice(white ? 0 : 56, white ? 8 : 64);
    const king = rank.indexOf(white ? 'K' : 'k'), rook = white ? 'R' : 'r';
    switch (right.toUpperCase()) {
      case 'K': return king >= 0 && rank.lastIndexOf(rook) > king;
      case 'Q': return rank.includes(rook) && rank.indexOf(rook) < king;
    }
    return king >= 0 && rank['abcdefgh'.indexOf(right.toLowerCase())] === rook;
  });
  return kept.join('') || '-';
}

// pieces returns the set of the pieces that are among letters.
const pieces = letters => state.board.reduce((b, p, sq) => p !== '' && letters.includes(p) ? b | 1n << BigInt(sq) : b, 0n);
const emptySquares = () => ALL & ~pieces('PNBRQKpnbrqk');

// sliders returns the squares that the fill starts from.
function sliders() {
  const letters = diagonal(state.direction) ? 'BQbq' : 'RQrq';
  switch (state.who) {
    case 'both': return pieces(letters);
    case 'white': return pieces(letters.toUpperCase().slice(0, 2));
    case 'black': return pieces(letters.toLowerCase().slice(2));
  }
  return state.who.split(',').reduce((b, name) => b | 1n << BigInt('abcdefgh'.indexOf(name[0]) + 8 * (name[1] - 1)), 0n);
}

// generators returns up to four sets of sliders, with their names.
function generators() {
  const piece = diagonal(state.direction) ? 'B' : 'R', name = piece === 'B' ? 'bishops' : 'rooks';
  return [['white ' + name, piece], ['white queens', 'Q'], ['black ' + name, piece.toLowerCase()], ['black queens', 'q']]
    .map(([name, letter]) => ({ name, set: pieces(letter) }));
}

// A frame is what a step shows: a line of code, words, and boards with sets in
// colours, later ones over earlier.
const FRAMES = {
  fill() {
    const d = state.direction, { shift, name } = DIRECTIONS[d], gen = sliders(), states = fillSteps([gen], emptySquares(), d);
    const words = [
      `The generator is the set of sliders. The propagator is the set of empty squares that a step ${name} can arrive on: the wrap mask removes the squares where only steps from beyond the edge could arrive.`,
      n => `Each slider also fills the square ${name} of it if that is empty: ${n} new. The propagator then keeps the squares whose neighbour to the ${back(d)} is in it as well: two empty squares in a row. The row next to the edge leaves, because nothing comes from beyond the edge.`,
      n => `The filled squares move two squares further, where both squares on the way are empty: ${n} new. The propagator then keeps four in a row.`,
      n => `The filled squares move four squares further, where all four on the way are empty: ${n} new. 1 + 2 + 4 = 7 squares is the longest move of a slider. The propagator is no longer needed.`,
    ];
    const frames = states.map(({ gens: [after], pro }, k) => {
      const before = k > 0 ? states[k - 1] : states[0];
      const s = shift * 2 ** (k - 1);
      return {
        level: k,
        code: k === 0 ? 'gen = sliders;  pro = empty & wrap' : `gen |= pro & (${shifted('gen', s)})` + (k < 3 ? `;  pro &= ${shifted('pro', s)}` : ''),
        words: k === 0 ? words[0] : words[k](squares(count(after & ~before.gens[0]))),
        left: { title: 'Generator', sets: [['gen', after], ['new', after & ~before.gens[0]], ['slider', gen]] },
        right: { title: 'Propagator', sets: [['pro', pro], ['lost', before.pro & ~pro]] },
      };
    });
    const last = states[3], attacked = step(last.gens[0], d);
    frames.push({
      level: 4, code: `attacks = (${shifted('gen', shift)}) & wrap`,
      words: `The filled squares move one square further, onto the first blocker of either colour and off the sliders: ${squares(count(attacked))} attacked.`,
      left: { title: 'Attacks', sets: [['gen', attacked]] },
      right: { title: 'Generator', sets: [['gen', last.gens[0]], ['slider', gen]] },
      states,
    });
    for (const f of frames) f.states = states;
    return frames;
  },

  generators() {
    const d = state.direction, { shift, name } = DIRECTIONS[d], gens = generators(), colours = ['slider', 'gen', 'new', 'lost'];
    const states = fillSteps(gens.map(g => g.set), emptySquares(), d);
    const shown = sets => sets.map((set, i) => [colours[i], set, i + 1]);
    const frames = states.map(({ gens: sets, pro }, k) => {
      const before = states[Math.max(k - 1, 0)], s = shift * 2 ** (k - 1);
      return {
        level: k, states, colours,
        code: k === 0 ? 'gen[i] = ...;  pro = empty & wrap' : `gen[i] |= pro & (${shifted('gen[i]', s)})` + (k < 3 ? `;  pro &= ${shifted('pro', s)}` : ''),
        words: k === 0 ? `Four generators, a colour each: ${gens.map((g, i) => `${i + 1} ${g.name}`).join(', ')}. They share one propagator, which is computed once.`
          : `Every generator runs ${name} over the same propagator. No square has two colours, as in one direction at most one slider reaches it.`,
        left: { title: 'Four generators', sets: shown(sets) },
        right: { title: 'The one propagator', sets: [['pro', pro]] },
      };
    });
    const attacked = states[3].gens.map(set => step(set, d));
    frames.push({
      level: 4, states, colours, code: `attacks[i] = (${shifted('gen[i]', shift)}) & wrap`,
      words: `One step on, each square shows which slider attacks it from the ${back(d)}: ${squares(count(attacked.reduce((a, b) => a | b)))} attacked.`,
      left: { title: 'Attacks', sets: shown(attacked) },
      right: { title: 'The one propagator', sets: [['pro', states[3].pro]] },
    });
    return frames;
  },

  subtraction() {
    const d = state.direction, turned = { 1: '', 5: 'mirrored', 7: 'flipped about a1-h8', 3: 'flipped about a8-h1' }[d];
    if (diagonal(d)) {
      return [{
        code: 'o ^ (o - 2s)', words: `A subtraction runs along bytes, and bytes are ranks. Ranks and files turn into ranks; diagonals going ${DIRECTIONS[d].name} do not, and stay with the Kogge-Stone fill. Choose east, west, north or south.`,
        left: { title: 'Sliders', sets: [['slider', sliders()]] }, right: null,
      }];
    }
    const t = subtraction(sliders(), emptySquares(), d);
    const on = turned ? `, board ${turned}` : '';
    const frames = [
      { code: turned ? 'o = turn(occupied);  s = turn(sliders)' : 'o = occupied;  s = sliders',
        words: turned ? `East is the one direction that a subtraction runs along. So the board is ${turned}: ${DIRECTIONS[d].name} becomes east.` : 'A rank is a byte, and its a-file is the lowest bit, drawn at the left. A borrow runs from low bits to high bits, which is east.',
        left: { title: 'Sliders s' + on, sets: [['slider', t.s]], bare: !!turned }, right: { title: 'Occupied o' + on, sets: [['kill', t.o]] } },
      { code: '2s = s << 1', words: 'Twice a slider is the square just east of it. A slider on the h-file falls off its byte.',
        left: { title: '2s' + on, sets: [['gen', t.twice]], bare: !!turned }, right: { title: 'Occupied o' + on, sets: [['kill', t.o]] } },
      { code: 'o - 2s, in every byte', words: 'Subtracted from the occupied squares, each 2s borrows through the zeros, which are empty squares, up to the first blocker, which pays. Without a blocker the borrow ends at the edge of the byte.',
        left: { title: 'o - 2s' + on, sets: [['gen', t.difference], ['new', t.difference & ~t.o]], bare: !!turned }, right: { title: 'Occupied o' + on, sets: [['kill', t.o], ['lost', t.o & ~t.difference]] } },
      { code: 'o ^ (o - 2s)', words: `What has changed is what is attacked: the empty squares that a borrow crossed, and the blocker that paid: ${squares(count(t.changed))}.`,
        left: { title: 'Attacks' + on, sets: [['gen', t.changed]], bare: !!turned }, right: { title: 'o - 2s' + on, sets: [['gen', t.difference]] } },
    ];
    if (turned) frames.push({ code: 'attacks = turn(o ^ (o - 2s))', words: 'The same turn takes the board back.', left: { title: 'Attacks', sets: [['gen', t.attacks]] }, right: { title: 'o ^ (o - 2s)' + on, sets: [['gen', t.changed]] } });
    frames.forEach((f, i) => { f.bytes = [['o', t.o, 'kill'], ['2s', t.twice, 'slider'], ['o - 2s', t.difference, 'gen'], ['o ^ (o - 2s)', t.changed, 'new']].slice(0, Math.min(i + 1, 4)); });
    return frames;
  },

  rays() {
    const white = state.who === 'white' || state.who !== 'black' && state.white;
    const bit = name => name === 'off the board' ? 0n : 1n << BigInt('abcdefgh'.indexOf(name[0]) + 8 * (name[1] - 1));
    const turns = rayTurns(state.board, white), moves = [];
    const frames = [{
      code: 'ray = first ray;  x = from',
      words: `H.G. Muller's loop for ${white ? 'white' : 'black'}: every piece has a ray for each direction, and a turn takes one step along one ray. A turn stores its move whether it is one or not, and moves the end of the list past it only if it is.`,
      left: { title: 'Pieces with rays', sets: [['slider', state.board.reduce((b, p, sq) => p !== '' && (p === p.toUpperCase()) === white ? b | 1n << BigInt(sq) : b, 0n)]] }, moves: [],
    }];
    let reached = 0n;
    for (const t of turns) {
      if (t.move) { moves.push(t.from + t.y); reached |= bit(t.y); }
      frames.push({
        code: `y = x + step = ${t.y};  n += ${t.move ? 1 : 0};  ${t.ends ? 'ray = next;  x = from' : 'x = y'}`,
        words: `Ray ${t.index + 1} of ${t.rays}, ${t.piece} on ${t.from}: from ${t.x} it steps ${t.off ? 'off the board' : `to ${t.y}: ${t.there}`}. `
          + (t.move ? `${t.from}${t.y} stays in the list. ` : 'The stored move will be overwritten. ') + (t.ends ? 'The ray ends.' : 'The ray continues.'),
        left: { title: 'Squares reached so far', sets: [['gen', reached], [t.move ? 'new' : 'lost', bit(t.y)], ['slider', bit(t.from)]] }, moves: [...moves],
      });
    }
    return frames;
  },
};

const SHADES = { slider: 'slider', gen: 'in the set', new: 'new', pro: 'in the propagator', lost: 'left the propagator', kill: 'occupied' };
const LEGENDS = {
  fill: [['slider', 'slider'], ['gen', 'in the generator: g'], ['new', 'new in this step'], ['pro', 'in the propagator: p'], ['lost', 'left the propagator, after the step used it'], ['kill', 'neither: what comes stops']],
  generators: [['slider', '1: white bishops or rooks'], ['gen', '2: white queens'], ['new', '3: black bishops or rooks'], ['lost', '4: black queens'], ['pro', 'in the propagator']],
  subtraction: [['slider', 'slider'], ['gen', 'in the set'], ['new', 'borrowed'], ['kill', 'occupied'], ['lost', 'the blocker that pays']],
  rays: [['slider', 'the piece of the ray'], ['gen', 'reached'], ['new', 'the step of this turn, a move'], ['lost', 'the step, no move']],
};

// cells makes the squares of a board, the eighth rank on top, in root.
function cells(root, active) {
  const made = Array(64);
  for (let rank = 7; rank >= 0; rank--) {
    const row = document.createElement('div');
    if (active) row.setAttribute('role', 'row'); else row.style.display = 'contents';
    const label = document.createElement('span');
    label.className = 'mark'; label.textContent = rank + 1; label.setAttribute('aria-hidden', 'true');
    row.append(label);
    for (let file = 0; file < 8; file++) {
      const sq = 8 * rank + file, cell = made[sq] = document.createElement('div');
      cell.dataset.square = squareName(sq);
      if (active) { cell.setAttribute('role', 'gridcell'); cell.tabIndex = -1; }
      row.append(cell);
    }
    root.append(row);
  }
  const files = document.createElement('div');
  files.style.display = 'contents'; files.setAttribute('aria-hidden', 'true');
  for (const text of ['', ...'abcdefgh']) {
    const label = document.createElement('span');
    label.className = 'mark'; label.textContent = text;
    files.append(label);
  }
  root.append(files);
  return made;
}
const boardCells = cells(element('board'), true), secondCells = cells(element('second'), false);

// paint shows sets on cells, with the pieces unless the board is bare.
function paint(cells, view, active) {
  cells.forEach((cell, sq) => {
    let shade = '', number = '';
    for (const [colour, set, n] of view.sets) if (has(set, sq)) { shade = colour; number = n || ''; }
    const piece = view.bare ? '' : state.board[sq];
    const mark = number || { new: '+', lost: '\u2212' }[shade] || '';
    const html = (piece ? shapeOf(piece) : '') + (mark ? `<b>${mark}</b>` : '');
    if (cell.innerHTML !== html) cell.innerHTML = html;
    cell.className = ['square', (sq + (sq >> 3)) % 2 ? 'light' : '', shade, piece && active ? 'piece' : '', active && taken === sq ? 'taken' : '', active && sq === state.square ? 'line' : ''].filter(Boolean).join(' ');
    cell.dataset.shade = shade;
    if (active) {
      const name = number ? 'generator ' + number : shade === 'slider' && state.mode !== 'fill' ? '' : SHADES[shade];
      cell.setAttribute('aria-label', [squareName(sq), piece && pieceName(piece), name, taken === sq && 'taken'].filter(Boolean).join(', '));
      cell.tabIndex = sq === state.square ? 0 : -1;
    }
  });
}

// lineThrough returns the squares of the line through sq in direction d, from the
// edge where it begins.
function lineThrough(sq, d) {
  const onward = (sq, d) => { const b = step(1n << BigInt(sq), d); return b ? b.toString(2).length - 1 : -1; };
  for (let s = onward(sq, (d + 4) % 8); s >= 0; s = onward(s, (d + 4) % 8)) sq = s;
  const line = [];
  for (let s = sq; s >= 0; s = onward(s, d)) line.push(s);
  return line;
}

// network returns the network of the line through the chosen square: the pairs <g,p>
// of the frames as they flow from level to level.
function network(frame) {
  const d = state.direction, { shift } = DIRECTIONS[d], line = lineThrough(state.square, d), n = line.length;
  const union = k => frame.states[k].gens.reduce((a, b) => a | b), x = i => 30 + 44 * i, y = k => 46 + 78 * k;
  const narrow = matchMedia('(max-width: 40rem)').matches;
  const parts = [], codeAt = x(7) + 34;
  for (let k = 1; k <= 3; k++) {
    const reach = 2 ** (k - 1);
    for (let i = 0; i < n; i++) {
      const later = k > frame.level ? ' later' : '', lit = k === frame.level ? ' lit' : '';
      parts.push(`<path class="${later}" d="M${x(i)} ${y(k - 1)}V${y(k)}"/>`);
      if (i >= reach) {
        const used = frame.level === k && has(union(k - 1), line[i - reach]) && has(frame.states[k - 1].pro, line[i]) ? lit : '';
        parts.push(`<path class="${later}${used}" d="M${x(i - reach)} ${y(k - 1)}L${x(i)} ${y(k)}"/>`);
      }
    }
  }
  const values = [];
  for (let k = 0; k <= 3; k++) {
    line.forEach((sq, i) => {
      const g = has(union(k), sq), p = has(frame.states[k].pro, sq);
      const owner = frame.colours ? frame.states[k].gens.findIndex(set => has(set, sq)) : -1;
      const colour = frame.colours ? (owner >= 0 ? frame.colours[owner] : p ? 'pro' : 'none') : has(union(0), sq) ? 'slider' : g ? (k > 0 && !has(union(k - 1), sq) ? 'new' : 'gen') : p ? 'pro' : 'kill';
      const later = k > frame.level ? ' later' : '';
      parts.push(`<g class="${later}"><circle class="${colour}" cx="${x(i)}" cy="${y(k)}" r="16"/><text class="inside" x="${x(i)}" y="${y(k) + 4}">${+g}${k < 3 ? ` ${+p}` : ''}</text></g>`);
      if (k === frame.level) values.push(`${squareName(sq)} ${+g}${k < 3 ? ` ${+p}` : ''}`);
    });
    const s = shift * 2 ** (k - 1), now = k === frame.level ? ' now' : '';
    const code = k === 0 ? ['Input: g, p'] : [`g |= p & (${shifted('g', s)})`, k < 3 ? `p &= ${shifted('p', s)}` : 'Output: g'];
    if (!narrow) code.forEach((text, i) => parts.push(`<text class="code${now}" x="${codeAt}" y="${y(k) + 4 + 17 * (i - (code.length - 1) / 2)}">${text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')}</text>`));
  }
  line.forEach((sq, i) => parts.push(`<text x="${x(i)}" y="18">${squareName(sq)}</text>`));
  const label = `Pairs of generate and propagate after ${frame.level === 0 ? 'the start' : 'step ' + Math.min(frame.level, 3)}: ${values.join(', ')}`;
  return `<svg viewBox="0 0 ${narrow ? x(7) + 30 : codeAt + 170} ${y(3) + 30}" role="img" aria-label="${label}">${parts.join('')}</svg>`;
}

// bytes returns the numbers of the rank of the chosen square, lowest bit first.
function bytes(frame) {
  const turn = TURNS[state.direction], sq = turn(state.square % 8, state.square >> 3), rank = sq >> 3;
  const row = ([name, b, colour]) => `<tr><th scope="row">${name.replace('&', '&amp;')}</th>` + Array.from({ length: 8 }, (_, file) =>
    has(b, 8 * rank + file) ? `<td class="${colour}">1</td>` : '<td>0</td>').join('') + '</tr>';
  const names = Array.from({ length: 8 }, (_, file) => `<th scope="col">${squareName(turn(file, rank))}</th>`).join('');
  return `<table aria-label="The byte of the chosen line, lowest bit on the left"><tr><td></td>${names}</tr>${frame.bytes.map(row).join('')}</table>`;
}

let frames = [], taken = -1, timer = 0;

// show shows the present frame.
function show() {
  frames = FRAMES[state.mode]();
  state.at = Math.min(Math.max(state.at, 0), frames.length - 1);
  const frame = frames[state.at];
  element('code').textContent = frame.code;
  element('words').textContent = frame.words;
  element('count').textContent = `${state.at + 1} of ${frames.length}`;
  element('left-title').textContent = frame.left.title;
  paint(boardCells, frame.left, true);
  element('right').hidden = !frame.right;
  if (frame.right) {
    element('right-title').textContent = frame.right.title;
    element('second').setAttribute('aria-label', frame.right.title + ': ' + ([...secondCells.keys()].filter(sq => frame.right.sets.some(([c, set]) => c !== 'lost' && has(set, sq))).map(squareName).join(' ') || 'no square'));
    element('second').removeAttribute('aria-labelledby');
    paint(secondCells, { ...frame.right, bare: true }, false);
  }
  const line = squareName(state.square);
  element('side').hidden = !(frame.states || frame.bytes || frame.moves);
  if (frame.states) {
    element('side-title').textContent = `The line of ${line}, going ${DIRECTIONS[state.direction].name}`;
    element('network').innerHTML = network(frame);
  } else if (frame.bytes) {
    element('side-title').textContent = `The byte of ${line}, lowest bit on the left`;
    element('network').innerHTML = bytes(frame);
  } else if (frame.moves) {
    element('side-title').textContent = `The list: ${frame.moves.length} ${frame.moves.length === 1 ? 'move' : 'moves'}`;
    element('network').innerHTML = `<ol>${frame.moves.map(m => `<li>${m}</li>`).join('')}</ol>`;
  }
  element('first').disabled = element('previous').disabled = state.at === 0;
  element('next').disabled = element('last').disabled = state.at === frames.length - 1;
  element('play').innerHTML = timer ? '\u25A0 stop' : '\u25B6\uFE0E play';
  element('play').setAttribute('aria-label', timer ? 'Stop' : 'Play');
  element('direction').disabled = state.mode === 'rays';
  element('sliders').disabled = state.mode === 'generators';
  element('legend').innerHTML = LEGENDS[state.mode].map(([colour, text]) => `<li><span class="${colour}"></span>${text}</li>`).join('');
  if (document.activeElement !== element('fen')) element('fen').value = writeFEN();
  if (!used) return;
  try {
    history.replaceState(null, '', '#' + [state.mode, DIRECTIONS[state.direction].name, state.who, state.at, squareName(state.square), writeFEN()].map(encodeURIComponent).join('&'));
  } catch { /* a page without an address */ }
}

// go shows frame n.
function go(n) { state.at = n; show(); }

function stop() { clearInterval(timer); timer = 0; }

// setFEN shows the position of a FEN, or the error in it.
function setFEN(text) {
  try {
    Object.assign(state, parseFEN(text));
    element('error').textContent = '';
  } catch (e) {
    element('error').textContent = 'FEN: ' + e.message;
    return;
  }
  stop(); state.at = Math.min(state.at, FRAMES[state.mode]().length - 1);
  show();
}

// put puts a piece, or none, on a square.
function put(sq, piece) {
  state.board[sq] = piece;
  state.castling = rightsLeft(); state.passant = '-';
  element('error').textContent = '';
  stop(); show();
  element('fen').value = writeFEN();
}

// move moves a piece to a square, off the board if that is negative.
function move(from, to) {
  const piece = state.board[from];
  taken = -1;
  if (from === to || !piece) return show();
  state.board[from] = '';
  if (to >= 0) { state.board[to] = piece; state.square = to; put(to, piece); } else put(from, '');
}

DIRECTIONS.forEach((d, i) => element('direction').add(new Option(d.name, i)));
element('mode').onchange = e => {
  stop(); state.mode = e.target.value;
  if (state.mode === 'subtraction') { // east, and a line with a blocker if there is one
    choose('direction', state.direction = 1);
    const met = [...state.board.keys()].filter(sq => has(sliders(), sq) && (attacks(1n << BigInt(sq), emptySquares(), 1) & ~emptySquares()) !== 0n);
    if (met.length > 0) state.square = met[met.length - 1];
  }
  go(0);
};
element('direction').onchange = e => { state.direction = Number(e.target.value); show(); };
element('sliders').onchange = e => { state.who = e.target.value; show(); };
element('fen').oninput = e => setFEN(e.target.value);
element('fen').onblur = () => { element('error').textContent = ''; show(); };
element('controls').onsubmit = e => e.preventDefault();
element('start').onclick = () => { setFEN(START); element('fen').value = writeFEN(); };
element('clear').onclick = () => { setFEN('8/8/8/8/8/8/8/8'); element('fen').value = writeFEN(); };
element('first').onclick = () => { stop(); go(0); };
element('previous').onclick = () => { stop(); go(state.at - 1); };
element('next').onclick = () => { stop(); go(state.at + 1); };
element('last').onclick = () => { stop(); go(frames.length - 1); };
element('play').onclick = () => {
  if (timer) { stop(); return show(); }
  if (state.at === frames.length - 1) state.at = 0;
  timer = setInterval(() => { if (state.at >= frames.length - 2) stop(); go(state.at + 1); }, state.mode === 'rays' ? 350 : 1800);
  show();
};

// choose shows a value of a select.
function choose(id, value) { element(id).value = value; }

// The palette: a piece of it is put on every square that is tapped, until it is chosen again.
for (const piece of ['K', 'Q', 'R', 'B', 'N', 'P', 'remove', 'k', 'q', 'r', 'b', 'n', 'p']) {
  const button = document.createElement('button');
  button.type = 'button'; button.dataset.piece = piece;
  button.setAttribute('aria-label', piece === 'remove' ? 'Remove pieces' : 'Put a ' + pieceName(piece));
  button.innerHTML = piece === 'remove' ? '\u2715' : shapeOf(piece);
  button.onclick = () => useTool(state.tool === piece ? '' : piece);
  element('palette').append(button);
}
function useTool(tool) {
  state.tool = tool; taken = -1;
  for (const b of element('palette').children) b.setAttribute('aria-pressed', b.dataset.piece === tool);
  show();
}

// Keys: on the board they go from square to square and move pieces, elsewhere they step.
keys.addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target.matches('input, select')) return;
  const handled = e.target.matches('#board [data-square]') ? boardKey(e.key) : stepKey(e.key);
  if (handled) e.preventDefault();
});

function stepKey(key) {
  const to = { ArrowLeft: state.at - 1, ArrowRight: state.at + 1, Home: 0, End: frames.length - 1 }[key];
  if (to === undefined) return false;
  stop(); go(to);
  return true;
}

function boardKey(key) {
  const sq = state.square, [file, rank] = [sq % 8, sq >> 3];
  const to = { ArrowLeft: file > 0 ? sq - 1 : sq, ArrowRight: file < 7 ? sq + 1 : sq, ArrowUp: rank < 7 ? sq + 8 : sq, ArrowDown: rank > 0 ? sq - 8 : sq }[key];
  if (to !== undefined) { state.square = to; show(); boardCells[to].focus(); return true; }
  switch (key) {
    case 'Enter': case ' ':
      if (taken >= 0) move(taken, sq); else if (state.board[sq]) { taken = sq; show(); }
      return true;
    case 'Escape': useTool(''); return true;
    case 'Delete': case 'Backspace': taken = -1; put(sq, ''); return true;
  }
  if (/^[pnbrqk]$/i.test(key)) { taken = -1; put(sq, key); return true; }
  return false;
}

// Pointers: a tap chooses the line of the network, a drag moves a piece. By touch or pen a tap
// also takes a piece, and the next tap puts it down.
let ghost = null, dragged = -1, touched = -1;
const squareAt = (x, y) => boardCells.findIndex(c => { const r = c.getBoundingClientRect(); return x >= r.left && x < r.right && y >= r.top && y < r.bottom; });
element('board').addEventListener('pointerdown', e => {
  const sq = squareAt(e.clientX, e.clientY);
  if (sq < 0 || e.button !== 0) return;
  e.preventDefault();
  state.square = sq;
  if (state.tool) {
    put(sq, state.tool === 'remove' ? '' : state.tool);
    return;
  }
  if (e.pointerType !== 'mouse' && taken >= 0) {
    touched = -1;
    return move(taken, sq);
  }
  touched = e.pointerType !== 'mouse' && state.board[sq] ? sq : -1;
  taken = -1;
  show(); boardCells[sq].focus({ preventScroll: true });
  if (!state.board[sq]) return;
  dragged = sq;
  element('board').setPointerCapture(e.pointerId);
  ghost = document.createElement('div');
  ghost.className = 'drag'; ghost.innerHTML = shapeOf(state.board[sq]);
  ghost.style.left = e.clientX + 'px'; ghost.style.top = e.clientY + 'px';
  element('stepper').append(ghost);
});
element('board').addEventListener('pointermove', e => { if (ghost) { ghost.style.left = e.clientX + 'px'; ghost.style.top = e.clientY + 'px'; } });
function drop(e) {
  if (!ghost) return;
  ghost.remove(); ghost = null;
  const from = dragged;
  dragged = -1;
  if (e.type !== 'pointerup') return;
  const to = squareAt(e.clientX, e.clientY);
  if (to === from && touched === from) { taken = from; return show(); }
  move(from, to);
}
element('board').addEventListener('pointerup', drop);
element('board').addEventListener('pointercancel', drop);

// On a narrow screen the settings are folded away, so that the board is in sight.
const narrowScreen = matchMedia('(max-width: 40rem)');
const fold = () => { element('settings').open = !narrowScreen.matches; };
narrowScreen.addEventListener('change', () => { fold(); show(); });
fold();

// open shows what the address says, or else the command's position.
function open() {
  const { fen, direction, sliders } = element('stepper').dataset;
  let at = [];
  try { at = location.hash.slice(1).split('&').map(decodeURIComponent); } catch { /* not an address of ours */ }
  const ours = at.length === 6 && FRAMES[at[0]];
  if (!whole && !ours && frames.length > 0) return; // a link to another section
  if (!whole && ours) element('stepper').scrollIntoView();
  const [mode, name, who, frame, square, shown] = ours ? at : ['fill', direction, sliders, 0, '', fen];
  state.mode = mode;
  state.direction = Math.max(DIRECTIONS.findIndex(d => d.name === name), 0);
  state.who = /^(both|white|black|[a-h][1-8](,[a-h][1-8])*)$/.test(who) ? who : 'both';
  if (![...element('sliders').options].some(o => o.value === state.who)) element('sliders').add(new Option('on ' + state.who, state.who));
  choose('mode', state.mode); choose('direction', state.direction); choose('sliders', state.who);
  setFEN(fen); setFEN(shown);

  state.square = /^[a-h][1-8]$/.test(square) ? 'abcdefgh'.indexOf(square[0]) + 8 * (square[1] - 1) : lastSlider();
  go(Number(frame) || 0);
  element('fen').value = writeFEN();
}

// lastSlider returns the square of a slider, or d4.
function lastSlider() {
  const s = sliders();
  return s ? s.toString(2).length - 1 : 27;
}
open();
addEventListener('hashchange', open); // a link to another step, opened in the same tab
