// The figures of the page. They share one position: a change in one figure shows in all. A figure
// has a time slider, code whose lines light the squares that they change, and boards. Each is a
// function of FIGURES, by the name of the still picture that it replaces.

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
const squaresOf = b => [...Array(64).keys()].filter(sq => has(b, sq));
const listOf = b => squaresOf(b).map(squareName).join(' ') || 'no square';
const rankOf = r => 0xffn << BigInt(8 * r);
const fileOf = f => 0x0101010101010101n << BigInt(f);
const SIGNS = { new: '+', lost: '\u2212', wrong: '!' };
const still = matchMedia('(prefers-reduced-motion: reduce)'), phone = matchMedia('(max-width: 40rem)'), coarse = matchMedia('(pointer: coarse)');

// number returns an integer from 0 to most.
function number(text, most) {
  if (!/^\d+$/.test(text) || Number(text) > most) throw new Error('expected a number from 0 to ' + most + ', found ' + text);
  return Number(text);
}

// A placement is the first field of a FEN.
const fenBoard = text => text.split('/').reverse().flatMap(rank => [...rank].flatMap(c => c >= '1' && c <= '8' ? Array(Number(c)).fill('') : [c]));
function readPlacement(text) {
  const ranks = text.split('/');
  ranks.forEach((rank, i) => {
    const bad = /[^pnbrqk1-8]/i.exec(rank);
    if (bad) throw new Error(`rank ${8 - i}: expected one of PNBRQKpnbrqk or a digit from 1 to 8, found \u201c${bad[0]}\u201d`);
    if (fenBoard(rank).length !== 8) throw new Error(`rank ${8 - i}: expected 8 squares, found ${fenBoard(rank).length}`);
  });
  if (ranks.length !== 8) throw new Error(`expected 8 ranks, found ${ranks.length}`);
  return fenBoard(text);
}
const placement = pieces => [7, 6, 5, 4, 3, 2, 1, 0].map(r => pieces.slice(8 * r, 8 * r + 8).map(p => p || '1').join('').replace(/1+/g, ones => ones.length)).join('/');
const setOf = (pieces, letters) => pieces.reduce((b, p, sq) => p !== '' && letters.includes(p) ? b | bit(sq) : b, 0n);
const emptyOf = pieces => pieces.reduce((b, p, sq) => p === '' ? b | bit(sq) : b, 0n);
const slidersOf = (pieces, d) => setOf(pieces, d % 2 ? 'RQrq' : 'BQbq');

// The position of all figures.
const FIRST = element('opening').dataset.position;
let pieces = fenBoard(FIRST);
const shows = [];
function setPieces(to) {
  if (placement(to) === placement(pieces)) return;
  pieces = to;
  shows.forEach(show => show());
}

// Words of the method have the colour of what they name, in text and code as in figures.
const TERMS = [[/\b(?:generator|gen(?:\[\w*\])?)(?![\w-])/g, 'gen'], [/\b(?:propagator|pro)(?![\w-])/g, 'pro']], MARKS = [...TERMS, [/\bnew\b/g, 'new'], [/\blost\b/g, 'lost']];
const escape = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const coloured = (text, terms = MARKS) => terms.reduce((html, [word, colour]) => html.replace(word, w => `<span class="term t-${colour}">${w}</span>`), escape(text));

// aBoard returns a board with a title. With act, which gets a square and a piece, it is a grid for taps,
// drags and keys. paint({sets, pieces, text, title, marked, arrows}) shows sets in colours, later ones
// over earlier. light(set) frames squares.
function aBoard(title, act, drag) {
  const caption = make('div', { class: 'title' }, title), note = make('div', { class: 'note' });
  const grid = make('div', { class: 'board', role: act ? 'grid' : 'img', 'aria-label': title });
  const cells = Array(64);
  let at = 27, view = { sets: [] }, from = -1, pointed = () => {};
  for (let rank = 7; rank >= 0; rank--) {
    const row = make('div', act ? { class: 'row', role: 'row' } : { class: 'row' }, make('span', { class: 'mark', 'aria-hidden': 'true' }, String(rank + 1)));
    for (let file = 0; file < 8; file++) {
      const sq = 8 * rank + file;
      cells[sq] = make('div', { 'data-square': squareName(sq), pointerenter: () => pointed(bit(sq)), pointerleave: () => pointed(0n) });
      if (act) cells[sq].setAttribute('role', 'gridcell');
      row.append(cells[sq]);
    }
    grid.append(row);
  }
  grid.append(make('div', { class: 'row', 'aria-hidden': 'true' }, ...[...' abcdefgh'].map(c => make('span', { class: 'mark' }, c))));
  const root = make('div', { class: act ? 'panel edit' : 'panel' }, caption, grid);
  const under = e => cells.findIndex(c => { const r = c.getBoundingClientRect(); return e.clientX >= r.left && e.clientX < r.right && e.clientY >= r.top && e.clientY < r.bottom; });
  if (act) {
    let start = [0, 0];
    const carried = () => drag && from >= 0 && cells[from].querySelector('svg');
    const drop = () => { const piece = carried(); if (piece) piece.style.transform = ''; cells.forEach(c => c.classList.remove('taken')); from = -1; };
    grid.addEventListener('pointerdown', e => {
      if (drag && e.pointerType === 'touch' && !editing) return; // a finger scrolls
      from = under(e);
      if (from < 0 || e.button !== 0) { from = -1; return; }
      [at, start] = [from, [e.clientX, e.clientY]];
      if (carried()) { grid.setPointerCapture(e.pointerId); cells[from].classList.add('taken'); }
    });
    grid.addEventListener('pointermove', e => {
      const piece = carried();
      if (piece && cells[from].classList.contains('taken')) piece.style.transform = `translate(${e.clientX - start[0]}px, ${e.clientY - start[1]}px)`;
    });
    grid.addEventListener('pointerup', e => {
      const to = under(e), came = from, piece = carried();
      drop();
      if (came < 0) return;
      if (to === came) act(to); else if (piece && (to >= 0 || e.pointerType !== 'touch')) drag(came, to);
    });
    grid.addEventListener('pointercancel', drop);
    grid.addEventListener('keydown', e => {
      if (e.ctrlKey || e.metaKey || e.altKey) return;
      const [file, rank] = [at % 8, at >> 3];
      const to = { ArrowLeft: file > 0 ? at - 1 : at, ArrowRight: file < 7 ? at + 1 : at, ArrowUp: rank < 7 ? at + 8 : at, ArrowDown: rank > 0 ? at - 8 : at }[e.key];
      if (to !== undefined) { at = to; paint(view); cells[at].focus(); } else if (e.key === 'Enter' || e.key === ' ') act(at);
      else if (drag && /^[pnbrqk]$/i.test(e.key)) act(at, e.key); else if (drag && /^(Delete|Backspace)$/.test(e.key)) act(at, ''); else return;
      e.preventDefault();
    });
  }
  function paint(v) {
    view = v;
    if (v.title) caption.textContent = v.title;
    if (v.note !== undefined) { note.textContent = v.note; if (!note.isConnected) caption.after(note); }
    cells.forEach((cell, sq) => {
      let shade = '';
      for (const [colour, set] of v.sets) if (has(set, sq)) shade = colour;
      const piece = v.pieces ? v.pieces[sq] : '', text = v.text ? v.text(sq) : SIGNS[shade] || '';
      const html = (piece ? shapeOf(piece) : '') + (text !== '' ? `<b data-text="${text}"${v.over ? ` data-over="${sq}"` : ''}></b>` : '');
      if (cell.innerHTML !== html) cell.innerHTML = html;
      cell.className = ['square', (sq + (sq >> 3)) % 2 ? 'light' : '', shade, v.marked && has(v.marked, sq) ? 'marked' : '', drag && piece ? 'piece' : ''].filter(Boolean).join(' ');
      cell.dataset.shade = shade;
      if (act) {
        cell.setAttribute('aria-label', [squareName(sq), piece && pieceName(piece), v.words && v.words(sq), v.names && v.names[shade]].filter(Boolean).join(', '));
        cell.tabIndex = sq === at ? 0 : -1;
      }
    });
    if (!act) grid.setAttribute('aria-label', `${caption.textContent}: ${listOf(v.sets.reduce((b, [c, set]) => /^(kill|lost|paid)$/.test(c) ? b & ~set : b | set, 0n))}`);
    grid.querySelector('.arrows')?.remove();
    if (v.arrows) grid.insertAdjacentHTML('beforeend', `<svg class="arrows" viewBox="0 0 80 80" aria-hidden="true">${v.arrows.map(([a, b, c]) => {
      const [x, y, p, q] = [a % 8 * 10 + 5, 75 - 10 * (a >> 3), b % 8 * 10 + 5, 75 - 10 * (b >> 3)], n = Math.hypot(p - x, q - y);
      return `<path class="${c}" marker-end="url(#tip)" d="M${x + (p - x) * 3 / n} ${y + (q - y) * 3 / n}L${p - (p - x) * 3 / n} ${q - (q - y) * 3 / n}"/>`;
    }).join('')}</svg>`);
  }
  // A tap on a lane makes it larger on a phone, where lanes are small.
  grid.addEventListener('click', e => {
    const register = root.closest('.register');
    if (!register || !phone.matches || e.pointerType === 'mouse' || drag && editing) return;
    for (const panel of register.children) panel.classList.toggle('big', panel === root && !panel.classList.contains('big'));
  });
  // glide moves copies of the squares of a set by files and ranks, once. The board clips them.
  const sky = make('div', { class: 'sky', 'aria-hidden': 'true' });
  grid.append(sky);
  function glide(set, files, ranks) {
    if (still.matches) return;
    for (const sq of squaresOf(set)) {
      const copy = make('div', { class: 'glide', style: `left: ${12.5 * (sq % 8)}%; top: ${12.5 * (7 - (sq >> 3))}%` });
      sky.append(copy);
      copy.animate([{ transform: 'none' }, { transform: `translate(${100 * files}%, ${-100 * ranks}%)`, offset: .8 }, { transform: `translate(${100 * files}%, ${-100 * ranks}%)`, opacity: 0 }], { duration: 900, easing: 'ease-in-out' }).onfinish = () => copy.remove();
    }
  }
  return {
    root, editable: Boolean(drag), paint, glide, onPoint: f => { pointed = f; },
    light: set => cells.forEach((c, sq) => c.classList.toggle('lit', has(set, sq))),
  };
}

