//! The answers of several engines as one.

use candor_evidence::{CheckResult, Confirmed, Incomplete, Proof, Report, Status, Trace};
use rustc_hash::FxHashMap;

/// What an engine has to say that has found out nothing.
pub(crate) fn nothing(reason: String) -> Report {
    Report { incomplete: vec![Incomplete { reason, at: None }], ..Report::default() }
}

pub(crate) fn has_violation(report: &Report) -> bool {
    report.checks.iter().any(|result| matches!(result.status, Status::Violated(_)))
}

/// Whether nothing is left to find out.
pub(crate) fn is_settled(report: &Report) -> bool {
    report.incomplete.is_empty() && !report.checks.iter().any(|result| matches!(result.status, Status::Unknown(_)))
}

/// What two engines have to say together; `by` is the name of the second. Of each check the better answer stands; every execution was
/// looked at if one of them has looked at all. Of two whole answers the one with a proof stands.
pub(crate) fn join(first: Report, second: Report, by: &str) -> Report {
    let is_proved = |report: &Report| is_settled(report) && !has_violation(report) && !report.proof.is_empty();
    if is_settled(&first) && !has_violation(&first) && is_proved(&second) {
        return second;
    }
    // A violation was replayed: whoever has seen none has not looked everywhere.
    let is_last_word =
        |report: &Report, other: &Report| is_settled(report) && (has_violation(report) || !has_violation(other));
    if is_last_word(&first, &second) {
        return with_shorter(first, second);
    }
    if is_last_word(&second, &first) {
        return with_shorter(second, first);
    }
    let mut checks: Vec<CheckResult> = first.checks;
    let index: FxHashMap<_, usize> = checks.iter().enumerate().map(|(idx, result)| (result.at, idx)).collect();
    for result in second.checks {
        match index.get(&result.at) {
            Some(&idx) if is_better(&result.status, &checks[idx].status) => checks[idx] = result,
            Some(_) => {}
            None => checks.push(result),
        }
    }
    // Where something stays open, what one of them could not look at is the reason.
    let is_open = checks.iter().any(|result| matches!(result.status, Status::Unknown(_)));
    let incomplete = match (first.incomplete, second.incomplete) {
        (first, _) if first.is_empty() && !is_open => first,
        (_, second) if second.is_empty() && !is_open => second,
        (mut first, second) => {
            for gap in second {
                let reason = format!("{by}: {}", gap.reason);
                if !first.iter().any(|known| known.reason == gap.reason && known.at == gap.at) {
                    first.push(Incomplete { reason, at: gap.at });
                }
            }
            first
        }
    };
    let assumptions = all_assumptions(first.assumptions, second.assumptions);
    let mut conditions = first.conditions;
    conditions.extend(second.conditions);
    conditions.sort_unstable();
    conditions.dedup();
    let statistics = first.statistics.into_iter().chain(second.statistics).collect();
    let [mut one, mut other] = [first.proof, second.proof];
    let graph = one.graph.take().or(other.graph.take());
    let proof = Proof { graph, ..if one.is_empty() { other } else { one } };
    let precondition = first.precondition.or(second.precondition);
    Report { checks, incomplete, conditions, precondition, assumptions, proof, statistics }
}

/// The same where the second only tried some executions: that there are others is no gap of the first, which has gaps of its own.
pub(crate) fn join_tried(searched: Report, tried: Report, by: &str) -> Report {
    let gaps = searched.incomplete.clone();
    let joined = join(searched, tried, by);
    match gaps.is_empty() || joined.incomplete.is_empty() {
        true => joined,
        false => Report { incomplete: gaps, ..joined },
    }
}

/// The answer, with another one's counterexamples where they are shorter.
fn with_shorter(mut answer: Report, other: Report) -> Report {
    let is_violated = |result: &CheckResult| matches!(result.status, Status::Violated(_));
    let mut others: FxHashMap<_, CheckResult> =
        other.checks.into_iter().filter(is_violated).map(|result| (result.at, result)).collect();
    let mut is_changed = false;
    for result in answer.checks.iter_mut().filter(|result| is_violated(result)) {
        if let Some(other) = others.remove(&result.at).filter(|other| is_better(&other.status, &result.status)) {
            *result = other;
            is_changed = true;
        }
    }
    if is_changed {
        answer.assumptions = all_assumptions(answer.assumptions, other.assumptions);
    }
    answer
}

/// Each sentence once.
fn all_assumptions(first: Vec<String>, second: Vec<String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for sentence in first.into_iter().chain(second) {
        if !all.contains(&sentence) {
            all.push(sentence);
        }
    }
    all
}

