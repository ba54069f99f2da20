// The pictures of the reference page that react to taps and keys. Each is a function of WIDGETS,
// by the name of the still picture that it replaces. It fills an element, and returns get,
// the state as text for a link, and set, which shows such a state. set may throw.

// make returns an element with attributes and children. Functions are handlers.
function make(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === 'function') e.addEventListener(name, value); else if (value !== false) e.setAttribute(name, value === true ? '' : value);
  }
  e.append(...children);
  return e;
}

const bit = sq => 1n << BigInt(sq);
const hex = b => '0x' + b.toString(16).padStart(16, '0');
const listOf = b => [...Array(64).keys()].filter(sq => has(b, sq)).map(squareName).join(' ') || 'no square';
const rankOf = r => 0xffn << BigInt(8 * r);
const fileOf = f => 0x0101010101010101n << BigInt(f);
const SIGNS = { new: '+', lost: '\u2212' };

// parseHex returns a bitboard that hex or toString(16) wrote.
function parseHex(text) {
  if (!/^(0x)?[0-9a-f]{1,16}$/.test(text)) throw new Error('not a bitboard: ' + text);
  return BigInt('0x' + text.replace('0x', ''));
}

// number returns an integer from 0 to most.
function number(text, most) {
  if (!/^\d+$/.test(text) || Number(text) > most) throw new Error('not a number to ' + most + ': ' + text);
  return Number(text);
}

// aBoard returns a board with a title. With act, which gets a square, it is a grid for taps and
// keys. paint({sets, pieces, text, title, marked}) shows sets in colours, later ones over earlier.
function aBoard(title, act) {
  const caption = make('div', { class: 'title' }, title);
  const grid = make('div', { class: 'board', role: act ? 'grid' : 'img', 'aria-label': title });
  const cells = Array(64);
  let at = 27, view = { sets: [] };
  for (let rank = 7; rank >= 0; rank--) {
    const row = make('div', act ? { class: 'row', role: 'row' } : { class: 'row' }, make('span', { class: 'mark', 'aria-hidden': 'true' }, String(rank + 1)));
    for (let file = 0; file < 8; file++) {
      const sq = 8 * rank + file;
      cells[sq] = make('div', { 'data-square': squareName(sq) });
      if (act) {
        cells[sq].setAttribute('role', 'gridcell');
        cells[sq].addEventListener('click', () => { at = sq; act(sq); });
      }
      row.append(cells[sq]);
    }
    grid.append(row);
  }
  grid.append(make('div', { class: 'row', 'aria-hidden': 'true' }, ...[...' abcdefgh'].map(c => make('span', { class: 'mark' }, c))));
  if (act) {
    grid.addEventListener('keydown', e => {
      if (e.ctrlKey || e.metaKey || e.altKey) return;
      const [file, rank] = [at % 8, at >> 3];
      const to = { ArrowLeft: file > 0 ? at - 1 : at, ArrowRight: file < 7 ? at + 1 : at, ArrowUp: rank < 7 ? at + 8 : at, ArrowDown: rank > 0 ? at - 8 : at }[e.key];
      if (to !== undefined) { at = to; paint(view); cells[at].focus(); } else if (e.key === 'Enter' || e.key === ' ') act(at); else return;
      e.preventDefault();
    });
  }
  function paint(v) {
    view = v;
    if (v.title) caption.textContent = v.title;
    cells.forEach((cell, sq) => {
      let shade = '';
      for (const [colour, set] of v.sets) if (has(set, sq)) shade = colour;
      const piece = v.pieces ? v.pieces[sq] : '', text = v.text ? v.text(sq) : SIGNS[shade] || '';
      const html = (piece ? shapeOf(piece) : '') + (text !== '' ? `<b>${text}</b>` : '');
      if (cell.innerHTML !== html) cell.innerHTML = html;
      cell.className = ['square', (sq + (sq >> 3)) % 2 ? 'light' : '', shade, v.marked && has(v.marked, sq) ? 'marked' : ''].filter(Boolean).join(' ');
      cell.dataset.shade = shade;
      if (act) {
        cell.setAttribute('aria-label', [squareName(sq), piece && pieceName(piece), v.names && v.names[shade]].filter(Boolean).join(', '));
        cell.tabIndex = sq === at ? 0 : -1;
      }
    });
    if (!act) grid.setAttribute('aria-label', `${caption.textContent}: ${listOf(v.sets.reduce((b, [c, set]) => c === 'kill' || c === 'lost' ? b & ~set : b | set, 0n))}`);
  }
  return { root: make('div', { class: 'panel' }, caption, grid), paint };
}