// tap changes the piece on a square of a list: nothing, rook, queen, bishop, black pawn. Other pieces stay.
function tap(list, sq, piece) {
  const cycle = ['', 'R', 'Q', 'B', 'p'], at = cycle.indexOf(list[sq]);
  if (piece !== undefined || at >= 0) list[sq] = piece ?? cycle[(at + 1) % cycle.length];
}

// aPosition returns a board on which the position of all figures can be changed.
function aPosition(title, tool = () => undefined, dropped = () => {}) {
  return aBoard(title, (sq, piece) => { const to = [...pieces]; tap(to, sq, piece ?? tool()); setPieces(to); },
    (from, to) => { const before = pieces, moved = [...pieces]; if (to >= 0) moved[to] = moved[from]; moved[from] = ''; setPieces(moved); dropped(before, from, to); });
}

// Fingers scroll the page until a button of a figure lets them change pieces. A mouse and keys always change them.
let editing = false;
const edits = [];
function anEdit() {
  const b = make('button', { type: 'button', class: 'fingers', click: () => { editing = !editing; edits.forEach(f => f()); } });
  const show = () => {
    document.body.classList.toggle('editing', editing);
    b.setAttribute('aria-pressed', String(editing));
    b.setAttribute('aria-label', editing ? 'Done' : 'Change pieces');
    b.replaceChildren(editing ? '\u2713' : '\u270E\uFE0E', make('span', {}, editing ? ' Done' : ' Change pieces'));
  };
  edits.push(show);
  show();
  return b;
}

// aTime returns a slider over the frames from 0 to last, which show(n, forward) shows, and a button that plays them. It numbers them
// from first: 0 where a frame is a step, 1 where it is an item of a list.
function aTime(last, at, first, show) {
  let timer = 0, played = false;
  const range = make('input', { type: 'range', min: 0, max: last, value: at, step: 1, 'aria-label': 'Time', input: () => { const n = Number(range.value); halt(); go(n); } });
  const play = make('button', { type: 'button', class: 'play', click: () => { if (timer) return halt(); if (at === last) go(0); run(1400); } });
  const label = make('output', { class: 'count' });
  const root = make('div', { class: 'bar', role: 'group', 'aria-label': 'Time' }, play, range, label);
  const go = n => { const before = at; at = Math.min(Math.max(n, 0), last); refresh(); show(at, at > before); };
  const halt = () => { clearInterval(timer); timer = 0; refresh(); };
  function run(pause) {
    played = true;
    timer = setInterval(() => { go(at + 1); if (at >= last) halt(); }, pause);
    refresh();
  }
  function refresh() {
    range.max = last; range.value = at;
    label.textContent = `${at + first} of ${last + first}`;
    range.setAttribute('aria-valuetext', `step ${label.textContent}`);
    play.textContent = timer ? '\u25A0 stop' : played && at === last ? '\u25B6\uFE0E play again' : '\u25B6\uFE0E play';
  }
  refresh();
  return { root, go, run, halt, get at() { return at; }, setLast(n) { last = n; if (at > n) at = n; refresh(); } };
}

// aChoice returns buttons of which one is pressed. pick gets its index.
function aChoice(label, names, pick) {
  const buttons = names.map((name, i) => make('button', { type: 'button', click: () => pick(i) }, name));
  return { root: make('div', { class: 'choice', role: 'group', 'aria-label': label }, ...buttons), set: at => buttons.forEach((b, i) => b.setAttribute('aria-pressed', i === at)) };
}

// aDirection returns a select for the direction.
function aDirection(pick) {
  const select = make('select', { change: e => pick(Number(e.target.value)) }, ...DIRECTIONS.map((d, i) => make('option', { value: i }, d.name)));
  return { root: make('label', {}, 'Direction ', select), set: d => { select.value = d; } };
}

// aLegend explains colours.
const aLegend = pairs => make('ul', { class: 'legend', 'aria-label': 'Colours' }, ...pairs.map(([colour, text, sign]) => make('li', {}, make('span', { class: colour, 'aria-hidden': 'true' }, sign ?? SIGNS[colour] ?? ''), text)));

// The text describes the first position. Another one gets a line at the bottom of the window that says so.
const notice = make('div', { class: 'notice', role: 'status', hidden: true }, 'The text describes the first position. ',
  make('button', { type: 'button', click: () => setPieces(fenBoard(FIRST)) }, 'Reset the position'));
document.body.append(notice);
shows.push(() => { notice.hidden = placement(pieces) === FIRST; });

// story fills a figure with time, code and boards. frames() returns the frames of the present position: each
// {now, words, panels, glide}, where now lists the lines of code that run, and panels are painted on the boards.
// effects() returns for each line what it changes: pairs of a board's index and a set.
function story(root, changed, { boards, at = 0, first = 0, lines = () => [], frames, effects = () => [], controls = [], legend, extra, live = true, registers }) {
  let list = frames();
  const listing = make('ol', { class: 'listing', 'aria-label': 'Code' }), words = make('p', { class: 'words', 'aria-live': live ? 'polite' : 'off' });
  const time = aTime(list.length - 1, at, first, (n, forward) => show(forward));
  const side = make('div', { class: 'side' }, listing, words), row = registers || make('div', { class: 'panels' }, ...boards.map(b => b.root));
  root.append(time.root, make('div', { class: 'story' }, side, row));
  if (controls.length > 0) time.root.after(make('div', { class: 'bar more' }, ...controls));
  if (boards.some(b => b.editable)) time.root.append(anEdit());
  if (extra) row.after(extra);
  if (legend) root.append(legend);
  let items = [];
  const light = i => boards.forEach((b, k) => b.light((effects()[i] || []).reduce((set, [board, s]) => board === k ? set | s : set, 0n)));
  boards.forEach((b, k) => b.onPoint(set => items.forEach((item, i) => item.classList.toggle('lit', (effects()[i] || []).some(([board, s]) => board === k && (s & set) !== 0n)))));
  function show(forward = false) {
    list = frames();
    time.setLast(list.length - 1);
    const frame = list[time.at], texts = lines();
    if (listing.dataset.code !== texts.join('\n')) {
      listing.dataset.code = texts.join('\n');
      items = texts.map((text, i) => make('li', {}, make('button', {
        type: 'button', pointerenter: () => light(i), pointerleave: () => light(-1), focus: () => light(i), blur: () => light(-1),
        click: e => { time.halt(); const n = list[time.at].now.includes(i) ? time.at : list.findIndex(f => f.now.includes(i)); if (n >= 0) time.go(n); light(i); if (coarse.matches && e.pointerType !== 'mouse') setTimeout(light, 1000, -1); },
      })));
      items.forEach((item, i) => { item.firstChild.innerHTML = `<code>${coloured(texts[i])}</code>`; });
      listing.replaceChildren(...items);
    }
    items.forEach((item, i) => { item.classList.toggle('now', frame.now.includes(i)); });
    words.innerHTML = coloured(frame.words);
    frame.panels.forEach((p, i) => boards[i].paint(p));
    if (forward && frame.glide) boards[frame.glide[0]].glide(...frame.glide.slice(1));
    changed();
  }
  show();
  shows.push(() => show());
  return { time, show };
}

// The parts of a direction.
const filesOf = d => [1, 1, 1, 0, -1, -1, -1, 0][d], ranksOf = d => [1, 0, -1, -1, -1, 0, 1, 1][d];
const rotation = (x, n) => `rotate(${x}, ${n})`;
const fillLines = (d, gen = 'gen', pro = 'empty & wrap', turn) => { const { shift } = DIRECTIONS[d], s = k => turn ? turn(gen, shift * k) : `(${shifted(gen, shift * k)})`, p = k => (turn || shifted)('pro', shift * k); return [`pro = ${pro}`, `${gen} |= pro & ${s(1)}`, `pro &= ${p(1)}`, `${gen} |= pro & ${s(2)}`, `pro &= ${p(2)}`, `${gen} |= pro & ${s(4)}`]; };

// fillEffects returns what the lines of a fill change on boards of the generator (0) and the propagator (1).
function fillEffects(d, sliders, plain) {
  const states = fillSteps([sliders], emptyOf(pieces), d, plain), gen = k => states[k].gens[0];
  return [[[0, sliders]], [[1, states[0].pro]], [[0, gen(1) & ~gen(0)]], [[1, states[0].pro & ~states[1].pro]], [[0, gen(2) & ~gen(1)]], [[1, states[1].pro & ~states[2].pro]], [[0, gen(3) & ~gen(2)]], [[0, step(gen(3), d)]]];
}

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

// drawFlow draws the levels up to k with their values, and the rest dim. Rows above and below the network have a name and a digit in
// each column.
function drawFlow(label, names, levels, states, k, above = [], below = []) {
  const n = names.length, left = above.length ? 90 : 28, x = i => left + 42 * i, y = l => 44 + 24 * above.length + 58 * l, parts = [], values = [];
  const row = ([name, digits], at) => parts.push(`<g class="${name}"><text x="34" y="${at}">${name}</text>${digits.map((d, i) => `<text x="${x(i)}" y="${at}">${d}</text>`).join('')}</g>`);
  if (above.length) parts.push(`<text x="34" y="${y(0) + 5}">g p</text>`);
  above.forEach((r, i) => row(r, 42 + 24 * i));
  below.forEach((r, i) => row(r, y(levels.length) + 42 + 24 * i));
  levels.forEach((level, l) => {
    for (let i = 0; i < n; i++) parts.push(`<path class="${l < k ? '' : 'later'}" d="M${x(i)} ${y(l)}V${y(l + 1)}"/>`);
    for (const [from, to] of level) {
      const lit = l < k && states[l][from][0] && states[l][to][1];
      parts.push(`<path class="${l < k ? '' : 'later'}${lit ? ' carries' : ''}" d="M${x(from)} ${y(l)}L${x(to)} ${y(l + 1)}"/>`);
    }
  });
  states.forEach((state, l) => state.forEach(([g, p], i) => {
    const node = l === 0 || levels[l - 1].some(([, to]) => to === i);
    const colour = l > k ? 'none' : states[0][i][0] ? 'slider' : g ? (l > 0 && !states[l - 1][i][0] ? 'new' : 'gen') : p ? 'pro' : 'kill';
    if (l === Math.min(k, levels.length)) values.push(`${names[i]} ${+g} ${+p}`);
    if (!node) return; // the line passes
    parts.push(`<circle class="${colour}" cx="${x(i)}" cy="${y(l)}" r="16"/>` + (l > k ? '' : `<text class="inside" x="${x(i)}" y="${y(l) + 5}">${+g} ${+p}</text>`));
  }));
  names.forEach((name, i) => parts.push(`<text x="${x(i)}" y="18">${name}</text>`));
  return `<svg viewBox="0 0 ${x(n - 1) + 28} ${y(levels.length) + 24 + (above.length && 52)}" role="img" aria-label="${label}, g and p: ${values.join(', ')}">${parts.join('')}</svg>`;
}