/// Whether an answer says more than another one. Of two counterexamples the shorter one is easier to understand.
fn is_better(new: &Status, old: &Status) -> bool {
    match (new, old) {
        (Status::Violated(new), Status::Violated(old)) => n_steps(new) < n_steps(old),
        (new, old) => worth(new) > worth(old),
    }
}

fn n_steps(confirmed: &Confirmed) -> u64 {
    let Trace { steps, n_left_out, .. } = &confirmed.trace;
    u64::try_from(steps.len()).unwrap_or(u64::MAX).saturating_add(*n_left_out)
}

/// How much an answer says.
fn worth(status: &Status) -> u32 {
    match status {
        Status::Unknown(_) => 0,
        Status::Unreachable { vacuous } => 1 + u32::from(*vacuous),
        Status::Holds => 3,
        Status::Violated(_) => 4,
    }
}

#[cfg(test)]
mod tests {
    use candor_evidence::{CheckSite, Counterexample, Inputs};
    use candor_interp::{Detail, Fault, Site};
    use candor_ir::{Check, FuncId, InstId};

    use super::*;

    fn violated(n_left_out: u64) -> Report {
        let check = Check::ErrorCall;
        let fault =
            Fault { check, detail: Detail::None, object: None, thread: 0, stack: Vec::new(), others: Vec::new() };
        let counterexample = Counterexample { check, position: Vec::new(), choices: Vec::new(), cycle: None };
        let trace = Trace { n_left_out, ..Trace::default() };
        let confirmed = Confirmed { counterexample, fault, trace, inputs: Inputs::default() };
        let site = Site { func: FuncId::from_u32(0), inst: InstId::from_u32(0) };
        let status = Status::Violated(Box::new(confirmed));
        Report { checks: vec![CheckResult::new(CheckSite { check, site }, status)], ..nothing("time".to_owned()) }
    }

    #[test]
    fn the_shortest_counterexample_stays() {
        for (first, second) in [(14_733, 7), (7, 14_733)] {
            let report = join(violated(first), violated(second), "another");
            let [CheckResult { status: Status::Violated(confirmed), .. }] = &report.checks[..] else {
                panic!("it is violated: {report:?}")
            };
            assert_eq!(n_steps(confirmed), 7);
        }
    }

    #[test]
    fn the_shortest_counterexample_stays_in_a_whole_answer() {
        let whole = |n_steps| Report { incomplete: Vec::new(), ..violated(n_steps) };
        for (first, second) in [(whole(14_733), violated(7)), (violated(7), whole(14_733)), (whole(14_733), whole(7))] {
            let report = join(first, second, "another");
            let [CheckResult { status: Status::Violated(confirmed), .. }] = &report.checks[..] else {
                panic!("it is violated: {report:?}")
            };
            assert_eq!(n_steps(confirmed), 7);
            assert!(is_settled(&report));
        }
    }

    #[test]
    fn trying_some_executions_leaves_no_gap_where_another_engine_names_its_own() {
        let report = join_tried(nothing("a bound".to_owned()), violated(7), "another");
        let reasons: Vec<&str> = report.incomplete.iter().map(|gap| gap.reason.as_str()).collect();
        assert!(has_violation(&report));
        assert_eq!(reasons, ["a bound"]);
        // Where the other one has not looked, that only some were tried is the gap.
        let at = CheckSite { check: Check::Assertion, ..violated(7).checks[0].at };
        let open = CheckResult::new(at, Status::Unknown("hard".to_owned()));
        let report = join_tried(Report { checks: vec![open], ..Report::default() }, violated(7), "another");
        assert!(has_violation(&report) && !report.incomplete.is_empty());
    }

    #[test]
    fn a_violation_outweighs_a_search_that_saw_none() {
        for report in [join(violated(7), Report::default(), "another"), join(Report::default(), violated(7), "another")]
        {
            assert!(has_violation(&report));
        }
    }

    #[test]
    fn of_two_whole_answers_the_one_with_a_proof_stands() {
        let proof = Proof { functions: vec![FuncId::from_u32(0)], ..Proof::default() };
        let proved = || Report { proof: proof.clone(), ..Report::default() };
        assert!(!join(Report::default(), proved(), "another").proof.is_empty());
        assert!(!join(proved(), Report::default(), "another").proof.is_empty());
        let whole = Report { incomplete: Vec::new(), ..violated(7) };
        assert!(has_violation(&join(whole, proved(), "another")), "a violation is no opinion");
    }
}
