//! From a system to an answer with its proof.
//!
//! What takes least time comes first: ranking functions alone, then with invariants; short searches for a run without an end, in what is
//! left; ranking functions for the system with its locations split, twice; and a long search with the time that remains. An answer other
//! than [`Verdict::Unknown`] has passed [`check`](crate::check::check) or its like for runs without an end.

use std::time::Duration;

use candor_z3_sys::Library;

use crate::check::check;
use crate::invariants::infer;
use crate::limit::Limit;
use crate::nontermination::{Effort, refute};
use crate::prepare::prepare;
use crate::render;
use crate::split::split;
use crate::system::System;
use crate::termination::{self, Termination};
use crate::transition::Graph;

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

/// How long the first searches for a run without an end may take, before locations are split for a proof of the contrary.
const FIRST_SEARCH: Duration = Duration::from_secs(2);
const SECOND_SEARCH: Duration = Duration::from_secs(4);
/// How often locations are split.
const N_SPLITS: usize = 2;

/// Decides whether all runs of a system end, within a limit.
pub fn prove(system: &System, limit: &Limit) -> Answer {
    let graph = match prepare(system, limit) {
        Ok(graph) => graph,
        Err(reason) => return Answer { verdict: Verdict::Unknown, reasons: vec![reason] },
    };
    let (proof, left) = rank(&graph, limit);
    if let Some(answer) = terminates(system, &graph, &proof, &left, limit) {
        return answer;
    }
    let library = Library::load(None);
    let search = |effort: Effort, time: Duration| {
        let divergence = refute(&graph, &left, effort, *library.as_ref().ok()?, &limit.at_most(time))?;
        Some(Answer { verdict: Verdict::Diverges, reasons: render::divergence(system, &graph, &divergence) })
    };
    search(Effort::Little, FIRST_SEARCH.min(limit.left() / 4))
        .or_else(|| search(Effort::Much, SECOND_SEARCH.min(limit.left() / 2)))
        .or_else(|| terminates_split(system, &graph, &left, limit))
        .or_else(|| search(Effort::Much, limit.left()))
        .unwrap_or_else(|| unknown(system, &graph, &left, &library, limit))
}

/// Tries to show that all runs of a system end; a run without an end is not looked for.
pub fn prove_termination(system: &System, limit: &Limit) -> Answer {
    let graph = match prepare(system, limit) {
        Ok(graph) => graph,
        Err(reason) => return Answer { verdict: Verdict::Unknown, reasons: vec![reason] },
    };
    let (proof, left) = rank(&graph, limit);
    terminates(system, &graph, &proof, &left, limit)
        .or_else(|| terminates_split(system, &graph, &left, limit))
        .unwrap_or_else(|| Answer { verdict: Verdict::Unknown, reasons: render::open(system, &graph, &left) })
}

/// Ranking functions, first without invariants, and the transitions that they leave.
fn rank(graph: &Graph, limit: &Limit) -> (Termination, Vec<Vec<usize>>) {
    let none = vec![Vec::new(); graph.locations.len()];
    let (mut proof, mut left) = termination::prove(graph, none, &limit.at_most(limit.left() / 4));
    if !left.is_empty() {
        proof.invariants = infer(graph, &limit.at_most(limit.left() / 4));
        left = termination::go_on(graph, &mut proof, left, &limit.at_most(limit.left() / 3));
    }
    (proof, left)
}

fn terminates(
    system: &System,
    graph: &Graph,
    proof: &Termination,
    left: &[Vec<usize>],
    limit: &Limit,
) -> Option<Answer> {
    let is_proved = left.is_empty() && check(graph, proof);
    is_proved
        .then(|| Answer { verdict: Verdict::Terminates, reasons: render::termination(system, graph, proof, limit) })
}

fn terminates_split(system: &System, graph: &Graph, left: &[Vec<usize>], limit: &Limit) -> Option<Answer> {
    let mut refined = graph.clone();
    let mut left = left.to_vec();
    for _ in 0..N_SPLITS {
        refined = split(&refined, &left)?;
        let limit = limit.at_most(limit.left() / 3);
        let invariants = infer(&refined, &limit);
        let (proof, still_left) = termination::prove(&refined, invariants, &limit);
        let answer = terminates(system, &refined, &proof, &still_left, &limit);
        if answer.is_some() || still_left.is_empty() {
            return answer;
        }
        left = still_left;
    }
    None
}

fn unknown(
    system: &System,
    graph: &Graph,
    left: &[Vec<usize>],
    library: &Result<Library, String>,
    limit: &Limit,
) -> Answer {
    let mut reasons = Vec::new();
    if limit.is_over() {
        reasons.push("the time is over".to_owned());
    }
    if let Err(error) = library {
        reasons.push(format!("runs without an end were not looked for: Z3 cannot be loaded: {error}"));
    }
    reasons.extend(render::open(system, graph, left));
    Answer { verdict: Verdict::Unknown, reasons }
}