const FILL_LEGEND = [['slider', 'slider'], ['gen', 'in the generator'], ['new', 'new in this step'], ['pro', 'in the propagator'], ['lost', 'leaves the propagator']];
const DRAG = coarse.matches ? 'Tap \u270E\uFE0E, then drag' : 'Drag', WHERE = `${DRAG} a piece or ${coarse.matches ? 'tap' : 'click'} an empty square: rook, queen, bishop, black pawn, empty again. All figures follow.`;

// naive returns the first attempt at a fill north after k steps, which jumps over pieces.
const naive = k => [8, 16, 32].slice(0, k).reduce((b, n) => b | b << BigInt(n) & emptyOf(pieces), setOf(pieces, 'RQrq')) & ALL;

// aFill is a figure of a fill in one direction, a line of code in each frame. Without choose it goes north, by shifts that need no mask.
function aFill(root, changed, { d, choose }) {
  const left = aPosition('gen'), right = aBoard('pro'), direction = aDirection(x => { d = x; s.show(); });
  const lines = () => { const sl = d % 2 ? 'rooks | queens' : 'bishops | queens'; const { shift } = DIRECTIONS[d]; return [`gen = ${sl}`, ...(choose ? fillLines(d, 'gen', 'empty & wrap', rotation) : fillLines(d, 'gen', 'empty')), `attacks = ${choose ? `${rotation('gen', shift)} & wrap` : shifted('gen', shift)}`]; };
  function frames() {
    const sliders = slidersOf(pieces, d), states = fillSteps([sliders], emptyOf(pieces), d, !choose), name = DIRECTIONS[d].name, out = [], jumped = choose ? 0n : naive(3) & ~states[3].gens[0];
    const panel = (k, before) => ({ sets: [['gen', states[k].gens[0]], ['new', states[k].gens[0] & ~states[before].gens[0]], ['slider', sliders]], pieces, title: 'gen', names: { slider: 'slider', gen: 'in the generator', new: 'new' } });
    const pros = (k, before) => ({ sets: [['pro', states[k].pro], ['lost', states[before].pro & ~states[k].pro]], pieces, marked: k === before ? 0n : jumped & states[before].pro & ~states[k].pro, title: k === before ? 'pro of this step' : 'pro' });
    const fresh = k => squares(count(states[k].gens[0] & ~states[k - 1].gens[0])), lost = k => squares(count(states[k - 1].pro & ~states[k].pro));
    out.push({ now: [0, 1], words: `The generator starts as the sliders. The propagator is every empty square${choose ? ` where a step ${name} can arrive` : ''}. ${WHERE}`, panels: [panel(0, 0), { ...pros(0, 0), title: 'pro' }] });
    for (let k = 1; k <= 3; k++) {
      const far = 2 ** (k - 1), way = ['', 'that square is', 'both squares are', 'all four squares are'][k];
      out.push({ now: [2 * k], words: `By ${squares(far)} ${name}, where ${way} empty: ${fresh(k)} new.` + (k === 3 ? ' This is the occluded fill.' : ''), panels: [panel(k, k - 1), pros(k - 1, k - 1)], glide: [0, states[k - 1].gens[0], filesOf(d) * far, ranksOf(d) * far] });
      const now = pros(k, k - 1);
      if (k < 3) out.push({ now: [2 * k + 1], words: `A square stays if the square ${['', 'just', 'two squares'][k]} before it is in the propagator as well: ${['', 'two', 'four'][k]} empty squares in a row. ${lost(k)} lost.${now.marked ? ' Framed: where the first attempt jumped.' : ''}`, panels: [panel(k, k), now], glide: [1, states[k - 1].pro, filesOf(d) * far, ranksOf(d) * far] });
    }
    const attacked = step(states[3].gens[0], d);
    out.push({ now: [7], words: `One more shift by one square drops the sliders (unless another attacks them) and adds the first blockers: ${squares(count(attacked))} attacked.`, panels: [{ sets: [['gen', attacked]], pieces, title: 'attacks', names: { gen: 'attacked' } }, { ...pros(2, 2), title: 'pro' }], glide: [0, states[3].gens[0], filesOf(d), ranksOf(d)] });
    return out;
  }
  const s = story(root, changed, { boards: [left, right], lines, frames, effects: () => fillEffects(d, slidersOf(pieces, d), !choose), controls: choose ? [direction.root] : [], legend: aLegend(FILL_LEGEND) });
  direction.set(d);
  return {
    get: () => `${s.time.at}.${placement(pieces)}` + (choose ? `.${d}` : ''),
    set(state) {
      const [n, list, x] = state.split('.'), to = number(n, frames().length - 1), next = readPlacement(list);
      if (choose) { d = number(x, 7); direction.set(d); }
      setPieces(next); s.time.go(to);
    },
  };
}

// simple returns get and set of a figure whose state is its time and the position.
const simple = s => ({
  get: () => `${s.time.at}.${placement(pieces)}`,
  set(state) { const [n, list] = state.split('.'), next = readPlacement(list), to = number(n, 999); s.time.halt(); setPieces(next); s.time.go(to); },
});

