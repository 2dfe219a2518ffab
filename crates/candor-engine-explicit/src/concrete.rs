//! Data as numbers: a state is one execution, and what the program leaves open is tried answer by answer.

use std::sync::Arc;

use candor_context_concrete::{ConcreteContext, OpenChoice, Script, Value};
use candor_context_symbolic::SymbolicContext;
use candor_engine::{LITERALS_APART, Limits, MADE_NAN, Options, assumptions};
use candor_evidence::Settled;
use candor_interp::object::ObjectMemory;
use candor_interp::{ChoiceKind, Halt, Image, ObjectId, Position, Site};
use candor_ir::{Bits, Check, Program};

use crate::canonical::{Names, Part, write_plain};
use crate::data::{About, Answer, Data, Path, Question, State};
use crate::goal::Goal;
use crate::survivors::{survivors, symbolic_image};

/// A question with more bits than this has too many answers.
const MAX_BITS: u32 = 8;

/// The context that states of a goal are states of.
pub type Cx = ConcreteContext<'static>;

pub(crate) struct ConcreteData<'g> {
    goal: Option<&'g dyn Goal>,
    cx: Cx,
    /// How many choices of the script have been taken note of.
    n_choices: usize,
    looked_at_addresses: bool,
    /// For runs over intervals, as soon as there was one.
    intervals: Option<Image<SymbolicContext>>,
}

impl<'g> ConcreteData<'g> {
    /// Starts a program.
    pub(crate) fn start(
        program: &Arc<Program>,
        options: &Options,
        goal: Option<&'g dyn Goal>,
    ) -> Result<(ConcreteData<'g>, Image<Cx>, State<ConcreteData<'g>>), Halt> {
        let mut cx = ConcreteContext::for_search(program.clone());
        let (image, state) = Image::load(&mut cx, program.clone(), options.start.clone(), (), ObjectMemory::default())?;
        let data = ConcreteData { goal, cx, n_choices: 0, looked_at_addresses: false, intervals: None };
        Ok((data, image, state))
    }

    fn script(&mut self) -> &mut Script {
        self.cx.script().expect("a context for searches has a script")
    }
}

impl Data for ConcreteData<'_> {
    type Cx = Cx;
    const ENUMERATES: bool = true;
    type Chosen = (ChoiceKind, Bits);
    type Claim = (Check, Position);
    type Model = ();

    fn cx(&mut self) -> &mut Cx {
        &mut self.cx
    }

    fn begin(&mut self, answers: &[Bits], spurious: bool) {
        self.cx.spurious = spurious;
        if self.n_choices > 0 || !answers.is_empty() || self.script().open().is_some() {
            *self.script() = Script::new(answers.to_vec());
            self.n_choices = 0;
        }
    }

    fn take_news(&mut self, chosen: &mut Vec<(ChoiceKind, Bits)>, claims: &mut Vec<(Check, Position)>) {
        let seen = self.n_choices;
        let script = self.script();
        let n_choices = script.made().len();
        if n_choices > seen {
            chosen.extend_from_slice(&script.made()[seen..]);
            self.n_choices = n_choices;
        }
        let looked = self.script().has_looked_at_addresses();
        self.looked_at_addresses |= looked;
        claims.extend(self.cx.take_fault().map(|(fault, position)| (fault.check, position)));
    }

    fn question(&mut self, image: &Image<Cx>, state: &State<Self>) -> Option<Question> {
        let OpenChoice { kind, width } = self.script().open()?;
        if width <= MAX_BITS {
            return Some(Question::Answers((0..1_u64 << width).map(|value| Bits::new(width, value)).collect()));
        }
        let survivors = (kind == ChoiceKind::Input).then(|| {
            let intervals = self.intervals.get_or_insert_with(|| symbolic_image(image));
            survivors(intervals, state, width, 1 << MAX_BITS)
        });
        Some(match survivors.flatten() {
            Some(answers) => Question::Answers(answers),
            None => {
                let reason = format!("a choice of {width} bits has too many answers to try ({})", kind.name());
                Question::TooMany(reason)
            }
        })
    }

    fn may_be(&mut self, (): &Path<Self>, _: &Limits) -> bool {
        true
    }

    fn assume(&mut self, (): &mut Path<Self>, _: &bool) {}

    fn n_facts((): &Path<Self>) -> u32 {
        0
    }

    fn about(&self, (check, position): &(Check, Position)) -> About {
        About { check: *check, position: position.clone(), is_checked: true }
    }

    fn can_fail(&mut self, _: &(Check, Position), _: &Limits) -> Answer<()> {
        Answer::Yes(())
    }

    fn at_once(&mut self, lists: &[Vec<Path<Self>>], _: &Limits) -> Answer<()> {
        if lists.iter().any(Vec::is_empty) { Answer::No } else { Answer::Yes(()) }
    }

    fn settled(&self, chosen: &[(ChoiceKind, Bits)], (): &()) -> Vec<Settled> {
        chosen.iter().map(|(kind, value)| Settled { kind: *kind, value: value.clone() }).collect()
    }

    fn asks_scheduler(&self, chosen: &[(ChoiceKind, Bits)]) -> bool {
        chosen.iter().any(|(kind, _)| *kind == ChoiceKind::Schedule)
    }

    fn place(value: &Value) -> Option<(ObjectId, i64)> {
        value.unmarked().as_ptr()
    }

    fn number(value: &Value) -> Option<u64> {
        match value {
            Value::Int(number) => Some(*number),
            Value::Ptr(_) | Value::Heavy(_) => None,
        }
    }

    fn is_false(truth: &bool) -> bool {
        !truth
    }

    fn write_value(part: &mut Part, value: &Value, names: &mut Names) {
        write_plain(part, value, names);
    }

    fn write_truth(part: &mut Part, truth: &bool, _: &mut Names) {
        part.push(u64::from(*truth));
    }

    fn write_path(&mut self, _: &mut Part, (): &Path<Self>, _: &Names) {}

    fn is_goal(&self, image: &Image<Cx>, state: &State<Self>) -> bool {
        self.goal.is_some_and(|goal| goal.is_met(image, state))
    }

    fn is_goal_by(&self, image: &Image<Cx>, state: &State<Self>, broken: Check) -> bool {
        self.goal.is_some_and(|goal| goal.is_met_by(image, state, broken))
    }

    fn may_change_goal(&self, site: Site) -> bool {
        self.goal.is_some_and(|goal| goal.may_change(site))
    }

    fn keeps_registers(&self) -> bool {
        self.goal.is_some_and(Goal::reads_registers)
    }

    fn left_out(&mut self) -> Option<String> {
        let reason = "the program looks at addresses, of which only one for each object was tried";
        self.looked_at_addresses.then(|| reason.to_owned())
    }

    fn assumptions(&self, program: &Program, options: &Options, is_made: &dyn Fn(Site) -> bool) -> Vec<String> {
        let mut sentences = assumptions(program, options, None, is_made);
        sentences.extend(self.cx.made_nan.then(|| MADE_NAN.to_owned()));
        sentences.extend(self.cx.compared_literals.then(|| LITERALS_APART.to_owned()));
        sentences
    }

    fn n_queries(&self) -> u64 {
        0
    }
}
