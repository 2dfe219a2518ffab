"use strict";
// Shows the data of the page. Whatever comes from the program becomes text, never markup; elements are made for what is on the screen.
(() => {
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const data = read("data");
const app = document.getElementById("app");

/** An element: `el("p.soft", {title: "x"}, "text", child)`. */
function el(what, attributes, ...children) {
  const [tag, ...classes] = what.split(".");
  const made = document.createElement(tag);
  if (classes.length) made.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}
function svg(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes || {})) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
const clip = (text, most) => (text.length > most ? text.slice(0, most - 1) + "\u2026" : text);
const plural = (n, one, many) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
const baseName = (path) => path.split("/").pop();
/** Names of files without their folders, where that is enough to tell them apart. */
const shortNames = data.files.map((file) =>
  data.files.some((other) => other !== file && baseName(other.path) === baseName(file.path)) ? file.path : baseName(file.path));
const shortPlace = (at) => `${shortNames[at[0]]}:${at[1]}` + (at[2] ? `:${at[2]}` : "");
const placeText = (at) => (at ? `${data.files[at[0]].path}:${at[1]}` + (at[2] ? `:${at[2]}` : "") : "");

// ---- Source -----------------------------------------------------------------------------------------------------------------

const KEYWORDS = new Set(("auto break case char const continue default do double else enum extern float for goto if inline int long register " +
  "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool _Atomic bool").split(" "));
const TOKEN = /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(\b\d[\w.]*)|([A-Za-z_]\w*)|(\s+|.)/gy;

/** A line of C as elements. A comment that began on a line before is told apart by `state`. */
function colour(line, state) {
  const parts = [];
  let rest = line;
  if (state.comment) {
    const end = line.indexOf("*/");
    parts.push(el("span.c", {}, end < 0 ? line : line.slice(0, end + 2)));
    if (end < 0) return parts;
    state.comment = false;
    rest = line.slice(end + 2);
  }
  let plain = "";
  TOKEN.lastIndex = 0;
  for (let token; (token = TOKEN.exec(rest)); ) {
    const kind = token[1] ? "c" : token[2] ? "s" : token[3] ? "d" : token[4] && KEYWORDS.has(token[4]) ? "k" : "";
    if (!kind) { plain += token[0]; continue; }
    if (plain) parts.push(plain);
    plain = "";
    parts.push(el(`span.${kind}`, {}, token[0]));
    if (token[1] && token[1].startsWith("/*") && !token[1].endsWith("*/")) state.comment = true;
  }
  if (plain) parts.push(plain);
  return parts;
}

const CHUNK = 80;
const LINE_HEIGHT = 21;

/** A scrollable view of one file at a time. Lines are made when they come near the screen; `notes(file, line)` gives what stands below them. */
class SourceView {
  constructor(notes, mark) {
    this.notes = notes;
    this.mark = mark;
    this.box = el("div.source", { tabindex: "0", role: "region", "aria-label": "Source code" });
    this.file = -1;
    this.seen = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting) this.fill(entry.target);
    }, { root: this.box, rootMargin: "600px" });
  }
  open(file) {
    if (this.file === file) return;
    this.file = file;
    this.seen.disconnect();
    this.chunks = [];
    this.commented = null;
    const lines = data.files[file].lines;
    this.box.replaceChildren(lines.length ? "" : el("p.note", {}, "The source of this file is not known."));
    for (let first = 0; first < lines.length; first += CHUNK) {
      const n = Math.min(CHUNK, lines.length - first);
      const chunk = el("div.chunk", { style: `height:${n * LINE_HEIGHT}px;contain-intrinsic-size:auto ${n * LINE_HEIGHT}px` });
      chunk.first = first;
      this.chunks.push(chunk);
    }
    this.box.append(...this.chunks);
    this.chunks.forEach((chunk) => this.seen.observe(chunk));
  }
  /** Whether a chunk begins inside of a comment. */
  startsCommented(first) {
    if (!this.commented) {
      this.commented = [];
      let inside = false;
      data.files[this.file].lines.forEach((line, idx) => {
        if (idx % CHUNK === 0) this.commented.push(inside);
        let at = 0;
        while (at >= 0) {
          at = inside ? line.indexOf("*/", at) : line.indexOf("/*", at);
          if (at >= 0) { inside = !inside; at += 2; }
        }
      });
    }
    return this.commented[first / CHUNK];
  }
  fill(chunk) {
    if (chunk.childElementCount) return;
    this.seen.unobserve(chunk);
    chunk.style.height = "";
    const state = { comment: this.startsCommented(chunk.first) };
    const lines = data.files[this.file].lines.slice(chunk.first, chunk.first + CHUNK);
    const made = [];
    lines.forEach((text, idx) => {
      const number = chunk.first + idx + 1;
      const mark = this.mark(this.file, number);
      made.push(el("div.row", { "data-line": number },
        el("span.n" + (mark ? "." + mark : ""), { title: mark || null }, String(number)), el("span", {}, colour(text, state))));
      made.push(...this.notes(this.file, number));
    });
    chunk.append(...made);
  }
  row(line) {
    const chunk = this.chunks && this.chunks[Math.floor((line - 1) / CHUNK)];
    if (!chunk) return null;
    this.fill(chunk);
    return chunk.querySelector(`[data-line="${line}"]`);
  }
  /** Goes to a line and gives it a class that no other line has. */
  show(file, line, name) {
    this.open(file);
    this.box.querySelectorAll("." + name).forEach((row) => row.classList.remove(name));
    const row = this.row(line);
    if (!row) return;
    row.classList.add(name);
    const box = this.box.getBoundingClientRect(), at = row.getBoundingClientRect();
    if (at.top < box.top + 40 || at.bottom > box.bottom - 40) this.box.scrollTop += at.top - box.top - box.height / 3;
  }
}