const FIGURES = {
  // One board that moves before there is any text.
  opening(root, changed) {
    const board = aPosition('Rooks and queens go north'), d = 7;
    const lines = () => ['start with all of them', 'go north by 1 square', 'go north by 2 squares', 'go north by 4 squares', 'go north by 1 more'];
    function frames() {
      const sliders = slidersOf(pieces, d), states = fillSteps([sliders], emptyOf(pieces), d), gen = k => states[k].gens[0], attacked = step(gen(3), d);
      const names = { slider: 'slider', gen: 'reached', new: 'new' };
      return [
        { now: [0], words: 'Which squares do the rooks and queens attack?', panels: [{ sets: [['slider', sliders]], pieces, names }] },
        ...[1, 2, 3].map(k => ({ now: [k], words: `All move ${squares(2 ** (k - 1))} at once, over empty squares only: ${squares(count(gen(k) & ~gen(k - 1)))} new.`, panels: [{ sets: [['gen', gen(k)], ['new', gen(k) & ~gen(k - 1)], ['slider', sliders]], pieces, names }], glide: [0, gen(k - 1), 0, 2 ** (k - 1)] })),
        { now: [4], words: `One more square reaches the blockers: ${squares(count(attacked))} attacked, in four steps, for any number of pieces.`, panels: [{ sets: [['gen', attacked]], pieces, names: { gen: 'attacked' } }], glide: [0, gen(3), 0, 1] },
      ];
    }
    const effects = () => { const e = fillEffects(d, slidersOf(pieces, d)); return [e[0], e[2], e[4], e[6], e[7]]; };
    const s = story(root, changed, { boards: [board], lines, frames, effects, live: false, legend: aLegend([['slider', 'slider'], ['new', 'new in this step'], ['gen', 'reached, or attacked']]) });
    if (!still.matches) {
      s.time.run(1600);
      for (const e of ['pointerdown', 'keydown']) root.addEventListener(e, event => { if (!event.target.closest('.play')) s.time.halt(); });
    }
    return simple(s);
  },

  // Two boards, an operator, and the result.
  bits(root, changed) {
    const OPS = [['a << 8', a => a << 8n & ALL], ['a >> 8', a => a >> 8n], ['a << 1', a => a << 1n & ALL], ['a >> 1', a => a >> 1n],
      ['a & b', (a, b) => a & b], ['a | b', (a, b) => a | b], ['~a', a => ~a & ALL]];
    let a = bit(27), b = bit(35), op = 0; // as in the text
    const choice = aChoice('Operator', OPS.map(o => o[0]), i => { op = i; show(); });
    const left = aBoard('a', sq => { a ^= bit(sq); show(); }), right = aBoard('b', sq => { b ^= bit(sq); show(); }), result = aBoard('result');
    const numbers = [left, right, result].map(x => { const n = make('code', { class: 'number' }); x.root.append(n); return n; });
    const words = make('p', { class: 'words', 'aria-live': 'polite' });
    root.append(choice.root, words, make('div', { class: 'panels' }, left.root, right.root, result.root));
    // value returns a set as a number, and as powers of two if they are few.
    const value = x => hex(x) + (count(x) > 0 && count(x) < 4 ? ' = ' + squaresOf(x).map(sq => '2^' + sq).join(' + ') : '');
    function show() {
      const [name, f] = OPS[op], out = f(a, b), two = name.includes('b');
      choice.set(op);
      right.root.hidden = !two;
      for (const [board, set, title] of [[left, a, 'a: tap squares'], [right, b, 'b: tap squares'], [result, out, name]]) {
        board.paint({ sets: [['gen', set]], over: true, text: sq => +has(set, sq), words: sq => `${sq} ${+has(set, sq)}`, title });
      }
      [a, b, out].forEach((x, i) => { numbers[i].textContent = value(x); });
      const off = { 'a << 8': a & rankOf(7), 'a >> 8': a & rankOf(0), 'a << 1': a & fileOf(7), 'a >> 1': a & fileOf(0) }[name];
      const over = name.endsWith('8') ? 'falls off the board' : 'does not stay on its rank, because the bits of the next rank follow directly';
      words.textContent = off ? `${listOf(off)} ${over}. The others move one square.` : `${name} is ${listOf(out)}.`;
      changed();
    }
    show();
    return {
      get: () => [a.toString(16), b.toString(16), op].join(),
      set(state) {
        const [x, y, z] = state.split(','), to = number(z, OPS.length - 1);
        if (![x, y].every(t => /^[0-9a-f]{1,16}$/.test(t))) throw new Error('not two bitboards');
        [a, b, op] = [BigInt('0x' + x), BigInt('0x' + y), to];
        show();
      },
    };
  },

  // Seven steps by one beside three steps by one, two and four.
  fill(root, changed) {
    const slow = aBoard('Seven steps of 1'), fast = aBoard('Steps of 1, 2 and 4');
    const lines = () => ['fill = rooks | queens', 'fill |= fill << 8', 'fill |= fill << 16', 'fill |= fill << 32'];
    const after = (steps, n) => steps.slice(0, n).reduce((b, s) => (b | b << BigInt(8 * s)) & ALL, setOf(pieces, 'RQrq'));
    const ones = [1, 1, 1, 1, 1, 1, 1], fresh = at => after(ones, at) & ~after(ones, at - 1);
    function frames() {
      const start = setOf(pieces, 'RQrq');
      return Array.from({ length: 8 }, (_, at) => {
        const panels = [ones, [1, 2, 4]].map(steps => {
          const n = Math.min(at, steps.length), now = after(steps, n), before = at <= steps.length ? after(steps, Math.max(n - 1, 0)) : now;
          return { sets: [['gen', now], ['new', now & ~before], ['slider', start]], names: { slider: 'from here', gen: 'filled', new: 'new' } };
        });
        return { now: at <= 3 ? [at] : [], words: at === 0 ? 'Both boards start with the squares of the rooks and queens, and pieces do not block. The code is that of the right board.' : at <= 3 ? `On the right every square now stands for ${2 ** at} in a row: ${2 * at} operations${at === 1 ? ' (a shift and an OR)' : ''}.` : `The right board was finished after 6 operations. The left one has taken ${2 * at}` + (fresh(at) ? '.' : ', and this step adds no square: only a rook on rank 1 needs all seven.'),
          panels, glide: at >= 1 && at <= 3 ? [1, after([1, 2, 4], at - 1), 0, 2 ** (at - 1)] : undefined };
      });
    }
    const effects = () => [0, 1, 2, 3].map(n => [[1, n ? after([1, 2, 4], n) & ~after([1, 2, 4], n - 1) : setOf(pieces, 'RQrq')]]);
    return simple(story(root, changed, { boards: [slow, fast], lines, frames, effects, legend: aLegend([['slider', 'from here'], ['gen', 'filled'], ['new', 'new in this step']]) }));
  },

  // Steps that look only at the square where they arrive jump over pieces.
  jump(root, changed) {
    const board = aPosition('gen');
    const lines = () => ['gen = rooks | queens', ...[8, 16, 32].map(n => `gen |= empty & (gen << ${n})`)];
    function frames() {
      const start = setOf(pieces, 'RQrq'), right = occluded(start, emptyOf(pieces), 7);
      return [0, 1, 2, 3].map(k => {
        const wrong = naive(k) & ~right, names = { slider: 'slider', gen: 'reached', new: 'new', wrong: 'jumped over a piece' };
        return { now: [k], words: k === 0 ? 'Each step keeps the empty squares where it arrives. Is that enough?' : wrong ? `${listOf(wrong)}: empty, but behind a piece. The step by ${squares(2 ** (k - 1))} jumped over it.` : `A step by ${squares(2 ** (k - 1))} to empty squares. ${k === 3 ? 'No piece was in the way here. Put one there.' : 'No slider has jumped yet.'}`,
          panels: [{ sets: [['gen', naive(k)], ['new', k > 0 ? naive(k) & ~naive(k - 1) : 0n], ['wrong', wrong], ['slider', start]], pieces, names }], glide: k > 0 ? [0, naive(k - 1), 0, 2 ** (k - 1)] : undefined };
      });
    }
    const effects = () => [0, 1, 2, 3].map(k => [[0, k ? naive(k) & ~naive(k - 1) : naive(0)]]);
    return simple(story(root, changed, { boards: [board], lines, frames, effects, legend: aLegend([['slider', 'slider'], ['gen', 'reached'], ['new', 'new in this step'], ['wrong', 'jumped over a piece']]) }));
  },

  propagator: (root, changed) => aFill(root, changed, { d: 7 }),
  function: (root, changed) => aFill(root, changed, { d: 4, choose: true }),

  // The network over one file of a board. Once it is finished, another one can be compared with it.
  doubling(root, changed) {
    let file = 6, compared = false;
    const board = aPosition('Board'), drawings = Object.keys(NETWORKS).map(name => { const title = make('div', { class: 'title' }), svg = make('div', { class: 'network' }); return { name, title, svg, root: make('div', { class: 'panel wide' }, title, svg) }; });
    const choice = aChoice('File', [...'abcdefgh'], i => { file = i; s.show(); });
    const compare = make('button', { type: 'button', class: 'compare', click: () => { compared = !compared; s.time.halt(); s.show(); } });
    const lines = () => ['g = rooks | queens;  p = empty', 'g |= p & (g << 8);  p &= p << 8', 'g |= p & (g << 16);  p &= p << 16', 'g |= p & (g << 32)'];
    function frames() {
      const sliders = setOf(pieces, 'RQrq'), empty = emptyOf(pieces), states = fillSteps([sliders], empty, 7), name = 'abcdefgh'[file];
      const words = [`The ${name}-file, with ${name}1 on the left. A circle holds g and p of its square.`, '1: Each square joins the one south of it: stretches of two.', '2: Each joins the stretch two squares south: four.', '3: Each joins the stretch four squares south: every square knows all squares south of it.'];
      if (compared) ['', ' Brent-Kung joins only every second square.', ' Brent-Kung needs 3 joins here instead of 6.', ` In Brent-Kung ${name}7 does not yet.`].forEach((text, k) => { words[k] += text; });
      return (compared ? [...words, `Brent-Kung needs a fourth level for ${name}7. Its outputs g are the same.`] : words).map((text, k) => {
        const now = Math.min(k, 3), before = Math.max(now - 1, 0);
        return { now: k <= 3 ? [k] : [], words: text, panels: [{ sets: [['gen', states[now].gens[0]], ['new', k === now ? states[now].gens[0] & ~states[before].gens[0] : 0n], ['slider', sliders]], pieces, marked: fileOf(file), title: 'All files at once', names: { slider: 'slider', gen: 'filled', new: 'new' } }] };
      });
    }
    const draw = () => {
      const sliders = setOf(pieces, 'RQrq'), empty = emptyOf(pieces), name = 'abcdefgh'[file], k = s ? s.time.at : 0;
      const inputs = Array.from({ length: 8 }, (_, r) => [has(sliders, 8 * r + file), has(empty, 8 * r + file)]);
      choice.set(file);
      for (const d of drawings) {
        const levels = NETWORKS[d.name], done = levels.slice(0, k).flat().length;
        d.title.textContent = `${d.name}: ${done} of ${levels.flat().length} joins`;
        d.svg.innerHTML = drawFlow(d.name, inputs.map((_, r) => name + (r + 1)), levels, flow(levels, inputs), k);
      }
      drawings[1].root.hidden = !compared;
      compare.hidden = !compared && k < 3;
      compare.textContent = compared ? 'Kogge-Stone alone' : 'Compare with Brent-Kung';
      changed();
    };
    let s;
    const effects = () => { const e = fillEffects(7, setOf(pieces, 'RQrq')); return [e[0], e[2], e[4], e[6]]; };
    s = story(root, draw, { boards: [board], lines, frames, effects, controls: [make('span', {}, 'File'), choice.root],
      legend: aLegend([['slider', 'slider: g = 1'], ['new', 'g new in this level'], ['gen', 'g = 1'], ['pro', 'p = 1'], ['kill', '0 0: kills, a fill stops here']]) });
    board.root.parentNode.append(...drawings.map(d => d.root), compare);
    draw();
    return { get: () => `${s.time.at}.${'abcdefgh'[file]}.${placement(pieces)}${compared ? '.compared' : ''}`, set(state) {
      const [n, f, list, both] = state.split('.'), to = number(n, both ? 4 : 3), next = readPlacement(list);
      if (!/^[a-h]$/.test(f)) throw new Error('not a file: ' + f);
      file = 'abcdefgh'.indexOf(f); compared = both === 'compared'; setPieces(next); s.show(); s.time.go(to);
    } };
  },

  // A step with and without its wrap mask.
  wraps(root, changed) {
    let d = 1;
    const left = aPosition('gen'), middle = aBoard('moved'), right = aBoard('wrap mask'), direction = aDirection(x => { d = x; s.show(); });
    const lines = () => [d % 2 ? 'gen = rooks | queens' : 'gen = bishops | queens', `moved = ${shifted('gen', DIRECTIONS[d].shift)}`, 'moved &= wrap'];
    const parts = () => { const { shift, wrap } = DIRECTIONS[d], gen = slidersOf(pieces, d), moved = shift > 0 ? gen << BigInt(shift) & ALL : gen >> BigInt(-shift); return { shift, wrap, gen, moved, wrong: moved & ~wrap }; };
    function frames() {
      const { wrap, gen, moved, wrong, shift } = parts(), mask = { sets: [['pro', wrap]], title: 'wrap', note: hex(wrap) };
      const slid = { sets: [['slider', gen]], pieces, title: 'gen', names: { slider: 'slider' } };
      return [
        { now: [0], words: `A step ${DIRECTIONS[d].name} is a shift by ${Math.abs(shift)} to the ${shift > 0 ? 'left' : 'right'}. ${WHERE}`, panels: [slid, { sets: [['slider', gen]], pieces, title: 'not moved yet' }, mask] },
        { now: [1], words: wrong ? `${listOf(wrong)} should not be there: the bit crossed the edge of the board.` : d % 4 === 3 ? `Going ${DIRECTIONS[d].name} no square changes its file, so nothing wraps; rank ${d < 4 ? 8 : 1} is missing from the mask only for the rotation of section 6.` : `No square crosses an edge here. Put a ${d % 2 ? 'rook' : 'bishop'} on the ${d < 4 ? 'h' : 'a'}-file.`, panels: [slid, { sets: [['gen', moved & wrap], ['wrong', wrong]], pieces, title: 'moved' }, mask], glide: [1, gen, filesOf(d), ranksOf(d)] },
        { now: [2], words: wrong ? `The mask removes ${listOf(wrong)}.` : 'The mask removes no square here.', panels: [slid, { sets: [['gen', moved & wrap]], pieces, title: 'moved & wrap' }, mask] },
      ];
    }
    const effects = () => { const { wrap, gen, moved, wrong } = parts(); return [[[0, gen]], [[1, moved]], [[1, wrong], [2, wrap]]]; };
    const s = story(root, changed, { boards: [left, middle, right], lines, frames, effects, controls: [direction.root], legend: aLegend([['slider', 'slider'], ['gen', 'moved'], ['wrong', 'wrapped around'], ['pro', 'in the mask']]) });
    direction.set(d);
    return { get: () => `${s.time.at}.${placement(pieces)}.${d}`, set(state) { const [n, list, x] = state.split('.'), to = number(n, 2), next = readPlacement(list); d = number(x, 7); direction.set(d); setPieces(next); s.time.go(to); } };
  },

  // Twice the sliders subtracted from the occupied squares, in every byte.
  subtraction(root, changed) {
    let rank = 3;
    const board = aPosition('All ranks at once'), table = make('div', { class: 'bytes' }), choice = aChoice('Rank', [...'12345678'], i => { rank = i; s.show(); });
    const lines = () => ['o = occupied', '2s = (rooks | queens) << 1, in every byte', 'o - 2s, in every byte', 'attacks = o xor (o - 2s)'];
    const parts = () => subtraction(setOf(pieces, 'RQrq'), emptyOf(pieces), 1);
    function frames() {
      const { o, twice, difference, changed: flipped } = parts(), byte = b => Number(b >> BigInt(8 * rank) & 255n), [x, y, z] = [o, twice, difference].map(byte);
      return [
        { now: [0], words: 'A rank is a byte, and its a-file is the lowest bit: 1, 2, 4, 8 and so on.', panels: [{ sets: [['kill', o]] }] },
        { now: [1], words: 'Twice a bit is the square east of it.', panels: [{ sets: [['slider', twice]] }] },
        { now: [2], words: `Rank ${rank + 1}: ${x} - ${y} = ${x - y}` + (x < y ? `, which is ${z} in a byte of 256 values: the last borrow ends at the edge.` : y ? '. Each borrow runs east through the zeros to the first 1, which pays.' : ': there is no slider on this rank.'), panels: [{ sets: [['kill', o], ['borrow', difference & ~o], ['paid', o & ~difference]] }] },
        { now: [3], words: `The bits that changed are the attacked squares of rank ${rank + 1}: ${listOf(flipped & rankOf(rank))}.`, panels: [{ sets: [['gen', flipped]] }] },
      ].map(f => ({ ...f, panels: [{ ...f.panels[0], pieces, marked: rankOf(rank), names: { kill: 'occupied', slider: '2s', borrow: 'borrowed', paid: 'paid', gen: 'attacked' } }] }));
    }
    const effects = () => { const { o, twice, difference, changed: flipped } = parts(); return [[[0, o]], [[0, twice]], [[0, o ^ difference]], [[0, flipped]]]; };
    const draw = () => {
      const { o, twice, difference, changed: flipped } = parts(), k = s ? s.time.at : 0, at = f => 8 * rank + f;
      choice.set(rank);
      const rows = [['o', o, () => 'kill'], ['2s', twice, () => 'slider'], ['o \u2212 2s', difference, f => has(o, at(f)) ? 'kill' : 'borrow', f => has(o, at(f)) ? 'paid' : ''], ['attacks', flipped, () => 'gen']];
      table.innerHTML = `<table aria-label="The byte of rank ${rank + 1}, lowest bit on the left"><tr><td></td>${[...'abcdefgh'].map((c, i) => `<th scope="col">${c}<small>${2 ** i}</small></th>`).join('')}</tr>`
        + rows.map(([name, set, one, zero], i) => i > k ? '' : `<tr><th scope="row">${name}</th>${Array.from({ length: 8 }, (_, f) => `<td class="${has(set, at(f)) ? one(f) : zero ? zero(f) : ''}">${+has(set, at(f))}</td>`).join('')}</tr>`).join('') + '</table>';
      changed();
    };
    let s;
    s = story(root, draw, { boards: [board], lines, frames, effects, controls: [make('span', {}, 'Rank'), choice.root], legend: aLegend([['kill', 'occupied'], ['slider', '2s'], ['borrow', 'borrowed'], ['paid', 'paid'], ['gen', 'attacked']]) });
    board.root.parentNode.append(table);
    draw();
    return { get: () => `${s.time.at}.${placement(pieces)}.${rank}`, set(state) { const [n, list, r] = state.split('.'), to = number(n, 3), next = readPlacement(list); rank = number(r, 7); setPieces(next); s.time.go(to); } };
  },

  // The carries of an adder.
  adder(root, changed) {
    let a = 11, b = 6;
    const levels = [1, 2].map(d => Array.from({ length: 4 - d }, (_, i) => [i, i + d])), names = ['1', '2', '4', '8'];
    const net = make('div', { class: 'network' }), panel = make('div', { class: 'panel wide' }, net), choices = ['a', 'b'].map((name, i) => aChoice('Bits of ' + name, names, k => { if (i) b ^= 1 << k; else a ^= 1 << k; s.show(); }));
    const lines = () => ['g = a & b', 'p = a xor b', 'p &= ~1', 'g |= p & (g << 1);  p &= p << 1', 'g |= p & (g << 2)', 'carry = g << 1', 'sum = a xor b xor carry'];
    const bits = n => names.map((_, i) => n >> i & 1), carry = () => (a ^ b ^ a + b) & 15;
    const frames = () => [[[0, 1], 'The lowest bit is on the left. A column generates a carry, g, if both of its bits are 1. It passes a carry on, p, if exactly one is.'],
      [[2], 'No carry comes into the lowest column, so its p becomes 0.'], [[3], 'A carry moves by one column.'], [[4], 'It moves by two columns, through two that pass it.'],
      [[5, 6], `g is the carry out of each column, and a carry goes into the next: ${a} + ${b} = ${a + b}` + (a + b > 15 ? `, which is ${a + b & 15} in four bits.` : '.')]].map(([now, words]) => ({ now, words, panels: [] }));
    const draw = () => {
      const k = s ? s.time.at : 0, inputs = names.map((_, i) => [(a & b) >> i & 1, (i > 0 || k === 0) && (a ^ b) >> i & 1]);
      choices.forEach((c, i) => [...c.root.children].forEach((e, k) => e.setAttribute('aria-pressed', (i ? b : a) >> k & 1 ? 'true' : 'false')));
      net.innerHTML = drawFlow('Adder', names, levels, flow(levels, inputs), Math.min(Math.max(k - 1, 0), 2), [['a', bits(a)], ['b', bits(b)]], k < 4 ? [] : [['carry', bits(carry())], ['sum', bits(a + b)]]);
      changed();
    };
    let s;
    s = story(root, draw, { boards: [], lines, frames, controls: choices.map((c, i) => make('div', { class: 'choice' }, 'ab'[i] + ' =', c.root)), registers: make('div', { class: 'panels' }, panel),
      legend: aLegend([['slider', 'generates from the start'], ['new', 'new in this level'], ['gen', 'reached before'], ['pro', 'passes a carry'], ['kill', 'neither']]) });
    draw();
    return { get: () => `${s.time.at}.${a}.${b}`, set(state) { const [n, x, y] = state.split('.'), to = number(n, 4); [a, b] = [number(x, 15), number(y, 15)]; s.time.go(to); } };
  },

  // The same four squares twice: as the fill joins them, and square by square.
  circuit(root, changed) {
    const names = ['d1', 'd2', 'd3', 'd4'], drawings = { 'The fill: steps by 1 and 2': [[[0, 1], [1, 2], [2, 3]], [[0, 2], [1, 3]]], 'The definition: square by square': [[[0, 1]], [[1, 2]], [[2, 3]]] };
    const panels = Object.keys(drawings).map(title => ({ levels: drawings[title], svg: make('div', { class: 'network' }), title })), roots = panels.map(p => make('div', { class: 'panel' }, make('div', { class: 'title' }, p.title), p.svg));
    const lines = () => ['for each of the 256 inputs:', 'fill(input) == definition(input)'];
    // An input has a bit for each slider and for each empty square.
    const inputs = n => names.map((_, i) => [n >> i & 1, n >> (4 + i) & 1]), result = (p, n) => { const all = flow(p.levels, inputs(n)); return all[all.length - 1].map(x => +Boolean(x[0])).join(''); };
    const frames = () => Array.from({ length: 256 }, (_, n) => ({ now: [0, 1], panels: [], words: `Input ${n + 1} of 256: both circuits reach ${result(panels[0], n) === result(panels[1], n) ? names.filter((_, i) => result(panels[0], n)[i] === '1').join(' ') || 'no square' : 'different squares'}.` }));
    const draw = () => {
      const n = s ? s.time.at : 0;
      for (const p of panels) p.svg.innerHTML = drawFlow(p.title, names, p.levels, flow(p.levels, inputs(n)), p.levels.length);
      changed();
    };
    let s;
    s = story(root, draw, { boards: [], lines, frames, at: 225, first: 1, live: false, registers: make('div', { class: 'panels' }, ...roots), legend: aLegend([['slider', 'slider: g = 1'], ['new', 'reached'], ['gen', 'reached before'], ['pro', 'empty: p = 1'], ['kill', 'neither']]) });
    draw();
    return { get: () => String(s.time.at), set(state) { const n = number(state, 255); s.time.halt(); s.time.go(n); } };
  },

  // Four generators over one propagator.
  generators(root, changed) {
    let d = 2;
    const colours = ['one', 'two', 'three', 'four'], left = aPosition('gen[i]'), right = aBoard('pro, for all four'), direction = aDirection(x => { d = x; s.show(); }), legend = make('div');
    const kind = () => d % 2 ? 'rook' : 'bishop', kinds = () => [`white ${kind()}s`, 'white queens', `black ${kind()}s`, 'black queens'];
    const gens = () => { const l = d % 2 ? 'R' : 'B'; return [l, 'Q', l.toLowerCase(), 'q'].map(p => setOf(pieces, p)); };
    const lines = () => ['gen[i] = sliders of one kind and colour', ...fillLines(d, 'gen[i]'), `attacks[i] = (${shifted('gen[i]', DIRECTIONS[d].shift)}) & wrap`];
    const join = sets => sets.reduce((x, y) => x | y, 0n);
    function frames() {
      const states = fillSteps(gens(), emptyOf(pieces), d), attacked = states[3].gens.map(g => step(g, d)), names = Object.fromEntries(colours.map((c, i) => [c, kinds()[i]]));
      const panel = (sets, title) => { const owner = sq => sets.findIndex(set => has(set, sq)); return { sets: sets.map((set, i) => [colours[i], set]), pieces, text: sq => owner(sq) < 0 ? '' : owner(sq), title, names }; };
      const pro = (k, before = k) => ({ sets: [['pro', states[k].pro], ['lost', states[before].pro & ~states[k].pro]], pieces, title: 'pro, for all four' }), name = DIRECTIONS[d].name;
      return [
        { now: [0, 1], words: 'Four generators, a colour each, and one propagator.', panels: [panel(states[0].gens, 'gen[i]'), pro(0)] },
        ...[1, 2, 3].flatMap(k => [{ now: [2 * k], words: `All four move by ${squares(2 ** (k - 1))} ${name}, over the same propagator.` + (k === 3 ? ' No square has two colours: in one direction at most one slider reaches it.' : ''), panels: [panel(states[k].gens, 'gen[i]'), pro(k - 1)], glide: [0, join(states[k - 1].gens), filesOf(d) * 2 ** (k - 1), ranksOf(d) * 2 ** (k - 1)] },
          { now: [2 * k + 1], words: 'The propagator shrinks once, for all four.', panels: [panel(states[k].gens, 'gen[i]'), pro(k, k - 1)] }]).slice(0, 5),
        { now: [7], words: `Every square shows what attacks it from the ${DIRECTIONS[(d + 4) % 8].name}.`, panels: [panel(attacked, 'attacks[i]'), pro(2)], glide: [0, join(states[3].gens), filesOf(d), ranksOf(d)] },
      ];
    }
    const effects = () => {
      const states = fillSteps(gens(), emptyOf(pieces), d), g = k => join(states[k].gens);
      return [[[0, g(0)]], [[1, states[0].pro]], [[0, g(1) & ~g(0)]], [[1, states[0].pro & ~states[1].pro]], [[0, g(2) & ~g(1)]], [[1, states[1].pro & ~states[2].pro]], [[0, g(3) & ~g(2)]], [[0, join(states[3].gens.map(x => step(x, d)))]]];
    };
    const draw = () => { legend.replaceChildren(aLegend([...kinds().map((n, i) => [colours[i], `gen[${i}]: ${n}`, i]), ['pro', 'in the propagator'], ['lost', 'leaves it']])); changed(); };
    const s = story(root, draw, { boards: [left, right], lines, frames, effects, controls: [direction.root], legend });
    direction.set(d);
    return { get: () => `${s.time.at}.${placement(pieces)}.${d}`, set(state) { const [n, list, x] = state.split('.'), to = number(n, 6), next = readPlacement(list); d = number(x, 7); direction.set(d); setPieces(next); s.time.go(to); } };
  },

  // Eight directions in the lanes of one register.
  directions(root, changed) {
    const board = aPosition('All lanes joined by OR'), lanes = DIRECTIONS.map((d, i) => aBoard(`lane ${i}: ${['NE', 'E', 'SE', 'S', 'SW', 'W', 'NW', 'N'][i]}`));
    const lines = () => ['gen = white queens, in every lane;  pro = empty & wrap', 'gen |= pro & rotate(gen, s);  pro &= rotate(pro, s)', 'gen |= pro & rotate(gen, 2 * s);  pro &= rotate(pro, 2 * s)', 'gen |= pro & rotate(gen, 4 * s)', 'attacks = rotate(gen, s) & wrap'];
    const state = () => { const queens = setOf(pieces, 'Q'), empty = emptyOf(pieces), lane = DIRECTIONS.map((_, d) => { const states = fillSteps([queens], empty, d).map(x => x.gens[0]); return [...states, step(states[3], d)]; }); return { queens, lane, all: k => lane.reduce((b, l) => b | l[k], 0n) }; };
    function frames() {
      const { queens, lane, all } = state();
      return ['Every lane starts with the same queens and has its own amount s.', 'One instruction rotates all eight lanes, each by its own amount s.', 'The same by 2s.', 'The same by 4s.', `One more step. The lanes joined by OR are the ${squares(count(all(4)))} that the white queens attack.`].map((words, k) => ({
        now: [k], words, panels: [{ sets: k === 4 ? [['gen', all(4)]] : [['gen', all(k)], ['slider', queens]], pieces, names: { slider: 'slider', gen: k === 4 ? 'attacked' : 'reached' } },
          ...lane.map((l, d) => ({ sets: [['gen', l[k]], ['new', k > 0 && k < 4 ? l[k] & ~l[k - 1] : 0n], ['slider', k < 4 ? queens : 0n]], pieces, note: `s = ${DIRECTIONS[d].shift}` }))],
      }));
    }
    const effects = () => { const { queens, lane, all } = state(); return [0, 1, 2, 3, 4].map(k => [[0, k === 4 ? all(4) : k ? all(k) & ~all(k - 1) : queens], ...lane.map((l, d) => [d + 1, k === 4 ? l[4] : k ? l[k] & ~l[k - 1] : queens])]); };
    const register = make('div', { class: 'register eight', role: 'group', 'aria-label': 'A register with eight lanes' }, ...lanes.map(l => l.root));
    return simple(story(root, changed, { boards: [board, ...lanes], lines, frames, effects, registers: make('div', { class: 'panels' }, board.root, make('div', {}, make('p', { class: 'phone' }, 'Tap a lane to enlarge it.'), register)), legend: aLegend([['slider', 'white queen'], ['gen', 'in the generator, or attacked'], ['new', 'new in this step']]) }));
  },

  // Four positions in the lanes of one register.
  positions(root, changed) {
    let d = 7, others = FOUR.map(fenBoard);
    const list = i => i === 0 ? pieces : others[i];
    const change = (i, f) => { const to = [...list(i)]; f(to); if (i === 0) setPieces(to); else { others[i] = to; s.show(); } };
    const lanes = [0, 1, 2, 3].map(i => aBoard(`lane ${i}`, (sq, piece) => change(i, to => tap(to, sq, piece)), (from, sq) => change(i, to => { if (sq >= 0) to[sq] = to[from]; to[from] = ''; })));
    const direction = aDirection(x => { d = x; s.show(); });
    const lines = () => ['gen = sliders of four positions', ...fillLines(d), `attacks = (${shifted('gen', DIRECTIONS[d].shift)}) & wrap`];
    const states = i => { const f = fillSteps([slidersOf(list(i), d)], emptyOf(list(i)), d).map(x => x.gens[0]); return [...f, step(f[3], d)]; };
    const frames = () => [0, 1, 2, 3, 4].map(k => ({
      now: k === 0 ? [0, 1] : k === 4 ? [7] : k === 3 ? [6] : [2 * k, 2 * k + 1],
      words: k === 0 ? `One register, four positions. ${DRAG} pieces or tap squares to change any of them.` : k === 4 ? `One more step ${DIRECTIONS[d].name}: the attacks of four positions.` : `One instruction shifts all four lanes by ${Math.abs(DIRECTIONS[d].shift) * 2 ** (k - 1)}, another ANDs them with the propagators, and a third ORs.`,
      panels: [0, 1, 2, 3].map(i => { const l = states(i), sliders = slidersOf(list(i), d); return { sets: [['gen', l[k]], ['new', k > 0 && k < 4 ? l[k] & ~l[k - 1] : 0n], ['slider', k < 4 ? sliders : 0n]], pieces: list(i), title: `lane ${i}: position ${i}`, note: l[k].toString(16).padStart(16, '0'), names: { slider: 'slider', gen: k === 4 ? 'attacked' : 'in the generator', new: 'new' } }; }),
    }));
    const effects = () => [0, -1, 1, -1, 2, -1, 3, 4].map(k => k < 0 ? [] : [0, 1, 2, 3].map(i => { const l = states(i); return [i, k > 0 && k < 4 ? l[k] & ~l[k - 1] : l[k]]; }));
    const register = make('div', { class: 'register four', role: 'group', 'aria-label': 'A register with four lanes' }, ...lanes.map(l => l.root));
    const s = story(root, changed, { boards: lanes, lines, frames, effects, registers: register, controls: [direction.root, make('button', { type: 'button', click: () => { others = FOUR.map(fenBoard); setPieces(fenBoard(FIRST)); s.show(); } }, 'Reset the positions')], legend: aLegend([['slider', 'slider'], ['gen', 'in the generator, or attacked'], ['new', 'new in this step']]) });
    direction.set(d);
    return { get: () => `${s.time.at}.${d}.${[0, 1, 2, 3].map(i => placement(list(i))).join('_')}`, set(state) {
      const [n, x, all] = state.split('.'), to = number(n, 4), next = all.split('_').map(readPlacement);
      if (next.length !== 4) throw new Error('not four positions');
      d = number(x, 7); direction.set(d); others = next; setPieces(next[0]); s.time.go(to);
    } };
  },

  // Eight registers, each a rank of four of the positions.
  ranks(root, changed) {
    const grid = make('div', { class: 'registers', role: 'img' });
    const lines = () => ['attacks[0] = 0', 'attacks[r] = sliders[r-1] | empty[r-1] & attacks[r-1]'];
    const frames = () => [...Array(8).keys()].map(k => ({ now: [Math.min(k, 1)], panels: [], words: k === 0 ? 'Register r holds rank r + 1 of every position, a byte each.' : `A square of rank ${k + 1} (framed) is attacked where the square below (dashed) has a slider, or is empty and attacked. One operation for all 64 positions.` }));
    const draw = () => {
      const boards = [pieces, ...FOUR.slice(1).map(fenBoard)], sliders = boards.map(b => setOf(b, 'RQrq')), empty = boards.map(emptyOf), attacked = boards.map((_, i) => attacks(sliders[i], empty[i], 7)), k = s ? s.time.at : 0, rows = [];
      for (let r = 7; r >= 0; r--) {
        const bytes = boards.map((_, i) => Array.from({ length: 8 }, (_, f) => { const sq = 8 * r + f, hit = r <= k && has(attacked[i], sq); return `<i class="${hit && has(sliders[i], sq) ? 'gen both' : hit && !has(empty[i], sq) ? 'gen both other' : hit ? 'gen' : has(sliders[i], sq) ? 'slider' : has(empty[i], sq) ? '' : 'kill'}"></i>`; }).join(''));
        rows.push(`<div class="register bytes ${r === k ? (k > 0 ? 'now' : '') : r === k - 1 ? 'used' : r > k ? 'waits' : ''}"><span>register ${r}: <b>rank ${r + 1}</b></span>${bytes.map(b => `<div>${b}</div>`).join('')}</div>`);
      }
      grid.innerHTML = `<div class="title">Four of the 64 positions, going north</div><div class="heads"><span></span>${boards.map((_, i) => `<div>position ${i}<div>${[...'abcdefgh'].map(c => `<span>${c}</span>`).join('')}</div></div>`).join('')}</div>` + rows.join('');
      grid.setAttribute('aria-label', `Attacks going north after ${k} of 7 operations: ` + boards.map((_, i) => `position ${i} ${listOf(attacked[i] & (1n << BigInt(8 * k + 8)) - 1n)}`).join('; '));
      changed();
    };
    let s;
    s = story(root, draw, { boards: [], lines, frames, registers: grid, legend: aLegend([['slider', 'slider'], ['gen', 'attacked going north'], ['gen both', 'attacked slider'], ['gen both other', 'another attacked piece'], ['kill', 'another piece']]) });
    draw();
    return simple(s);
  },

  // H.G. Muller's loop: one step along one ray in each turn.
  raylist(root, changed) {
    const board = aPosition('The rays of White'), table = make('ol', { class: 'moves', 'aria-label': 'Moves so far', tabindex: 0 });
    const lines = () => ['to = from + step', 'if off the board, own piece, or not for this pawn: next ray', 'add the move', 'if enemy piece or no slider: next ray', 'from = to'];
    const square = name => 'abcdefgh'.indexOf(name[0]) + 8 * (name[1] - 1);
    let known = null, list;
    const frames = () => { if (known !== pieces) { known = pieces; list = all(); } return list; };
    function all() {
      const turns = rayTurns(pieces, true);
      let moves = 0n, of = '';
      if (turns.length === 0) return [{ now: [], words: 'White has no piece.', panels: [{ sets: [], pieces }] }];
      return turns.map((t, i) => {
        if (t.from !== of) { moves = 0n; of = t.from; }
        if (t.move) moves |= bit(square(t.y));
        const inside = /^[a-h][1-8]$/.test(t.y);
        return { now: t.move ? (t.ends ? [0, 2, 3] : [0, 2, 4]) : [0, 1], list: turns.slice(0, i + 1).filter(x => x.move).map(x => x.from + x.y),
          words: `Turn ${i + 1} of ${turns.length}, ray ${t.index + 1} of ${t.rays}: ${pieceName(t.piece)} ${t.from} looks ${inside ? 'at ' : ''}${t.y}${inside ? ', ' + t.there.replace(/ (\w)$/, (_, p) => ' ' + NAMES[p.toUpperCase()]) : ''}. ${t.move ? `The move ${t.from}${t.y} is added` + (t.ends ? ', and the ray ends.' : '.') : 'No move: the ray ends.'}`,
          panels: [{ sets: [['gen', moves], ['new', t.move ? bit(square(t.y)) : 0n], ['wrong', !t.move && inside ? bit(square(t.y)) : 0n], ['slider', bit(square(t.from))]], pieces, names: { slider: 'from', gen: 'move', new: 'new', wrong: 'no move' } }] };
      });
    }
    const draw = () => { const frame = s && frames()[s.time.at]; if (frame) { const all = frame.list || []; table.innerHTML = all.map(m => `<li>${m}</li>`).join(''); table.scrollTop = 1e6; } changed(); };
    const effects = () => { const f = s && frames()[s.time.at]; if (!f) return []; const set = f.panels[0].sets; const at = c => (set.find(x => x[0] === c) || [0, 0n])[1]; return [[[0, at('new') | at('wrong')]], [[0, at('wrong')]], [[0, at('gen')]], [[0, at('new')]], [[0, at('new')]]]; };
    let s;
    s = story(root, draw, { boards: [board], first: 1, lines, frames, effects, legend: aLegend([['slider', 'the piece'], ['gen', 'its moves'], ['new', 'new move'], ['wrong', 'no move']]) });
    board.root.parentNode.append(make('div', { class: 'panel' }, make('div', { class: 'title' }, 'Moves so far'), table));
    draw();
    return simple(s);
  },

  // The attacks of any position, direction by direction.
  own(root, changed) {
    let tool;
    const board = aPosition('Your position', () => tool), error = make('p', { class: 'error', role: 'alert' });
    const fen = make('input', { type: 'text', id: 'fen', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', input: () => {
      try { setPieces(readPlacement(fen.value.trim().split(/\s/)[0])); error.textContent = ''; } catch (e) { error.textContent = 'FEN: ' + e.message; }
    } });
    const put = text => () => { error.textContent = ''; setPieces(fenBoard(text)); };
    const button = (text, to) => make('button', { type: 'button', click: put(to) }, text);
    root.append(make('div', { class: 'field' }, make('label', {}, 'Paste a FEN ', fen), button('Start position', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'), button('Empty board', '8/8/8/8/8/8/8/8'), error));
    const tools = make('div', { class: 'tools', role: 'group', 'aria-label': 'Pieces to put on the board' });
    for (const piece of ['K', 'Q', 'R', 'B', 'N', 'P', '', 'k', 'q', 'r', 'b', 'n', 'p']) {
      const b = make('button', { type: 'button', 'aria-pressed': 'false', 'aria-label': piece ? 'Put a ' + pieceName(piece) : 'Remove pieces', click: () => {
        tool = tool === piece ? undefined : piece;
        [...tools.children].forEach(x => x.setAttribute('aria-pressed', x === b && tool !== undefined));
      } });
      b.innerHTML = piece ? shapeOf(piece) : '\u2715';
      tools.append(b);
    }
    const ray = d => attacks(slidersOf(pieces, d), emptyOf(pieces), d), all = n => [0, 1, 2, 3, 4, 5, 6, 7].slice(0, n).reduce((b, d) => b | ray(d), 0n), sliders = () => setOf(pieces, 'BRQbrq');
    const frames = () => [...DIRECTIONS.map(({ name }, d) => ({ now: [0, 1], words: `${name[0].toUpperCase() + name.slice(1)}: the ${d % 2 ? 'rooks' : 'bishops'} and queens attack ${listOf(ray(d))}.`, panels: [{ sets: [['gen', all(d)], ['slider', sliders()], ['new', ray(d)]], pieces, names: { slider: 'slider', gen: 'attacked', new: 'attacked in this direction' } }] })),
      { now: [1], words: `All sliders attack ${squares(count(all(8)))}. ${DRAG} pieces${coarse.matches ? '' : ', press a key such as q or Q on a square,'} or choose a piece below the board and tap squares.`, panels: [{ sets: [['gen', all(8)]], pieces, names: { gen: 'attacked' } }] }];
    const draw = () => { if (document.activeElement !== fen) { fen.value = placement(pieces); error.textContent = ''; } changed(); };
    const s = story(root, draw, { boards: [board], at: 8, first: 1, lines: () => ['x = attacks(sliders, empty, direction)', 'all |= x'], frames, effects: () => [[[0, s ? s.time.at < 8 ? ray(s.time.at) : all(8) : 0n]], [[0, s ? all(s.time.at + 1) : 0n]]], legend: aLegend([['slider', 'slider'], ['new', 'attacked in this direction'], ['gen', 'attacked']]) });
    board.root.append(tools);
    draw();
    return simple(s);
  },

  // Threat pairs: who attacks or defends whom. The last frame shows how a move changes them.
  pairs(root, changed) {
    let move = { before: fenBoard(FIRST), from: 27, to: 31 };
    const board = aPosition('Pairs', undefined, (before, from, to) => { if (to < 0) return; move = { before, from, to }; s.show(); s.time.go(99); }), second = aBoard('and adds');
    const lines = () => ["near = first piece on each ray, and pieces a knight's jump away", 'pairs from it: those in near that it attacks', 'pairs to it: those in near that attack it'];
    const played = () => { const after = [...move.before]; after[move.to] = after[move.from]; after[move.from] = ''; return after; };
    function frames() {
      const list = squaresOf(~emptyOf(pieces) & ALL);
      if (list.length === 0) return [{ now: [], words: 'The board is empty.', panels: [{ sets: [], pieces }] }];
      const same = (a, b, board = pieces) => (board[a] === board[a].toUpperCase()) === (board[b] === board[b].toUpperCase()), names = sq => `${pieces[sq]}${squareName(sq)}`;
      const out = list.map(sq => {
        const to = squaresOf(targets(sq) & ~emptyOf(pieces)), from = list.filter(x => has(targets(x), sq));
        const say = (pairs, one, all) => [[pairs.filter(x => !same(x, sq)), one], [pairs.filter(x => same(x, sq)), all]].filter(([l]) => l.length).map(([l, verb]) => `${verb} ${l.map(names).join(' and ')}`);
        const text = [...say(to, 'attacks', 'defends'), ...say(from, 'is attacked by', 'is defended by')].join('; ');
        return { now: [0, 1, 2], near: nearest(sq), words: `${names(sq)} ${text || 'is in no pair'}. ${to.length + from.length === 1 ? 'This pair changes' : `These ${to.length + from.length} pairs change`} when it moves, and so do the pairs of sliders when it opens or blocks their lines.`,
          panels: [{ sets: [['slider', bit(sq)]], pieces, title: 'Pairs', arrows: [...to.map(x => [sq, x, same(sq, x) ? 'defence' : 'attack']), ...from.map(x => [x, sq, same(sq, x) ? 'defence' : 'attack'])], names: { slider: 'this piece' } }], of: [to, from, sq] };
      });
      const { before, from, to } = move, after = played();
      if ([before, after].some(b => placement(b) === placement(pieces))) {
        const pairs = board => { const occupied = ~emptyOf(board) & ALL; return squaresOf(occupied).flatMap(a => squaresOf(targets(a, board) & occupied).map(b => [a, b, same(a, b, board) ? 'defence' : 'attack', board[a] + board[b]])); };
        const less = (x, y) => x.filter(p => !y.some(q => p.join() === q.join())), gone = less(pairs(before), pairs(after)), come = less(pairs(after), pairs(before)), arrows = l => l.map(p => p.slice(0, 3));
        const panel = (pieces, sq, list, title) => ({ sets: [['slider', bit(sq)]], pieces, arrows: arrows(list), title, names: { slider: 'this piece' } });
        out.push({ now: [], words: `The move ${squareName(from)}${squareName(to)} removes ${gone.length === 1 ? '1 pair' : gone.length + ' pairs'} and adds ${come.length}. ${DRAG} another piece to see what its move changes.`, panels: [panel(before, from, gone, `${squareName(from)}${squareName(to)} removes ${gone.length}`), panel(after, to, come, `and adds ${come.length}`)] });
      }
      return out;
    }
    const effects = () => { const f = s && frames()[s.time.at]; if (!f || !f.of) return []; const set = l => l.reduce((b, x) => b | bit(x), 0n); return [[[0, f.near]], [[0, set(f.of[0])]], [[0, set(f.of[1])]]]; };
    let s;
    s = story(root, () => { second.root.hidden = !s || frames()[s.time.at].panels.length < 2; changed(); }, { boards: [board, second], at: 3, first: 1, lines, frames, effects, legend: aLegend([['slider', 'this piece'], ['attackline', 'attacks', '\u2192'], ['defenceline', 'defends', '\u2192']]) });
    return simple(s);
  },
};

// nearest returns the first piece on each ray from a square, and the pieces a knight's jump away.
const nearest = sq => [0, 1, 2, 3, 4, 5, 6, 7].reduce((b, d) => b | attacks(bit(sq), emptyOf(pieces), d), jumps(sq, KNIGHT)) & ~emptyOf(pieces);
const KNIGHT = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]], KING = [0, 1, 2, 3, 4, 5, 6, 7].map(d => [filesOf(d), ranksOf(d)]);
const jumps = (sq, list) => list.reduce((b, [f, r]) => { const x = sq % 8 + f, y = (sq >> 3) + r; return x >= 0 && x < 8 && y >= 0 && y < 8 ? b | bit(8 * y + x) : b; }, 0n);

