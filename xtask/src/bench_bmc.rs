//! `bench bmc`: how checking time grows with the program.
//!
//! Families of programs with a size each: a sort of n numbers, a state machine of n steps, a parser of n bytes. Sizes double; what
//! matters is the ratio of the times of 2n and n, more than the times. All programs are correct, so that all of them is explored.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::process::{self, Finished};
use crate::scratch;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Sizes double from 2 to this
    #[arg(long, default_value_t = 64)]
    max: u32,
    /// Seconds for each program; larger ones of the family are left out then
    #[arg(long, default_value_t = 60)]
    limit: u64,
    /// Only families whose name contains this
    #[arg(long, default_value = "")]
    filter: String,
    /// Another checker to run beside: the command, to which the program's file is added
    #[arg(long, value_name = "COMMAND")]
    against: Option<String>,
}

/// A family: its name and the program of a size.
type Family = (&'static str, fn(u32) -> String);

const FAMILIES: [Family; 3] = [("sort", sort), ("machine", machine), ("parser", parser)];

pub(crate) fn bench(candor: &Path, options: &Options) -> Result<(), String> {
    let folder = scratch("bench-bmc")?;
    println!("{:<10} {:>5} {:>10} {:>6} {:>10} {:>6}", "family", "n", "candor", "ratio", "against", "ratio");
    for (name, program) in FAMILIES.iter().filter(|(name, _)| name.contains(&options.filter)) {
        let mut ours = Column::default();
        let mut theirs = Column { is_over: options.against.is_none(), ..Column::default() };
        let sizes = std::iter::successors(Some(2u32), |n| n.checked_mul(2)).take_while(|&n| n <= options.max);
        for n in sizes {
            let path = folder.join(format!("{name}{n}.c"));
            fs::write(&path, program(n)).map_err(|error| format!("{}: {error}", path.display()))?;
            let limit = Duration::from_secs(options.limit);
            let mut command = Command::new(candor);
            let time = ours.run(command.args(["check", "--engine", "bmc", "--timeout", "none"]).arg(&path), limit)?;
            let other = match &options.against {
                Some(against) => theirs.run(shell(against).arg(&path), limit)?,
                None => String::new(),
            };
            println!("{}", format!("{name:<10} {n:>5} {time} {other}").trim_end());
        }
    }
    Ok(())
}

/// A command as one writes it in a shell; what is added stands behind it.
fn shell(command: &str) -> Command {
    let mut words = command.split_whitespace();
    let mut built = Command::new(words.next().unwrap_or("false"));
    built.args(words);
    built
}

/// The times of one program over the sizes.
#[derive(Default)]
struct Column {
    last: Option<f64>,
    /// A smaller size has taken too long.
    is_over: bool,
}

impl Column {
    /// The time of the next size, and the ratio to the one before, as text.
    fn run(&mut self, command: &mut Command, limit: Duration) -> Result<String, String> {
        if self.is_over {
            return Ok(format!("{:>10} {:>6}", "-", ""));
        }
        let Finished { time, status, .. } = process::run(command, limit)?;
        let seconds = time.as_secs_f64();
        let success = status.is_some_and(|status| status.success());
        if !success {
            self.is_over = true;
            let what = if status.is_none() { "too long" } else { "no proof" };
            return Ok(format!("{what:>10} {:>6}", ""));
        }
        let ratio = self.last.map_or_else(String::new, |last| format!("{:.1}", seconds / last));
        self.last = Some(seconds);
        Ok(format!("{seconds:>8.2} s {ratio:>6}"))
    }
}

/// Insertion sort of any n numbers; the result is in order.
fn sort(n: u32) -> String {
    format!(
        "extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void) {{
    int a[{n}];
    for (int i = 0; i < {n}; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 1; i < {n}; i++) {{
        int x = a[i], j = i;
        while (j > 0 && a[j - 1] > x) {{
            a[j] = a[j - 1];
            j--;
        }}
        a[j] = x;
    }}
    for (int i = 1; i < {n}; i++)
        if (a[i - 1] > a[i])
            __assert_fail(\"sorted\", \"sort.c\", 0, \"main\");
    return 0;
}}
"
    )
}

/// A door that n events come to: it is never open and locked at once, and opened no more often than events came.
fn machine(n: u32) -> String {
    format!(
        "extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
enum {{ CLOSED, OPEN, LOCKED, ALARM }};
int main(void) {{
    int state = CLOSED, opened = 0, locked = 0;
    for (int i = 0; i < {n}; i++) {{
        unsigned char event = __VERIFIER_nondet_uchar();
        switch (state) {{
        case CLOSED:
            if (event == 'o') {{
                state = OPEN;
                opened++;
            }} else if (event == 'l') {{
                state = LOCKED;
                locked = 1;
            }}
            break;
        case OPEN:
            if (event == 'c')
                state = CLOSED;
            break;
        case LOCKED:
            if (event == 'u') {{
                state = CLOSED;
                locked = 0;
            }} else if (event == 'o') {{
                state = ALARM;
            }}
            break;
        }}
        if (state == OPEN && locked)
            __assert_fail(\"not both\", \"machine.c\", 0, \"main\");
        if (opened > i + 1)
            __assert_fail(\"opened\", \"machine.c\", 0, \"main\");
    }}
    return 0;
}}
"
    )
}

/// A parser of any n bytes: numbers and parentheses, whose depth it counts on a stack.
fn parser(n: u32) -> String {
    format!(
        "extern char __VERIFIER_nondet_char(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void) {{
    char text[{n} + 1];
    unsigned stack[{n}];
    unsigned depth = 0, number = 0, most = 0;
    for (int i = 0; i < {n}; i++)
        text[i] = __VERIFIER_nondet_char();
    text[{n}] = 0;
    for (const char *p = text; *p; p++) {{
        if (*p >= '0' && *p <= '9') {{
            number = number * 10 + (*p - '0');
        }} else if (*p == '(') {{
            stack[depth++] = number;
            number = 0;
            if (depth > most)
                most = depth;
        }} else if (*p == ')') {{
            if (depth == 0)
                return 1;
            number += stack[--depth];
        }} else {{
            return 2;
        }}
    }}
    if (most > {n})
        __assert_fail(\"depth\", \"parser.c\", 0, \"main\");
    return 0;
}}
"
    )
}
