//! k-induction: what fails in none of the first k rounds of a loop, and fails in no round that follows k rounds in which it did not,
//! fails in none.
//!
//! The rounds are those that a run has recorded, one behind the other: what a round makes (inputs, results of loops within it) is another
//! thing in each, what was there before the loop is the same in all. What is known already to hold in every round counts in each of
//! them.

use std::time::Duration;

use candor_context_symbolic::SymbolicContext;
use candor_engine::Limits;
use candor_merge::Settler;
use candor_term::{Sort, Term, free_vars, post_order, substitute};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::strengthen::Goal;
use crate::system::{RoundStart, System};

/// So many rounds are put one behind the other.
const DEPTHS: [u32; 8] = [1, 2, 3, 4, 6, 8, 12, 16];
/// So many goals are tried, each behind so many of the loops that come before it.
const MOST_GOALS: usize = 6;
const MOST_STARTS: usize = 2;
/// So large all the rounds together may be.
const MOST_TERMS: usize = 60_000;
/// How long one goal may take, and one question about it; no more than this part of the time that is left.
const FOR_GOAL: Duration = Duration::from_secs(4);
const FOR_QUESTION: Duration = Duration::from_secs(1);
const PART: u32 = 8;

/// Of how many rounds goals may be shown.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Depths {
    /// Of as many as it takes, up to a limit.
    Any,
    /// Of as many as the start says.
    Given,
}

/// Shows goals by k-induction, and lets the context know which hold. True if there is one.
pub(crate) fn strengthen_by_rounds(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &mut System,
    goals: &[Goal],
    depths: Depths,
) -> bool {
    let mut found = false;
    let (n_goals, n_starts) = match depths {
        Depths::Any => (MOST_GOALS, MOST_STARTS),
        Depths::Given => (goals.len(), system.starts.len()),
    };
    for goal in goals.iter().take(n_goals) {
        let behind = (0..system.starts.len()).rev().filter(|&start| is_behind(&system.starts[start], goal));
        let behind: Vec<usize> = behind.take(n_starts).collect();
        for start in behind {
            let given = [system.starts[start].depth];
            let depths = match depths {
                Depths::Any => &DEPTHS[..],
                Depths::Given => given.strip_prefix(&[0]).unwrap_or(&given),
            };
            let Some(depth) = depth_for(cx, settler, limits, system, start, goal, depths) else { continue };
            let reached = goal.path.condition();
            let holds = cx.pool.implies(reached, goal.ok);
            cx.facts.push(holds);
            let of_start = &mut system.starts[start];
            of_start.depth = of_start.depth.max(depth);
            found = true;
            break;
        }
    }
    found
}

/// Of how many rounds of a start a goal is shown, if it is.
fn depth_for(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &System,
    start: usize,
    goal: &Goal,
    depths: &[u32],
) -> Option<u32> {
    let begun = limits.elapsed();
    let at_most = limits.left().map_or(FOR_GOAL, |left| FOR_GOAL.min(left / PART));
    for &depth in depths {
        if limits.elapsed() - begun > at_most || limits.exceeded().is_some() {
            return None;
        }
        match try_depth(cx, settler, limits, system, start, goal, depth) {
            Tried::Shown => return Some(depth),
            Tried::Deeper => {}
            Tried::Hopeless => return None,
        }
    }
    None
}

/// Whether every execution that gets to a goal has come by a start of a loop.
fn is_behind(start: &RoundStart, goal: &Goal) -> bool {
    start.name.header.is_some() && start.path.common_depth(&goal.path) == start.path.depth()
}

enum Tried {
    Shown,
    /// Perhaps with more rounds.
    Deeper,
    Hopeless,
}

/// Whether a goal holds by induction over so many rounds.
fn try_depth(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &System,
    start: usize,
    goal: &Goal,
    depth: u32,
) -> Tried {
    let of_start = &system.starts[start];
    let mut chain = Chain::new(cx, system, start, goal);
    let now: Vec<Term> = chain.nows.clone();
    let entry: Vec<Term> = {
        let cells = of_start.cells.iter().map(|(_, held)| held.start);
        cells.chain(of_start.arrays.iter().map(|array| array.start)).collect()
    };
    let (mut before, mut state) = (of_start.path.condition(), now);
    for _ in 0..depth {
        let round = chain.round(cx, &state);
        let not = cx.pool.not(round.fails);
        before = cx.pool.and_all([before, round.known, not, round.goes_on]);
        state = round.next;
    }
    let last = chain.round(cx, &state);
    let fails = cx.pool.and_all([before, last.known, last.fails]);
    if post_order(&cx.pool, &[fails]).len() > MOST_TERMS {
        return Tried::Hopeless;
    }
    match settler.satisfy(cx, fails, limits, Some(FOR_QUESTION)) {
        Ok(None) => {}
        Ok(Some(_)) => return Tried::Deeper,
        Err(_) => return Tried::Hopeless,
    }
    // It holds in the first rounds as well.
    let (mut before, mut state) = (of_start.entry.condition(), entry);
    for _ in 0..depth {
        let round = chain.round(cx, &state);
        let fails = cx.pool.and_all([before, round.known, round.fails]);
        if !matches!(settler.satisfy(cx, fails, limits, Some(FOR_QUESTION)), Ok(None)) {
            return Tried::Hopeless;
        }
        before = cx.pool.and_all([before, round.known, round.goes_on]);
        state = round.next;
    }
    Tried::Shown
}