// targets returns the squares that the piece on a square attacks.
function targets(sq, board = pieces) {
  const piece = board[sq], kind = piece.toUpperCase(), up = piece === 'P' ? 1 : -1;
  switch (kind) {
    case 'P': return jumps(sq, [[-1, up], [1, up]]);
    case 'N': return jumps(sq, KNIGHT);
    case 'K': return jumps(sq, KING);
    case '': return 0n;
  }
  return [0, 1, 2, 3, 4, 5, 6, 7].filter(d => kind === 'Q' || d % 2 === (kind === 'R' ? 1 : 0)).reduce((b, d) => b | attacks(bit(sq), emptyOf(board), d), 0n);
}

const FOUR = [FIRST, 'r4rk1/1pp2ppp/p1n5/3q4/3P4/2P2N2/PP3PPP/R2QR1K1', '8/5k2/2R5/8/1r6/4K1B1/6P1/8', '6k1/5ppp/8/1b6/3R4/8/5PPP/3R2K1'];

// The questions: tap the squares that you expect, then check. Each follows a figure.
const QUESTIONS = [
  { after: 'propagator', name: 'propagator', ask: 'The same going south: pro = empty, then pro &= pro >> 8. Which squares of the g-file stay in pro?', sets: () => [], answer: () => emptyOf(pieces) & emptyOf(pieces) >> 8n & fileOf(6), line: () => fileOf(6),
    why: 'A square stays if it is empty and the square north of it is empty. No square is north of g8, so g8 leaves.' },
  { after: 'doubling', name: 'network', ask: 'After two levels, which squares of the g-file does the pair of g8 (framed) stand for?', sets: () => [], answer: () => fileOf(6) & 0xffffffff00000000n, line: () => bit(62),
    why: 'The first level joins g8 with g7. The second joins this stretch of two with g5 and g6: four squares, g5 to g8.' },
  { after: 'wraps', name: 'wraps', ask: 'All rooks and queens are shifted by 9, which is north-east, without a mask. Which squares are wrong?', sets: () => [['slider', slidersOf(pieces, 1)]], answer: () => slidersOf(pieces, 1) << 9n & ALL & fileOf(0),
    why: 'A piece on the h-file has no square to its north-east. Its bit arrives on the a-file, two ranks higher.' },
  { after: 'subtraction', name: 'borrow', ask: 'Which squares of rank 8 change in o - 2s?', sets: () => [['kill', ~emptyOf(pieces) & rankOf(7)]], answer: () => subtraction(setOf(pieces, 'RQrq'), emptyOf(pieces), 1).changed & rankOf(7), line: () => rankOf(7),
    why: 'The borrow starts east of each rook or queen and runs through the zeros to the first 1, which pays, or to the edge.' },
  { after: 'generators', name: 'generators', ask: 'Which squares do the black bishops, gen[2], attack going south-east?', sets: () => [['three', setOf(pieces, 'b')]], answer: () => attacks(setOf(pieces, 'b'), emptyOf(pieces), 2),
    why: 'The bishop runs over empty squares only, as all four generators do, because they share the propagator.' },
];

