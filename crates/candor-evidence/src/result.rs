//! Results: what is known about each check, and about the program as a whole.

use candor_interp::Site;
use candor_ir::Check;

use crate::counterexample::Confirmed;
use crate::proof::Proof;

/// A check at an instruction.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CheckSite {
    pub check: Check,
    pub site: Site,
}

/// What is known about a check at an instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// It cannot fail in any execution.
    Holds,
    /// It fails in this execution, which the concrete machine has replayed.
    Violated(Box<Confirmed>),
    /// No execution gets there.
    Unreachable {
        /// Some would, if an assumption of the program did not exclude them.
        vacuous: bool,
    },
    /// The reason, for people.
    Unknown(String),
}

/// A check at an instruction and what is known about it.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckResult {
    pub at: CheckSite,
    pub status: Status,
    /// Who says so, by the name that users choose engines with; `None` until [`Report::by`] has signed it.
    pub engine: Option<&'static str>,
}

impl CheckResult {
    pub fn new(at: CheckSite, status: Status) -> CheckResult {
        CheckResult { at, status, engine: None }
    }
}

/// Something that an engine did not look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incomplete {
    pub reason: String,
    pub at: Option<Site>,
}

/// The answer to a question about all executions.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    Holds,
    Violated,
    /// Of a function that was checked alone: some arguments break a check, and with others none may be broken.
    DependsOnCaller,
    Unknown,
}

/// What callers have to see to, so that a function breaks none of the checks that it breaks with some arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Precondition {
    /// Sentences about arguments.
    pub conditions: Vec<String>,
    /// Whether every execution was looked at that begins with such arguments; else nothing was found there.
    pub is_shown: bool,
}

/// What an engine has to say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    pub checks: Vec<CheckResult>,
    /// Why checks may be unknown as a whole: bounds, unsupported constructs, time. Empty: every execution was looked at.
    pub incomplete: Vec<Incomplete>,
    /// Faults that nobody asked about and that executions may have, where the user's code is: what holds does so in executions as far as
    /// they have none of these.
    pub conditions: Vec<CheckSite>,
    /// Where some arguments of a function break a check: what callers have to see to.
    pub precondition: Option<Precondition>,
    /// What was taken for granted, such as "`f` has no body: its result is arbitrary, it changes nothing and calls nothing".
    pub assumptions: Vec<String>,
    /// What the results rely on where not every round of a loop was looked at.
    pub proof: Proof,
    /// Counters, for people who want to know what took so long.
    pub statistics: Vec<(&'static str, u64)>,
}

/// What is assumed of a function without a body.
pub fn without_body(name: &str) -> String {
    format!("`{name}` has no body: its result is arbitrary, it changes nothing and calls nothing")
}

/// The counter of bounds for loops and calls beyond which executions were not followed, as the user wanted it.
pub const BOUNDS_HIT: &str = "bounds hit";

impl Report {
    /// Signs every result that nobody has signed yet.
    #[must_use]
    pub fn by(mut self, engine: &'static str) -> Report {
        for result in &mut self.checks {
            result.engine.get_or_insert(engine);
        }
        self
    }

    /// The answer for the selected checks together.
    ///
    /// One violation decides. `Holds` needs more than that nothing was found: every result settled and nothing left out. A violation of
    /// a check that nobody selected ends executions, and perhaps the search, before what was selected.
    pub fn verdict(&self, selected: impl Fn(Check) -> bool) -> Verdict {
        let mut all_settled = self.incomplete.is_empty();
        for result in &self.checks {
            match result.status {
                Status::Violated(_) if selected(result.at.check) => {
                    return match self.precondition {
                        Some(_) => Verdict::DependsOnCaller,
                        None => Verdict::Violated,
                    };
                }
                Status::Violated(_) => all_settled = false,
                Status::Holds | Status::Unreachable { .. } | Status::Unknown(_) if !selected(result.at.check) => {}
                Status::Unknown(_) => all_settled = false,
                Status::Holds | Status::Unreachable { .. } => {}
            }
        }
        if all_settled { Verdict::Holds } else { Verdict::Unknown }
    }
}

#[cfg(test)]
mod tests {
    use candor_ir::{FuncId, InstId};

    use super::*;
    use crate::counterexample::Counterexample;
    use crate::inputs::Inputs;
    use crate::trace::Trace;

    fn violated() -> Status {
        let check = Check::ErrorCall;
        let fault = candor_interp::Fault {
            check,
            detail: candor_interp::Detail::None,
            object: None,
            thread: 0,
            stack: Vec::new(),
            others: Vec::new(),
        };
        let counterexample = Counterexample { check, position: Vec::new(), choices: Vec::new(), cycle: None };
        Status::Violated(Box::new(Confirmed {
            counterexample,
            fault,
            trace: Trace::default(),
            inputs: Inputs::default(),
        }))
    }

    fn verdict(results: Vec<(Check, Status)>, is_complete: bool) -> Verdict {
        let site = Site { func: FuncId::from_u32(0), inst: InstId::from_u32(0) };
        let result = |(check, status)| CheckResult::new(CheckSite { check, site }, status);
        let gap = Incomplete { reason: "a bound".to_owned(), at: None };
        let report = Report {
            checks: results.into_iter().map(result).collect(),
            incomplete: if is_complete { Vec::new() } else { vec![gap] },
            ..Report::default()
        };
        report.verdict(|check| check == Check::ErrorCall)
    }

    #[test]
    fn a_verdict_is_about_selected_checks() {
        let unknown = || Status::Unknown("hard".to_owned());
        assert_eq!(
            verdict(vec![(Check::ErrorCall, Status::Holds), (Check::Assertion, unknown())], true),
            Verdict::Holds
        );
        // What comes behind it was not looked at.
        assert_eq!(verdict(vec![(Check::Assertion, violated())], true), Verdict::Unknown);
        assert_eq!(
            verdict(vec![(Check::ErrorCall, unknown()), (Check::ErrorCall, violated())], false),
            Verdict::Violated
        );
    }

    #[test]
    fn a_proof_needs_everything() {
        let unreachable = || Status::Unreachable { vacuous: false };
        assert_eq!(verdict(vec![(Check::ErrorCall, unreachable())], true), Verdict::Holds);
        assert_eq!(verdict(vec![(Check::ErrorCall, unreachable())], false), Verdict::Unknown);
        assert_eq!(verdict(vec![(Check::ErrorCall, Status::Unknown(String::new()))], true), Verdict::Unknown);
        assert_eq!(verdict(Vec::new(), false), Verdict::Unknown);
    }
}
