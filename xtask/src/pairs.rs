//! `cargo xtask pairs`: programs with a bug and their repaired twins. Counts how many bugs are found and how many twins are not proved.
//!
//! The figures are those of the paper about LoopFrog: R(d) is the share of the programs with a bug that are reported, R(f) that of the repaired ones
//! that are still reported. Here *unknown* counts as no report of a bug and as a report of a repaired program. A wrong verdict fails.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::process::{self, Finished};
use crate::root;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The folder with programs NAME-bad.c and NAME-ok.c
    #[arg(default_value = "tests/pairs/strings")]
    folder: PathBuf,
    /// Time for each program, in seconds
    #[arg(long, default_value_t = 15)]
    timeout: u64,
}

/// What candor says of a program.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Said {
    Holds,
    Violated,
    Unknown,
}

pub(crate) fn pairs(candor: &Path, options: &Options) -> Result<(), String> {
    let folder = root().join(&options.folder);
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut programs: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    programs.retain(|path| is_named(path, "-ok.c") || is_named(path, "-bad.c"));
    programs.sort();
    let said = process::in_parallel(&programs, |program| check(candor, program, options.timeout));
    let mut wrong = Vec::new();
    let (mut faulty, mut repaired) = (Counts::default(), Counts::default());
    for (program, said) in programs.iter().zip(said) {
        let (said, time) = said?;
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        println!("{name:40} {:8} {:6.1} s", format!("{said:?}").to_lowercase(), time.as_secs_f64());
        let (counts, is_wrong) = match is_named(program, "-bad.c") {
            true => (&mut faulty, said == Said::Holds),
            false => (&mut repaired, said == Said::Violated),
        };
        counts.add(said);
        if is_wrong {
            wrong.push(name.into_owned());
        }
    }
    println!("R(d) = {:.2}: {} of {} bugs are found", faulty.share(faulty.violated), faulty.violated, faulty.all);
    let reported = repaired.all - repaired.holds;
    println!("R(f) = {:.2}: {reported} of {} repaired programs are not proved", repaired.share(reported), repaired.all);
    if wrong.is_empty() { Ok(()) } else { Err(format!("wrong: {}", wrong.join(", "))) }
}

#[derive(Default)]
struct Counts {
    all: u32,
    holds: u32,
    violated: u32,
}

impl Counts {
    fn add(&mut self, said: Said) {
        self.all += 1;
        match said {
            Said::Holds => self.holds += 1,
            Said::Violated => self.violated += 1,
            Said::Unknown => {}
        }
    }

    fn share(&self, part: u32) -> f64 {
        f64::from(part) / f64::from(self.all.max(1))
    }
}

fn is_named(path: &Path, end: &str) -> bool {
    path.to_string_lossy().ends_with(end)
}

fn check(candor: &Path, program: &Path, timeout: u64) -> Result<(Said, Duration), String> {
    let mut command = Command::new(candor);
    command
        .args(["--no-config", "check", "--quiet", "--stop-at-first", "--timeout", &timeout.to_string()])
        .arg(program);
    let run: Finished = process::run(&mut command, Duration::from_secs(timeout + 30))?;
    let said = match run.code() {
        Some(0) => Said::Holds,
        Some(1) => Said::Violated,
        Some(3) => Said::Unknown,
        other => return Err(format!("{}: candor ended with {other:?}\n{}", program.display(), run.stderr_text())),
    };
    Ok((said, run.time))
}