// ---- What is known, by line -------------------------------------------------------------------------------------------------

const byLine = new Map();
const RANK = { violated: 3, unknown: 2, holds: 1, unreachable: 0 };
function at(place) {
  if (!place) return null;
  const key = place[0] + ":" + place[1];
  if (!byLine.has(key)) byLine.set(key, { status: "", violations: [], unknown: [], loops: [], conditions: [], assumed: [] });
  return byLine.get(key);
}
const words = data.words || [];
const checks = (data.checks || []).map(([numbers, place]) => {
  const [check, name, status, engine, remark] = numbers.map((number) => words[number]);
  const known = at(place);
  if (known) {
    if (!known.status || RANK[status] > RANK[known.status]) known.status = status;
    if (status === "unknown") known.unknown.push([check, remark]);
  }
  return { check, name, status, engine, remark, place };
});
(data.violations || []).forEach((violation, idx) => {
  if (at(violation.at)) at(violation.at).violations.push(idx);
  // Checks inside of library functions are not listed, but for those that somebody has broken.
  if (violation.library) {
    checks.push({ check: violation.check, name: violation.library, status: "violated", engine: "", remark: "in a library function", place: violation.at });
  }
});
(data.loops || []).forEach((loop) => at(loop.at) && at(loop.at).loops.push(loop));
(data.conditions || []).forEach(([text, place]) => at(place) && at(place).conditions.push(text));
(data.assumed || []).forEach(([number, place]) => at(place) && at(place).assumed.push(data.assumptions[number]));

const markOf = (file, line) => {
  const known = byLine.get(file + ":" + line);
  return known ? (known.violations.length ? "violated" : known.status) : "";
};

function notesOf(file, line, isRun) {
  const known = byLine.get(file + ":" + line);
  if (!known) return [];
  const made = [];
  known.violations.slice(0, isRun ? 0 : 5).forEach((idx) => {
    const violation = data.violations[idx];
    made.push(el("div.note.violated", {}, el("strong", {}, `error[${violation.check}]: `), violation.message, " ",
      el("button.link", { type: "button", onclick: () => go(`#run/${idx}/0`) }, "step through it")));
  });
  if (known.violations.length > 5 && !isRun) made.push(el("div.note.violated", {}, `and ${known.violations.length - 5} more at this line`));
  if (known.unknown.length && !isRun) {
    const [check, reason] = known.unknown[0];
    const rest = known.unknown.length > 1 ? `; ${known.unknown.length - 1} more at this line` : "";
    made.push(el("div.note.unknown", {}, el("strong", {}, `unknown: ${check}`), reason ? `: ${reason}` : "", rest));
  }
  for (const loop of known.loops) {
    const facts = loop.invariants.map((text) => el("div", {}, "loop invariant: ", el("code", {}, text)));
    if (loop.measure) facts.push(el("div", {}, "ranking function: ", el("code", {}, loop.measure)));
    made.push(el("div.note.loop", {}, facts));
  }
  for (const text of known.conditions) made.push(el("div.note.condition", {}, "the verdict holds only if ", text));
  for (const text of known.assumed) made.push(el("div.note.assumed", {}, el("strong", {}, "assumed: "), text));
  return made;
}

// ---- The report -------------------------------------------------------------------------------------------------------------

let source = null;
const placeLink = (place) => place
  ? el("button.link", { type: "button", title: placeText(place), onclick: () => { showSource(place); } }, shortPlace(place)) : "";

function showSource(place) {
  source.select.value = place[0];
  source.view.show(place[0], place[1], "target");
  if (window.innerWidth < 960) source.pane.scrollIntoView({ block: "start" });
}

function banner() {
  if (data.error) return el("header.top.unknown", {}, el("h1", {}, "candor could not check the program"), el("p", {}, data.error));
  const [verdict, ...rest] = data.line.split(/; (.*)/s);
  return el(`header.top.${data.verdict}`, {},
    el("h1", {}, el(`span.chip.${data.verdict}`, {}, data.verdict.toUpperCase()), " ",
      rest[0] ? rest[0].charAt(0).toUpperCase() + rest[0].slice(1) : verdict),
    data.conditions.length
      ? el("p", {}, el("strong", {}, "It holds only if "), data.conditions.slice(0, 3).map(([text]) => text).join(", and "),
          data.conditions.length > 3 ? `, and ${data.conditions.length - 3} more` : "", ".") : "",
    data.assumptions.length
      ? el("details", {}, el("summary", {}, `This relies on ${plural(data.assumptions.length, "assumption", "assumptions")}`),
          el("ul.plain", {}, data.assumptions.map((text) => el("li", {}, text)))) : "",
    el("p.soft", {}, `candor ${data.version}; ${plural(checks.length, "check", "checks")} in ` +
      `${plural(data.files.length, "file", "files")}; ${plural(data.violations.length, "violation", "violations")}`));
}

/** A list that grows when asked: so many items at a time. */
function growing(items, make, step) {
  const box = el("div");
  const more = el("button", { type: "button" });
  let shown = 0;
  const grow = () => {
    const until = Math.min(items.length, shown + step);
    const made = [];
    for (; shown < until; shown++) made.push(make(items[shown], shown));
    box.append(...made);
    more.textContent = `Show ${Math.min(step, items.length - shown)} more of ${(items.length - shown).toLocaleString("en")}`;
    more.hidden = shown >= items.length;
  };
  more.addEventListener("click", grow);
  grow();
  return el("div", {}, box, more);
}

