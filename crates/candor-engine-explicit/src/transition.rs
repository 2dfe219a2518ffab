//! What a thread does in its turn: a step that others see, and what follows that nobody sees.

use candor_context_concrete::MAX_LOCAL_STEPS;
use candor_context_symbolic::{Path, SymbolicContext};
use candor_engine::Limits;
use candor_interp::{Halt, Image, Outcome, Resume, Site, State, Stop, ThreadId, next_step, resume, step};
use candor_term::Term;

use crate::options::Reduction;
use crate::oracle::Oracle;
use crate::trail::Leg;

pub(crate) type Symbolic = State<SymbolicContext>;

/// How often one instruction may fork.
const MAX_FORKS: u32 = 8;

/// A state on its way through a transition.
struct Flight {
    state: Symbolic,
    leg: Leg,
    /// Steps at the start of the leg.
    from: u64,
    n_local: u32,
    first: bool,
    /// How much of the path is known to be possible.
    depth: u32,
}

/// Where a transition can lead.
pub(crate) enum Landing {
    /// To a state in which anyone may go on.
    State(Box<Symbolic>, Leg),
    /// To the end of the program.
    Exit,
    /// Nowhere for now: the thread waits, in the executions of this path; for a signal, or not.
    Blocked(Path, bool),
    /// To where candor cannot go on.
    Stop(Stop, Site, Path),
}

/// Claims that were made on the way, and by which leg.
pub(crate) struct Claimed {
    pub(crate) claims: std::ops::Range<usize>,
    pub(crate) leg: Leg,
}

pub(crate) struct Machine<'a> {
    pub(crate) image: &'a Image<SymbolicContext>,
    pub(crate) cx: SymbolicContext,
    pub(crate) oracle: Oracle,
    pub(crate) limits: &'a Limits,
    pub(crate) reduction: Reduction,
    pub(crate) n_steps: u64,
    /// Whether any execution has made an atomic access that asks for less than sequential consistency.
    pub(crate) is_weak: bool,
}

