//! The exit codes of candor's own. `docs/reference/exit-codes.md` is their description.

use candor_evidence::Verdict;
use candor_report::Kind;

pub(crate) const SUCCESS: u8 = 0;
/// Candor cannot go on: unsupported construct, exhausted limit, internal error.
pub(crate) const CANNOT_GO_ON: u8 = 125;
/// The input or the usage is wrong.
pub(crate) const BAD_INPUT: u8 = 126;
/// The program has a fault; what a shell shows after `abort`.
pub(crate) const FAULT: u8 = 134;

/// `candor check`: some execution breaks a check.
pub(crate) const VIOLATED: u8 = 1;
/// `candor check`: the input or the usage is wrong.
pub(crate) const CHECK_BAD_INPUT: u8 = 2;
/// `candor check`: neither a violation nor a proof was found.
pub(crate) const UNKNOWN: u8 = 3;

/// `candor check --function`: some arguments break a check, and callers can see to it that none is broken.
pub(crate) const DEPENDS_ON_CALLER: u8 = 4;

/// The exit code of `candor check` that goes with its answer.
pub(crate) fn of_verdict(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Holds => SUCCESS,
        Verdict::Violated => VIOLATED,
        Verdict::DependsOnCaller => DEPENDS_ON_CALLER,
        Verdict::Unknown => UNKNOWN,
    }
}

/// The exit code that goes with a diagnostic.
pub(crate) fn of(kind: Kind) -> u8 {
    match kind {
        Kind::Fault => FAULT,
        Kind::InputError | Kind::Malformed => BAD_INPUT,
        Kind::Unsupported | Kind::Limit | Kind::Mismatch | Kind::Unchecked | Kind::Assumption | Kind::InternalError => {
            CANNOT_GO_ON
        }
    }
}

/// What the operating system would keep of a program's exit status.
pub(crate) fn of_program(status: i32) -> u8 {
    status.to_le_bytes()[0]
}