function card(violation, idx) {
  const inputs = [...violation.outside.map(([name, value]) => `${name} = ${value}`), ...violation.held.map(([name, value]) => `${name} = ${value} at the start`),
    ...violation.given.map(([text]) => text)];
  const object = violation.object || {};
  return el("article.card", { id: `violation-${idx}` },
    el("h3", {}, el("span.chip.violated", {}, violation.check || "error"), " ", violation.message),
    el("p", {}, placeLink(violation.at), violation.library ? ` in the library function ${violation.library}` : "",
      violation.stack.length > 1 ? el("span.soft", {}, ` called by ${violation.stack.slice(1, 5).map(([name]) => name).join(", ")}`) : ""),
    object.made ? el("p", {}, "made at ", placeLink(object.made), object.ended ? [", ended at ", placeLink(object.ended)] : "") : "",
    violation.others.map((other) => el("p", {}, `thread ${other.thread} ${other.does} at `, placeLink((other.stack[0] || [])[1]))),
    inputs.length ? el("p", {}, el("strong", {}, "Inputs: "), el("code", {}, clip(inputs.slice(0, 12).join(", "), 400)),
      inputs.length > 12 ? ` and ${inputs.length - 12} more` : "") : "",
    violation.hint ? el("p.soft", {}, violation.hint) : "",
    el("div.doing", {}, el("button.main", { type: "button", onclick: () => go(`#run/${idx}/0`) }, "Step through it"),
      el("button", { type: "button", onclick: () => go(`#run/${idx}/end`) }, "Show the end")));
}

const COLUMNS = [["status", "Status"], ["check", "Check"], ["name", "Function"], ["place", "Place"], ["engine", "Engine"]];

function checkTable() {
  const wanted = new Set(["violated", "unknown"]);
  if (!checks.some((check) => wanted.has(check.status))) ["holds", "unreachable"].forEach((status) => wanted.add(status));
  const tally = {};
  checks.forEach(({ status }) => (tally[status] = (tally[status] || 0) + 1));
  let query = "", order = "status", down = false;
  const body = el("tbody"), caption = el("caption", { "aria-live": "polite" }), more = el("button", { type: "button" });
  const heads = COLUMNS.map(([key, title]) => el("th", { scope: "col" }, el("button", { type: "button", onclick: () => {
    down = order === key ? !down : false;
    order = key;
    fill();
  } }, title)));
  let found = [], shown = 0;
  const compare = (a, b) => {
    const value = (check) => order === "status" ? -RANK[check.status]
      : order === "place" ? (check.place ? check.place[0] * 1e9 + check.place[1] * 1e3 + check.place[2] : 1e15) : check[order];
    const [x, y] = [value(a), value(b)];
    return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
  };
  const grow = () => {
    const rows = found.slice(shown, shown + 200).map((check) => el("tr", {},
      el("td", {}, el(`span.chip.${check.status}`, {}, check.status)),
      el("td", {}, el("code", {}, check.check), check.remark ? el("div.soft", {}, check.remark) : ""),
      el("td", {}, el("code", {}, check.name)), el("td", {}, placeLink(check.place)), el("td", {}, check.engine || "")));
    body.append(...rows);
    shown += rows.length;
    caption.textContent = `${found.length.toLocaleString("en")} of ${plural(checks.length, "check", "checks")}` +
      (shown < found.length ? `, the first ${shown.toLocaleString("en")} of them shown` : "");
    more.hidden = shown >= found.length;
    more.textContent = `Show ${Math.min(200, found.length - shown)} more`;
  };
  const fill = () => {
    const needle = query.toLowerCase();
    const fits = (check) => wanted.has(check.status) && (!needle ||
      `${check.check} ${check.name} ${placeText(check.place)} ${check.engine} ${check.remark}`.toLowerCase().includes(needle));
    found = checks.filter(fits).sort(compare);
    heads.forEach((head, idx) => COLUMNS[idx][0] === order
      ? head.setAttribute("aria-sort", down ? "descending" : "ascending") : head.removeAttribute("aria-sort"));
    body.replaceChildren();
    shown = 0;
    grow();
  };
  more.addEventListener("click", grow);
  const box = (status) => el("label", {}, el("input", { type: "checkbox", checked: wanted.has(status), onchange: (event) => {
    event.target.checked ? wanted.add(status) : wanted.delete(status);
    fill();
  } }), `${status} (${(tally[status] || 0).toLocaleString("en")})`);
  fill();
  return el("div", {},
    el("div.filters", { role: "group", "aria-label": "Filters" }, ["violated", "unknown", "holds", "unreachable"].map(box),
      el("input", { type: "search", placeholder: "check, function, file, engine", "aria-label": "Search checks",
        oninput: (event) => { query = event.target.value; fill(); } })),
    el("div.scroll", {}, el("table", { id: "checks" }, caption, el("thead", {}, el("tr", {}, heads)), body)), more);
}

function summaryTable() {
  const rows = [...data.groups, ...(data.library.slice(1).some((n) => n) ? [data.library] : [])];
  return el("div.scroll", {}, el("table", {}, el("caption", {}, "Checks by kind"),
    el("thead", {}, el("tr", {}, ["Kind", "hold", "violated", "unreachable", "unknown"].map((title, idx) =>
      el("th" + (idx ? ".num" : ""), { scope: "col" }, title)))),
    el("tbody", {}, rows.map(([name, ...counts]) => el("tr", {}, el("th", { scope: "row" }, name),
      counts.map((n) => el("td.num", {}, n.toLocaleString("en"))))))));
}