/// Rounds of one start, one behind the other.
struct Chain<'a> {
    system: &'a System,
    start: usize,
    /// What the cells and arrays hold when a round begins, and what does not change.
    nows: Vec<Term>,
    older: FxHashSet<Term>,
    /// When the goal fails, as far as the round and what is behind it decide that.
    fails: Term,
    /// What is known of the variables of a round.
    facts: Vec<Term>,
}

/// One of them.
struct Link {
    /// What is known of its variables.
    known: Term,
    /// The goal fails in this round, or behind the loop if it was the last.
    fails: Term,
    /// It goes on to another round, with this in the cells and arrays.
    goes_on: Term,
    next: Vec<Term>,
}

impl<'a> Chain<'a> {
    fn new(cx: &mut SymbolicContext, system: &'a System, start: usize, goal: &Goal) -> Chain<'a> {
        let of_start = &system.starts[start];
        let cells = of_start.cells.iter().map(|(_, held)| held.now);
        let nows: Vec<Term> = cells.chain(of_start.arrays.iter().map(|array| array.now)).collect();
        let older = of_start.older(cx);
        let mut facts = goal.path.facts_since(of_start.path.depth());
        facts.push(cx.pool.not(goal.ok));
        let fails = cx.pool.and_all(facts);
        let is_of_round = |fact: &Term| free_vars(&cx.pool, &[*fact]).iter().any(|var| !older.contains(var));
        let facts = cx.facts.iter().copied().filter(is_of_round).collect();
        Chain { system, start, nows, older, fails, facts }
    }

    /// A round that begins with this in the cells and arrays.
    fn round(&mut self, cx: &mut SymbolicContext, state: &[Term]) -> Link {
        let of_start = &self.system.starts[self.start];
        let depth = of_start.path.depth();
        let mut replaced: FxHashMap<Term, Term> = self.nows.iter().copied().zip(state.iter().copied()).collect();
        let rounds: Vec<(Term, Vec<Term>)> = self
            .system
            .rounds_of(self.start)
            .map(|round| {
                let next: Vec<Term> = round.next.iter().chain(&round.arrays).copied().collect();
                (cx.pool.and_all(round.path.facts_since(depth)), next)
            })
            .collect();
        let mut roots: Vec<Term> = vec![self.fails];
        for (goes_on, next) in &rounds {
            roots.push(*goes_on);
            roots.extend(next);
        }
        let of_guesses: Vec<Term> = of_start.path.facts_since(of_start.entry.depth());
        roots.extend(&of_guesses);
        roots.extend(&of_start.facts);
        // Facts say something of the variables of this round only if they share some with it.
        let mut own: FxHashSet<Term> = free_vars(&cx.pool, &roots).into_iter().collect();
        own.extend(&self.nows);
        let is_about = |fact: &&Term| {
            free_vars(&cx.pool, &[**fact]).iter().any(|var| !self.older.contains(var) && own.contains(var))
        };
        let known: Vec<Term> = self.facts.iter().filter(is_about).copied().collect();
        let n_of_round = roots.len();
        roots.extend(known);
        for var in free_vars(&cx.pool, &roots) {
            if !self.older.contains(&var) && !replaced.contains_key(&var) {
                let sort = cx.pool.sort(var);
                let fresh = cx.pool.fresh_var("round", sort);
                replaced.insert(var, fresh);
            }
        }
        let roots = substitute(&mut cx.pool, &roots, &replaced);
        let (of_round, known) = roots.split_at(n_of_round);
        let (fails, of_round) = of_round.split_first().expect("whether it fails comes first");
        let n_rounds: usize = rounds.iter().map(|(_, next)| 1 + next.len()).sum();
        let (of_rounds, of_start) = of_round.split_at(n_rounds);
        let known = cx.pool.and_all(known.iter().chain(of_start).copied());
        let n_next = self.nows.len();
        let mut ways = of_rounds.chunks(n_next + 1).map(|round| (round[0], round[1..].to_vec()));
        let Some((mut goes_on, mut next)) = ways.next() else {
            return Link { known, fails: *fails, goes_on: Term::FALSE, next: state.to_vec() };
        };
        // Which way it goes is open where the conditions of several can hold.
        for (condition, other) in ways {
            let is_other = cx.pool.fresh_var("way", Sort::Bool);
            goes_on = cx.pool.ite(is_other, condition, goes_on);
            let both = next.into_iter().zip(other);
            next = both.map(|(one, other)| cx.pool.ite(is_other, other, one)).collect();
        }
        Link { known, fails: *fails, goes_on, next }
    }
}
