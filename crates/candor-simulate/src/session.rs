//! A session: the execution, what its user has set up around it, and what each command does.

use std::sync::Arc;

use candor_context_concrete::{Answers, ChoiceSource, End, Machine, MachineConfig, Otherwise, Question, Stepped};
use candor_interp::{ChoiceKind, ThreadId};
use candor_ir::{FileId, Program};
use candor_report::SourceCache;

use crate::command::{self, Command, InputMode, Movement};
use crate::help;
use crate::history::{self, History, Kept, Turns};
use crate::movement::Halted;
use crate::place::{self, Target};
use crate::policy::Policy;

/// What a session begins with.
pub struct Begin {
    pub program: Arc<Program>,
    pub config: MachineConfig,
    /// The choices are those of an execution that was before; `step` follows them.
    pub is_replay: bool,
}

/// What a command wants the caller to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    Nothing,
    /// Write these commands to a file.
    Save {
        path: String,
        commands: String,
    },
    Quit,
}

/// A debugging session: a program and where it is.
pub struct Session<'r> {
    pub(crate) machine: Machine,
    pub(crate) sources: SourceCache<'r>,
    /// The thread that moves next.
    pub(crate) thread: ThreadId,
    /// Which of its active functions is looked at; 0 is the innermost.
    pub(crate) frame: usize,
    pub(crate) is_replay: bool,
    pub(crate) breakpoints: Vec<Target>,
    pub(crate) displays: Vec<String>,
    pub(crate) policy: Policy,
    pub(crate) turns: Turns,
    history: History,
    start: Kept,
    last_movement: Option<(Movement, u64)>,
    question: Option<Question>,
    /// How much of what the program has written was shown.
    n_shown: usize,
    /// The commands that led here.
    commands: Vec<String>,
}