// aBar returns buttons for the steps from 0 to last, of which show(n) shows one.
function aBar(last, show) {
  let at = 0, timer = 0;
  const go = n => { at = Math.min(Math.max(n, 0), last); refresh(); show(at); };
  const halt = () => { clearInterval(timer); timer = 0; };
  const button = (label, text, f) => make('button', { type: 'button', 'aria-label': label, click: () => { halt(); f(); } }, text);
  const first = button('First step', '|\u25C0\uFE0E', () => go(0)), previous = button('Previous step', '\u25C0\uFE0E', () => go(at - 1));
  const next = button('Next step', '\u25B6\uFE0E', () => go(at + 1));
  const play = make('button', { type: 'button', class: 'play', click: () => {
    if (timer) { halt(); return refresh(); }
    if (at === last) go(0);
    timer = setInterval(() => { if (at >= last - 1) halt(); go(at + 1); }, 1300);
    refresh();
  } });
  const count = make('span', { class: 'count' });
  const root = make('div', { class: 'bar', role: 'group', 'aria-label': 'Steps' }, first, previous, play, next, count);
  root.addEventListener('keydown', e => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[e.key];
    if (to === undefined || e.ctrlKey || e.metaKey || e.altKey) return;
    halt(); go(to); e.preventDefault();
  });
  function refresh() {
    count.textContent = `step ${at} of ${last}`;
    // A disabled button would lose the focus of the keyboard.
    for (const [b, off] of [[first, at === 0], [previous, at === 0], [next, at === last]]) b.setAttribute('aria-disabled', off);
    play.textContent = timer ? '\u25A0 stop' : '\u25B6\uFE0E play';
    play.setAttribute('aria-label', timer ? 'Stop' : 'Play');
  }
  refresh();
  return { root, go, get at() { return at; } };
}

// aChoice returns buttons of which one is pressed. pick gets its index.
function aChoice(label, names, pick) {
  const buttons = names.map((name, i) => make('button', { type: 'button', click: () => { set(i); pick(i); } }, name));
  const set = at => buttons.forEach((b, i) => b.setAttribute('aria-pressed', i === at));
  return { root: make('div', { class: 'choice', role: 'group', 'aria-label': label }, ...buttons), set };
}

// aDirection returns a select for the direction.
function aDirection(pick) {
  const select = make('select', { change: e => pick(Number(e.target.value)) }, ...DIRECTIONS.map((d, i) => make('option', { value: i }, d.name)));
  return { root: make('label', {}, 'Direction ', select), set: d => { select.value = d; } };
}

// aLegend explains colours.
function aLegend(pairs) {
  return make('ul', { class: 'legend', 'aria-label': 'Colours' }, ...pairs.map(([colour, text]) => make('li', {}, make('span', { class: colour }, SIGNS[colour] || ''), text)));
}

// aText is code and words under it, read aloud when they change.
function aText() {
  const code = make('code'), words = make('p');
  return { root: make('div', { class: 'text', 'aria-live': 'polite' }, code, words), set: (c, w) => { code.textContent = c; words.textContent = w; } };
}

const rowOf = (...children) => make('div', { class: 'panels' }, ...children);

// Pieces of a board: placed writes them as "Rd4,pg7", placing reads that.
const placed = pieces => pieces.map((p, sq) => p && p + squareName(sq)).filter(Boolean).join(',') || '-';
function placing(text) {
  const pieces = Array(64).fill('');
  if (text === '-') return pieces;
  for (const item of text.split(',')) {
    if (!/^[RQp][a-h][1-8]$/.test(item)) throw new Error('not a piece: ' + item);
    pieces['abcdefgh'.indexOf(item[1]) + 8 * (item[2] - 1)] = item[0];
  }
  return pieces;
}
const setOf = (pieces, letters) => pieces.reduce((b, p, sq) => p !== '' && letters.includes(p) ? b | bit(sq) : b, 0n);
const emptyOf = pieces => pieces.reduce((b, p, sq) => p === '' ? b | bit(sq) : b, 0n);
const cycle = (pieces, sq, letters) => { pieces[sq] = letters[(letters.indexOf(pieces[sq]) + 1) % letters.length]; };
const fenBoard = text => text.split('/').reverse().flatMap(rank => [...rank].flatMap(c => c >= '1' && c <= '8' ? Array(Number(c)).fill('') : [c]));

// The networks of eight lines, as in package prefix: for each level pairs [from, to].
const NETWORKS = {
  'Kogge-Stone': [1, 2, 4].map(d => Array.from({ length: 8 - d }, (_, i) => [i, i + d])),
  'Brent-Kung': [[[0, 1], [2, 3], [4, 5], [6, 7]], [[1, 2], [1, 3], [5, 7]], [[3, 4], [3, 5], [3, 7]], [[5, 6]]],
};

// flow returns the pairs [g, p] of the lines before the first level and after each.
function flow(levels, inputs) {
  const states = [inputs];
  for (const level of levels) {
    const before = states[states.length - 1], after = [...before];
    for (const [from, to] of level) {
      const [g, p] = before[to], [h, q] = before[from];
      after[to] = [g || p && h, p && q];
    }
    states.push(after);
  }
  return states;
}

