//! As a page: the picture, and beside it all that is known of the state that was clicked.

use candor_evidence::StateGraph;
use serde_json::json;

use super::svg::render_graph_svg;
use super::{caption, sections, title};
use crate::html::{POLICY, STYLE};
use crate::xml::escape;

const SCRIPT: &str = "
const states = JSON.parse(document.getElementById('states').textContent);
const panel = document.getElementById('panel');
function open(idx) {
  panel.replaceChildren();
  const add = (tag, text) => { const node = document.createElement(tag); node.textContent = text; panel.append(node); };
  add('h2', states[idx].title);
  for (const [heading, lines] of states[idx].sections) {
    add('h3', heading);
    add('pre', lines.join('\\n'));
  }
  document.querySelectorAll('[data-state]').forEach(box => box.classList.toggle('open', box.dataset.state === String(idx)));
}
document.querySelectorAll('[data-state]').forEach(box => {
  const idx = Number(box.dataset.state);
  box.tabIndex = 0;
  box.addEventListener('click', () => open(idx));
  box.addEventListener('keydown', event => { if (event.key === 'Enter') open(idx); });
});
";

/// The graph as a page that needs nothing else.
pub fn render_graph_page(graph: &StateGraph) -> String {
    let state = |(idx, state)| {
        let known = sections(state).into_iter().filter(|(_, lines)| !lines.is_empty());
        json!({ "title": title(idx, state), "sections": known.collect::<Vec<_>>() })
    };
    let states: Vec<_> = graph.states.iter().enumerate().map(state).collect();
    let data = json!(states).to_string().replace('<', "\\u003c");
    let ending = match graph.ending.is_empty() {
        true => String::new(),
        false => format!("<h2>Why executions end</h2>\n<pre>{}</pre>\n", escape(&graph.ending.join("\n"))),
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>candor: symbolic execution graph</title>\n<style>\n{STYLE}\
         body{{padding:1rem 1.25rem}}main{{display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start}}\
         .picture{{overflow:auto;max-height:85vh;flex:3 1 30rem}}#panel{{flex:1 1 16rem;overflow:auto}}\
         [data-state]{{cursor:pointer}}.open rect{{stroke-width:3}}</style>\n</head>\n<body>\n\
         <h1>Symbolic execution graph</h1>\n<p>{}. Solid arrows execute instructions until a loop begins its next round; dashed ones \
         lead to a state that stands for what comes of them. Click a state to see all that is known of it.</p>\n\
         <main>\n<div class=\"picture\">\n{}</div>\n<div id=\"panel\" aria-live=\"polite\"></div>\n</main>\n{ending}\
         <script id=\"states\" type=\"application/json\">{data}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
        escape(&caption(graph)),
        render_graph_svg(graph),
    )
}