impl<'r> Session<'r> {
    /// A program before its first line, or how it ended before that.
    pub fn new(begin: Begin, sources: SourceCache<'r>) -> Result<Session<'r>, End> {
        let machine = Machine::load(&begin.program, begin.config)?;
        let (thread, turns) = (ThreadId(0), Turns::default());
        let start = history::keep(&machine, thread, begin.is_replay, &turns);
        Ok(Session {
            machine,
            sources,
            thread,
            frame: 0,
            is_replay: begin.is_replay,
            breakpoints: Vec::new(),
            displays: Vec::new(),
            policy: Policy::default(),
            turns,
            history: History::default(),
            start,
            last_movement: None,
            question: None,
            n_shown: 0,
            commands: Vec::new(),
        })
    }

    /// What there is to say before the first command.
    pub fn greeting(&mut self) -> String {
        let how = match self.is_replay {
            true => "a replay: `step` follows it, `thread` and `input` leave it; `help` lists all commands\n",
            false => "`step` goes on by a line, `help` lists all commands\n",
        };
        how.to_owned() + &self.here()
    }

    pub(crate) fn program(&self) -> &Program {
        &self.machine.image().program
    }

    /// Does what a line says; the answer, and what the caller has to do.
    pub fn execute(&mut self, line: &str) -> (String, Effect) {
        let effect = match command::parse(line) {
            Ok(Command::Quit) => return (String::new(), Effect::Quit),
            Ok(Command::Save(path)) => {
                let commands = self.commands.join("\n") + "\n";
                return (String::new(), Effect::Save { path, commands });
            }
            Ok(command) => {
                let text = self.obey(command, line);
                text.unwrap_or_else(|message| format!("error: {message}\n"))
            }
            Err(message) => format!("error: {message}\n"),
        };
        (effect, Effect::Nothing)
    }

    fn obey(&mut self, command: Command, line: &str) -> Result<String, String> {
        match command {
            Command::Again => match self.last_movement.clone() {
                Some((movement, count)) => self.move_on(&movement, count),
                None => Ok(String::new()),
            },
            Command::Help(topic) => help::help(topic.as_deref()),
            Command::Move(movement, count) => self.move_on(&movement, count),
            Command::Back(n_lines) => self.back(n_lines),
            Command::Undo => self.undo(),
            Command::Reset => Ok(self.reset()),
            Command::Break(place) => self.set_breakpoint(place, line),
            Command::Delete(number) => self.delete_breakpoint(number),
            Command::Thread(None) => Ok(self.here()),
            Command::Thread(Some(number)) => self.choose_thread(number, line),
            Command::Threads => Ok(self.threads()),
            Command::Wake(number) => self.wake(number, line),
            Command::Input(numbers) => self.answer(numbers, line),
            Command::Inputs(mode) => self.set_inputs(mode, line),
            Command::Schedule(None) => Ok(self.schedule()),
            Command::Schedule(Some(name)) => {
                self.policy = Policy::new(name);
                self.commands.push(line.trim().to_owned());
                Ok(self.schedule())
            }
            Command::Print(expression) => {
                let scope = self.scope();
                let found = scope.evaluate(&expression)?;
                Ok(format!("{expression} = {}\n", scope.show_all(&found)))
            }
            Command::Display(None) => {
                self.displays.clear();
                Ok(String::new())
            }
            Command::Display(Some(expression)) => {
                self.displays.push(expression);
                Ok(self.here())
            }
            Command::Locals => Ok(self.locals()),
            Command::Globals => Ok(self.globals()),
            Command::Memory(expression, n_bytes) => self.memory(&expression, n_bytes),
            Command::Backtrace => Ok(self.backtrace()),
            Command::Frame(number) => self.choose_frame(number),
            Command::Up => self.choose_frame(u64::try_from(self.frame + 1).unwrap_or(u64::MAX)),
            Command::Down => match self.frame.checked_sub(1) {
                Some(frame) => self.choose_frame(u64::try_from(frame).unwrap_or(0)),
                None => Err("this is the innermost function".to_owned()),
            },
            Command::List(place) => self.list_around(place),
            Command::Where => Ok(self.here()),
            Command::Choices => Ok(self.choices()),
            Command::Output => Ok(self.output_since(0)),
            // Handled before, since they are the caller's to do.
            Command::Save(_) | Command::Quit => Ok(String::new()),
        }
    }

    /// Goes on so many times, or until there is a reason to stop.
    fn move_on(&mut self, movement: &Movement, count: u64) -> Result<String, String> {
        if self.machine.end().is_some() {
            return Err(ENDED.to_owned());
        }
        self.history.keep_command(self.now());
        self.frame = 0;
        self.question = None;
        let mut halted = Halted::There;
        for _ in 0..count {
            halted = match self.advance(movement) {
                Ok(halted) => halted,
                Err(message) => {
                    self.history.drop_command();
                    return Err(message);
                }
            };
            if halted != Halted::There {
                break;
            }
        }
        self.last_movement = Some((movement.clone(), count));
        self.commands.push(spell(movement, count));
        Ok(self.new_output() + &self.say(halted))
    }

    fn say(&mut self, halted: Halted) -> String {
        match halted {
            Halted::There => self.here(),
            Halted::Breakpoint(number) => format!("breakpoint {number}\n{}", self.here()),
            Halted::Asks(question) => {
                let text = format!("{}{}", self.here(), ask(&question));
                self.question = Some(question);
                text
            }
            Halted::Waits(thread) => {
                format!("thread {} has to wait; `threads` shows which are enabled\n{}", thread.0, self.here())
            }
            Halted::ThreadEnded(thread) => {
                let said = format!("thread {} has ended\n", thread.0);
                match self.switch_from(thread) {
                    true => said + &self.here(),
                    false => said + &self.deadlock(),
                }
            }
            Halted::Stuck => self.deadlock(),
            Halted::Ended => self.ending(),
            Halted::Tired => format!("stopped after a long run; `continue` resumes\n{}", self.here()),
        }
    }

    /// The deadlock that the program is in. It has not ended: somebody may be woken.
    fn deadlock(&mut self) -> String {
        let now = self.machine.moment();
        let text = if self.machine.end_if_stuck() { self.ending() } else { String::new() };
        self.machine.go_to(now);
        text + &self.here()
    }

    fn now(&self) -> Kept {
        history::keep(&self.machine, self.thread, self.is_replay, &self.turns)
    }

    pub(crate) fn keep_line(&mut self) {
        let now = self.now();
        self.history.keep_line(now);
    }

    pub(crate) fn forget_line(&mut self) {
        self.history.back(1);
    }

    fn go_to(&mut self, kept: Kept) -> String {
        self.machine.go_to(kept.moment);
        (self.thread, self.is_replay, self.turns) = (kept.thread, kept.is_replay, kept.turns);
        self.n_shown = self.n_shown.min(self.machine.written().len());
        (self.frame, self.question) = (0, None);
        self.here()
    }

    fn back(&mut self, n_lines: u64) -> Result<String, String> {
        let (kept, n_back) = self.history.back(n_lines).ok_or("there is nothing to go back to")?;
        self.commands.push(format!("back {n_lines}"));
        let note = match n_back < n_lines {
            true => format!("no more than {n_back} lines are kept\n"),
            false => String::new(),
        };
        Ok(note + &self.go_to(kept))
    }

    fn undo(&mut self) -> Result<String, String> {
        let kept = self.history.undo().ok_or("there is nothing to undo")?;
        self.commands.push("undo".to_owned());
        Ok(self.go_to(kept))
    }

    /// From the beginning; breakpoints and the like stay.
    fn reset(&mut self) -> String {
        self.history = History::default();
        self.commands.clear();
        self.n_shown = 0;
        self.go_to(self.start.clone())
    }

    fn set_breakpoint(&mut self, place: Option<String>, line: &str) -> Result<String, String> {
        let Some(place) = place else { return Ok(self.list_breakpoints()) };
        let here = self.spot().map(|spot| spot.file).or_else(|| self.first_file());
        let target = place::find(self.program(), &place, here)?;
        let described = self.describe(&target);
        self.breakpoints.push(target);
        self.commands.push(line.trim().to_owned());
        Ok(format!("breakpoint {} at {described}\n", self.breakpoints.len()))
    }

    fn describe(&self, target: &Target) -> String {
        target.describe(self.program(), |file| self.file_name(file))
    }

    fn list_breakpoints(&self) -> String {
        let lines = self.breakpoints.iter().enumerate();
        let text: String = lines.map(|(idx, target)| format!("{} {}\n", idx + 1, self.describe(target))).collect();
        if text.is_empty() { "there is no breakpoint\n".to_owned() } else { text }
    }

    fn delete_breakpoint(&mut self, number: Option<usize>) -> Result<String, String> {
        match number {
            None => self.breakpoints.clear(),
            Some(number) => {
                let idx = number.checked_sub(1).filter(|&idx| idx < self.breakpoints.len());
                self.breakpoints.remove(idx.ok_or_else(|| format!("there is no breakpoint {number}"))?);
            }
        }
        Ok(self.list_breakpoints())
    }

    /// The file of `main`, or any of the user's.
    fn first_file(&self) -> Option<FileId> {
        let program = self.program();
        let main =
            program.function_named("main").and_then(|main| place::user_loc(program, program.functions[main].loc));
        let any = || program.source.files.iter().find(|(_, file)| !file.library).map(|(id, _)| id);
        main.map(|loc| loc.file).or_else(any)
    }

    fn list_around(&mut self, place: Option<String>) -> Result<String, String> {
        let here = self.spot();
        let (file, line) = match place {
            None => here.map(|spot| (spot.file, spot.line)).ok_or("the thread is in no function of the program's")?,
            Some(place) => {
                let file = here.map(|spot| spot.file).or_else(|| self.first_file());
                match place::find(self.program(), &place, file)? {
                    Target::Line(file, line) => (file, line),
                    Target::Function(func) => {
                        let loc = place::user_loc(self.program(), self.program().functions[func].loc);
                        loc.map(|loc| (loc.file, loc.line)).ok_or("that place has no source line")?
                    }
                }
            }
        };
        Ok(self.list(file, line))
    }

    fn alive_thread(&self, number: u32) -> Result<ThreadId, String> {
        match self.machine.state().thread_of(ThreadId(number)) {
            None => Err(format!("there is no thread {number}; `threads` lists them")),
            Some(thread) if thread.ended => Err(format!("thread {number} has ended")),
            Some(thread) => Ok(thread.id),
        }
    }

    /// From here on the user decides, and no log.
    fn leave_replay(&mut self) -> String {
        if !self.is_replay {
            return String::new();
        }
        self.is_replay = false;
        *self.machine.choices_mut() = ChoiceSource::Asked(Answers::default());
        "the replay is left\n".to_owned()
    }

    fn choose_thread(&mut self, number: u32, line: &str) -> Result<String, String> {
        let thread = self.alive_thread(number)?;
        let note = self.leave_replay();
        self.thread = thread;
        (self.frame, self.question) = (0, None);
        self.commands.push(line.trim().to_owned());
        Ok(note + &self.here())
    }

    fn wake(&mut self, number: u32, line: &str) -> Result<String, String> {
        if self.machine.end().is_some() {
            return Err(ENDED.to_owned());
        }
        let thread = self.alive_thread(number)?;
        let note = self.leave_replay();
        self.history.keep_command(self.now());
        self.keep_line();
        match self.machine.step(thread, /* spurious */ true) {
            Stepped::Waits => {
                self.history.drop_command();
                self.history.back(1);
                Err(format!("thread {number} does not wait for a condition variable, or cannot have its mutex"))
            }
            stepped => {
                self.thread = thread;
                self.turns.add(thread);
                self.commands.push(line.trim().to_owned());
                let text = if stepped == Stepped::Ended { self.ending() } else { self.here() };
                Ok(note + &text)
            }
        }
    }

    fn answer(&mut self, numbers: Vec<candor_context_concrete::Number>, line: &str) -> Result<String, String> {
        if let (Some(question), Some(first)) = (&self.question, numbers.first())
            && first.bits(question.ty, question.at.width).is_none()
        {
            return Err(format!("{first} is no value of {} bits of this kind", question.at.width));
        }
        let note = self.leave_replay();
        let ChoiceSource::Asked(answers) = self.machine.choices_mut() else {
            return Err("no input is asked for here".to_owned());
        };
        answers.given.extend(numbers);
        let n_given = answers.given.len();
        self.question = None;
        self.commands.push(line.trim().to_owned());
        let plural = if n_given == 1 { "value waits" } else { "values wait" };
        Ok(format!("{note}{n_given} {plural} for the program's questions\n"))
    }

    fn set_inputs(&mut self, mode: Option<InputMode>, line: &str) -> Result<String, String> {
        let Some(mode) = mode else {
            let text = match self.machine.choices() {
                ChoiceSource::Asked(answers) => match answers.otherwise {
                    Otherwise::Ask => "the program's questions are put to you\n",
                    Otherwise::Zero => "the program is given zero\n",
                    Otherwise::Random(_) => "the program is given random values\n",
                },
                _ => "the program is given what the log says\n",
            };
            return Ok(text.to_owned());
        };
        let note = self.leave_replay();
        if let ChoiceSource::Asked(answers) = self.machine.choices_mut() {
            answers.otherwise = match mode {
                InputMode::Ask => Otherwise::Ask,
                InputMode::Zero => Otherwise::Zero,
                InputMode::Random(seed) => Otherwise::Random(seed),
            };
        }
        self.commands.push(line.trim().to_owned());
        Ok(note)
    }

    fn new_output(&mut self) -> String {
        let text = self.output_since(self.n_shown);
        self.n_shown = self.machine.written().len();
        if self.n_shown == 0 || text == NO_OUTPUT { String::new() } else { text }
    }

    /// What the program has written, each line marked.
    fn output_since(&self, start: usize) -> String {
        let written = self.machine.written();
        let bytes: Vec<u8> = written.get(start..).unwrap_or_default().iter().map(|(_, byte)| *byte).collect();
        if bytes.is_empty() {
            return NO_OUTPUT.to_owned();
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let is_plain = |char: &char| !char.is_control() || *char == '\t';
        let lines = text.lines().map(|line| format!("> {}\n", line.chars().filter(is_plain).collect::<String>()));
        lines.collect()
    }
}

const ENDED: &str = "the program has ended; `back`, `undo` and `reset` go back";
const NO_OUTPUT: &str = "the program has written nothing\n";

/// What the program wants to know, and how it can be told.
fn ask(question: &Question) -> String {
    let (width, function) = (question.at.width, &question.at.function);
    let what = match question.at.kind {
        ChoiceKind::Schedule => {
            "`__candor_may` asks whom to pass over: 0 takes the first that waits, 1 the next".to_owned()
        }
        ChoiceKind::AllocationFailure => "does the allocation fail? 1 means yes, 0 no".to_owned(),
        ChoiceKind::Havoc => format!("a function without a body, called in `{function}`, returns {width} bits"),
        ChoiceKind::Input | ChoiceKind::Uninitialized | ChoiceKind::Address | ChoiceKind::Undef => {
            format!("`{function}` asks for an input of {width} bits")
        }
    };
    format!("{what}; `input VALUE` answers\n")
}

/// A movement as its user would type it.
fn spell(movement: &Movement, count: u64) -> String {
    let name = match movement {
        Movement::Step => "step",
        Movement::Next => "next",
        Movement::Instruction => "stepi",
        Movement::Finish => return "finish".to_owned(),
        Movement::Continue => return "continue".to_owned(),
        Movement::Until(place) => return format!("until {place}"),
    };
    if count == 1 { name.to_owned() } else { format!("{name} {count}") }
}