const WIDGETS = {
  // Two boards, an operator, and the result.
  bits(root, changed) {
    const OPS = [['a << 8', a => a << 8n & ALL], ['a >> 8', a => a >> 8n], ['a << 1', a => a << 1n & ALL], ['a >> 1', a => a >> 1n],
      ['a & b', (a, b) => a & b], ['a | b', (a, b) => a | b], ['~a', a => ~a & ALL]];
    let a = 0x8000010n, b = rankOf(3), op = 0;
    const choice = aChoice('Operator', OPS.map(o => o[0]), i => { op = i; show(); });
    const left = aBoard('a', sq => { a ^= bit(sq); show(); }), right = aBoard('b', sq => { b ^= bit(sq); show(); }), result = aBoard('result');
    const numbers = [left, right, result].map(x => { const n = make('code', { class: 'number' }); x.root.append(n); return n; });
    const clear = make('button', { type: 'button', click: () => { a = b = 0n; show(); } }, 'Clear');
    const words = make('p', { class: 'words', 'aria-live': 'polite' });
    choice.root.append(clear);
    root.append(choice.root, rowOf(left.root, right.root, result.root), words);
    const text = set => sq => has(set, sq) ? `1<small>${sq}</small>` : `<small>${sq}</small>`;
    // value returns a set as a number, and as powers of two if they are few.
    const value = x => hex(x) + (count(x) > 0 && count(x) < 4 ? ' = ' + [...Array(64).keys()].filter(sq => has(x, sq)).map(sq => '2^' + sq).join(' + ') : '');
    function show() {
      const [name, f] = OPS[op], out = f(a, b), two = name.includes('b');
      choice.set(op);
      right.root.hidden = !two;
      for (const [board, set, title] of [[left, a, 'a: tap squares'], [right, b, 'b: tap squares'], [result, out, name]]) board.paint({ sets: [['gen', set]], text: text(set), title, names: { gen: '1' } });
      [a, b, out].forEach((x, i) => { numbers[i].textContent = value(x); });
      const lost = { 'a << 8': a & rankOf(7), 'a >> 8': a & rankOf(0), 'a << 1': a & fileOf(7), 'a >> 1': a & fileOf(0) }[name];
      const over = name.endsWith('8') ? 'falls off the board' : 'does not stay on its rank, because the bits of the next rank follow directly';
      words.textContent = lost ? `${listOf(lost)} ${over}.` : `${name} is ${listOf(out)}.`;
      changed();
    }
    show();
    return {
      get: () => [a.toString(16), b.toString(16), op].join(),
      set(state) { const [x, y, z] = state.split(','); [a, b, op] = [parseHex(x), parseHex(y), number(z, OPS.length - 1)]; show(); },
    };
  },

  // Seven steps by one beside three steps by one, two and four.
  fill(root, changed) {
    let start = bit(3) | bit(14);
    const toggle = sq => { start ^= bit(sq); show(); };
    const slow = aBoard('Steps by one', toggle), fast = aBoard('Steps by 1, 2 and 4', toggle);
    const codes = [slow, fast].map(x => { const n = make('code', { class: 'number' }); x.root.append(n); return n; });
    const score = make('p', { class: 'words', 'aria-live': 'polite' });
    const bar = aBar(7, () => show());
    root.append(bar.root, rowOf(slow.root, fast.root), score, aLegend([['slider', 'from here: tap squares'], ['gen', 'filled'], ['new', 'new in this step']]));
    // after returns the fill after n steps of the given numbers of ranks.
    const after = (steps, n) => steps.slice(0, n).reduce((b, s) => (b | b << BigInt(8 * s)) & ALL, start);
    function show() {
      const at = bar.at, done = [];
      [[slow, [1, 1, 1, 1, 1, 1, 1]], [fast, [1, 2, 4]]].forEach(([board, steps], i) => {
        const n = Math.min(at, steps.length), now = after(steps, n), before = at <= steps.length ? after(steps, Math.max(n - 1, 0)) : now;
        board.paint({ sets: [['gen', now], ['new', now & ~before], ['slider', start]], names: { slider: 'from here', gen: 'filled', new: 'new' } });
        codes[i].textContent = n === 0 ? 'fill = start' : at > steps.length ? 'done' : `fill |= fill << ${8 * steps[n - 1]}`;
        done.push(`${2 * n} operations${n === steps.length ? ', finished' : ''}`);
      });
      score.textContent = `Left: ${done[0]}. Right: ${done[1]}.`;
      changed();
    }
    show();
    return { get: () => `${start.toString(16)},${bar.at}`, set(state) { const [b, n] = state.split(','), to = number(n, 7); start = parseHex(b); bar.go(to); } };
  },

  // The occluded fill going north, of pieces that a tap changes.
  occluded(root, changed) {
    let pieces = placing('Rd4,Rg3,pg7');
    const left = aBoard('gen: tap squares', sq => { cycle(pieces, sq, ['', 'R', 'p']); show(); }), right = aBoard('pro'), text = aText();
    const bar = aBar(4, () => show());
    root.append(bar.root, text.root, rowOf(left.root, right.root), aLegend([['slider', 'rook'], ['gen', 'in the set'], ['new', 'new in this step'], ['pro', 'in the propagator'], ['lost', 'left the propagator, after the step used it']]));
    function show() {
      const k = bar.at, rooks = setOf(pieces, 'R'), states = fillSteps([rooks], emptyOf(pieces), 7);
      const now = states[Math.min(k, 3)], before = states[Math.max(Math.min(k, 3) - 1, 0)], s = 8 * 2 ** (k - 1), gen = now.gens[0];
      const names = { slider: 'rook', gen: 'in the set', new: 'new' };
      if (k === 4) {
        const attacked = step(gen, 7);
        left.paint({ sets: [['gen', attacked]], pieces, title: 'attacks: tap squares', names });
        right.paint({ sets: [['gen', gen]], title: 'gen' });
        text.set('attacks = gen << 8', `One more step by one square leaves the rooks and takes the first blockers: ${squares(count(attacked))} attacked.`);
      } else {
        const fresh = gen & ~before.gens[0];
        left.paint({ sets: [['gen', gen], ['new', fresh], ['slider', rooks]], pieces, title: 'gen: tap squares', names });
        right.paint({ sets: [['pro', now.pro], ['lost', k > 0 ? before.pro & ~now.pro : 0n]], title: 'pro' });
        text.set(k === 0 ? 'gen = rooks;  pro = empty & ~rank1' : `gen |= pro & (gen << ${s})` + (k < 3 ? `;  pro &= pro << ${s}` : ''),
          ['Tap a square to put a rook there. Tap it again for a pawn, and once more to empty it.',
            `One square north, where that is empty: ${squares(count(fresh))}. The propagator keeps pairs of empty squares.`,
            `Two squares north, where both are empty: ${squares(count(fresh))}. The propagator keeps four in a row.`,
            `Four squares north, where all four are empty: ${squares(count(fresh))}. This is the occluded fill.`][k]);
      }
      changed();
    }
    show();
    return { get: () => `${bar.at}.${placed(pieces)}`, set(state) { const [n, list] = state.split('.'); const to = number(n, 4); pieces = placing(list); bar.go(to); } };
  },

  // A quiz: which squares stay in the propagator?
  propagator(root, changed) {
    let question = 0, marked = 0n, shown = false, right = 0, asked = 0;
    const board = aBoard('Propagator', sq => { if (!shown && sq % 8 === ask().file) { marked ^= bit(sq); show(); } }), text = aText();
    const check = make('button', { type: 'button', click: () => { if (!shown) { shown = true; asked++; if (good()) right++; show(); } } }, 'Check');
    const next = make('button', { type: 'button', click: () => { question++; marked = 0n; shown = false; show(); } }, 'Next question');
    root.append(rowOf(board.root, make('div', { class: 'panel wide' }, text.root, make('div', { class: 'bar' }, check, next),
      aLegend([['pro', 'in the propagator'], ['lost', 'leaves it'], ['new', 'leaves it, and you missed it'], ['kill', 'stays, and you took it away']]))));
    // ask returns question n: two follow each other on one board.
    function ask() {
      let seed = 12345 + 7919 * (question >> 1);
      const random = n => { seed = (1103515245 * seed + 12345) % 2147483648; return Math.floor(seed / 65536) % n; };
      const pieces = Array(64).fill('');
      for (let i = 0; i < 13; i++) pieces[random(64)] = 'p';
      const file = random(8), s = 8 << question % 2;
      let pro = emptyOf(pieces) & ~rankOf(0);
      if (question % 2) pro &= pro << 8n;
      return { pieces, file, s, pro, after: pro & pro << BigInt(s) };
    }
    const good = () => { const q = ask(); return marked === (q.pro & ~q.after & fileOf(q.file)); };
    function show() {
      const q = ask(), line = fileOf(q.file), leave = q.pro & ~q.after & (shown ? ALL : line);
      const sets = shown ? [['pro', q.after], ['lost', leave & ~line | leave & marked], ['new', leave & line & ~marked], ['kill', marked & q.after]] : [['pro', q.pro], ['lost', marked]];
      board.paint({ sets, pieces: q.pieces, marked: line, names: { pro: 'in the propagator', lost: 'leaves it', new: 'leaves it, missed', kill: 'stays' } });
      const name = 'abcdefgh'[q.file];
      text.set(`pro &= pro << ${q.s}`, shown
        ? (good() ? 'Right. ' : 'Not quite. ') + `A square stays if it and the square ${q.s === 8 ? 'south of it are both' : 'two south of it are both'} in the propagator. ${right} of ${asked} right so far.`
        : `Which squares of the ${name}-file leave the propagator? ` + (q.s === 8 ? 'It has the empty squares of ranks 2 to 8. ' : 'It has the empty squares that follow another empty square. ') + 'Tap them, then check.');
      check.disabled = shown;
      changed();
    }
    show();
    return { get: () => String(question), set(state) { question = number(state, 9999); marked = 0n; shown = false; show(); } };
  },

  // Two networks over one file of a board.
  doubling(root, changed) {
    let pieces = placing('Rd4,Rg3,pg7'), file = 3;
    const board = aBoard('Board', sq => { file = sq % 8; cycle(pieces, sq, ['', 'R', 'p']); show(); }), text = aText();
    const drawings = Object.keys(NETWORKS).map(name => { const title = make('div', { class: 'title' }, name), svg = make('div', { class: 'network' }); return { name, title, svg, root: make('div', { class: 'panel wide' }, title, svg) }; });
    const bar = aBar(4, () => show());
    root.append(bar.root, text.root, rowOf(board.root, ...drawings.map(d => d.root)),
      aLegend([['slider', 'rook: g = 1'], ['new', 'g new in this level'], ['gen', 'g = 1'], ['pro', 'p = 1'], ['kill', 'neither']]));
    function show() {
      const k = bar.at, rooks = setOf(pieces, 'R'), empty = emptyOf(pieces), states = fillSteps([rooks], empty, 7), now = Math.min(k, 3);
      board.paint({ sets: [['gen', states[now].gens[0]], ['new', k > 0 && k < 4 ? states[k].gens[0] & ~states[k - 1].gens[0] : 0n], ['slider', rooks]], pieces, marked: fileOf(file),
        title: 'All files: tap squares', names: { slider: 'rook', gen: 'filled', new: 'new' } });
      const inputs = Array.from({ length: 8 }, (_, r) => [has(rooks, 8 * r + file), r > 0 && has(empty, 8 * r + file)]);
      for (const d of drawings) {
        const levels = NETWORKS[d.name], all = levels.flat().length, done = levels.slice(0, k).flat().length;
        d.title.textContent = `${d.name}: ${done} of ${all} circles`;
        d.svg.innerHTML = drawFlow(d.name, levels, flow(levels, inputs), k);
      }
      const name = 'abcdefgh'[file];
      text.set('<g,p> # <g\',p\'> = <g | p & g\', p & p\'>', [
        `The ${name}-file, with ${name}1 on the left. A circle holds g and p of its square. Tap squares to change them.`,
        'Kogge-Stone joins every square with the one south of it, Brent-Kung every second square.',
        'Stretches of two join to stretches of four.',
        'Kogge-Stone has finished after three levels: every square knows about all squares south of it.',
        'Brent-Kung needs a fourth level for the squares between. Its outputs g are the same.'][k]);
      changed();
    }
    // drawFlow draws the levels up to k with their values, and the rest dim.
    function drawFlow(name, levels, states, k) {
      const x = i => 28 + 42 * i, y = l => 44 + 58 * l, parts = [], values = [];
      levels.forEach((level, l) => {
        for (let i = 0; i < 8; i++) parts.push(`<path class="${l < k ? '' : 'later'}" d="M${x(i)} ${y(l)}V${y(l + 1)}"/>`);
        for (const [from, to] of level) {
          const lit = l < k && states[l][from][0] && states[l][to][1];
          parts.push(`<path class="${l < k ? '' : 'later'}${lit ? ' lit' : ''}" d="M${x(from)} ${y(l)}L${x(to)} ${y(l + 1)}"/>`);
        }
      });
      states.forEach((state, l) => state.forEach(([g, p], i) => {
        const node = l === 0 || levels[l - 1].some(([, to]) => to === i);
        const colour = l > k ? 'none' : states[0][i][0] ? 'slider' : g ? (l > 0 && !states[l - 1][i][0] ? 'new' : 'gen') : p ? 'pro' : 'kill';
        if (l === Math.min(k, levels.length)) values.push(`${'abcdefgh'[file]}${i + 1} ${+g} ${+p}`);
        if (!node) return; // the line passes
        parts.push(`<circle class="${colour}" cx="${x(i)}" cy="${y(l)}" r="16"/>` + (l > k ? '' : `<text class="inside" x="${x(i)}" y="${y(l) + 5}">${+g} ${+p}</text>`));
      }));
      for (let i = 0; i < 8; i++) parts.push(`<text x="${x(i)}" y="18">${'abcdefgh'[file]}${i + 1}</text>`);
      return `<svg viewBox="0 0 350 ${y(levels.length) + 24}" role="img" aria-label="${name}, g and p: ${values.join(', ')}">${parts.join('')}</svg>`;
    }
    show();
    return { get: () => `${bar.at}.${'abcdefgh'[file]}.${placed(pieces)}`, set(state) {
      const [n, f, list] = state.split('.');
      if (!/^[a-h]$/.test(f)) throw new Error('not a file: ' + f);
      const to = number(n, 4);
      [pieces, file] = [placing(list), 'abcdefgh'.indexOf(f)];
      bar.go(to);
    } };
  },

  // A step with and without its wrap mask.
  wraps(root, changed) {
    let rooks = bit(36) | bit(39) | bit(10), d = 1, masked = 0;
    const left = aBoard('gen: tap squares', sq => { rooks ^= bit(sq); show(); }), middle = aBoard('shifted'), right = aBoard('wrap mask'), mask = make('code', { class: 'number' });
    right.root.append(mask);
    const direction = aDirection(x => { d = x; show(); }), choice = aChoice('Mask', ['without the mask', 'with the mask'], i => { masked = i; show(); }), text = aText();
    root.append(make('div', { class: 'bar' }, direction.root, choice.root), text.root, rowOf(left.root, middle.root, right.root),
      aLegend([['slider', 'rook'], ['gen', 'moved'], ['lost', 'wrapped around'], ['pro', 'in the mask']]));
    function show() {
      const { shift, wrap, name } = DIRECTIONS[d], moved = shift > 0 ? rooks << BigInt(shift) & ALL : rooks >> BigInt(-shift), wrong = moved & ~wrap;
      direction.set(d); choice.set(masked);
      const pieces = Array.from({ length: 64 }, (_, sq) => has(rooks, sq) ? 'R' : '');
      left.paint({ sets: [['slider', rooks]], pieces, names: { slider: '' } });
      const code = shifted('gen', shift);
      middle.paint({ sets: [['gen', moved & wrap], ['lost', masked ? 0n : wrong]], title: masked ? `(${code}) & wrap` : code });
      right.paint({ sets: [['pro', wrap]] });
      mask.textContent = hex(wrap);
      text.set(masked ? `(${code}) & wrap` : code, wrong === 0n ? `One square ${name}. No square wraps around here; put a rook on another edge.` : masked ? `The mask removes ${listOf(wrong)}.` : `${listOf(wrong)} should not be there: it wrapped around the edge.`);
      changed();
    }
    show();
    return { get: () => `${rooks.toString(16)},${d},${masked}`, set(state) { const [b, x, m] = state.split(','); [rooks, d, masked] = [parseHex(b), number(x, 7), number(m, 1)]; show(); } };
  },

  // One byte: twice the rooks subtracted from the occupied squares.
  subtraction(root, changed) {
    let rank = [...'...R...p'].map(c => c === '.' ? '' : c);
    const buttons = Array.from({ length: 8 }, (_, f) => make('button', { type: 'button', class: 'square', click: () => { cycle(rank, f, ['', 'R', 'p']); show(); } }));
    const strip = make('div', { class: 'strip', role: 'group', 'aria-label': 'A rank: tap squares' }, ...buttons), table = make('div', { class: 'bytes' }), text = aText();
    const bar = aBar(3, () => show());
    root.append(bar.root, text.root, make('div', { class: 'narrow' }, strip, table), aLegend([['slider', '2s'], ['kill', 'occupied'], ['new', 'borrowed'], ['lost', 'paid'], ['gen', 'attacked']]));
    function show() {
      const k = bar.at, s = rank.reduce((b, p, f) => p === 'R' ? b | 1 << f : b, 0), o = rank.reduce((b, p, f) => p ? b | 1 << f : b, 0);
      const twice = s << 1 & 255, difference = o - twice & 255, changedBits = o ^ difference;
      buttons.forEach((b, f) => {
        b.className = `square ${f % 2 ? 'light' : ''}` + (k === 3 && changedBits >> f & 1 ? ' gen' : '');
        b.innerHTML = rank[f] ? shapeOf(rank[f]) : '';
        b.setAttribute('aria-label', `${'abcdefgh'[f]}-file, ${rank[f] ? pieceName(rank[f]) : 'empty'}`);
      });
      const rows = [['o', o, f => o >> f & 1 ? 'kill' : ''], ['2s', twice, f => twice >> f & 1 ? 'slider' : ''],
        ['o \u2212 2s', difference, f => difference >> f & 1 ? (o >> f & 1 ? 'kill' : 'new') : o >> f & 1 ? 'lost' : ''], ['o ^ (o \u2212 2s)', changedBits, f => changedBits >> f & 1 ? 'gen' : '']];
      table.innerHTML = `<table aria-label="The byte of the rank, lowest bit on the left"><tr><td></td>${[...'abcdefgh'].map(c => `<th scope="col">${c}</th>`).join('')}</tr>`
        + rows.map(([name, value, colour], i) => i > k ? '' : `<tr><th scope="row">${name}<br>= ${value}</th>${Array.from({ length: 8 }, (_, f) => `<td class="${colour(f)}">${value >> f & 1}</td>`).join('')}</tr>`).join('') + '</table>';
      text.set(['o = occupied', '2s = rooks << 1', 'o - 2s', 'o ^ (o - 2s)'][k], [
        'The a-file is the lowest bit, on the left: 1, 2, 4, 8 and so on. Tap squares of the rank to put a rook, a pawn, or nothing.',
        'Twice a rook is the square east of it.',
        `${o} - ${twice} = ${o - twice}` + (o < twice ? `, which is ${difference} in a byte of 256 values: the borrow left the board.` : '. Each 2s borrows through the zeros up to the first 1, which pays.'),
        'The bits that changed are the attacked squares.'][k]);
      changed();
    }
    show();
    return { get: () => `${bar.at}.${rank.map(p => p || '-').join('')}`, set(state) {
      const [n, text] = state.split('.');
      if (!/^[-Rp]{8}$/.test(text)) throw new Error('not a rank: ' + text);
      const to = number(n, 3);
      rank = [...text].map(c => c === '-' ? '' : c);
      bar.go(to);
    } };
  },

  // Four generators over one propagator.
  generators(root, changed) {
    const pieces = fenBoard('r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4'), colours = ['slider', 'gen', 'new', 'lost'];
    let d = 4, chosen = -1;
    const left = aBoard('gen[i]: tap a square', sq => { chosen = sq; show(); }), right = aBoard('pro, for all four'), text = aText();
    const direction = aDirection(x => { d = x; chosen = -1; show(); }), bar = aBar(4, () => { chosen = -1; show(); }), legend = make('div');
    bar.root.append(direction.root);
    root.append(bar.root, text.root, rowOf(left.root, right.root), legend);
    function show() {
      const k = bar.at, letter = d % 2 ? 'R' : 'B', kind = d % 2 ? 'rooks' : 'bishops', { shift, name } = DIRECTIONS[d], s = shift * 2 ** (k - 1);
      const names = ['white ' + kind, 'white queens', 'black ' + kind, 'black queens'], gens = [letter, 'Q', letter.toLowerCase(), 'q'].map(p => setOf(pieces, p));
      const states = fillSteps(gens, emptyOf(pieces), d), sets = k === 4 ? states[3].gens.map(g => step(g, d)) : states[k].gens;
      const owner = sq => sets.findIndex(set => has(set, sq));
      direction.set(d);
      left.paint({ sets: sets.map((set, i) => [colours[i], set]), pieces, text: sq => owner(sq) < 0 ? '' : owner(sq) + 1, marked: chosen < 0 ? 0n : bit(chosen),
        title: k === 4 ? 'attacks[i]: tap a square' : 'gen[i]: tap a square', names: Object.fromEntries(colours.map((c, i) => [c, names[i]])) });
      right.paint({ sets: [['pro', states[Math.min(k, 3)].pro]] });
      const from = DIRECTIONS[(d + 4) % 8].name;
      text.set(k === 0 ? 'gen[i] = ...;  pro = empty & wrap' : k === 4 ? `attacks[i] = (${shifted('gen[i]', shift)}) & wrap` : `gen[i] |= pro & (${shifted('gen[i]', s)})` + (k < 3 ? `;  pro &= ${shifted('pro', s)}` : ''),
        chosen >= 0 ? `${squareName(chosen)}: ${owner(chosen) < 0 ? 'in no set' : k === 4 ? `attacked from the ${from} by one of the ${names[owner(chosen)]}` : `in the set of the ${names[owner(chosen)]}`}.`
          : ['Four sets of sliders, a colour each, and one propagator.', `All four move ${name} over the same propagator.`, 'By two squares.', 'By four squares. No square has two colours: in one direction at most one slider reaches it.', 'Every square shows what attacks it.'][k]);
      legend.replaceChildren(aLegend([...names.map((n, i) => [colours[i], `${i + 1}: ${n}`]), ['pro', 'in the propagator']]));
      legend.querySelectorAll('span').forEach((e, i) => { e.textContent = i < 4 ? i + 1 : ''; });
      changed();
    }
    show();
    return { get: () => `${bar.at},${d}`, set(state) { const [n, x] = state.split(','), to = number(n, 4); d = number(x, 7); bar.go(to); } };
  },

  // Eight directions in the lanes of one register.
  directions(root, changed) {
    let pieces = placing('Qd4,pc7,pg7,pb4,pg4,pd2,pg1');
    const board = aBoard('Position: tap squares', sq => { cycle(pieces, sq, ['', 'Q', 'p']); show(); }), lanes = DIRECTIONS.map((d, i) => aLane(`lane ${i}: ${d.name}`)), text = aText();
    const bar = aBar(4, () => show());
    root.append(bar.root, text.root, rowOf(board.root, make('div', { class: 'register eight', role: 'group', 'aria-label': 'A register with eight lanes' }, ...lanes.map(l => l.root))),
      aLegend([['slider', 'queen'], ['gen', 'in the set'], ['new', 'new in this step']]));
    function show() {
      const k = bar.at, queens = setOf(pieces, 'Q'), empty = emptyOf(pieces);
      let all = 0n;
      lanes.forEach((lane, d) => {
        const states = fillSteps([queens], empty, d), gen = k === 4 ? step(states[3].gens[0], d) : states[k].gens[0];
        all |= gen;
        lane.paint({ sets: [['gen', gen], ['new', k > 0 && k < 4 ? gen & ~states[k - 1].gens[0] : 0n], ['slider', k < 4 ? queens : 0n]], pieces }, k === 0 ? 'start' : `rotate by ${DIRECTIONS[d].shift * (k === 4 ? 1 : 2 ** (k - 1))}`, gen);
      });
      board.paint({ sets: k === 4 ? [['gen', all]] : [['slider', queens]], pieces, names: { slider: '', gen: 'attacked' } });
      text.set(['gen = queens in every lane', 'gen |= pro & rotate(gen, s)', 'gen |= pro & rotate(gen, 2 * s)', 'gen |= pro & rotate(gen, 4 * s)', 'attacks = rotate(gen, s) & wrap'][k],
        ['Every lane starts with the same queens. Tap squares of the position to put a queen, a pawn, or nothing.', 'One instruction rotates all eight lanes, each by its own amount s.', 'The same by 2s.', 'The same by 4s.', `One more step. The lanes joined by OR are the ${squares(count(all))} that the queens attack.`][k]);
      changed();
    }
    show();
    return { get: () => `${bar.at}.${placed(pieces)}`, set(state) { const [n, list] = state.split('.'); const to = number(n, 4); pieces = placing(list); bar.go(to); } };
  },

  // Four positions in the lanes of one register.
  positions(root, changed) {
    const boards = FOUR.map(fenBoard), lanes = boards.map((_, i) => aLane(`lane ${i}: position ${i}`)), text = aText();
    let d = 7;
    const direction = aDirection(x => { d = x; show(); }), bar = aBar(4, () => show());
    bar.root.append(direction.root);
    root.append(bar.root, text.root, make('div', { class: 'register four', role: 'group', 'aria-label': 'A register with four lanes' }, ...lanes.map(l => l.root)), aLegend([['slider', 'slider'], ['gen', 'in the set'], ['new', 'new in this step']]));
    function show() {
      const k = bar.at, { shift, name } = DIRECTIONS[d], s = shift * 2 ** (k - 1);
      direction.set(d);
      lanes.forEach((lane, i) => {
        const sliders = setOf(boards[i], d % 2 ? 'RQrq' : 'BQbq'), states = fillSteps([sliders], emptyOf(boards[i]), d), gen = k === 4 ? step(states[3].gens[0], d) : states[k].gens[0];
        lane.paint({ sets: [['gen', gen], ['new', k > 0 && k < 4 ? gen & ~states[k - 1].gens[0] : 0n], ['slider', k < 4 ? sliders : 0n]], pieces: boards[i] }, '', gen);
      });
      text.set(k === 0 ? 'gen = sliders of four positions' : k === 4 ? `attacks = (${shifted('gen', shift)}) & wrap` : `gen |= pro & (${shifted('gen', s)})`,
        k === 0 ? 'One register, four positions.' : k === 4 ? `One more step ${name}: the attacks of four positions.` : `One instruction shifts all four lanes by ${Math.abs(s)}, another ANDs them with the propagators, and a third ORs.`);
      changed();
    }
    show();
    return { get: () => `${bar.at},${d}`, set(state) { const [n, x] = state.split(','), to = number(n, 4); d = number(x, 7); bar.go(to); } };
  },

  // Eight registers, each a rank of four of the positions.
  ranks(root, changed) {
    const boards = FOUR.map(fenBoard), sliders = boards.map(b => setOf(b, 'RQrq')), empty = boards.map(emptyOf), attacks = boards.map((_, i) => step(occluded(sliders[i], empty[i], 7), 7));
    const grid = make('div', { class: 'registers' }), text = aText(), bar = aBar(7, () => show());
    root.append(bar.root, text.root, grid, aLegend([['slider', 'slider'], ['gen', 'attacked going north'], ['kill', 'another piece']]));
    function show() {
      const k = bar.at, rows = [];
      for (let r = 7; r >= 0; r--) {
        const bytes = boards.map((_, i) => Array.from({ length: 8 }, (_, f) => {
          const sq = 8 * r + f, colour = r <= k && has(attacks[i], sq) ? 'gen' : has(sliders[i], sq) ? 'slider' : has(empty[i], sq) ? '' : 'kill';
          return `<i class="${colour}"></i>`;
        }).join(''));
        const state = r === k ? (k > 0 ? 'now' : '') : r === k - 1 ? 'used' : r > k ? 'waits' : '';
        rows.push(`<div class="register bytes ${state}"><span>register ${r}</span>${bytes.map(b => `<div>${b}</div>`).join('')}</div>`);
      }
      grid.innerHTML = `<div class="heads"><span></span>${boards.map((_, i) => `<div>position ${i}</div>`).join('')}</div>` + rows.join('');
      grid.setAttribute('role', 'img');
      grid.setAttribute('aria-label', `Attacks going north after ${k} of 7 operations: ` + boards.map((_, i) => `position ${i} ${listOf(attacks[i] & (1n << BigInt(8 * k + 8)) - 1n)}`).join('; '));
      text.set(k === 0 ? 'attacks[0] = 0' : `attacks[${k}] = sliders[${k - 1}] | empty[${k - 1}] & attacks[${k - 1}]`,
        k === 0 ? 'Register r holds rank r + 1 of every position, a byte each. Four of 64 positions are drawn.' : `Rank ${k + 1} is attacked where rank ${k} has a slider, or is empty and attacked. One operation for all positions.`);
      changed();
    }
    show();
    return { get: () => String(bar.at), set(state) { bar.go(number(state, 7)); } };
  },
};

