//! From a system to an answer with its proof.

use crate::check;
use crate::invariants::infer;
use crate::limit::Limit;
use crate::prepare::prepare;
use crate::split::split;
use crate::system::System;
use crate::termination;

/// Whether all runs of a system end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every run ends.
    Terminates,
    /// Some run does not end.
    Diverges,
    /// Neither was proved.
    Unknown,
}

/// The verdict, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// The proof, or what stands in its way, in lines for people.
    pub reasons: Vec<String>,
}

/// Decides whether all runs of a system end, within a limit.
pub fn prove(system: &System, limit: &Limit) -> Answer {
    let graph = match prepare(system) {
        Ok(graph) => graph,
        Err(reason) => return Answer { verdict: Verdict::Unknown, reasons: vec![reason] },
    };
    if std::env::var("ITS_DEBUG").is_ok() {
        debug(&graph);
    }
    let none = vec![Vec::new(); graph.locations.len()];
    let (mut proof, mut left) = termination::prove(&graph, none, limit);
    if !left.is_empty() {
        proof.invariants = infer(&graph, &limit.at_most(limit.left() / 4));
        left = termination::go_on(&graph, &mut proof, left, limit);
    }
    if left.is_empty() && check::check(&graph, &proof) {
        return Answer { verdict: Verdict::Terminates, reasons: crate::render::termination(system, &graph, &proof) };
    }
    if let Ok(library) = candor_z3_sys::Library::load(None)
        && let Some(divergence) = crate::nontermination::refute(&graph, &left, library, &limit.at_most(limit.left() / 2))
    {
        return Answer { verdict: Verdict::Diverges, reasons: crate::render::divergence(system, &graph, &divergence) };
    }
    let mut refined = graph.clone();
    for _ in 0..2 {
        let Some(split) = split(&refined, &left) else { break };
        refined = split;
        let invariants = infer(&refined, &limit.at_most(limit.left() / 2));
        let (proof, still_left) = termination::prove(&refined, invariants, limit);
        if std::env::var("ITS_DEBUG").is_ok() {
            eprintln!("split: {} locations {} transitions left {still_left:?}", refined.locations.len(), refined.transitions.len());
        }
        if still_left.is_empty() && check::check(&refined, &proof) {
            return Answer { verdict: Verdict::Terminates, reasons: crate::render::termination(system, &refined, &proof) };
        }
        left = still_left;
    }
    Answer { verdict: Verdict::Unknown, reasons: vec![format!("{left:?}")] }
}

fn debug(graph: &crate::transition::Graph) {
        eprintln!("{} locations {} transitions", graph.locations.len(), graph.transitions.len());
        for t in &graph.transitions {
            let name = |v| graph.name(t.from, v);
            eprintln!(
                "{} -> {} : {} | {}",
                graph.locations[t.from].0, graph.locations[t.to].0,
                t.guard.iter().map(|c| c.display(&name)).collect::<Vec<_>>().join(", "),
                t.update.iter().map(|c| c.display(&name)).collect::<Vec<_>>().join(", ")
            );
        }
}
