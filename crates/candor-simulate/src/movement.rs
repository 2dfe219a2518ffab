//! Going on: by an instruction, a line, a function, or to a place.
//!
//! A line is over when its thread comes to another line, to another call, or back to where the same one began, as in a loop on one
//! line; library functions are part of the line that calls them. In a program with several threads only the chosen one
//! moves, except that `continue` and `until` let others run as the policy says, and that a log decides by itself.

use std::collections::BTreeMap;

use candor_context_concrete::{Prospect, Question, Stepped};
use candor_interp::ThreadId;

use crate::command::Movement;
use crate::place::{self, Spot, Target};
use crate::policy;
use crate::session::Session;

/// After so many steps without a reason to stop the user is asked whether to go on.
const MOST_STEPS: u64 = 3_000_000;

/// Why a movement is over.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Halted {
    /// It has come to where it should.
    There,
    Breakpoint(usize),
    Asks(Question),
    /// The thread has to wait for another one.
    Waits(ThreadId),
    /// Nobody can go on.
    Stuck,
    /// The thread has ended, the program has not.
    ThreadEnded(ThreadId),
    /// The program has ended.
    Ended,
    /// It takes long.
    Tired,
}

/// When a movement is where it should be, apart from breakpoints.
enum Goal {
    Instruction,
    Line,
    /// Another line of this call or of one further out.
    LineOf(Spot),
    /// Out of this call.
    Outside(Spot),
    Place(Target),
    Nowhere,
}

impl Session<'_> {
    pub(crate) fn advance(&mut self, movement: &Movement) -> Result<Halted, String> {
        let here = self.spot();
        let goal = match movement {
            Movement::Instruction => Goal::Instruction,
            Movement::Step => Goal::Line,
            Movement::Next => here.map_or(Goal::Line, Goal::LineOf),
            Movement::Finish => Goal::Outside(here.ok_or("the thread is in no function of the program's")?),
            Movement::Continue => Goal::Nowhere,
            Movement::Until(text) => Goal::Place(place::find(self.program(), text, here.map(|spot| spot.file))?),
        };
        let may_switch = matches!(goal, Goal::Place(_) | Goal::Nowhere);
        let n_steps = self.machine.state().steps;
        let halted = self.go(&goal, may_switch);
        if self.machine.state().steps == n_steps && self.machine.end().is_none() {
            // Nothing has happened, so there is nothing to go back by.
            self.forget_line();
        }
        Ok(halted)
    }

    fn go(&mut self, goal: &Goal, may_switch: bool) -> Halted {
        // The line that each thread was last seen at.
        let mut last: BTreeMap<ThreadId, Spot> = BTreeMap::new();
        let threads = self.machine.state().threads();
        last.extend(threads.filter_map(|thread| place::spot(self.program(), thread)).map(|spot| (spot.thread, spot)));
        self.keep_line();
        for _ in 0..MOST_STEPS {
            let thread = self.thread;
            match self.make_step() {
                Stepped::Moved => {}
                Stepped::Ended => return Halted::Ended,
                Stepped::Asks(question) => return Halted::Asks(question),
                Stepped::Waits if may_switch && self.switch_from(thread) => continue,
                Stepped::Waits if self.is_stuck() => return Halted::Stuck,
                Stepped::Waits => return Halted::Waits(thread),
            }
            if self.has_ended(self.thread) {
                match may_switch && self.switch_from(self.thread) {
                    true => continue,
                    false => return Halted::ThreadEnded(self.thread),
                }
            }
            if matches!(goal, Goal::Instruction) {
                return Halted::There;
            }
            if let Some(now) = self.spot()
                && self.has_come_to_a_line(last.get(&now.thread), &now)
            {
                if let Some(halted) = self.reason_to_stop(goal, &now) {
                    return halted;
                }
                self.keep_line();
                last.insert(now.thread, now);
            }
            if may_switch && !self.is_replay {
                self.thread = self.next_by_policy();
            }
        }
        Halted::Tired
    }

    /// Whether a step begins a line: another one, another call's, or the same one again, from where it began before.
    fn has_come_to_a_line(&self, last: Option<&Spot>, now: &Spot) -> bool {
        now.is_top
            && place::is_on_a_line(self.program(), self.machine.state())
            && last.is_none_or(|last| !last.is_same_line(now) || now.inst == last.inst)
    }

    fn reason_to_stop(&self, goal: &Goal, now: &Spot) -> Option<Halted> {
        let program = self.program();
        if let Some(idx) = self.breakpoints.iter().position(|target| target.is_at(program, now)) {
            return Some(Halted::Breakpoint(idx + 1));
        }
        let is_there = match goal {
            Goal::Instruction | Goal::Line => true,
            Goal::LineOf(from) => now.thread == from.thread && (now.n_below < from.n_below || now.is_same_call(from)),
            Goal::Outside(from) => now.thread == from.thread && now.n_below < from.n_below,
            Goal::Place(target) => target.is_at(program, now),
            Goal::Nowhere => false,
        };
        is_there.then_some(Halted::There)
    }

    /// One step of whoever's turn it is.
    fn make_step(&mut self) -> Stepped {
        if !self.is_replay {
            let stepped = self.machine.step(self.thread, /* spurious */ false);
            if stepped == Stepped::Moved {
                self.turns.add(self.thread);
            }
            return stepped;
        }
        let stepped = self.machine.follow();
        self.thread = self.machine.state().thread.id;
        self.turns.add(self.thread);
        stepped
    }

    pub(crate) fn has_ended(&self, thread: ThreadId) -> bool {
        !self.is_replay && self.machine.state().thread_of(thread).is_none_or(|thread| thread.ended)
    }

    /// Those that have not ended, in order.
    pub(crate) fn alive(&self) -> Vec<ThreadId> {
        let threads = self.machine.state().threads().filter(|thread| !thread.ended);
        let mut alive: Vec<ThreadId> = threads.map(|thread| thread.id).collect();
        alive.sort_unstable();
        alive
    }

    /// Lets the next thread run that can; whether there is one.
    pub(crate) fn switch_from(&mut self, thread: ThreadId) -> bool {
        let alive = self.alive();
        let mut candidate = thread;
        for _ in 0..alive.len() {
            candidate = policy::after(candidate, &alive);
            if candidate != thread && self.can_go_on(candidate) {
                self.thread = candidate;
                return true;
            }
        }
        false
    }

    pub(crate) fn is_stuck(&mut self) -> bool {
        self.machine.prospects().iter().all(|(_, prospect)| *prospect != Prospect::GoesOn)
    }

    fn can_go_on(&mut self, thread: ThreadId) -> bool {
        let now = self.machine.moment();
        let stepped = self.machine.step(thread, /* spurious */ false);
        self.machine.go_to(now);
        stepped != Stepped::Waits
    }

    fn next_by_policy(&mut self) -> ThreadId {
        let alive = self.alive();
        self.policy.next(self.thread, &alive)
    }
}
