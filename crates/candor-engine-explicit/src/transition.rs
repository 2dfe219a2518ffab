//! What a thread does in its turn: a step that others see, and what follows that nobody sees.
//!
//! A step that nobody sees and that may be a fault ends executions in which others could still have gone on before it. So a turn with
//! such a step also leads to the state before that step: `ready = 1; assert(0);` lets another thread see `ready`.

use candor_context_concrete::MAX_LOCAL_STEPS;
use candor_engine::Limits;
use candor_interp::{
    Halt, Image, Native, NextAccess, ObjectKind, Outcome, Resume, Sections, Site, Stop, ThreadFn, ThreadId, next_step,
    resume, step,
};
use candor_ir::{Bits, Callee, EntityRef, InstKind};
use rustc_hash::FxHashSet;

use crate::data::{Answer, Data, Path, Question, State, Truth, Value};
use crate::footprint::{Footprint, named_thread};
use crate::memo::Looks;
use crate::node::Node;
use crate::options::Reduction;
use crate::trail::Leg;

/// How often one instruction may fork.
const MAX_FORKS: u32 = 8;
/// How often, in transitions, to look at the clock.
const TRANSITIONS_PER_LOOK: u64 = 64;

/// A state on its way through a transition.
struct Flight<D: Data> {
    state: State<D>,
    leg: Leg<D::Chosen>,
    /// Steps at the start of the leg.
    from: u64,
    n_local: u32,
    first: bool,
    /// The step that is being made is one that nobody sees, while others could go on.
    is_hidden: bool,
    /// Where it lands at the latest, in steps.
    last_step: u64,
    /// The last step may have changed whether the goal is met.
    passed_goal: bool,
    /// How much of the path is known to be possible.
    n_facts: u32,
    sections: Sections,
    /// Accesses inside these, which have happened unless the thread has to wait.
    in_sections: Vec<SectionAccess<D>>,
}

impl<D: Data> Flight<D> {
    /// The same flight, going on in one of the ways of a fork.
    fn on(&self, state: State<D>, n_facts: u32) -> Flight<D> {
        let Flight { from, n_local, is_hidden, last_step, passed_goal, .. } = *self;
        let (leg, sections, in_sections) = (self.leg.clone(), self.sections.clone(), self.in_sections.clone());
        let first = false;
        Flight { state, leg, from, n_local, first, is_hidden, last_step, passed_goal, n_facts, sections, in_sections }
    }
}

/// Where a transition can lead.
pub(crate) enum Landing<D: Data> {
    /// To a state in which anyone may go on.
    State(Box<State<D>>, Leg<D::Chosen>),
    /// To the end of the program.
    Exit,
    /// Nowhere for now: the thread waits, in the executions of this path; for a signal, or not.
    Blocked(Path<D>, bool),
    /// To where candor cannot go on.
    Stop(Stop, Site, Path<D>),
    /// To a choice with too many answers.
    TooMany(String, Site),
}

/// Claims that were made on the way, and by which leg.
pub(crate) struct Claimed<D: Data> {
    pub(crate) claims: Vec<D::Claim>,
    pub(crate) leg: Leg<D::Chosen>,
    /// The state in which they were made is one that is looked for.
    pub(crate) is_goal: bool,
    /// How many steps there were before, if nobody sees the step that made them.
    hidden_behind: Option<u64>,
}

/// An access inside an atomic section of the program, which may race with what another thread is about to access outside of any.
pub(crate) struct SectionAccess<D: Data> {
    pub(crate) access: NextAccess<Value<D>>,
    pub(crate) site: Site,
    pub(crate) path: Path<D>,
    /// The way to it, with the access itself.
    pub(crate) leg: Leg<D::Chosen>,
}

impl<D: Data> Clone for SectionAccess<D> {
    fn clone(&self) -> Self {
        let SectionAccess { access, site, path, leg } = self;
        SectionAccess { access: access.clone(), site: *site, path: path.clone(), leg: leg.clone() }
    }
}

