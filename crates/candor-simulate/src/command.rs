//! Commands as their user types them.

use candor_context_concrete::Number;

/// What the user wants.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// The empty line: the last movement again.
    Again,
    Help(Option<String>),
    Move(Movement, u64),
    Back(u64),
    Undo,
    Reset,
    Break(Option<String>),
    Delete(Option<usize>),
    Thread(Option<u32>),
    Threads,
    Wake(u32),
    Input(Vec<Number>),
    Inputs(Option<InputMode>),
    Schedule(Option<PolicyName>),
    Print(String),
    Display(Option<String>),
    Locals,
    Globals,
    Memory(String, Option<u64>),
    Backtrace,
    Frame(u64),
    Up,
    Down,
    List(Option<String>),
    Where,
    Choices,
    Output,
    Save(String),
    Quit,
}

/// Ways to go on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Movement {
    /// To the next line of the thread.
    Step,
    /// To the next line of the function.
    Next,
    /// By one instruction.
    Instruction,
    /// Until the function has returned.
    Finish,
    /// To a breakpoint or the end.
    Continue,
    /// To a place.
    Until(String),
}

/// What happens when the program asks for something.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum InputMode {
    Ask,
    Zero,
    Random(u64),
}

/// Who runs when `continue` may choose.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum PolicyName {
    Turns,
    Stay,
    Random(u64),
}

/// Every command: its names, the shortest unambiguous ones included, and one line about it.
pub(crate) const COMMANDS: [(&[&str], &str, &str); 30] = [
    (&["step", "s"], "[N]", "step to the next line, into calls"),
    (&["next", "n"], "[N]", "step to the next line, over calls"),
    (&["stepi", "si"], "[N]", "execute one instruction, or a whole atomic section"),
    (&["finish", "fin"], "", "continue until this function returns"),
    (&["continue", "c"], "", "continue to a breakpoint, an input or the end"),
    (&["until", "u"], "PLACE", "continue to a place: 12, file.c:12 or a function"),
    (&["back"], "[N]", "go back by one line"),
    (&["undo"], "", "undo the last command that moved"),
    (&["reset"], "", "start again"),
    (&["break", "b"], "[PLACE]", "set a breakpoint, or list them"),
    (&["delete", "d"], "[N]", "remove a breakpoint, or all"),
    (&["thread", "t"], "[N]", "switch to thread N"),
    (&["threads"], "", "list the threads, their positions and which are enabled"),
    (&["wake"], "N", "spurious wakeup: thread N returns from its wait for a condition variable"),
    (&["input", "i"], "VALUE...", "give input values, the one asked for first"),
    (&["inputs"], "[ask|zero|random [SEED]]", "show or set the source of input values"),
    (&["schedule"], "[turns|stay|random [SEED]]", "set the scheduler of `continue`; alone: show the schedule so far"),
    (&["print", "p"], "EXPRESSION", "show a variable: x, a[3], *p, f::x"),
    (&["display"], "[EXPRESSION]", "show it whenever the program stops; alone: no longer show anything"),
    (&["locals"], "", "show the variables of this function"),
    (&["globals"], "", "show the global variables"),
    (&["memory", "x"], "EXPRESSION [N]", "show N bytes of an object, or of what a pointer points to"),
    (&["backtrace", "bt"], "", "print the call stack of the thread"),
    (&["frame", "f"], "N", "select a stack frame; `up` and `down` move between them"),
    (&["list", "l"], "[PLACE]", "show the source around here, or around a place"),
    (&["where", "w"], "", "show where the thread is"),
    (&["output"], "", "show everything that the program has written"),
    (&["choices"], "", "list the nondeterministic choices made so far"),
    (&["save"], "FILE", "write the commands that led here to a file"),
    (&["quit", "q"], "", "leave"),
];

/// Words that are not listed, or share a line with another one.
const OTHERS: [&str; 5] = ["help", "h", "up", "down", "exit"];

