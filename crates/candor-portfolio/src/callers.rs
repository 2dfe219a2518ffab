//! A function alone: what its verdict depends on.
//!
//! Called with any arguments most functions break something: strings need not end, lengths need not fit. Whether that is a fault of the
//! function or of a caller that nobody has written yet is for people to say; but it can be told which callers do no harm. So kinds of
//! callers are tried in turn, each of which allows less than the one before ([`Caller`]), until one is found with which nothing goes
//! wrong.
//!
//! | any arguments | the next kinds | verdict |
//! |---|---|---|
//! | hold | | holds |
//! | break a check | one of them holds | depends on the caller, with the conditions that it keeps |
//! | break a check | the last one breaks it, too | violated |
//! | break a check | otherwise | depends on the caller; nothing was found if these conditions are kept |
//! | unknown | one of them holds | holds, with these conditions as assumptions |

use std::time::{Duration, Instant};

use candor_engine::Progress;
use candor_evidence::{Precondition, Report, Verdict};
use candor_ir::Program;

use crate::prepare::Prepared;
use crate::request::{Budget, Caller, Request};
use crate::verify::verify;

/// The kinds of callers, and how much of the time that is left each may take.
const KINDS: [(Caller, f64); 5] =
    [(Caller::Any, 0.3), (Caller::Careful, 0.4), (Caller::Trusted, 0.6), (Caller::Ones, 0.6), (Caller::Zeros, 1.0)];

/// The report about a function, the program that it is about, and the callers that it has there.
#[derive(Debug)]
pub struct OfFunction {
    pub caller: Caller,
    pub prepared: Prepared,
    pub report: Report,
}

impl Request {
    /// Whether a function is asked about, and what its verdict depends on.
    pub fn asks_about_callers(&self) -> bool {
        let Request { surroundings, competition, .. } = self;
        surroundings.function.is_some() && surroundings.caller == Caller::All && !competition
    }

    fn called_by(&self, caller: Caller) -> Request {
        let mut request = self.clone();
        request.surroundings.caller = caller;
        // Of callers that are to blame one example is enough.
        request.stop_at_first |= caller != Caller::Zeros;
        request
    }
}

/// Checks a function with each kind of callers, until one does no harm.
pub fn verify_function(
    request: &Request,
    program: &Program,
    budget: &Budget,
    progress: &mut dyn FnMut(&Progress),
) -> Result<OfFunction, String> {
    let mut broken: Option<OfFunction> = None;
    let mut open: Option<OfFunction> = None;
    for (caller, share) in KINDS {
        let is_over = budget.interrupt.is_interrupted() || budget.time_left() == Some(Duration::ZERO);
        if is_over && (broken.is_some() || open.is_some()) {
            break;
        }
        let request = request.called_by(caller);
        let prepared = request.prepare(program.clone())?;
        let report = verify(&request, &prepared, &budget.share(share), progress)?;
        let checks = request.goals.checks();
        let verdict = report.verdict(|check| checks.contains(check));
        let this = OfFunction { caller, prepared, report };
        match verdict {
            Verdict::Holds => {
                return Ok(match broken {
                    Some(broken) => broken.unless(this, true),
                    None => this,
                });
            }
            Verdict::Violated if caller == Caller::Zeros && this.prepared.passes_functions => {
                let results = "the functions that are passed return what it expects".to_owned();
                return Ok(this.with_precondition(vec![results], false));
            }
            Verdict::Violated if caller == Caller::Zeros => return Ok(this),
            Verdict::Violated => (broken, open) = (Some(this), None),
            Verdict::Unknown | Verdict::DependsOnCaller => {
                open.get_or_insert(this);
            }
        }
    }
    match (broken, open) {
        (Some(broken), Some(open)) => Ok(broken.unless(open, false)),
        (Some(broken), None) => Ok(broken.with_precondition(Vec::new(), false)),
        (None, Some(open)) => Ok(open),
        (None, None) => Err("there was no time to look at the function".to_owned()),
    }
}

impl OfFunction {
    /// What is broken is not, or was not found, with callers of this kind.
    fn unless(mut self, other: OfFunction, is_shown: bool) -> OfFunction {
        let assumed = &mut self.report.assumptions;
        let more = other.report.assumptions.into_iter().filter(|sentence| !assumed.contains(sentence));
        let more: Vec<String> = more.collect();
        assumed.extend(more);
        self.with_precondition(other.prepared.conditions, is_shown)
    }

    fn with_precondition(mut self, conditions: Vec<String>, is_shown: bool) -> OfFunction {
        self.report.precondition = Some(Precondition { conditions, is_shown });
        self
    }
}

impl Budget {
    /// The same with a part of the time that is left.
    fn share(&self, share: f64) -> Budget {
        let deadline = self.time_left().map(|left| Instant::now() + left.mul_f64(share));
        Budget { deadline, ..self.clone() }
    }
}