/// Everything that a transition leads to.
pub(crate) struct Turned<D: Data> {
    pub(crate) landings: Vec<Landing<D>>,
    pub(crate) claimed: Vec<Claimed<D>>,
    /// What it used; nothing if nobody wants to know.
    pub(crate) footprint: Footprint,
    /// What it has looked at of other threads.
    pub(crate) looks: Looks,
    /// Empty unless races are looked for.
    pub(crate) in_sections: Vec<SectionAccess<D>>,
    /// It has tried for a lock and could have it; there is another transition in which it is refused.
    pub(crate) tries: bool,
}

impl<D: Data> Default for Turned<D> {
    fn default() -> Self {
        let footprint = Footprint::default();
        let (landings, claimed, in_sections) = (Vec::new(), Vec::new(), Vec::new());
        Turned { landings, claimed, footprint, looks: Looks::Nowhere, in_sections, tries: false }
    }
}

impl<D: Data> Turned<D> {
    /// It leads to one state or nowhere, and left nothing open on the way.
    pub(crate) fn is_simple(&self) -> bool {
        let is_simple = |landing: &Landing<D>| match landing {
            Landing::State(_, leg) => leg.choices.is_empty(),
            Landing::Exit | Landing::Blocked(..) => true,
            Landing::Stop(..) | Landing::TooMany(..) => false,
        };
        let is_quiet = !self.tries && self.claimed.is_empty();
        // What was accessed inside sections is kept with the state that follows.
        let is_kept = self.in_sections.is_empty() || matches!(self.landings[..], [Landing::State(..)]);
        is_quiet && is_kept && self.landings.len() <= 1 && self.landings.iter().all(is_simple)
    }
}

/// How a transition begins.
struct Launch<'s, D: Data> {
    start: &'s dyn Fn() -> State<D>,
    is_turn: bool,
    spurious: bool,
}

pub(crate) struct Machine<'a, D: Data> {
    pub(crate) image: &'a Image<D::Cx>,
    pub(crate) data: D,
    pub(crate) limits: &'a Limits,
    pub(crate) reduction: Reduction,
    pub(crate) n_steps: u64,
    pub(crate) n_turns: u64,
    /// Whether any execution has made an atomic access that asks for less than sequential consistency.
    pub(crate) is_weak: bool,
    /// Accesses inside atomic sections are noted.
    pub(crate) looks_for_races: bool,
    /// Calls that some execution has come to.
    pub(crate) calls: FxHashSet<Site>,
    /// The question that a step has stopped at, and where.
    question: Option<(Question, Site)>,
    claims: Vec<D::Claim>,
}

