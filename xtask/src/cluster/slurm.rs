//! A Slurm with two nodes on one machine: munge, a controller, and two daemons that take themselves for nodes.
//!
//! The packages are those of Debian, unpacked but not installed. The nodes share processors and memory, so that each
//! promises little. Limits of time are short: a node that does not answer for five seconds is lost.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::process;

const PACKAGES: [&str; 7] =
    ["slurmctld", "slurmd", "slurm-client", "slurm-wlm-basic-plugins", "munge", "libmunge2", "libhwloc15"];
const N_NODES: usize = 2;
const LIBRARIES: &str = "usr/lib/x86_64-linux-gnu";
const PLUGINS: &str = "usr/lib/x86_64-linux-gnu/slurm-wlm";

const LIMIT: Duration = Duration::from_secs(120);

/// The daemons; they end with this.
pub(super) struct Slurm {
    /// The unpacked packages.
    prefix: PathBuf,
    /// Configuration, sockets, logs.
    folder: PathBuf,
    /// In the order in which they were started: munge, the controller.
    daemons: Vec<Child>,
    nodes: [Option<Child>; N_NODES],
}

impl Slurm {
    /// Starts everything and waits for the nodes. `prefix` is where the packages are.
    pub(super) fn start(scratch: &Path, prefix: PathBuf) -> Result<Slurm, String> {
        let folder = scratch.join("slurm");
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let mut private = fs::DirBuilder::new();
        private.mode(0o755).recursive(true);
        for name in ["munge", "state", "spool-n0", "spool-n1"] {
            private.create(folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
        }
        let mut slurm = Slurm { prefix, folder, daemons: Vec::new(), nodes: [None, None] };
        slurm.configure()?;
        slurm.start_munge()?;
        let controller = slurm.spawn("usr/sbin/slurmctld-wlm", &["-D", "-c"], "slurmctld.out")?;
        slurm.daemons.push(controller);
        for node in 0..N_NODES {
            slurm.start_node(node)?;
        }
        slurm.wait_for_nodes()?;
        Ok(slurm)
    }

    /// What programs need to find this Slurm.
    pub(super) fn environment(&self) -> Vec<(&'static str, String)> {
        let path = std::env::var("PATH").unwrap_or_default();
        let prefix = self.prefix.display();
        vec![
            ("PATH", format!("{prefix}/usr/bin:{path}")),
            ("LD_LIBRARY_PATH", format!("{prefix}/{LIBRARIES}:{prefix}/{PLUGINS}")),
            ("SLURM_CONF", self.folder.join("slurm.conf").display().to_string()),
        ]
    }

    pub(super) fn start_node(&mut self, node: usize) -> Result<(), String> {
        let stepd = self.prefix.join("usr/sbin/slurmstepd-wlm").display().to_string();
        let name = format!("n{node}");
        let daemon = self.spawn("usr/sbin/slurmd-wlm", &["-D", "-N", &name, "-d", &stepd], &format!("{name}.out"))?;
        self.nodes[node] = Some(daemon);
        Ok(())
    }

    /// Kills a node's daemon and everything that runs there, as a power cut would, as soon as something runs there. Tells how many
    /// processes that were.
    pub(super) fn lose_node(&mut self, node: usize) -> Result<usize, String> {
        let mut lost: Vec<u32> = Vec::new();
        wait("a job", || {
            let tasks = self.tasks_on(node);
            // Each job has a process that watches it, and would tell the controller of its end.
            let watchers: Vec<String> = tasks.iter().map(|(_, job)| format!(": [{job}.")).collect();
            let is_watcher = |pid: u32| {
                let title = read_process(pid, "cmdline");
                title.starts_with("slurmstepd") && watchers.iter().any(|watcher| title.contains(watcher))
            };
            lost = processes().filter(|&pid| is_watcher(pid)).chain(tasks.iter().map(|(pid, _)| *pid)).collect();
            Ok(!lost.is_empty())
        })?;
        if let Some(mut daemon) = self.nodes[node].take() {
            end(&mut daemon);
        }
        for pid in &lost {
            kill(*pid)?;
        }
        Ok(lost.len() + 1)
    }

    /// The processes of jobs on a node, each with the number of its job.
    fn tasks_on(&self, node: usize) -> Vec<(u32, String)> {
        let conf = format!("SLURM_CONF={}", self.folder.join("slurm.conf").display());
        let name = format!("SLURMD_NODENAME=n{node}");
        let task = |pid: u32| {
            let environment = read_process(pid, "environ");
            let has = |word: &str| environment.split('\0').any(|it| it == word);
            let job = environment.split('\0').find_map(|word| word.strip_prefix("SLURM_JOB_ID="));
            job.filter(|_| has(&conf) && has(&name)).map(|job| (pid, job.to_owned()))
        };
        processes().filter_map(task).collect()
    }

    pub(super) fn cancel_all(&self) -> Result<(), String> {
        self.ask("scancel", &["--state=PENDING"]).and_then(|_| self.ask("scancel", &["--state=RUNNING"])).map(|_| ())
    }

    /// What it says of itself, for when something goes wrong.
    pub(super) fn describe(&self) -> String {
        let said = ["sinfo", "squeue"].map(|program| self.ask(program, &[]).unwrap_or_else(|error| error));
        let log = fs::read_to_string(self.folder.join("slurmctld.log")).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        format!("{}{}", said.concat(), lines[lines.len().saturating_sub(20)..].join("\n"))
    }

    fn configure(&self) -> Result<(), String> {
        let (folder, prefix) = (self.folder.display(), self.prefix.display());
        let user = said(Command::new("id").arg("-un"))?;
        let host = said(Command::new("uname").arg("-n"))?;
        let text = format!(
            "ClusterName=candor
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort=27817
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket,cred_expire=5
PluginDir={prefix}/{PLUGINS}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerParameters=sched_interval=2,batch_sched_delay=0
ReturnToService=2
SlurmdTimeout=5
MessageTimeout=5
KillWait=2
MailProg=/bin/true
NodeName=n[0-1] NodeHostname={host} NodeAddr=127.0.0.1 Port=[27001-27002] CPUs=1 RealMemory=1024 State=UNKNOWN
PartitionName=main Nodes=n[0-1] Default=YES MaxTime=INFINITE State=UP
"
        );
        let path = self.folder.join("slurm.conf");
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    }

    fn start_munge(&mut self) -> Result<(), String> {
        // The controller listens to everybody who has the key.
        let key = self.folder.join("munge/key");
        let mut secret = [0; 128];
        let random = fs::File::open("/dev/urandom").and_then(|mut random| random.read_exact(&mut secret));
        random.map_err(|error| format!("/dev/urandom: {error}"))?;
        let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&key);
        let written = file.as_mut().map(|file| file.write_all(&secret));
        written.map_err(|error| format!("{}: {error}", key.display()))?.map_err(|error| error.to_string())?;
        let place = |name: &str| format!("{}/munge/{name}", self.folder.display());
        let args = [
            "--foreground".to_owned(),
            "--force".to_owned(),
            format!("--socket={}", place("socket")),
            format!("--key-file={}", place("key")),
            format!("--log-file={}", place("log")),
            format!("--pid-file={}", place("pid")),
            format!("--seed-file={}", place("seed")),
        ];
        let words: Vec<&str> = args.iter().map(String::as_str).collect();
        let daemon = self.spawn("usr/sbin/munged", &words, "munged.out")?;
        self.daemons.push(daemon);
        let socket = self.folder.join("munge/socket");
        wait("munge", || Ok(socket.exists()))
    }

