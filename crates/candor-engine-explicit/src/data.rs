//! What the search asks of a context besides what the interpreter asks: the one seam between searching and what data are.
//!
//! With numbers a state is one execution: every claim is decided, every open choice is tried answer by answer. With terms a state
//! stands for many: claims and paths are put to the solver, choices stay open. The search itself does not know which it is.

use candor_engine::{Limits, Options};
use candor_evidence::Settled;
use candor_interp::object::Domain;
use candor_interp::{Image, ObjectId, Position, Site, Values};
use candor_ir::{Bits, Check, Program};

use crate::canonical::{Names, Part};

pub(crate) type State<D> = candor_interp::State<<D as Data>::Cx>;
pub(crate) type Value<D> = <<D as Data>::Cx as Values>::Value;
pub(crate) type Truth<D> = <<D as Data>::Cx as Values>::Bool;
pub(crate) type Path<D> = <<D as Data>::Cx as Values>::Path;

/// Whether something can be, with an execution in which it is.
pub(crate) enum Answer<M> {
    No,
    Yes(M),
    Unknown(String),
}

/// What a claim is about.
pub(crate) struct About {
    pub(crate) check: Check,
    pub(crate) position: Position,
    /// Its check was asked for; if not, nothing can follow its failure all the same.
    pub(crate) is_checked: bool,
}

/// A question of the program whose answers are tried one by one.
pub(crate) enum Question {
    Answers(Vec<Bits>),
    /// There are more than can be tried.
    TooMany(String),
}

/// A context, and what the search needs around it.
pub(crate) trait Data: Sized {
    type Cx: Domain;
    /// Whether choices are tried answer by answer, so that states must be told apart soon behind them.
    const ENUMERATES: bool;
    /// A choice as it is remembered.
    type Chosen: Clone;
    /// Something that may be wrong.
    type Claim;
    /// One of the executions that a state stands for.
    type Model;

    fn cx(&mut self) -> &mut Self::Cx;
    /// A transition begins, with answers to the first questions that come.
    fn begin(&mut self, answers: &[Bits], spurious: bool);
    /// What was chosen and claimed since this was last asked.
    fn take_news(&mut self, chosen: &mut Vec<Self::Chosen>, claims: &mut Vec<Self::Claim>);
    /// The question that stopped the last step, if one did.
    fn question(&mut self, image: &Image<Self::Cx>, state: &State<Self>) -> Option<Question>;

    /// Whether some execution may take the path; yes if nobody knows.
    fn may_be(&mut self, path: &Path<Self>, limits: &Limits) -> bool;
    /// Keeps the executions of a path in which something holds.
    fn assume(&mut self, path: &mut Path<Self>, guard: &Truth<Self>);
    /// How much is known on a path; grows with it.
    fn n_facts(path: &Path<Self>) -> u32;

    fn about(&self, claim: &Self::Claim) -> About;
    /// Whether a claim can fail.
    fn can_fail(&mut self, claim: &Self::Claim, limits: &Limits) -> Answer<Self::Model>;
    /// Whether one of the paths is taken in each of the lists at the same time.
    fn at_once(&mut self, lists: &[Vec<Path<Self>>], limits: &Limits) -> Answer<Self::Model>;
    /// The choices, as this execution makes them.
    fn settled(&self, chosen: &[Self::Chosen], model: &Self::Model) -> Vec<Settled>;
    /// Whether the scheduler is asked by one of the choices.
    fn asks_scheduler(&self, chosen: &[Self::Chosen]) -> bool;

    /// Where a pointer plainly points to.
    fn place(value: &Value<Self>) -> Option<(ObjectId, i64)>;
    /// The number that a value plainly is.
    fn number(value: &Value<Self>) -> Option<u64>;
    fn is_false(truth: &Truth<Self>) -> bool;
    /// Writes a value so that it is equal to another exactly if nothing tells them apart.
    fn write_value(part: &mut Part, value: &Value<Self>, names: &mut Names);
    fn write_truth(part: &mut Part, truth: &Truth<Self>, names: &mut Names);
    /// Writes what holds on the way to a state and still matters.
    fn write_path(&mut self, part: &mut Part, path: &Path<Self>, names: &Names);

    /// Whether a state is one that is looked for, and whether an instruction may make it one.
    fn is_goal(&self, _image: &Image<Self::Cx>, _state: &State<Self>) -> bool {
        false
    }
    /// The same for a state in which a step breaks a check.
    fn is_goal_by(&self, _image: &Image<Self::Cx>, _state: &State<Self>, _broken: Check) -> bool {
        false
    }
    fn may_change_goal(&self, _site: Site) -> bool {
        false
    }
    /// Whether registers that nobody reads any more tell states apart.
    fn keeps_registers(&self) -> bool {
        false
    }

    /// What the search has not looked at, as far as data go.
    fn left_out(&mut self) -> Option<String>;
    fn assumptions(&self, program: &Program, options: &Options, is_made: &dyn Fn(Site) -> bool) -> Vec<String>;
    fn n_queries(&self) -> u64;
}
