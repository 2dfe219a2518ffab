//! Which places an execution gets to.
//!
//! A state that came by is not enough: the executions that it stands for may be none. The solver is asked for an execution that
//! gets to any place that none is known to get to; it shows many at once, and when there is none left, all the rest are proven.

use std::time::Duration;

use candor_context_symbolic::SymbolicContext;
use candor_engine::Limits;
use candor_interp::Site;
use candor_term::{Evaluation, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::settle::Settler;

/// Where states have been, and under which conditions.
pub type Visits = FxHashMap<Site, Vec<Term>>;

/// Questions at most; programs with more places than these can show are rare, and each question is as hard as a claim.
const MOST_QUESTIONS: u32 = 100;
/// For one question. Nothing is lost but a remark if the solver does not know.
const TIME: Duration = Duration::from_secs(5);

/// The places that states came by although no execution gets there.
pub fn never_reached(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    visits: &Visits,
) -> FxHashSet<Site> {
    let mut open: Vec<(Site, Term)> = Vec::new();
    let mut never = FxHashSet::default();
    #[expect(clippy::iter_over_hash_type, reason = "sorted below")]
    for (site, conditions) in visits {
        if conditions.contains(&Term::TRUE) {
            continue;
        }
        let possible = conditions.iter().copied().filter(|condition| !settler.is_refuted(*condition));
        match cx.pool.or_all(possible) {
            Term::FALSE => {
                never.insert(*site);
            }
            condition => open.push((*site, condition)),
        }
    }
    open.sort_unstable_by_key(|(site, _)| *site);
    for _ in 0..MOST_QUESTIONS {
        if open.is_empty() || limits.exceeded().is_some() {
            break;
        }
        let any = cx.pool.or_all(open.iter().map(|(_, condition)| *condition));
        match settler.satisfy(cx, any, limits, Some(TIME)) {
            Ok(Some(model)) => {
                let mut evaluation = Evaluation::new(&cx.pool, &model);
                let n_open = open.len();
                open.retain(|(_, condition)| !evaluation.holds(*condition));
                if open.len() == n_open {
                    break;
                }
            }
            Ok(None) => {
                never.extend(open.into_iter().map(|(site, _)| site));
                break;
            }
            Err(_) => break,
        }
    }
    never
}
