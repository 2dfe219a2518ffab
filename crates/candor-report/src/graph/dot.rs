//! For Graphviz.

use std::fmt::Write;

use candor_evidence::{GraphMove, MoveKind, StateGraph};

use super::{caption, sections, title};

/// The graph in Graphviz's language.
pub fn render_graph_dot(graph: &StateGraph) -> String {
    let mut text = format!("digraph states {{\n  label=\"{}\";\n", quoted(&caption(graph)));
    text += "  node [shape=box, fontname=\"monospace\", fontsize=10];\n";
    for (idx, state) in graph.states.iter().enumerate() {
        let mut label = quoted(&title(idx, state)) + "\\l";
        for (heading, lines) in sections(state).into_iter().filter(|(_, lines)| !lines.is_empty()) {
            _ = write!(label, "{heading}:\\l");
            lines.iter().for_each(|line| label += &format!("  {}\\l", quoted(line)));
        }
        _ = writeln!(text, "  s{idx} [label=\"{label}\"];");
    }
    if graph.moves.iter().any(|step| step.to.is_none()) {
        text += "  end [shape=oval];\n";
    }
    for GraphMove { from, to, kind } in &graph.moves {
        let to = to.map_or("end".to_owned(), |to| format!("s{to}"));
        let style = match kind {
            MoveKind::Evaluation => "",
            MoveKind::Instance => " [style=dashed, label=\"instance\"]",
        };
        _ = writeln!(text, "  s{from} -> {to}{style};");
    }
    text + "}\n"
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