impl Machine<'_> {
    /// Runs a thread from a state until others may go on. Without a thread: the first one, from the start.
    pub(crate) fn run(
        &mut self,
        start: &Symbolic,
        thread: Option<ThreadId>,
        spurious: bool,
        claimed: &mut Vec<Claimed>,
    ) -> Vec<Landing> {
        let mut state = start.clone();
        if let Some(thread) = thread
            && state.thread.id != thread
        {
            state.switch_to(thread);
        }
        self.cx.spurious = spurious;
        let scheduled = !state.parked.is_empty();
        let leg = Leg { thread: state.thread.id, n_steps: 0, spurious, choices: Vec::new(), scheduled };
        let (from, depth) = (state.steps, state.path.depth());
        let mut flights = vec![Flight { state, leg, from, n_local: 0, first: thread.is_some(), depth }];
        let mut landings = Vec::new();
        while let Some(flight) = flights.pop() {
            if self.limits.exceeded().is_some() {
                let stop = Stop::Exhausted("time".into());
                let site = flight.state.user_site(self.image);
                landings.push(Landing::Stop(stop, site, flight.state.path.clone()));
                break;
            }
            self.fly(flight, &mut flights, &mut landings, claimed);
        }
        self.cx.spurious = false;
        landings
    }

    fn fly(
        &mut self,
        mut flight: Flight,
        flights: &mut Vec<Flight>,
        landings: &mut Vec<Landing>,
        claimed: &mut Vec<Claimed>,
    ) {
        loop {
            if self.has_landed(&mut flight) {
                return self.land(flight, landings);
            }
            flight.first = false;
            self.n_steps += 1;
            let (n_choices, n_claims) = (self.cx.choices.len(), self.cx.claims.len());
            let was_alone = flight.state.parked.is_empty();
            let outcome = step(self.image, &mut self.cx, &mut flight.state);
            if was_alone && !flight.state.parked.is_empty() && !flight.leg.scheduled {
                // From here on threads are scheduled: a leg of its own.
                flight.from = flight.state.steps;
                flight.leg.scheduled = true;
            }
            self.note(&mut flight, n_choices, n_claims, claimed);
            match outcome {
                Ok(Outcome::Next) => {}
                Ok(Outcome::Exit(_)) => return landings.push(Landing::Exit),
                Ok(Outcome::ThreadEnded) => return self.land(flight, landings),
                Ok(Outcome::Blocked) => {
                    let for_signal = self.waits_for_signal(&flight.state);
                    return landings.push(Landing::Blocked(flight.state.path.clone(), for_signal));
                }
                Ok(Outcome::Fork(ways)) => return self.fork(flight, ways, 0, flights, landings, claimed),
                Err(Halt::Ended) => return,
                Err(Halt::Stop(stop)) => return self.stop(&flight, *stop, landings),
            }
        }
    }

    fn waits_for_signal(&self, state: &Symbolic) -> bool {
        let inst = &self.image.program.functions[state.thread.top.func].insts[state.thread.top.pc];
        let candor_ir::InstKind::Call(call) = &inst.kind else { return false };
        let candor_ir::Callee::Direct(func) = call.callee else { return false };
        let native = self.image.natives[candor_ir::EntityRef::index(func)];
        native == Some(candor_interp::Native::Thread(candor_interp::ThreadFn::AwaitSignal))
    }

    /// Whether others may go on now.
    fn has_landed(&mut self, flight: &mut Flight) -> bool {
        if flight.first || flight.state.thread.uninterrupted > 0 {
            return false;
        }
        let is_alone = flight.state.parked.is_empty();
        let every_step = self.reduction == Reduction::None && !is_alone;
        if every_step || !is_alone && next_step(self.image, &mut self.cx, &mut flight.state).is_visible() {
            return true;
        }
        flight.n_local += 1;
        flight.n_local > MAX_LOCAL_STEPS
    }

    fn land(&mut self, mut flight: Flight, landings: &mut Vec<Landing>) {
        if flight.state.path.depth() > flight.depth && !self.oracle.may_be(&self.cx, &flight.state.path, self.limits) {
            return;
        }
        flight.leg.n_steps = flight.state.steps - flight.from;
        landings.push(Landing::State(Box::new(flight.state), flight.leg));
    }

    fn stop(&mut self, flight: &Flight, stop: Stop, landings: &mut Vec<Landing>) {
        let site = flight.state.user_site(self.image);
        landings.push(Landing::Stop(stop, site, flight.state.path.clone()));
    }

    /// Remembers what a step left open and claimed, and whether it may mean more than is looked at: the program may end right
    /// behind it, so that no state is left to tell.
    fn note(&mut self, flight: &mut Flight, n_choices: usize, n_claims: usize, claimed: &mut Vec<Claimed>) {
        self.is_weak |= flight.state.weakly_ordered;
        for idx in n_choices..self.cx.choices.len() {
            flight.leg.choices.push(u32::try_from(idx).expect("fewer than four billion choices"));
        }
        if self.cx.claims.len() > n_claims {
            let mut leg = flight.leg.clone();
            leg.n_steps = flight.state.steps - flight.from;
            claimed.push(Claimed { claims: n_claims..self.cx.claims.len(), leg });
        }
    }

    fn fork(
        &mut self,
        flight: Flight,
        ways: Vec<(Term, Resume)>,
        n_forks: u32,
        flights: &mut Vec<Flight>,
        landings: &mut Vec<Landing>,
        claimed: &mut Vec<Claimed>,
    ) {
        if n_forks > MAX_FORKS {
            return self.stop(&flight, Stop::Bug("an instruction forks again and again".into()), landings);
        }
        for (guard, how) in ways {
            let mut state = flight.state.clone();
            state.path.push(&mut self.cx.pool, guard);
            if !self.oracle.may_be(&self.cx, &state.path, self.limits) {
                continue;
            }
            let depth = state.path.depth();
            if how == Resume::Again {
                state.steps -= 1;
            }
            let (leg, from, n_local) = (flight.leg.clone(), flight.from, flight.n_local);
            let mut copy = Flight { state, leg, from, n_local, first: false, depth };
            let (n_choices, n_claims) = (self.cx.choices.len(), self.cx.claims.len());
            let outcome = resume(self.image, &mut self.cx, &mut copy.state, how);
            self.note(&mut copy, n_choices, n_claims, claimed);
            match outcome {
                Ok(Outcome::Next) => flights.push(copy),
                Ok(Outcome::Exit(_)) => landings.push(Landing::Exit),
                Ok(Outcome::ThreadEnded) => self.land(copy, landings),
                Ok(Outcome::Blocked) => {
                    let for_signal = self.waits_for_signal(&copy.state);
                    landings.push(Landing::Blocked(copy.state.path.clone(), for_signal));
                }
                Ok(Outcome::Fork(ways)) => self.fork(copy, ways, n_forks + 1, flights, landings, claimed),
                Err(Halt::Ended) => {}
                Err(Halt::Stop(stop)) => self.stop(&copy, *stop, landings),
            }
        }
    }
}
