//! As a picture.

use std::fmt::Write;

use candor_evidence::{GraphMove, GraphState, MoveKind, StateGraph};

use super::layout::{Spot, place};
use super::{caption, sections, title};
use crate::xml::escape;

/// The width of four characters and the height of a line in the picture.
const FOUR_CHARACTERS: u32 = 29;
const LINE: u32 = 16;
const PADDING: u32 = 10;
/// Longer lines are cut, and so many lines of one kind are shown; the whole is in the box's tooltip.
const MOST_CHARACTERS: usize = 64;
const MOST_LINES: usize = 8;

/// The graph as SVG, readable on light and dark pages alike.
pub fn render_graph_svg(graph: &StateGraph) -> String {
    let texts: Vec<Vec<(String, bool)>> =
        graph.states.iter().enumerate().map(|(idx, state)| lines(idx, state)).collect();
    let sizes: Vec<(u32, u32)> = texts.iter().map(|lines| size(lines)).collect();
    let (spots, (width, height)) = place(graph, &sizes);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"monospace\" font-size=\"12\" role=\"img\">\n<title>{}</title>\n<style>\
         rect{{fill:#fff;stroke:#57606a}}text{{fill:#1f2328}}.head{{font-weight:bold}}path{{fill:none;stroke:#57606a}}\
         .instance{{stroke-dasharray:5 4}}marker path{{fill:#57606a;stroke:none}}\
         @media(prefers-color-scheme:dark){{rect{{fill:#161b22;stroke:#8b949e}}text{{fill:#e6edf3}}\
         path{{stroke:#8b949e}}marker path{{fill:#8b949e}}}}</style>\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">\
         <path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n",
        escape(&caption(graph)),
    );
    for step in &graph.moves {
        svg += &arrow(&spots, *step);
    }
    for (idx, ((spot, lines), state)) in spots.iter().zip(&texts).zip(&graph.states).enumerate() {
        svg += &drawn(idx, *spot, lines, state);
    }
    svg + "</svg>\n"
}

/// What a box says, and which lines are headings.
fn lines(idx: usize, state: &GraphState) -> Vec<(String, bool)> {
    let mut text = vec![(title(idx, state), true)];
    for (heading, lines) in sections(state).into_iter().filter(|(_, lines)| !lines.is_empty()) {
        text.push((heading.to_owned(), true));
        text.extend(lines.iter().take(MOST_LINES).map(|line| (shortened(line), false)));
        if lines.len() > MOST_LINES {
            text.push((format!("and {} more", lines.len() - MOST_LINES), false));
        }
    }
    text
}

fn shortened(line: &str) -> String {
    match line.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

fn size(lines: &[(String, bool)]) -> (u32, u32) {
    let longest = lines.iter().map(|(line, _)| line.chars().count()).max().unwrap_or(0);
    let count = |number: usize| u32::try_from(number).expect("a box is small");
    (count(longest) * FOUR_CHARACTERS / 4 + 2 * PADDING, count(lines.len()) * LINE + PADDING)
}

fn drawn(idx: usize, spot: Spot, lines: &[(String, bool)], state: &GraphState) -> String {
    let Spot { left, top, width, height } = spot;
    let mut svg = format!(
        "<g data-state=\"{idx}\"><title>{}</title><rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>",
        escape(&whole(idx, state))
    );
    for (number, (line, is_heading)) in (1..).zip(lines) {
        let class = if *is_heading { " class=\"head\"" } else { "" };
        let (x, y) = (left + PADDING, top + number * LINE);
        _ = write!(svg, "<text x=\"{x}\" y=\"{y}\"{class}>{}</text>", escape(line));
    }
    svg + "</g>\n"
}

/// All that is known of a state.
fn whole(idx: usize, state: &GraphState) -> String {
    let mut text = title(idx, state);
    for (heading, lines) in sections(state).into_iter().filter(|(_, lines)| !lines.is_empty()) {
        _ = write!(text, "\n{heading}:");
        lines.iter().for_each(|line| text += &format!("\n  {line}"));
    }
    text
}

fn arrow(spots: &[Spot], GraphMove { from, to, kind }: GraphMove) -> String {
    let start = spots[from];
    let Some(to) = to else {
        // Executions that end leave the box at its corner.
        let (x, y) = (start.left + start.width - PADDING, start.bottom());
        let (below, word) = (y + 24, y + 36);
        return format!(
            "<path d=\"M{x} {y}V{below}\" marker-end=\"url(#tip)\"/><text x=\"{x}\" y=\"{word}\" text-anchor=\"middle\">end</text>\n"
        );
    };
    let end = spots[to];
    let class = match kind {
        MoveKind::Evaluation => "",
        MoveKind::Instance => " class=\"instance\"",
    };
    let is_down = end.top > start.top;
    let path = match is_down {
        true => {
            let (x, y, to_x, to_y) = (start.middle(), start.bottom(), end.middle(), end.top);
            let half = y.midpoint(to_y);
            format!("M{x} {y}C{x} {half} {to_x} {half} {to_x} {to_y}")
        }
        // Back to an earlier row, or to the state itself: round the right-hand side.
        false => {
            let (x, y) = (start.left + start.width, start.top + start.height / 2);
            let (to_x, to_y) = (end.left + end.width, end.top + LINE);
            let out = x.max(to_x) + 40;
            format!("M{x} {y}C{out} {y} {out} {to_y} {to_x} {to_y}")
        }
    };
    format!("<path d=\"{path}\"{class} marker-end=\"url(#tip)\"/>\n")
}
