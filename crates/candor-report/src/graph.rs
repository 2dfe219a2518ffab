//! The symbolic execution graph of a proof as a picture: for Graphviz, as SVG, and as a page on which states can be opened.

mod dot;
mod layout;
mod page;
mod svg;

use candor_evidence::{GraphState, StateGraph};

pub use dot::render_graph_dot;
pub use page::render_graph_page;
pub use svg::render_graph_svg;

/// The parts of a state's box: a heading, and the lines below it.
fn sections(state: &GraphState) -> [(&'static str, &[String]); 4] {
    [
        ("called from", &state.callers),
        ("variables", &state.variables),
        ("memory", &state.objects),
        ("facts", &state.facts),
    ]
}

fn title(idx: usize, state: &GraphState) -> String {
    if idx == 0 { state.place.clone() } else { format!("{idx} · {}", state.place) }
}

/// In one sentence, what the graph shows.
fn caption(graph: &StateGraph) -> String {
    let n_states = graph.states.len().saturating_sub(1);
    let whole = match graph.is_whole {
        true => "every execution is a way through it",
        false => "not all that can come of these states was explored",
    };
    let states = if n_states == 1 { "1 abstract state".to_owned() } else { format!("{n_states} abstract states") };
    format!("{states} in which rounds of loops begin; {whole}")
}