/** Of the lines that have checks: how many were explored, are dead code, or are still open; file by file. */
function coverageTable() {
  const files = new Map();
  for (const [key, known] of byLine) {
    if (!known.status && !known.violations.length) continue;
    const [file, line] = key.split(":").map(Number);
    if (!files.has(file)) files.set(file, { explored: 0, dead: [], open: [] });
    const sums = files.get(file);
    const mark = markOf(file, line);
    if (mark === "unreachable") sums.dead.push(line);
    else if (mark === "unknown") sums.open.push(line);
    else sums.explored++;
  }
  const lines = (file, list) => {
    list.sort((a, b) => a - b);
    const links = list.slice(0, 12).flatMap((line) => [placeLink([file, line]), " "]);
    return el("td", {}, el("span", {}, String(list.length)), list.length ? " " : "", links, list.length > 12 ? "\u2026" : "");
  };
  const rows = [...files].sort((a, b) => a[0] - b[0]).map(([file, sums]) => {
    const all = sums.explored + sums.dead.length + sums.open.length;
    const part = Math.floor((100 * (sums.explored + sums.dead.length)) / all);
    return el("tr", {}, el("th", { scope: "row" }, baseName(data.files[file].path)), el("td", {}, String(all)), el("td", {}, `${sums.explored}`),
      lines(file, sums.dead), lines(file, sums.open), el("td", {}, `${part} %`));
  });
  return el("div.scroll", {}, el("table.coverage", {},
    el("caption.soft", {}, "Lines that have checks. Settled lines are explored, or proved to be dead code."),
    el("thead", {}, el("tr", {}, ["File", "lines", "explored", "dead code", "open", "settled"].map((title) => el("th", { scope: "col" }, title)))),
    el("tbody", {}, rows)));
}

function reportView() {
  document.title = "candor: " + (data.line || data.error);
  if (data.error) { app.replaceChildren(banner()); return; }
  const view = new SourceView((file, line) => notesOf(file, line, false), markOf);
  const select = el("select", { "aria-label": "File", onchange: (event) => view.open(Number(event.target.value)) },
    data.files.map((file, idx) => el("option", { value: idx }, file.path)));
  const pane = el("div.source-pane", {}, el("div.source-bar", {}, el("strong", {}, "Source"), select), view.box);
  source = { view, select, pane };
  const sections = [];
  if (data.violations.length) {
    sections.push(el("h2", {}, plural(data.violations.length, "violation", "violations")), growing(data.violations, card, 50));
  }
  if (data.gaps.length) {
    sections.push(el("h2", {}, "Not complete"), el("ul.plain", {}, data.gaps.slice(0, 100).map(([reason, place]) =>
      el("li", {}, reason, place ? [" (", placeLink(place), ")"] : ""))));
  }
  if (data.advice.length && data.verdict !== "holds") {
    sections.push(el("h2", {}, "Options to try"), el("ul.plain", {}, data.advice.map((text) => el("li", {}, text))));
  }
  sections.push(el("h2", {}, "Checks"), checkTable());
  if (data.loops.length) {
    sections.push(el("h2", {}, "Loops"), growing(data.loops, (loop) => el("div", {}, el("p", {}, placeLink(loop.at), " in ", el("code", {}, loop.function)),
      el("ul.plain", {}, loop.invariants.map((text) => el("li", {}, "loop invariant ", el("code", {}, text))),
        loop.measure ? el("li", {}, "ranking function ", el("code", {}, loop.measure)) : "")), 50));
  }
  sections.push(el("h2", {}, "Coverage"), coverageTable());
  sections.push(el("h2", {}, "Summary"), summaryTable());
  if (data.engines.length) {
    sections.push(el("h2", {}, "Engines"), el("ul.plain", {}, data.engines.map((engine) =>
      el("li", {}, el("strong", {}, engine.name), ` settled ${plural(engine.settled, "check", "checks")}: ${engine.because}`))));
  }
  app.replaceChildren(el("a.skip", { href: "#checks" }, "Skip to the table of checks"), banner(),
    el("main.report", {}, el("div", {}, sections), pane));
  const first = (data.violations.find((violation) => violation.at) || {}).at ||
    (checks.find((check) => check.place) || {}).place;
  if (first) { select.value = first[0]; view.show(first[0], first[1], "target"); }
  else if (data.files.length) view.open(0);
}

// ---- A counterexample -------------------------------------------------------------------------------------------------------

/** What memory and calls are at a step: all events up to there, from the nearest state that was kept. */
class Film {
  constructor(reel) {
    Object.assign(this, reel);
    this.kept = new Map();
    this.state = null;
    this.at = -1;
  }
  static fresh() {
    return { stacks: new Map(), objects: new Map(), dead: new Set(), changed: new Set() };
  }
  static copy(state) {
    const stacks = new Map();
    for (const [thread, frames] of state.stacks) stacks.set(thread, frames.map((frame) => ({ ...frame, values: new Map(frame.values) })));
    const objects = new Map();
    for (const [id, parts] of state.objects) objects.set(id, new Map(parts));
    return { stacks, objects, dead: new Set(state.dead), changed: new Set(state.changed) };
  }
  /** The state after a step. */
  go(step) {
    if (step < this.at || !this.state) {
      const near = [...this.kept.keys()].filter((kept) => kept <= step).sort((a, b) => b - a)[0];
      this.state = near === undefined ? Film.fresh() : Film.copy(this.kept.get(near));
      this.at = near === undefined ? -1 : near;
    }
    while (this.at < step) {
      this.at++;
      this.apply(this.steps[this.at]);
      if (this.at % 2000 === 1999 && !this.kept.has(this.at)) this.kept.set(this.at, Film.copy(this.state));
    }
    return this.state;
  }
  apply([thread, func, file, line, depth, , , , events]) {
    const { stacks, objects, dead, changed } = this.state;
    changed.clear();
    if (!stacks.has(thread)) stacks.set(thread, []);
    const frames = stacks.get(thread);
    frames.length = Math.min(frames.length, depth);
    while (frames.length < depth) frames.push({ func: null, file: null, line: null, values: new Map() });
    const top = frames[depth - 1];
    if (top) {
      if (top.func !== null && top.func !== func) top.values = new Map();
      Object.assign(top, { func, file, line });
    }
    for (const event of events) {
      const [kind, id, part] = event;
      if (kind === 0) { objects.set(id, new Map()); changed.add("o" + id); }
      else if (kind === 1) { this.objects[id].kind === "heap" ? dead.add(id) : objects.delete(id); changed.add("o" + id); }
      else if (kind === 2) objects.set(id, new Map());
      else if (kind === 3) {
        if (!objects.has(id)) objects.set(id, new Map());
        objects.get(id).set(part, event.slice(3));
        changed.add("p" + id + ":" + part);
      } else {
        const frame = (stacks.get(id) || [])[part - 1];
        // A variable that had a value and has none is out of scope.
        if (frame && event[4] === null && frame.values.has(event[3])) frame.values.delete(event[3]);
        else if (frame) { frame.values.set(event[3], event.slice(4)); changed.add("v" + id + ":" + part + ":" + event[3]); }
      }
    }
  }
}

