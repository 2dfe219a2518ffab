//! Statistics over random executions.
//!
//! After LODIN (Legay, Nowotka, Poulsen, "Automatic Verification of LLVM Code", 2022): a run picks a thread and lets it make one
//! step, until it satisfies a formula or has made as many steps as it may. Many runs give an estimate of how probable that is, or
//! decide whether it is probable enough. Deviations, where the paper is wrong: the lower end of a Clopper-Pearson interval, and the
//! loop of the sequential test.
//!
//! Reading order: `random`, `distribution`, `inputs` and `scheduler` say what chance does; `walk` is one run; `workers` makes many at
//! once; `beta`, `interval`, `looks` and `sprt` are the mathematics; `estimate`, `hypothesis` and `coverage` answer queries.
//!
//! **Invariant:** run number i depends on the seed and on i only, and runs count in the order of their numbers. So the answer does not
//! depend on the number of workers, and short runs do not count more for being finished first.

mod distribution;
mod inputs;
mod random;
mod scheduler;

mod walk;
mod workers;

mod beta;
mod interval;
mod looks;
mod sprt;

mod coverage;
mod estimate;
mod fingerprint;
mod histogram;
mod hypothesis;

pub use coverage::{Coverage, cover};
pub use distribution::{Distribution, DistributionError};
pub use estimate::{Estimate, EstimateOptions, estimate};
pub use histogram::Histogram;
pub use hypothesis::{Hypothesis, TestOptions, Tested, test};
pub use inputs::{InputRule, InputRules, parse_rule};
pub use interval::{Interval, chernoff_runs, clopper_pearson};
pub use random::Random;
pub use scheduler::Scheduler;
pub use sprt::{Decision, Sprt};
pub use walk::{RunOutcome, Walk, Walker};
pub use workers::{Tally, Undecided};