// predict fills a figure with a question. A check says how much is missing; the solution is a button of its own.
function predict(root, q) {
  let marked = 0n, checked = false, solved = false;
  const board = aBoard('Your answer', sq => { marked ^= bit(sq); checked = solved = false; show(); }), words = make('p', { class: 'words', 'aria-live': 'polite' });
  const button = (text, click) => make('button', { type: 'button', click: () => { click(); show(); } }, text);
  const check = button('Check', () => { checked = true; }), solve = button('Show the solution', () => { checked = solved = true; }), again = button('Try again', () => { marked = 0n; checked = solved = false; });
  root.append(make('p', { class: 'ask' }, make('strong', {}, 'Predict: '), q.ask), make('div', { class: 'story' }, make('div', { class: 'side' }, make('div', { class: 'bar' }, check, solve, again), words), make('div', { class: 'panels' }, board.root)),
    aLegend([['gen', 'your answer'], ['new', 'right, but you missed it'], ['wrong', 'yours, but wrong']]));
  function show() {
    const want = q.answer(), missing = want & ~marked, wrong = marked & ~want, good = !missing && !wrong;
    board.paint({ sets: [...q.sets(), ['gen', checked ? marked & want : marked], ...(checked ? [['new', solved ? missing : 0n], ['wrong', wrong]] : [])], pieces, marked: q.line ? q.line() : 0n, names: { gen: 'your answer', new: 'missed', wrong: 'wrong' } });
    check.disabled = checked; solve.hidden = !checked || good || solved; again.disabled = !marked && !checked;
    const faults = [missing && `${squares(count(missing))} missing`, wrong && `${listOf(wrong)} wrong`].filter(Boolean).join(', ');
    words.textContent = !checked ? 'Tap squares, then check.' : good || solved ? `${good ? 'Right' : 'Solution'}: ${listOf(want)}. ${q.why}` : `Not quite: ${faults}. Change your answer, or look at the solution.`;
  }
  show();
  shows.push(show);
}