/// Reads a command; `Err` says what is wrong with it.
pub(crate) fn parse(line: &str) -> Result<Command, String> {
    let mut words = line.split_whitespace();
    let Some(word) = words.next() else { return Ok(Command::Again) };
    let rest: Vec<&str> = words.collect();
    let text = || match rest.is_empty() {
        true => None,
        false => Some(rest.join(" ")),
    };
    let command = match canonical(word)? {
        "step" => Command::Move(Movement::Step, count(&rest)?),
        "next" => Command::Move(Movement::Next, count(&rest)?),
        "stepi" => Command::Move(Movement::Instruction, count(&rest)?),
        "finish" => none(&rest, Command::Move(Movement::Finish, 1))?,
        "continue" => none(&rest, Command::Move(Movement::Continue, 1))?,
        "until" => Command::Move(Movement::Until(text().ok_or("`until` needs a place, such as `until 12`")?), 1),
        "back" => Command::Back(count(&rest)?),
        "undo" => none(&rest, Command::Undo)?,
        "reset" => none(&rest, Command::Reset)?,
        "break" => Command::Break(text()),
        "delete" => Command::Delete(optional(&rest, "a breakpoint's number")?),
        "thread" => Command::Thread(optional(&rest, "a thread's number")?),
        "threads" => none(&rest, Command::Threads)?,
        "wake" => Command::Wake(optional(&rest, "a thread's number")?.ok_or("`wake` needs a thread's number")?),
        "input" => Command::Input(numbers(&rest)?),
        "inputs" => Command::Inputs(input_mode(&rest)?),
        "schedule" => Command::Schedule(policy(&rest)?),
        "print" => Command::Print(text().ok_or("`print` needs an expression, such as `print x`")?),
        "display" => Command::Display(text()),
        "locals" => none(&rest, Command::Locals)?,
        "globals" => none(&rest, Command::Globals)?,
        "memory" => memory(&rest)?,
        "backtrace" => none(&rest, Command::Backtrace)?,
        "frame" => Command::Frame(optional(&rest, "a number of `backtrace`")?.unwrap_or(0)),
        "up" => none(&rest, Command::Up)?,
        "down" => none(&rest, Command::Down)?,
        "list" => Command::List(text()),
        "where" => none(&rest, Command::Where)?,
        "choices" => none(&rest, Command::Choices)?,
        "output" => none(&rest, Command::Output)?,
        "save" => Command::Save(text().ok_or("`save` needs a file")?),
        "quit" | "exit" => none(&rest, Command::Quit)?,
        _ => Command::Help(text()),
    };
    Ok(command)
}

/// The command's full name, for a name, an abbreviation or the beginning of only one name.
pub(crate) fn canonical(word: &str) -> Result<&'static str, String> {
    let named = COMMANDS.iter().find(|(names, ..)| names.contains(&word)).map(|(names, ..)| names[0]);
    if let Some(name) = named.or_else(|| OTHERS.iter().find(|name| **name == word).copied()) {
        return Ok(name);
    }
    let all = COMMANDS.iter().map(|(names, ..)| names[0]).chain(OTHERS);
    let candidates: Vec<&'static str> = all.filter(|name| name.starts_with(word)).collect();
    match candidates[..] {
        [only] => Ok(only),
        [] => Err(format!("there is no command `{word}`; `help` lists them")),
        _ => Err(format!("`{word}` may be {}", candidates.join(" or "))),
    }
}

fn none(rest: &[&str], command: Command) -> Result<Command, String> {
    match rest.first() {
        None => Ok(command),
        Some(word) => Err(format!("there is nothing to do with `{word}` here")),
    }
}

fn optional<T: std::str::FromStr>(rest: &[&str], what: &str) -> Result<Option<T>, String> {
    match rest {
        [] => Ok(None),
        [word] => word.parse().map(Some).map_err(|_| format!("`{word}` is not {what}")),
        [_, more, ..] => Err(format!("there is nothing to do with `{more}` here")),
    }
}

/// How often; once if nobody says.
fn count(rest: &[&str]) -> Result<u64, String> {
    match optional(rest, "a number of times")? {
        Some(0) => Err("zero times is nothing to do".to_owned()),
        Some(count) => Ok(count),
        None => Ok(1),
    }
}

fn numbers(rest: &[&str]) -> Result<Vec<Number>, String> {
    if rest.is_empty() {
        return Err("`input` needs a value, such as `input 5`".to_owned());
    }
    rest.iter().map(|word| number(word)).collect()
}

