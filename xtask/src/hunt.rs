//! The hunt: random programs over the whole language, whose truth is found by trying all inputs and all schedules, against what candor says.
//!
//! A program is made from a seed ([`features`]), parsed into a tree and rendered; a native build tells how each execution ends
//! ([`truth`]); candor is asked ([`ask`]) in some of its configurations ([`configuration`]); [`judge`] compares. What they disagree about is shrunk to a
//! small program and kept in a folder. The seed (and `--feature`) alone says which program, and which configurations.

mod ask;
mod ast;
mod configuration;
mod examine;
mod features;
mod judge;
mod maker;
mod parse;
mod render;
mod shrink;
mod tally;
mod truth;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use self::examine::Hunter;
use self::tally::Tally;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// How many programs
    #[arg(long, default_value_t = 100)]
    count: u64,
    /// The seed of the first program; the others follow
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Go on for so many hours instead of a number of programs
    #[arg(long)]
    hours: Option<f64>,
    /// How many programs at once; by default one for each processor
    #[arg(long)]
    jobs: Option<usize>,
    /// Only programs with this feature
    #[arg(long)]
    feature: Option<String>,
    /// So many programs of each feature, whatever --count says
    #[arg(long, conflicts_with_all = ["feature", "hours"])]
    each: Option<u64>,
    /// Ask in every configuration, instead of some that the seed draws
    #[arg(long)]
    all_configurations: bool,
    /// Go on where the last hunt in this folder has stopped
    #[arg(long)]
    resume: bool,
    /// Where the state, and programs that candor is wrong about, are kept
    #[arg(long)]
    out: Option<PathBuf>,
    /// A candor that is already built
    #[arg(long)]
    pub(crate) bin: Option<PathBuf>,
    /// Seconds for shrinking one program
    #[arg(long, default_value_t = 120)]
    shrink: u64,
    /// Print the program of the first seed and do nothing else
    #[arg(long)]
    print: bool,
}

/// What workers share.
struct Shared {
    tally: Tally,
    next: u64,
    in_work: BTreeSet<u64>,
    last_line: Instant,
}

pub(crate) fn hunt(candor: &Path, options: &Options) -> Result<(), String> {
    if let Some(name) = &options.feature
        && !features::names().contains(&name.as_str())
    {
        return Err(format!("there is no feature `{name}`; there are {}", features::names().join(", ")));
    }
    if options.print {
        let generated = features::generate(options.seed, options.feature.as_deref());
        let program = parse::program(&generated.text).map_err(|error| format!("{error}\n{}", generated.text))?;
        println!("/* {} */\n{}", generated.features.join(", "), render::program(&program));
        return Ok(());
    }
    let folder = match &options.out {
        Some(folder) => folder.clone(),
        // A short one leaves the state of a long one as it is, so that it can be resumed.
        None => crate::target()?.parent().ok_or("no target folder")?.join(if options.each.is_some() {
            "hunt-each"
        } else {
            "hunt"
        }),
    };
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let tally = if options.resume { Tally::load(&folder)? } else { Tally::new(options.seed) };
    let first = tally.next_seed;
    let hunter = Hunter::new(candor, &folder, options.all_configurations, Duration::from_secs(options.shrink))?;
    let shared = Mutex::new(Shared { tally, next: first, in_work: BTreeSet::new(), last_line: Instant::now() });
    let n_jobs = options.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let start = Instant::now();
    let results = thread::scope(|scope| {
        let work = || work(&hunter, &shared, options, first, start);
        let workers: Vec<_> = (0..n_jobs.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().map_err(|_| "a worker panicked".to_owned())?).collect::<Vec<_>>()
    });
    for result in results {
        result?;
    }
    let tally = shared.into_inner().map_err(|error| error.to_string())?.tally;
    tally.save(&folder)?;
    tally.print();
    let n_bad = tally.n_disagreements() + tally.n_broken;
    if n_bad == 0 {
        Ok(())
    } else {
        Err(format!("hunt: {n_bad} disagreements or broken programs; see {}", folder.display()))
    }
}

impl Options {
    /// The feature that a program must have.
    fn only(&self, idx: u64) -> Option<&str> {
        let names = features::names();
        match self.each {
            Some(_) => usize::try_from(idx).ok().map(|idx| names[idx % names.len()]),
            None => self.feature.as_deref(),
        }
    }

    fn n_programs(&self) -> u64 {
        let n_features = u64::try_from(features::names().len()).unwrap_or(u64::MAX);
        self.each.map_or(self.count, |each| each.saturating_mul(n_features))
    }
}

/// Examines programs until there are enough, or the time is up.
fn work(hunter: &Hunter, shared: &Mutex<Shared>, options: &Options, first: u64, start: Instant) -> Result<(), String> {
    let lock = || shared.lock().map_err(|error| error.to_string());
    loop {
        let seed = {
            let mut shared = lock()?;
            let over = match options.hours {
                Some(hours) => start.elapsed().as_secs_f64() > hours * 3600.0,
                None => shared.next >= first.saturating_add(options.n_programs()),
            };
            if over {
                return Ok(());
            }
            let seed = shared.next;
            shared.next += 1;
            shared.in_work.insert(seed);
            seed
        };
        let examined = hunter.examine(seed, options.only(seed - first))?;
        let mut shared = lock()?;
        shared.in_work.remove(&seed);
        shared.tally.next_seed = shared.in_work.first().copied().unwrap_or(shared.next);
        shared.tally.add(&examined);
        if shared.last_line.elapsed() > Duration::from_secs(30) {
            shared.last_line = Instant::now();
            eprintln!("{}", shared.tally.line(start.elapsed()));
            shared.tally.save(&hunter.folder)?;
        }
    }
}
