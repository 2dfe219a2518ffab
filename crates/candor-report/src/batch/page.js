// The table of a batch, or of two: sorted by any column, filtered by answer and text. Text is only ever set as text.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const both = data.runs.length > 1;
const MOST_ROWS = 2000;

const make = (name, attributes, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
};

const verdict = (cell) => !cell ? "missing" : cell.answer === "TRUE" ? "holds" : cell.answer.startsWith("FALSE") ? "violated" : "unknown";
const isSettled = (cell) => ["holds", "violated"].includes(verdict(cell)) && cell.judged !== "wrong";

// What became of a task from the first run to the second.
const changeOf = (row) => {
  const [a, b] = row.cells;
  if (!a || !b) return a ? "only in the first" : "only in the second";
  const [x, y] = [verdict(a), verdict(b)];
  if ((x === "holds" && y === "violated") || (x === "violated" && y === "holds")) return "contradiction";
  if (isSettled(a) !== isSettled(b)) return isSettled(b) ? "gained" : "lost";
  if (!isSettled(a)) return "open in both";
  const ratio = Math.max(b.seconds, 0.01) / Math.max(a.seconds, 0.01);
  return ratio > 2 ? "slower" : ratio < 0.5 ? "faster" : "same";
};
for (const row of data.rows) if (both) row.change = changeOf(row);

const columns = [
  { title: "task", of: (row) => row.function ? row.path + " " + row.function : row.path, kind: "text" },
  ...[
    { title: "property", of: (row) => row.property },
    { title: "expected", of: (row) => row.expected === null ? "" : String(row.expected) },
  ].filter((column) => data.rows.some((row) => column.of(row) !== "")),
];
data.runs.forEach((name, idx) => {
  const suffix = both ? " " + name : "";
  const cell = (row) => row.cells[idx];
  columns.push({ title: "answer" + suffix, of: (row) => cell(row) ? cell(row).answer : "", chip: (row) => verdict(cell(row)) });
  if (!both) columns.push({ title: "judged", of: (row) => cell(row).judged });
  columns.push({ title: "seconds" + suffix, of: (row) => cell(row) ? cell(row).seconds : -1, kind: "number", digits: 2 });
  if (!both) columns.push({ title: "MB", of: (row) => cell(row).memory, kind: "number", digits: 0 });
});
if (both) columns.push({ title: "change", of: (row) => row.change, className: "change" });
columns.push({ title: "detail", of: (row) => (row.cells.find((cell) => cell && cell.detail) || { detail: "" }).detail, kind: "text" });

let order = null, isDown = false;
const choices = both
  ? ["all", "contradiction", "gained", "lost", "faster", "slower", "same", "open in both", "only in the first", "only in the second"]
  : ["all", "violated", "unknown", "holds", "wrong"];
const filter = make("select", { "aria-label": "Show", onchange: () => show() }, ...choices.map((name) => make("option", {}, name)));
const search = make("input", { type: "search", placeholder: "search", "aria-label": "Search in tasks", oninput: () => show() });
const count = make("span", { class: "soft", role: "status" });
const head = make("tr", {}), body = make("tbody", {});

const isShown = (row) => {
  const wanted = filter.value;
  if (wanted !== "all") {
    if (both && row.change !== wanted) return false;
    if (!both && wanted === "wrong" && row.cells[0].judged !== "wrong") return false;
    if (!both && wanted !== "wrong" && verdict(row.cells[0]) !== wanted) return false;
  }
  const text = search.value.toLowerCase();
  return text === "" || columns.some((column) => String(column.of(row)).toLowerCase().includes(text));
};

const compare = (a, b) => typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));

const cellOf = (column, row) => {
  const value = column.of(row);
  const isMissing = column.kind === "number" && value < 0;
  const text = isMissing ? "" : column.digits === undefined ? String(value) : value.toFixed(column.digits);
  const content = column.chip && text ? make("span", { class: "chip " + column.chip(row) }, text) : text;
  return make("td", { class: column.className || column.kind || null }, content);
};

function show() {
  const rows = data.rows.filter(isShown);
  if (order) rows.sort((a, b) => compare(order.of(a), order.of(b)) * (isDown ? -1 : 1));
  const shown = rows.slice(0, MOST_ROWS);
  body.replaceChildren(...shown.map((row) => make("tr", { class: row.change || null }, ...columns.map((column) => cellOf(column, row)))));
  count.textContent = rows.length > shown.length ? `${shown.length} of ${rows.length} tasks` : `${rows.length} of ${data.rows.length} tasks`;
  head.replaceChildren(...columns.map((column) => {
    const state = column === order ? (isDown ? "descending" : "ascending") : "none";
    const mark = column !== order ? "" : isDown ? " \u25be" : " \u25b4";
    const click = () => { isDown = column === order && !isDown; order = column; show(); };
    return make("th", { scope: "col", "aria-sort": state }, make("button", { onclick: click }, column.title + mark));
  }));
}

// A plot of twenty thousand points takes a browser ten seconds, so that those of large batches are drawn when they are asked for.
const plots = make("details", { class: "plots" }, make("summary", {}, "Plots"));
plots.addEventListener("toggle", () => {
  if (!plots.open || plots.querySelector("img")) return;
  plots.append(...data.plots.map((plot) => make("img", { src: plot.source, alt: plot.title })));
});
plots.open = data.rows.length <= MOST_ROWS;

document.getElementById("app").append(
  plots,
  make("div", { class: "bar" }, filter, search, count),
  make("div", { class: "scroll" }, make("table", {}, make("thead", {}, head), body)));
show();
document.documentElement.dataset.ready = String(Math.round(performance.now()));