impl<'a, D: Data> Machine<'a, D> {
    pub(crate) fn new(image: &'a Image<D::Cx>, data: D, limits: &'a Limits, reduction: Reduction) -> Machine<'a, D> {
        Machine {
            image,
            data,
            limits,
            reduction,
            n_steps: 0,
            n_turns: 0,
            is_weak: false,
            looks_for_races: false,
            calls: FxHashSet::default(),
            question: None,
            claims: Vec::new(),
        }
    }

    /// Lets a thread go on from a state until others may.
    pub(crate) fn turn(&mut self, node: &Node<D>, thread: ThreadId, spurious: bool) -> Turned<D> {
        self.run(&|| node.state(Some(thread)), /* is a turn */ true, spurious)
    }

    /// Runs the thread that runs in a state until others may go on; in its turn it makes at least one step. Where the program asks,
    /// the transition is run again with each answer.
    pub(crate) fn run(&mut self, start: &dyn Fn() -> State<D>, is_turn: bool, spurious: bool) -> Turned<D> {
        let launch = Launch { start, is_turn, spurious };
        let mut turned = Turned::default();
        let mut answers: Vec<Bits> = Vec::new();
        let mut waiting: Vec<Vec<Bits>> = Vec::new();
        loop {
            let (n_landings, n_claimed) = (turned.landings.len(), turned.claimed.len());
            let n_in_sections = turned.in_sections.len();
            self.run_once(&launch, &answers, u64::MAX, &mut turned);
            match self.question.take() {
                None => self.land_before_faults(&launch, &answers, n_claimed, &mut turned),
                Some((question, site)) => {
                    turned.landings.truncate(n_landings);
                    turned.claimed.truncate(n_claimed);
                    turned.in_sections.truncate(n_in_sections);
                    match question {
                        Question::TooMany(reason) => turned.landings.push(Landing::TooMany(reason, site)),
                        Question::Answers(all) => waiting.extend(all.into_iter().rev().map(|answer| {
                            let mut more = answers.clone();
                            more.push(answer);
                            more
                        })),
                    }
                }
            }
            match waiting.pop() {
                Some(next) => answers = next,
                None => return turned,
            }
        }
    }

    /// Adds the states before steps that nobody sees and that may be faults. The transition is made again for each: faults are rare, and to
    /// keep a copy of the state before every step would cost more.
    fn land_before_faults(
        &mut self,
        launch: &Launch<'_, D>,
        answers: &[Bits],
        n_claimed: usize,
        turned: &mut Turned<D>,
    ) {
        let mut ends: Vec<u64> = Vec::new();
        for claimed in &turned.claimed[n_claimed..] {
            let Some(end) = claimed.hidden_behind.filter(|end| !ends.contains(end)) else { continue };
            let mut can_fail = |claim| !matches!(self.data.can_fail(claim, self.limits), Answer::No);
            if claimed.claims.is_empty() || claimed.claims.iter().any(&mut can_fail) {
                ends.push(end);
            }
        }
        for end in ends {
            let mut again = Turned::default();
            self.run_once(launch, answers, end, &mut again);
            // The others are known from the first time.
            let is_there = |landing: &Landing<D>| match landing {
                Landing::State(state, _) => state.steps == end,
                Landing::Stop(..) => true,
                Landing::Exit | Landing::Blocked(..) | Landing::TooMany(..) => false,
            };
            turned.landings.extend(again.landings.into_iter().filter(is_there));
        }
    }

    /// Runs a transition with these answers, up to a number of steps at which others may go on.
    fn run_once(&mut self, launch: &Launch<'_, D>, answers: &[Bits], last_step: u64, turned: &mut Turned<D>) {
        let &Launch { start, is_turn, spurious } = launch;
        self.data.begin(answers, spurious);
        let state = start();
        let scheduled = !state.parked.is_empty();
        let leg = Leg { thread: state.thread.id, n_steps: 0, spurious, choices: Vec::new(), scheduled };
        let (from, n_facts) = (state.steps, D::n_facts(&state.path));
        let first: Flight<D> = Flight {
            state,
            leg,
            from,
            n_local: 0,
            first: is_turn,
            is_hidden: false,
            last_step,
            passed_goal: false,
            n_facts,
            sections: Sections::default(),
            in_sections: Vec::new(),
        };
        let mut flights = Vec::new();
        let mut next = Some(first);
        while let Some(flight) = next {
            self.n_turns += 1;
            if self.n_turns.is_multiple_of(TRANSITIONS_PER_LOOK) && self.limits.exceeded().is_some() {
                let stop = Stop::Exhausted("time".into());
                let site = flight.state.user_site(self.image);
                turned.landings.push(Landing::Stop(stop, site, flight.state.path.clone()));
                return;
            }
            self.fly(flight, &mut flights, turned);
            next = flights.pop();
        }
    }

    fn fly(&mut self, mut flight: Flight<D>, flights: &mut Vec<Flight<D>>, turned: &mut Turned<D>) {
        loop {
            if self.has_landed(&mut flight, turned) {
                return self.land(flight, turned);
            }
            flight.first = false;
            self.n_steps += 1;
            if self.data.may_change_goal(flight.state.thread.top.site()) {
                flight.passed_goal = true;
                turned.footprint.everything();
            }
            self.watch(&flight.state, turned);
            self.note_section(&mut flight);
            let was_alone = flight.state.parked.is_empty();
            let outcome = step(self.image, self.data.cx(), &mut flight.state);
            if was_alone && !flight.state.parked.is_empty() && !flight.leg.scheduled {
                // From here on threads are scheduled: a leg of its own.
                flight.from = flight.state.steps;
                flight.leg.scheduled = true;
            }
            self.note(&mut flight, turned);
            match outcome {
                Ok(Outcome::Next) => {}
                Ok(Outcome::Fork(ways)) => return self.fork(flight, ways, 0, flights, turned),
                outcome => return self.end(flight, outcome, turned),
            }
        }
    }

    /// The last step of a flight.
    fn end(&mut self, mut flight: Flight<D>, outcome: candor_interp::Step<Outcome<D::Cx>>, turned: &mut Turned<D>) {
        if !matches!(outcome, Ok(Outcome::Blocked)) {
            turned.in_sections.append(&mut flight.in_sections);
        }
        match outcome {
            Ok(Outcome::Exit(_)) => turned.landings.push(Landing::Exit),
            Ok(Outcome::ThreadEnded) => self.land(flight, turned),
            Ok(Outcome::Blocked) => {
                let for_signal = self.waits_for_signal(&flight.state);
                turned.landings.push(Landing::Blocked(flight.state.path.clone(), for_signal));
            }
            Ok(Outcome::Next | Outcome::Fork(_)) => {
                self.stop(&flight, Stop::Bug("a flight ends in the air".into()), turned);
            }
            Err(Halt::Ended) => {}
            Err(Halt::Stop(stop)) => self.stop(&flight, *stop, turned),
        }
    }

    fn waits_for_signal(&self, state: &State<D>) -> bool {
        let inst = &self.image.program.functions[state.thread.top.func].insts[state.thread.top.pc];
        let InstKind::Call(call) = &inst.kind else { return false };
        let Callee::Direct(func) = call.callee else { return false };
        self.image.natives[func.index()] == Some(Native::Thread(ThreadFn::AwaitSignal))
    }

    /// Notes what the next step accesses inside an atomic section. The library's own sections are synchronisation: what they access does not
    /// race with each other, but with a program that accesses the bytes of a lock itself.
    fn note_section(&mut self, flight: &mut Flight<D>) {
        let state = &mut flight.state;
        if !self.looks_for_races || state.parked.is_empty() {
            return;
        }
        flight.sections.update(self.image, state);
        if state.thread.uninterrupted == 0 {
            return;
        }
        let site = state.thread.top.site();
        let in_library = self.image.program.functions[site.func].library;
        for mut access in next_step(self.image, self.data.cx(), state).accesses {
            if in_library && self.is_library_object(state, &access.ptr) {
                continue;
            }
            access.atomic |= flight.sections.is_library();
            let leg = Leg { n_steps: state.steps - flight.from + 1, ..flight.leg.clone() };
            flight.in_sections.push(SectionAccess { access, site, path: state.path.clone(), leg });
        }
    }

    /// Whether a pointer is to a variable that only the library can name.
    fn is_library_object(&self, state: &State<D>, ptr: &Value<D>) -> bool {
        let object = D::place(ptr).and_then(|(object, _)| state.memory.get(object));
        match object.map(|object| object.kind) {
            Some(ObjectKind::Global(global)) => self.image.program.globals[global].library,
            _ => false,
        }
    }

    /// Notes whether the next step looks at other threads, and which functions are called.
    fn watch(&mut self, state: &State<D>, turned: &mut Turned<D>) {
        let top = &state.thread.top;
        let InstKind::Call(call) = &self.image.program.functions[top.func].insts[top.pc].kind else { return };
        self.calls.insert(top.site());
        let Callee::Direct(func) = call.callee else { return };
        let Some(Native::Thread(function)) = self.image.natives[func.index()] else { return };
        match function {
            ThreadFn::Progress | ThreadFn::Result | ThreadFn::Mark => {
                let of = named_thread::<D>(self.image, &mut self.data, state, call);
                if of != Some(state.thread.id) {
                    turned.looks.at(of);
                }
            }
            ThreadFn::Forget | ThreadFn::SetMark | ThreadFn::Spawn => turned.looks = Looks::More,
            // How many threads go on is known of each state.
            ThreadFn::Await | ThreadFn::AwaitSignal | ThreadFn::NumberRunning => {}
            ThreadFn::Current | ThreadFn::Begin | ThreadFn::End | ThreadFn::Leave | ThreadFn::Local => {}
            ThreadFn::Pretend => turned.tries = true,
            ThreadFn::May | ThreadFn::Unordered => {}
        }
    }

    /// Whether others may go on now.
    fn has_landed(&mut self, flight: &mut Flight<D>, turned: &mut Turned<D>) -> bool {
        let is_alone = flight.state.parked.is_empty();
        let records = self.reduction == Reduction::Persistent && !is_alone;
        flight.is_hidden = false;
        if flight.first || flight.state.thread.uninterrupted > 0 {
            if records {
                turned.footprint.record::<D>(self.image, &mut self.data, &mut flight.state);
            }
            return false;
        }
        if flight.passed_goal || !flight.leg.choices.is_empty() && D::ENUMERATES {
            return true;
        }
        let every_step = self.reduction == Reduction::None && !is_alone;
        if every_step || !is_alone && next_step(self.image, self.data.cx(), &mut flight.state).is_visible() {
            return true;
        }
        flight.is_hidden = !is_alone;
        flight.n_local += 1;
        flight.n_local > MAX_LOCAL_STEPS || flight.state.steps >= flight.last_step
    }

    fn land(&mut self, mut flight: Flight<D>, turned: &mut Turned<D>) {
        let is_new = D::n_facts(&flight.state.path) > flight.n_facts;
        if is_new && !self.data.may_be(&flight.state.path, self.limits) {
            return;
        }
        flight.leg.n_steps = flight.state.steps - flight.from;
        turned.in_sections.append(&mut flight.in_sections);
        turned.landings.push(Landing::State(Box::new(flight.state), flight.leg));
    }

    fn stop(&mut self, flight: &Flight<D>, stop: Stop, turned: &mut Turned<D>) {
        let site = flight.state.user_site(self.image);
        match self.data.question(self.image, &flight.state) {
            Some(question) => self.question = Some((question, site)),
            None => turned.landings.push(Landing::Stop(stop, site, flight.state.path.clone())),
        }
    }

    /// Remembers what a step left open and claimed, and whether it may mean more than is looked at: the program may end right
    /// behind it, so that no state is left to tell.
    fn note(&mut self, flight: &mut Flight<D>, turned: &mut Turned<D>) {
        self.is_weak |= flight.state.weakly_ordered;
        self.data.take_news(&mut flight.leg.choices, &mut self.claims);
        if self.claims.is_empty() {
            return;
        }
        let hidden_behind = flight.is_hidden.then(|| flight.state.steps - 1);
        if flight.state.pretended {
            self.claims.clear();
        }
        if !self.claims.is_empty() || hidden_behind.is_some() {
            let mut leg = flight.leg.clone();
            leg.n_steps = flight.state.steps - flight.from;
            let claims = std::mem::take(&mut self.claims);
            let is_met_by = |claim: &D::Claim| {
                let broken = self.data.about(claim).check;
                self.data.is_goal_by(self.image, &flight.state, broken)
            };
            let is_goal = claims.iter().any(is_met_by);
            turned.claimed.push(Claimed { claims, leg, is_goal, hidden_behind });
        }
    }

    fn fork(
        &mut self,
        flight: Flight<D>,
        ways: Vec<(Truth<D>, Resume)>,
        n_forks: u32,
        flights: &mut Vec<Flight<D>>,
        turned: &mut Turned<D>,
    ) {
        if n_forks > MAX_FORKS {
            return self.stop(&flight, Stop::Bug("an instruction forks again and again".into()), turned);
        }
        for (guard, how) in ways {
            let mut state = flight.state.clone();
            self.data.assume(&mut state.path, &guard);
            if !self.data.may_be(&state.path, self.limits) {
                continue;
            }
            let n_facts = D::n_facts(&state.path);
            if how == Resume::Again {
                state.steps -= 1;
            }
            let mut copy = flight.on(state, n_facts);
            let outcome = resume(self.image, self.data.cx(), &mut copy.state, how);
            self.note(&mut copy, turned);
            match outcome {
                Ok(Outcome::Next) => flights.push(copy),
                Ok(Outcome::Fork(ways)) => self.fork(copy, ways, n_forks + 1, flights, turned),
                outcome => self.end(copy, outcome, turned),
            }
        }
    }
}
