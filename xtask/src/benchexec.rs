//! The BenchExec module, tested with the BenchExec of PyPI in an environment of its own.
//!
//! Installing needs Python and either a network or packages that were downloaded before. Where BenchExec cannot be had this says so
//! and fails: whoever asks for the test wants to know.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::process::{self, Finished};
use crate::{root, scratch};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The version to install
    #[arg(long, default_value = "3.35")]
    version: String,
}

const LIMIT: Duration = Duration::from_secs(600);

pub(crate) fn benchexec(candor: &Path, options: &Options) -> Result<(), String> {
    let python = install(&options.version)?;
    let folder = root().join("contrib/benchexec");
    let in_folder = |args: &[&str]| {
        let mut command = Command::new(&python);
        command.args(args).current_dir(&folder).env("PYTHONPATH", ".").env("PYTHONDONTWRITEBYTECODE", "1");
        command.env("CANDOR", candor);
        process::run(&mut command, LIMIT)
    };
    let tests = in_folder(&["test_candor.py"])?;
    print!("{}", tests.stderr_text());
    succeed(&tests, "the tests of the module")?;
    let tools = candor.parent().unwrap_or(candor).display().to_string();
    let module = "candor_benchexec.candor";
    let args = ["-m", "benchexec.test_tool_info", "--no-container", "--tool-directory", &tools, module];
    let info = in_folder(&args)?;
    let said = info.stderr_text();
    succeed(&info, "benchexec.test_tool_info")?;
    let complaints: Vec<&str> =
        said.lines().filter(|line| line.contains("WARNING") && !line.contains("is absolute")).collect();
    if !complaints.is_empty() {
        return Err(format!("benchexec.test_tool_info complains:\n{}", complaints.join("\n")));
    }
    measured(candor, &python)?;
    println!("benchexec: BenchExec {} runs candor and understands its answers", options.version);
    Ok(())
}

/// A batch that BenchExec measures, or an explanation why it cannot: not every machine lets us use its cgroups.
fn measured(candor: &Path, python: &Path) -> Result<(), String> {
    let folder = scratch("benchexec")?;
    let program = folder.join("measured.c");
    fs::write(&program, "int main(void) { return 0; }\n").map_err(|error| format!("{}: {error}", program.display()))?;
    let tools = python.parent().unwrap_or(python).display().to_string();
    let mut batch = Command::new(candor);
    batch.args(["--no-config", "batch", "measured.c", "--restart", "-o", "measured", "--measure", "benchexec"]);
    batch.current_dir(&folder).env("PATH", format!("{tools}:{}", std::env::var("PATH").unwrap_or_default()));
    let run = process::run(&mut batch, LIMIT)?;
    let said = run.stderr_text();
    if run.code() == Some(2) && said.contains("--measure benchexec: ") {
        println!("benchexec: cannot measure here: {}", said.trim());
        return Ok(());
    }
    succeed(&run, "candor batch --measure benchexec")?;
    let table = fs::read_to_string(folder.join("measured/results.tsv")).map_err(|error| error.to_string())?;
    if table.lines().skip(1).all(|row| row.contains("\tTRUE\t") && row.contains("\trunexec\t")) {
        println!("benchexec: runexec measures batches");
        Ok(())
    } else {
        Err(format!("runexec has not measured:\n{table}"))
    }
}

/// A Python with BenchExec; what was installed once is used again.
fn install(version: &str) -> Result<PathBuf, String> {
    let folder = scratch("benchexec")?.join(version);
    let python = folder.join("bin/python");
    let works = |python: &Path| {
        let mut command = Command::new(python);
        process::run(command.args(["-c", "import benchexec.test_tool_info"]), LIMIT)
            .is_ok_and(|run| run.code() == Some(0))
    };
    if works(&python) {
        return Ok(python);
    }
    let mut venv = Command::new("python3");
    succeed(&process::run(venv.args(["-m", "venv"]).arg(&folder), LIMIT)?, "python3 -m venv")?;
    let mut pip = Command::new(&python);
    let package = format!("benchexec=={version}");
    let run =
        process::run(pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", &package]), LIMIT)?;
    succeed(&run, "installing BenchExec")?;
    if works(&python) { Ok(python) } else { Err("BenchExec was installed but cannot be imported".to_owned()) }
}

fn succeed(finished: &Finished, what: &str) -> Result<(), String> {
    match finished.code() {
        Some(0) => Ok(()),
        _ => Err(format!("{what} failed: {:?}\n{}", finished.status, finished.stderr_text())),
    }
}