/// An integer, decimal or hexadecimal, a character or a floating-point number.
fn number(word: &str) -> Result<Number, String> {
    if let [b'\'', byte, b'\''] = word.as_bytes() {
        return Ok(Number::Integer(i128::from(*byte)));
    }
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, word),
    };
    let integer = match digits.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    };
    if let Some(integer) = integer.filter(|_| !digits.starts_with(['+', '-'])) {
        return Ok(Number::Integer(sign * integer));
    }
    word.parse().map(Number::Float).map_err(|_| format!("`{word}` is not a value"))
}

fn seed(rest: &[&str]) -> Result<u64, String> {
    Ok(optional(rest, "a seed")?.unwrap_or(1))
}

fn input_mode(rest: &[&str]) -> Result<Option<InputMode>, String> {
    let mode = match rest {
        [] => return Ok(None),
        ["ask"] => InputMode::Ask,
        ["zero"] => InputMode::Zero,
        ["random", rest @ ..] => InputMode::Random(seed(rest)?),
        [word, ..] => return Err(format!("`{word}` is none of ask, zero and random")),
    };
    Ok(Some(mode))
}

fn policy(rest: &[&str]) -> Result<Option<PolicyName>, String> {
    let policy = match rest {
        [] => return Ok(None),
        ["turns"] => PolicyName::Turns,
        ["stay"] => PolicyName::Stay,
        ["random", rest @ ..] => PolicyName::Random(seed(rest)?),
        [word, ..] => return Err(format!("`{word}` is none of turns, stay and random")),
    };
    Ok(Some(policy))
}

/// An expression, and perhaps a number of bytes behind it.
fn memory(rest: &[&str]) -> Result<Command, String> {
    match rest {
        [] => Err("`memory` needs an expression, such as `memory buffer`".to_owned()),
        [expression @ .., last] if !expression.is_empty() && last.parse::<u64>().is_ok() => {
            Ok(Command::Memory(expression.join(" "), last.parse().ok()))
        }
        _ => Ok(Command::Memory(rest.join(" "), None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_short_names() {
        assert_eq!(parse("s"), Ok(Command::Move(Movement::Step, 1)));
        assert_eq!(parse("  next 3 "), Ok(Command::Move(Movement::Next, 3)));
        assert_eq!(parse("cont"), Ok(Command::Move(Movement::Continue, 1)));
        assert_eq!(parse("until file.c:3"), Ok(Command::Move(Movement::Until("file.c:3".to_owned()), 1)));
        assert_eq!(parse(""), Ok(Command::Again));
        assert_eq!(parse("x p 8"), Ok(Command::Memory("p".to_owned(), Some(8))));
        assert_eq!(parse("?x"), Err("there is no command `?x`; `help` lists them".to_owned()));
        assert_eq!(parse("dis"), Ok(Command::Display(None)));
        assert!(parse("sc").is_ok() && parse("wa").is_err() && parse("wak 1").is_ok());
        assert_eq!(parse("re").map(|_| ()), Ok(()));
        assert!(parse("th").unwrap_err().contains("thread or threads"));
    }

    #[test]
    fn mistakes_are_named() {
        for (line, word) in [
            ("step x", "`x`"),
            ("step 0", "zero times"),
            ("until", "place"),
            ("input", "value"),
            ("input x", "`x`"),
            ("schedule fair", "`fair`"),
            ("undo 3", "`3`"),
            ("thread 1 2", "`2`"),
        ] {
            let error = parse(line).unwrap_err();
            assert!(error.contains(word), "{line}: {error}");
        }
    }

    #[test]
    fn values_have_many_forms() {
        let input = |line: &str| match parse(line) {
            Ok(Command::Input(numbers)) => numbers,
            other => panic!("{other:?}"),
        };
        assert_eq!(
            input("input 5 -0x10 'a' 2.5"),
            [Number::Integer(5), Number::Integer(-16), Number::Integer(97), Number::Float(2.5)]
        );
        assert!(parse("input --5").is_err() && parse("input 0x").is_err());
    }
}