// Every figure with its link, which holds its state.
const figures = {}, reached = {};
for (const figure of document.querySelectorAll('figure[data-widget]')) {
  const name = figure.dataset.widget, link = figure.querySelector('.permalink');
  const changed = () => { if (figures[name]) { link.href = `#${name}=${encodeURIComponent(figures[name].get())}`; link.textContent = 'Link to this state'; } };
  const live = figure.querySelector('.live');
  link.hidden = false;
  live.replaceChildren();
  figures[name] = FIGURES[name](live, changed);
  changed();
  link.addEventListener('click', e => {
    e.preventDefault();
    try { history.replaceState(null, '', link.hash); } catch { /* a page without an address */ }
    if (navigator.clipboard) navigator.clipboard.writeText(link.href).then(() => { link.textContent = 'Link copied'; }, () => {});
  });
  for (const q of QUESTIONS.filter(q => q.after === name)) {
    const root = make('figure', { class: 'widget predict', id: 'predict-' + q.name, 'aria-label': 'Predict: ' + q.name });
    figure.after(root);
    predict(root, q);
  }
}

for (const e of document.querySelectorAll('.scripted')) e.hidden = false;

// The terms of the text.
for (const e of document.querySelectorAll('.reading > p, .reading > ul, .reading > ol, details.more > p, .code code')) {
  if (e.closest('nav')) continue;
  const texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), nodes = [];
  for (let n = texts.nextNode(); n; n = texts.nextNode()) if (!n.parentElement.closest('a')) nodes.push(n);
  for (const n of nodes) {
    const html = coloured(n.data, TERMS);
    if (html.includes('<span')) { const span = make('span'); span.innerHTML = html; n.replaceWith(...span.childNodes); }
  }
}