const FOUR = ['r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4', 'r4rk1/1pp2ppp/p1n5/3q4/3P4/2P2N2/PP3PPP/R2QR1K1', '8/5k2/2R5/8/1r6/4K1B1/6P1/8', '6k1/5ppp/8/1b6/3R4/8/5PPP/3R2K1'];

// aLane returns a lane of a register: a board, a note and the word.
function aLane(title) {
  const board = aBoard(title), note = make('div', { class: 'note' }), word = make('code', { class: 'number' });
  board.root.append(note, word);
  return { root: board.root, paint(view, text, set) { board.paint(view); note.textContent = text; word.textContent = set.toString(16).padStart(16, '0'); } };
}

// Every widget with its link, which holds its state.
const widgets = {};
for (const figure of document.querySelectorAll('figure[data-widget]')) {
  const name = figure.dataset.widget, link = figure.querySelector('.permalink');
  const changed = () => { if (widgets[name]) link.href = `#${name}=${encodeURIComponent(widgets[name].get())}`; };
  widgets[name] = WIDGETS[name](figure.querySelector('.live'), changed);
  changed();
  link.addEventListener('click', e => {
    e.preventDefault();
    try { history.replaceState(null, '', link.hash); } catch { /* a page without an address */ }
    if (navigator.clipboard) navigator.clipboard.writeText(link.href).then(() => { link.textContent = 'Link copied'; }, () => {});
  });
}

// follow shows the state of a widget that the address holds.
function follow() {
  const [, name, state] = /^#([a-z]+)=(.*)$/.exec(location.hash) || [];
  if (!Object.hasOwn(widgets, name)) return;
  try { widgets[name].set(decodeURIComponent(state)); } catch { /* not a state: show the present one */ }
  element(name).scrollIntoView();
}
addEventListener('hashchange', follow);
follow();
