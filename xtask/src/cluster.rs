//! `candor batch --backend slurm` on a real Slurm: two nodes on this machine, one of which is lost, while the front end is killed.
//!
//! The tasks are programs of the tests. At the end every task has exactly one result, and the table is the one that the back end on one
//! machine makes. The packages of Slurm are unpacked into a folder of the test's own, and all daemons run as who runs the test:
//! nothing is installed.

mod slurm;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::{self, Finished};
use crate::{root, scratch};
use slurm::Slurm;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Succeed where the packages of Slurm cannot be had
    #[arg(long)]
    optional: bool,
    /// How many tasks
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// The most milliseconds of each task that may be spent on distributing it
    #[arg(long, default_value_t = 50.0)]
    most_overhead: f64,
}

/// All of it takes a minute or two.
const LIMIT: Duration = Duration::from_secs(180);
/// Both nodes together, and so many workers on one machine.
const N_JOBS: u32 = 2;
/// Tasks that take longer than this on one machine may end differently next time.
const MOST_SECONDS: f64 = 0.5;

/// Limits for every task: small, so that a small machine is a node.
const LIMITS: [&str; 4] = ["--timeout", "20", "--memory-limit", "512"];

pub(crate) fn cluster(candor: &Path, options: &Options) -> Result<(), String> {
    let folder = scratch("cluster")?;
    let batches = folder.join("batches");
    if batches.exists() {
        fs::remove_dir_all(&batches).map_err(|error| format!("{}: {error}", batches.display()))?;
    }
    fs::create_dir_all(&batches).map_err(|error| format!("{}: {error}", batches.display()))?;
    let start = Instant::now();
    let packages = match slurm::unpack(&folder) {
        Ok(packages) => packages,
        Err(message) if options.optional => {
            println!("cluster: not tested: {message}");
            return Ok(());
        }
        Err(message) => return Err(message),
    };
    let mut slurm = Slurm::start(&folder, packages)?;
    let mut test = Test { candor, batches, slurm: &mut slurm };
    test.choose_tasks(options.count)?;
    let local = test.local()?;
    test.quietly(options, &local)?;
    test.with_losses(options.count, &local)?;
    test.cancelled(options.count)?;
    test.bad_partition()?;
    println!("cluster: {:.0} s in all", start.elapsed().as_secs_f64());
    Ok(())
}

struct Test<'t> {
    candor: &'t Path,
    /// Each batch has a folder in it.
    batches: PathBuf,
    slurm: &'t mut Slurm,
}

/// The rows of a table of results, without what differs from run to run.
#[derive(Debug, PartialEq)]
struct Table {
    rows: Vec<String>,
    /// Of each task, in the order of the rows.
    seconds: Vec<f64>,
}