    fn wait_for_nodes(&self) -> Result<(), String> {
        let idle = || {
            let states = self.ask("sinfo", &["--noheader", "--Node", "--format=%T"]);
            Ok(states.is_ok_and(|states| states.lines().filter(|state| state.trim() == "idle").count() == N_NODES))
        };
        wait("Slurm", idle).map_err(|error| format!("{error}\n{}", self.describe()))
    }

    fn ask(&self, program: &str, args: &[&str]) -> Result<String, String> {
        let mut command = Command::new(self.prefix.join("usr/bin").join(program));
        said(command.args(args).envs(self.environment()))
    }

    fn spawn(&self, program: &str, args: &[&str], output: &str) -> Result<Child, String> {
        let output = self.folder.join(output);
        let file = fs::File::create(&output).map_err(|error| format!("{}: {error}", output.display()))?;
        let other = file.try_clone().map_err(|error| error.to_string())?;
        let mut command = Command::new(self.prefix.join(program));
        command.args(args).envs(self.environment()).stdin(Stdio::null()).stdout(file).stderr(other);
        command.spawn().map_err(|error| format!("{program}: {error}"))
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        // Jobs first: they belong to no process of ours.
        match self.cancel_all() {
            Ok(()) | Err(_) => thread::sleep(Duration::from_secs(1)),
        }
        for daemon in self.nodes.iter_mut().flatten().chain(self.daemons.iter_mut().rev()) {
            end(daemon);
        }
    }
}

fn end(daemon: &mut Child) {
    match daemon.kill().and_then(|()| daemon.wait()) {
        Ok(_) | Err(_) => {}
    }
}

fn kill(pid: u32) -> Result<(), String> {
    // It may have ended meanwhile.
    let status = Command::new("kill").args(["-KILL", &pid.to_string()]).stderr(Stdio::null()).status();
    status.map(|_| ()).map_err(|error| format!("kill: {error}"))
}

/// A file that the system has about a process; empty if there is no such process any more.
fn read_process(pid: u32, file: &str) -> String {
    String::from_utf8_lossy(&fs::read(format!("/proc/{pid}/{file}")).unwrap_or_default()).into_owned()
}

fn processes() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(|pid| *pid != std::process::id())
}

fn wait(what: &str, mut is_there: impl FnMut() -> Result<bool, String>) -> Result<(), String> {
    let start = Instant::now();
    while !is_there()? {
        if start.elapsed() > Duration::from_secs(30) {
            return Err(format!("{what} does not start"));
        }
        thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// What a command prints, without the end of its last line.
fn said(command: &mut Command) -> Result<String, String> {
    let finished = process::run(command, LIMIT)?;
    match finished.code() {
        Some(0) => Ok(String::from_utf8_lossy(&finished.stdout).trim_end().to_owned()),
        _ => Err(format!("{:?}: {:?}\n{}", command.get_program(), finished.status, finished.stderr_text())),
    }
}

/// The packages, unpacked; what was unpacked once is used again.
pub(super) fn unpack(scratch: &Path) -> Result<PathBuf, String> {
    let (prefix, packages) = (scratch.join("packages"), scratch.join("archives"));
    if prefix.join("complete").exists() {
        return Ok(prefix);
    }
    fs::create_dir_all(&packages).map_err(|error| format!("{}: {error}", packages.display()))?;
    let mut download = Command::new("apt-get");
    said(download.arg("download").args(PACKAGES).current_dir(&packages))
        .map_err(|error| format!("the packages of Slurm cannot be had: {error}"))?;
    for entry in fs::read_dir(&packages).map_err(|error| error.to_string())?.flatten() {
        said(Command::new("dpkg").arg("-x").arg(entry.path()).arg(&prefix))?;
    }
    fs::write(prefix.join("complete"), "").map_err(|error| error.to_string())?;
    Ok(prefix)
}