const ROW = 20, GAP = 26, CHAR = 7.3;

/** Boxes of variables and blocks, with arrows for pointers. */
function picture(film, state) {
  const boxes = [];
  const byId = new Map();
  const rowsOf = (id, parts) => [...parts].map(([part, value]) => {
    const [offset, size, label] = film.objects[id].parts[part];
    return { offset, size, label, value, key: "p" + id + ":" + part };
  }).sort((a, b) => a.offset - b.offset);
  const owned = new Map();
  for (const [id, parts] of state.objects) {
    const object = film.objects[id];
    if (object.kind === "local" && object.owner) {
      const key = object.owner.join(":");
      if (!owned.has(key)) owned.set(key, []);
      owned.get(key).push([id, parts]);
    }
  }
  for (const [thread, frames] of state.stacks) {
    frames.forEach((frame, idx) => {
      const rows = [...frame.values].map(([name, value]) => ({ label: name, value, key: `v${thread}:${idx + 1}:${name}` }));
      for (const [id, parts] of owned.get(`${thread}:${idx + 1}`) || []) {
        const name = film.objects[id].name;
        rowsOf(id, parts).forEach((row, at) => rows.push({ ...row, label: name + row.label, id, first: at === 0 }));
      }
      if (!rows.length) return;
      const title = (state.stacks.size > 1 ? `thread ${thread}, ` : "") + (frame.func === null ? "\u2026" : film.functions[frame.func] + "()");
      const box = { title, rows, layer: 0, kind: "frame" };
      boxes.push(box);
      rows.forEach((row) => { if (row.id !== undefined && row.first) byId.set(row.id, { box, row }); });
    });
  }
  const isPointed = new Set();
  const look = (value) => { if (value && value[1] !== undefined) isPointed.add(value[1]); };
  for (const frames of state.stacks.values()) frames.forEach((frame) => frame.values.forEach(look));
  for (const [id, parts] of state.objects) if (!state.dead.has(id)) parts.forEach(look);
  for (const [id, parts] of state.objects) {
    const object = film.objects[id];
    if (byId.has(id) || (object.kind === "local" && object.owner)) continue;
    const isDead = state.dead.has(id);
    if (isDead && !isPointed.has(id) && !state.changed.has("o" + id)) continue;
    if ((object.kind === "constant" || object.kind === "argument") && !isPointed.has(id)) continue;
    const rows = rowsOf(id, parts).map((row) => ({ ...row, label: row.label || "" }));
    const size = plural(object.size, "byte", "bytes");
    const what = object.kind === "heap" ? object.type || "block" : object.name + (object.type ? `: ${object.type}` : "");
    const line = object.kind === "heap" && object.made ? `, line ${object.made[1]}` : "";
    const box = { title: `${isDead ? "freed: " : ""}${what}, ${size}${line}`, rows, id, layer: object.kind === "global" ? 0 : 1, kind: object.kind, isDead };
    boxes.push(box);
    byId.set(id, { box, row: null });
  }
  // Blocks stand to the right of what points to them.
  for (let round = 0; round < 12; round++) {
    for (const box of boxes) for (const row of box.rows) {
      const target = row.value && row.value[1] !== undefined && byId.get(row.value[1]);
      if (target && target.box.kind !== "frame" && target.box.kind !== "global" && target.box !== box && target.box.layer <= box.layer && box.layer < 6) {
        if (!target.box.moved || target.box.layer < box.layer + 1) { target.box.layer = box.layer + 1; target.box.moved = (target.box.moved || 0) + 1; }
      }
    }
  }
  const shown = boxes.slice(0, 80);
  if (!shown.length) return el("p.soft", {}, "There are no variables yet.");
  // Where there is an arrow, only the distance from the beginning is left to say.
  const text = (row) => row.value[0] === null ? "\u2013"
    : row.value[1] === undefined || !byId.has(row.value[1]) ? row.value[0]
    : row.value[2] > 0 ? `+${row.value[2]}` : row.value[2] < 0 ? String(row.value[2]) : "";
  const widths = [], heights = [];
  for (const box of shown) {
    box.rows = box.rows.slice(0, 40);
    box.label = Math.max(0, ...box.rows.map((row) => clip(row.label, 24).length)) * CHAR + 14;
    const value = Math.max(3, ...box.rows.map((row) => clip(text(row), 36).length)) * CHAR + 26;
    box.w = Math.max(box.label + value, Math.min(box.title.length, 52) * 6.8 + 14, 90);
    box.h = 22 + Math.max(1, box.rows.length) * ROW;
    widths[box.layer] = Math.max(widths[box.layer] || 0, box.w);
  }
  const left = [];
  let x = 4;
  for (let layer = 0; layer < widths.length; layer++) { left[layer] = x; if (widths[layer]) x += widths[layer] + 54; }
  for (const box of shown) {
    box.x = left[box.layer];
    box.y = (heights[box.layer] || 4);
    heights[box.layer] = box.y + box.h + GAP;
  }
  const width = x - 44, height = Math.max(...heights.filter((h) => h)) ;
  const defs = svg("defs", {}, ...["arrow", "dangling"].map((name) => svg("marker", { id: "m-" + name, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
    svg("path", { d: "M0 0 L8 4 L0 8 z", fill: name === "arrow" ? "var(--accent)" : "var(--red)" }))));
  const drawn = [], arrows = [], said = [];
  for (const box of shown) {
    const rect = svg("rect", { x: box.x, y: box.y, width: box.w, height: box.h, rx: 4, class: "box " + (box.isDead ? "dead" : box.kind === "heap" ? "heap" : "") });
    drawn.push(rect, svg("text", { x: box.x + 6, y: box.y + 15, class: "title" + (box.isDead ? " dead-text" : "") }, clip(box.title, 52)));
    box.rows.forEach((row, idx) => {
      const y = box.y + 22 + idx * ROW;
      if (state.changed.has(row.key)) drawn.push(svg("rect", { x: box.x + 1, y, width: box.w - 2, height: ROW, class: "fresh" }));
      drawn.push(svg("line", { x1: box.x, x2: box.x + box.w, y1: y, y2: y, class: "cell" }));
      drawn.push(svg("text", { x: box.x + 6, y: y + 14 }, clip(row.label, 24)), svg("text", { x: box.x + box.label, y: y + 14 }, clip(text(row), 36)));
      const to = row.value[1] !== undefined && byId.get(row.value[1]);
      if (!to || to.box.y === undefined) return;
      let line = 0;
      if (to.row) line = to.box.rows.indexOf(to.row);
      else to.box.rows.forEach((other, at) => { if (other.offset <= row.value[2] && row.value[2] < other.offset + other.size) line = at; });
      const beyond = !to.row && to.box.id !== undefined && row.value[2] >= film.objects[to.box.id].size;
      const isBad = to.box.isDead || beyond;
      const [x1, y1] = [box.x + box.w - 8, y + ROW / 2];
      const isRight = to.box.x > box.x;
      const x2 = isRight ? to.box.x - 1 : to.box.x + to.box.w + 1;
      const y2 = beyond ? to.box.y + to.box.h + 4 : to.box.y + (to.row || row.value[2] ? 22 + Math.max(0, line) * ROW + ROW / 2 : 11);
      const bend = isRight ? Math.max(30, (x2 - x1) / 2) : 40;
      arrows.push(svg("circle", { cx: x1, cy: y1, r: 3, fill: isBad ? "var(--red)" : "var(--accent)" }),
        svg("path", { class: "arrow" + (isBad ? " dangling" : ""), "marker-end": `url(#m-${isBad ? "dangling" : "arrow"})`,
          d: `M${x1} ${y1} C${x1 + bend} ${y1} ${isRight ? x2 - bend : x2 + bend} ${y2} ${x2} ${y2}` }));
      said.push(`${box.title}: ${row.label || "it"} points to ${to.box.title}`);
    });
  }
  const label = said.length ? said.slice(0, 20).join("; ") : "Variables, without pointers";
  return el("div", {}, svg("svg", { width: width + 44, height, viewBox: `0 0 ${width + 44} ${height}`, role: "img", "aria-label": label }, defs, ...drawn, ...arrows),
    boxes.length > shown.length ? el("p.soft", {}, `and ${boxes.length - shown.length} more objects`) : "");
}

/** For each step that synchronises: the last one of another thread that changed the same variable, such as the unlock before a lock. */
function handOvers(steps) {
  const last = new Map(), found = [];
  steps.forEach(([thread, , , , , flags, , changes], idx) => {
    if (!(flags & 1)) return;
    for (const change of changes || []) {
      const name = change.split(" = ")[0];
      const before = last.get(name);
      if (before !== undefined && steps[before][0] !== thread) found.push({ from: before, to: idx, name });
      last.set(name, idx);
    }
  });
  return found;
}

/** The rows of a long list, made as they are scrolled to. */
class Steps {
  constructor(film, pick) {
    this.film = film;
    this.pick = pick;
    this.threads = [...new Set(film.steps.map((step) => step[0]))].sort((a, b) => a - b);
    const columns = this.threads.length > 1 && this.threads.length <= 6
      ? `repeat(${this.threads.length}, minmax(0, 1fr)) minmax(0, 1fr)` : "minmax(0, 5fr) minmax(0, 4fr)";
    this.columns = columns;
    this.box = el("div.steps", { tabindex: "0", role: "listbox", "aria-label": "Steps" });
    this.inner = el("div", { style: `height:${this.count() * 26}px;position:relative` });
    this.box.append(this.inner);
    this.box.addEventListener("scroll", () => requestAnimationFrame(() => this.draw()));
    this.heads = this.threads.length > 1 && this.threads.length <= 6 ? el("div.lane-heads", { style: `grid-template-columns:${columns}` },
      this.threads.map((thread) => el("span", {}, `thread ${thread}`)), el("span", {}, "values")) : "";
    this.now = 0;
    this.handOvers = this.heads ? handOvers(film.steps) : [];
    new ResizeObserver(() => this.draw()).observe(this.box);
  }
  /** Arrows between the columns: where another thread is scheduled, and from a thread that changed a lock to the next one that does. */
  arrows(first, last) {
    const { steps } = this.film;
    const width = (this.inner.clientWidth - 12) / (this.threads.length + 1);
    const left = (step) => 12 + this.threads.indexOf(steps[step][0]) * width;
    const top = (step) => this.rowOf(step) * 26;
    const marker = svg("marker", { id: "hand-over", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
      svg("path", { d: "M0,0 L8,4 L0,8 z", class: "tip" }));
    const drawn = [];
    for (let step = Math.max(1, first); step < Math.min(last, steps.length); step++) {
      if (steps[step][0] === steps[step - 1][0]) continue;
      const [from, to] = [left(step - 1), left(step)];
      drawn.push(svg("path", { class: "switch", d: `M${from + 4},${top(step)} L${to + (to > from ? -2 : 14)},${top(step)}`, "marker-end": "url(#hand-over)" }));
    }
    for (const { from, to, name } of this.handOvers) {
      if (to < first || from >= last) continue;
      const [x, y, x2, y2] = [left(from) + width - 14, top(from) + 13, left(to) - 4, top(to) + 13];
      const bend = Math.max(18, Math.abs(x2 - x) / 3);
      drawn.push(svg("path", { class: "lock", d: `M${x},${y} C${x + bend},${y} ${x2 - bend},${y2} ${x2},${y2}`, "marker-end": "url(#hand-over)" },
        svg("title", {}, `${name}: thread ${steps[from][0]} to thread ${steps[to][0]}`)));
    }
    const height = this.count() * 26;
    return svg("svg", { class: "hand-overs", width: this.inner.clientWidth, height, viewBox: `0 0 ${this.inner.clientWidth} ${height}`, "aria-hidden": "true" }, svg("defs", {}, marker), ...drawn);
  }
  count() { return this.film.steps.length + (this.film.gap ? 1 : 0); }
  rowOf(step) { return this.film.gap && step >= this.film.gap[0] ? step + 1 : step; }
  draw() {
    const first = Math.max(0, Math.floor(this.box.scrollTop / 26) - 6);
    const last = Math.min(this.count(), first + Math.ceil(this.box.clientHeight / 26) + 12);
    const made = [];
    for (let row = first; row < last; row++) made.push(this.row(row));
    if (this.heads) made.push(this.arrows(first, last));
    this.inner.replaceChildren(...made);
  }
  row(row) {
    const { gap, steps } = this.film;
    const top = `top:${row * 26}px;grid-template-columns:${this.columns}`;
    if (gap && row === gap[0]) return el("div.lane.gap", { style: top }, `\u2026 ${plural(gap[1], "step", "steps")} left out \u2026`);
    const idx = gap && row > gap[0] ? row - 1 : row;
    const [thread, func, file, line, depth, flags, inputs, changes] = steps[idx];
    const text = file === null ? this.film.functions[func] : (data.files[file].lines[line - 1] || "").trim();
    const label = el("span.at", {}, `${String(line ?? "").padStart(5)}  ${"  ".repeat(Math.min(depth - 1, 8))}${text}`);
    const values = el("span.soft", {}, [...(inputs || []), ...(changes || [])].join(", "));
    const isNow = idx === this.now;
    const lanes = this.heads ? [...this.threads.map((other) => (other === thread ? label : el("span"))), values] : [label, values];
    const isTurn = this.heads && idx > 0 && steps[idx - 1][0] !== thread;
    return el("button.lane" + (isNow ? ".now" : "") + (flags & 1 ? ".sync" : "") + (isTurn ? ".turn" : ""), { style: top, type: "button", tabindex: "-1", role: "option",
      "aria-selected": String(isNow), onclick: () => this.pick(idx) }, lanes);
  }
  show(step) {
    this.now = step;
    const top = this.rowOf(step) * 26;
    if (top < this.box.scrollTop + 26 || top > this.box.scrollTop + this.box.clientHeight - 52) this.box.scrollTop = top - this.box.clientHeight / 2;
    this.draw();
  }
}

function stackView(film, state, running) {
  const parts = [];
  const object = (id) => film.objects[id];
  for (const [thread, frames] of [...state.stacks].sort((a, b) => (a[0] === running ? -1 : b[0] === running ? 1 : a[0] - b[0]))) {
    if (state.stacks.size > 1) parts.push(el("h3", { style: "font-size:.9rem" }, `thread ${thread}` + (thread === running ? " (running)" : "")));
    const list = frames.map((frame, idx) => {
      const rows = [...frame.values].map(([name, value]) => [name, value, `v${thread}:${idx + 1}:${name}`]);
      for (const [id, values] of state.objects) {
        const owner = object(id).owner;
        if (object(id).kind === "local" && owner && owner[0] === thread && owner[1] === idx + 1) {
          for (const [part, value] of values) rows.push([object(id).name + object(id).parts[part][2], value, `p${id}:${part}`]);
        }
      }
      const name = frame.func === null ? "\u2026" : film.functions[frame.func];
      return el("li", {}, el("code", {}, `${name}()`), frame.file !== null ? el("span.soft", {}, ` ${baseName(data.files[frame.file].path)}:${frame.line}`) : "",
        rows.length ? el("table", {}, el("tbody", {}, rows.slice(0, 60).map(([variable, value, key]) => el("tr" + (state.changed.has(key) ? ".changed" : ""), {},
          el("td", {}, variable), el("td", {}, value[0] === null ? el("span.soft", {}, "uninitialised") : value[0]))))) : "");
    }).reverse();
    parts.push(el("ol", { "aria-label": `Call stack of thread ${thread}, innermost first` }, list));
  }
  return parts;
}

let keys = null;

function runView(idx, wanted) {
  const violation = data.violations[idx];
  if (!violation) { go("#"); return; }
  if (!films.has(idx)) films.set(idx, new Film(read(`run-${idx}`)));
  const film = films.get(idx);
  const last = film.steps.length - 1;
  document.title = `candor: ${violation.message}`;
  const view = new SourceView((file, line) => notesOf(file, line, true), markOf);
  const fileName = el("span");
  const slider = el("input", { type: "range", min: 0, max: Math.max(last, 0), step: 1, "aria-label": "Step" });
  const count = el("span", {}), live = el("p.hidden", { "aria-live": "polite" });
  const values = el("div.values"), frames = el("div.frames"), drawing = el("div.picture");
  let now = -1;
  const show = (step) => {
    step = Math.max(0, Math.min(last, step));
    if (step === now || last < 0) return;
    now = step;
    const state = film.go(step);
    const [thread, func, file, line, , , inputs, changes] = film.steps[step];
    slider.value = step;
    count.textContent = `step ${(step + 1).toLocaleString("en")} of ${(last + 1).toLocaleString("en")}`;
    if (file !== null) { view.show(file, line, "now"); fileName.textContent = `${data.files[file].path}:${line}`; }
    steps.show(step);
    const lines = [];
    if (inputs) lines.push(el("p", {}, el("strong", {}, "Input: "), el("code", {}, inputs.join(", "))));
    if (changes) lines.push(el("p", {}, el("strong", {}, "Changes: "), el("code", {}, changes.join(", "))));
    if (step === last) lines.push(el("p", {}, el("span.chip.violated", {}, violation.check || "error"), " ", violation.message));
    if (!lines.length) lines.push(el("p.soft", {}, "Nothing changes in this step."));
    values.replaceChildren(...lines);
    frames.replaceChildren(...stackView(film, state, thread));
    drawing.replaceChildren(picture(film, state));
    live.textContent = `Step ${step + 1}, ${film.functions[func]}, line ${line}. ${[...(inputs || []), ...(changes || [])].join(", ")}`;
    history.replaceState(null, "", `#run/${idx}/${step}`);
  };
  const steps = new Steps(film, show);
  /** The next step that is no deeper, or the one before: over calls. */
  const over = (by) => {
    const [thread, , , , depth] = film.steps[now];
    let step = now + by;
    while (step > 0 && step < last && (film.steps[step][0] !== thread || film.steps[step][4] > depth)) step += by;
    show(step);
  };
  const moves = [["|\u25c0", "First step (Home)", () => show(0)], ["\u25c0", "Back (left arrow)", () => show(now - 1)], ["\u25b6", "Forth (right arrow)", () => show(now + 1)],
    ["\u21b7", "Over calls (o)", () => over(1)], ["\u25b6|", "Last step (End)", () => show(last)]];
  slider.addEventListener("input", () => show(Number(slider.value)));
  keys = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "INPUT" && event.target.type !== "range") return;
    const doing = { ArrowRight: () => show(now + 1), n: () => show(now + 1), j: () => show(now + 1), ArrowLeft: () => show(now - 1), p: () => show(now - 1), k: () => show(now - 1),
      Home: () => show(0), End: () => show(last), PageDown: () => show(now + 20), PageUp: () => show(now - 20), o: () => over(1), O: () => over(-1), Escape: () => go("#") }[event.key];
    if (doing) { doing(); event.preventDefault(); }
  };
  const bar = el("div.run-bar", {},
    el("button", { type: "button", onclick: () => go("#") }, "\u2190 Report"),
    el("h1", {}, el("span.chip.violated", {}, violation.check || "error"), " ", violation.message),
    el("div.moves", { role: "group", "aria-label": "Steps" }, moves.map(([sign, title, doing]) =>
      el("button", { type: "button", title, "aria-label": title, onclick: doing }, sign)), slider, count),
    el("span.soft.keys", {}, el("kbd", {}, "\u2190"), " ", el("kbd", {}, "\u2192"), " step, ", el("kbd", {}, "o"), " over calls, ", el("kbd", {}, "Esc"), " report"), live);
  app.replaceChildren(el("div.run", {}, bar, el("main.run-body" + (steps.heads ? ".threads" : ""), {},
    el("section.in-source", {}, el("h2", {}, "Source: ", fileName), view.box),
    el("section.in-steps", {}, el("h2", {}, "Steps"), steps.heads, steps.box),
    el("section.in-state", {}, el("h2", {}, "This step"), values, el("h2", {}, "Call stack and variables"), frames, el("h2", {}, "Memory"), drawing))));
  if (last < 0) { values.replaceChildren(el("p", {}, "Nothing is known of the steps.")); return; }
  show(wanted === "end" ? last : Number(wanted) || 0);
}

const films = new Map();
let reportTop = 0;
function go(hash) {
  if (location.hash === hash) { route(); return; }
  if (location.hash.startsWith("#run/") === false) reportTop = window.scrollY;
  location.hash = hash;
}
function route() {
  keys = null;
  const run = /^#run\/(\d+)\/(\w+)$/.exec(location.hash);
  if (run) { runView(Number(run[1]), run[2]); window.scrollTo(0, 0); } else { reportView(); window.scrollTo(0, reportTop); }
}
document.addEventListener("keydown", (event) => keys && keys(event));
window.addEventListener("hashchange", route);
route();
document.documentElement.dataset.ready = String(Math.round(performance.now()));
})();