// follow shows the state of a figure that the address holds.
function follow() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)).split('=')[0]), folded = target && target.closest('details');
  if (folded && !folded.open) { folded.open = true; target.scrollIntoView(); }
  const [, name, state] = /^#([a-z]+)=(.*)$/.exec(location.hash) || [];
  if (!Object.hasOwn(figures, name)) return;
  try { figures[name].set(decodeURIComponent(state)); } catch { /* not a state: show the present one */ }
  element(name).scrollIntoView();
}
// On paper, figures that nobody has moved show their last step, and nothing is folded.
let shelved = [];
addEventListener('beforeprint', () => {
  const move = (range, to) => { range.value = to; range.dispatchEvent(new Event('input')); };
  shelved = [...document.querySelectorAll('.widget input[type=range]')].filter(r => r.value === '0').map(r => { move(r, r.max); return () => move(r, 0); });
  for (const e of document.querySelectorAll('details:not([open])')) { e.open = true; shelved.push(() => { e.open = false; }); }
});
addEventListener('afterprint', () => { shelved.forEach(f => f()); shelved = []; });

// The contents are closed on phones.
const unfold = () => { document.getElementById('contents').open = !phone.matches; };
phone.addEventListener('change', unfold);
unfold();

addEventListener('hashchange', follow);
follow();