impl Test<'_> {
    fn batch(&self, args: &[&str]) -> Command {
        let mut command = Command::new(self.candor);
        command.arg("--no-config").arg("batch").args(args).current_dir(&self.batches);
        command.envs(self.slurm.environment()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, args: &[&str], expected: &[i32]) -> Result<Finished, String> {
        let finished = process::run(&mut self.batch(args), LIMIT)?;
        match finished.code() {
            Some(code) if expected.contains(&code) => Ok(finished),
            _ => Err(format!("candor batch {args:?}: {:?}\n{}", finished.status, finished.stderr_text())),
        }
    }

    /// Programs of the tests that are done soon, and so with the same answer next time.
    fn choose_tasks(&self, count: usize) -> Result<(), String> {
        let mut sources = Vec::new();
        c_files(&root().join("tests/check"), &mut sources);
        sources.sort();
        // Half as many again, evenly from all folders.
        let step = (sources.len() * 2 / (count * 3).max(1)).max(1);
        let candidates: String = sources.iter().step_by(step).map(|source| format!("{}\n", source.display())).collect();
        self.write("candidates.tsv", &candidates)?;
        self.run(&["candidates.tsv", "-o", "candidates", "--jobs", "2", "--timeout", "1"], &[0, 1])?;
        let table = self.table("candidates")?;
        let soon = table.rows.iter().zip(&table.seconds).filter(|(_, seconds)| **seconds < MOST_SECONDS);
        let paths = soon.filter_map(|(row, _)| row.split('\t').next()).take(count);
        let list: Vec<String> = paths.map(|path| format!("{path}\n")).collect();
        if list.len() < count {
            return Err(format!("only {} programs are done soon enough", list.len()));
        }
        self.write("tasks.tsv", &list.concat())
    }

    fn local(&self) -> Result<Table, String> {
        let run = self.run(&[&["tasks.tsv", "-o", "local", "--jobs", "2"], &LIMITS[..]].concat(), &[0, 1])?;
        let table = self.table("local")?;
        println!("cluster: {} tasks on one machine in {:.1} s", table.rows.len(), run.time.as_secs_f64());
        Ok(table)
    }

    /// Nothing happens, so that the time can be measured.
    fn quietly(&self, options: &Options, local: &Table) -> Result<(), String> {
        let args = ["tasks.tsv", "-o", "quiet", "--backend", "slurm", "--sbatch=--comment=quiet"];
        let run = self.run(&[&args[..], &LIMITS[..]].concat(), &[0, 1])?;
        let table = self.table("quiet")?;
        self.each_once("quiet", options.count)?;
        same(local, &table)?;
        let own: f64 = table.seconds.iter().sum::<f64>() / f64::from(N_JOBS);
        let count = u32::try_from(options.count).map_or(f64::INFINITY, f64::from);
        let overhead = (run.time.as_secs_f64() - own) * 1000.0 / count;
        println!(
            "cluster: {count} tasks through Slurm in {:.1} s, {own:.1} s of it candor's own: {overhead:.0} ms more for each task",
            run.time.as_secs_f64()
        );
        if overhead > options.most_overhead {
            return Err(format!("{overhead:.0} ms for each task are too much"));
        }
        Ok(())
    }

    /// A node is lost, and the front end killed, in between.
    fn with_losses(&mut self, count: usize, local: &Table) -> Result<(), String> {
        let args = ["tasks.tsv", "-o", "losses", "--backend", "slurm", "--chunk", "5"];
        let resume = ["--resume", "-o", "losses"];
        let mut front = self.start(&[&args[..], &LIMITS[..]].concat())?;
        self.wait_for_results("losses", &mut front, count / 10)?;
        let n_killed = self.slurm.lose_node(1)?;
        println!("cluster: a node was lost, with {n_killed} processes");
        self.wait_for_results("losses", &mut front, count / 4)?;
        front.kill().map_err(|error| error.to_string())?;
        front.wait().map_err(|error| error.to_string())?;
        println!("cluster: the front end was killed, {} results are in the journal", self.journal("losses")?.len());
        let mut front = self.start(&resume)?;
        self.wait_for_results("losses", &mut front, count / 2)?;
        self.slurm.start_node(1)?;
        interrupt(&front)?;
        let output = front.wait_with_output().map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.code() != Some(3) || !said.contains("the jobs go on") {
            return Err(format!("after Ctrl-C: {:?}\n{said}", output.status));
        }
        println!("cluster: Ctrl-C, {} results are in the journal", self.journal("losses")?.len());
        let finished = self.run(&resume, &[0, 1])?;
        print!("{}", indented(&finished));
        self.each_once("losses", count)?;
        same(local, &self.table("losses")?)?;
        let n_again = self.n_second_attempts("losses")?;
        if n_again == 0 {
            return Err(format!("Slurm has not started the lost chunk again:\n{}", self.slurm.describe()));
        }
        println!(
            "cluster: {count} results, none twice, the same as on one machine; {n_again} chunks were started twice"
        );
        Ok(())
    }

    /// Somebody cancels everything while nobody looks.
    fn cancelled(&self, count: usize) -> Result<(), String> {
        let args = ["tasks.tsv", "-o", "cancelled", "--backend", "slurm", "--chunk", "20"];
        let mut front = self.start(&[&args[..], &LIMITS[..]].concat())?;
        self.wait_for_results("cancelled", &mut front, 1)?;
        front.kill().and_then(|()| front.wait()).map_err(|error| error.to_string())?;
        self.slurm.cancel_all()?;
        let finished = self.run(&["--resume", "-o", "cancelled"], &[0, 1])?;
        print!("{}", indented(&finished));
        self.each_once("cancelled", count)?;
        println!("cluster: {count} results although all jobs were cancelled");
        Ok(())
    }

    /// How many files of results are not the first of their chunk.
    fn n_second_attempts(&self, output: &str) -> Result<usize, String> {
        let path = self.batches.join(output).join("runs/1/results");
        let entries = fs::read_dir(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        Ok(names.filter(|name| !name.ends_with(".1")).count())
    }

    fn bad_partition(&self) -> Result<(), String> {
        let args = ["tasks.tsv", "-o", "partition", "--backend", "slurm", "--partition", "nowhere"];
        let said = self.run(&args, &[2])?.stderr_text();
        if said.contains("invalid partition specified: nowhere") {
            Ok(())
        } else {
            Err(format!("a wrong partition is not explained: {said}"))
        }
    }

    fn start(&self, args: &[&str]) -> Result<Child, String> {
        let mut command = self.batch(args);
        command.spawn().map_err(|error| format!("candor batch {args:?}: {error}"))
    }

    fn wait_for_results(&self, output: &str, front: &mut Child, count: usize) -> Result<(), String> {
        let start = Instant::now();
        while self.journal(output)?.len() < count {
            if start.elapsed() > LIMIT {
                return Err(format!("{count} results do not come:\n{}", self.slurm.describe()));
            }
            if let Some(status) = front.try_wait().map_err(|error| error.to_string())? {
                return Err(format!("the front end has ended too early: {status}"));
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// The tasks in the journal of a batch; there may be none yet.
    fn journal(&self, output: &str) -> Result<Vec<String>, String> {
        let text = fs::read_to_string(self.batches.join(output).join("journal")).unwrap_or_default();
        let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
        let task = |line: &str| {
            let record =
                line.split_once(' ').and_then(|(_, json)| serde_json::from_str::<serde_json::Value>(json).ok());
            record.map(|record| record["task"].to_string()).ok_or_else(|| format!("not a record: {line}"))
        };
        whole.lines().skip(1).map(task).collect()
    }

    fn each_once(&self, output: &str, count: usize) -> Result<(), String> {
        let tasks = self.journal(output)?;
        let distinct: BTreeSet<&String> = tasks.iter().collect();
        if tasks.len() == count && distinct.len() == count {
            Ok(())
        } else {
            Err(format!("{output}: {} results of {} tasks, not {count}", tasks.len(), distinct.len()))
        }
    }

    fn table(&self, output: &str) -> Result<Table, String> {
        let path = self.batches.join(output).join("results.tsv");
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut table = Table { rows: Vec::new(), seconds: Vec::new() };
        for line in text.lines().skip(1) {
            let cells: Vec<&str> = line.split('\t').collect();
            let [.., measured, _] = cells[..] else { return Err(format!("not a row: {line}")) };
            table.seconds.push(cells[5].parse().map_err(|_| format!("not a row: {line}"))?);
            table.rows.push([&cells[..5], &cells[8..cells.len() - 2], &[measured]].concat().join("\t"));
        }
        Ok(table)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        let path = self.batches.join(name);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    }
}

fn same(expected: &Table, found: &Table) -> Result<(), String> {
    let differing = expected.rows.iter().zip(&found.rows).find(|(left, right)| left != right);
    match differing {
        Some((left, right)) => Err(format!("the tables differ:\n{left}\n{right}")),
        None if expected.rows.len() != found.rows.len() => Err("the tables differ in length".to_owned()),
        None => Ok(()),
    }
}

/// What candor said, as part of what the test says.
fn indented(finished: &Finished) -> String {
    finished.stderr_text().lines().map(|line| format!("    {line}\n")).collect()
}

fn interrupt(child: &Child) -> Result<(), String> {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    status.map(|_| ()).map_err(|error| format!("kill: {error}"))
}

fn c_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            c_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
}
