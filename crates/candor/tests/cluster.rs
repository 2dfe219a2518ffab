//! `candor batch` on a cluster, with a Slurm of a few lines: `sbatch` starts processes, `squeue` tells what became of them.
//!
//! `cargo xtask cluster` does the same with the real one.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// Starts every element of the array, each in a session of its own, as a cluster would: who submitted it may die.
const SBATCH: &str = r#"#!/bin/sh
if [ -e "$FAKE/refuse" ]; then
    echo 'sbatch: error: invalid partition specified: nope' >&2
    exit 1
fi
name=$(sed -n 's/^#SBATCH --job-name=//p' job.sh)
last=$(sed -n 's/^#SBATCH --array=0-\([0-9]*\).*/\1/p' job.sh)
mkdir -p "$FAKE/jobs/$name"
for i in $(seq 0 "$last"); do
    echo 'PENDING|Resources' >"$FAKE/jobs/$name/$i"
done
for i in $(seq 0 "$last"); do
    SLURM_ARRAY_TASK_ID=$i setsid sh "$FAKE/element" "$name" "$i" </dev/null >>output 2>&1 &
done
ls "$FAKE/jobs" | wc -l
"#;

/// One element. A chunk whose number is in the file `deadly` dies at once, as often as it is started in the first run.
const ELEMENT: &str = r#"
state=$FAKE/jobs/$1/$2
while [ -e "$FAKE/hold" ]; do sleep 0.05; done
case $(cat "$state") in
CANCELLED*|*held) exit ;;
esac
echo 'RUNNING|None' >"$state"
case $1 in
*-1) grep -qx "$2" "$FAKE/deadly" 2>/dev/null && { echo 'OUT_OF_MEMORY|None' >"$state"; exit 1; } ;;
esac
if [ -e "$FAKE/all-die" ]; then
    echo 'FAILED|None' >"$state"
elif sh job.sh; then
    echo 'COMPLETED|None' >"$state"
else
    echo 'FAILED|None' >"$state"
fi
"#;

const SQUEUE: &str = r#"#!/bin/sh
for word; do
    case $word in
    --name=*) names=${word#--name=} ;;
    esac
done
for name in $(echo "$names" | tr , ' '); do
    [ -d "$FAKE/jobs/$name" ] || continue
    for file in "$FAKE/jobs/$name"/*; do
        echo "$name|7|${file##*/}|$(cat "$file")"
    done
done
"#;

const SCANCEL: &str = "#!/bin/sh\necho \"$*\" >>\"$FAKE/cancelled\"\n";

struct Cluster {
    folder: PathBuf,
    fake: PathBuf,
}

/// A folder with programs and a list of them, and a cluster next to it.
fn cluster(name: &str, n_tasks: usize) -> Cluster {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cluster").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
    let fake = folder.join("fake");
    fs::create_dir_all(fake.join("jobs")).expect("the folder can be made");
    for (name, text) in [("sbatch", SBATCH), ("squeue", SQUEUE), ("scancel", SCANCEL), ("element", ELEMENT)] {
        fs::write(fake.join(name), text).expect("the file can be written");
        fs::set_permissions(fake.join(name), fs::Permissions::from_mode(0o755)).expect("it can be made a program");
    }
    let mut table = String::new();
    for idx in 0..n_tasks {
        let text = format!("int main(void) {{ int a[3] = {{1, 2, 3}}; return a[{}]; }}\n", idx % 4);
        fs::write(folder.join(format!("p{idx}.c")), text).expect("the file can be written");
        table += &format!("p{idx}.c\tvalid-memsafety\t{}\tLP64\n", idx % 4 != 3);
    }
    fs::write(folder.join("tasks.tsv"), table).expect("the file can be written");
    Cluster { folder, fake }
}

impl Cluster {
    fn candor(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
        let path = std::env::var("PATH").unwrap_or_default();
        command.args(args).current_dir(&self.folder).env("FAKE", &self.fake);
        command.env("PATH", format!("{}:{path}", self.fake.display()));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    #[track_caller]
    fn expect(&self, args: &[&str], status: i32) -> String {
        said(&self.candor(args).output().expect("candor can be started"), status)
    }

    fn start(&self, args: &[&str]) -> Child {
        self.candor(args).spawn().expect("candor can be started")
    }

    fn touch(&self, name: &str, text: &str) {
        fs::write(self.fake.join(name), text).expect("the file can be written");
    }

    fn remove(&self, name: &str) {
        fs::remove_file(self.fake.join(name)).expect("the file can be removed");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The table without what differs from run to run: times, memory, and where the log is.
    fn table(&self, output: &str) -> Vec<String> {
        let table = self.read(&format!("{output}/results.tsv"));
        let row = |line: &str| {
            let cells: Vec<&str> = line.split('\t').collect();
            [&cells[..5], &cells[8..13]].concat().join("\t")
        };
        table.lines().map(row).collect()
    }

    /// The tasks that the journal has results of, in its order.
    fn journal(&self, output: &str) -> Vec<String> {
        let record = |line: &str| serde_json::from_str::<serde_json::Value>(&line[9..]).expect("a record is JSON");
        let text = self.read(&format!("{output}/journal"));
        text.lines().skip(1).map(|line| record(line)["task"].to_string()).collect()
    }

    #[track_caller]
    fn each_once(&self, output: &str, n_tasks: usize) {
        let tasks = self.journal(output);
        assert_eq!(tasks.len(), n_tasks, "a task was recorded twice or never");
        assert_eq!(tasks.iter().collect::<BTreeSet<_>>().len(), n_tasks);
    }

    fn wait_for(&self, what: &str, is_there: impl Fn() -> bool) {
        for _ in 0..600 {
            if is_there() {
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("{what} never comes");
    }

    fn n_jobs(&self) -> usize {
        fs::read_dir(self.fake.join("jobs")).expect("can be read").count()
    }
}

#[track_caller]
fn said(output: &Output, status: i32) -> String {
    let text = [&*output.stdout, &output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    assert_eq!(output.status.code(), Some(status), "{text}");
    assert!(!text.contains("panicked"), "{text}");
    text
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().expect("kill can be started");
    assert!(sent.success());
}

#[test]
fn a_cluster_says_what_one_machine_says() {
    let cluster = cluster("same", 12);
    cluster.expect(&["batch", "tasks.tsv", "-o", "local"], 0);
    let args = ["batch", "tasks.tsv", "-o", "out", "--backend", "slurm", "--chunk", "5", "--jobs", "2"];
    let text = cluster.expect(&args, 0);
    assert!(text.contains("submitted 12 tasks in 3 chunks: candor-"), "{text}");
    assert_eq!(cluster.table("out"), cluster.table("local"));
    cluster.each_once("out", 12);
    assert!(cluster.read("out/runs/1/job.sh").contains("#SBATCH --array=0-2%2\n"));
    // One file of results for each chunk, and none for a task.
    assert_eq!(fs::read_dir(cluster.folder.join("out/runs/1/results")).expect("can be read").count(), 3);
    assert_eq!(fs::read_dir(cluster.folder.join("out/logs")).expect("can be read").count(), 0);
    let (file, line) = ("out/runs/1/results/1.1", 3);
    let table = cluster.read("out/results.tsv");
    assert!(table.contains("\tcandor\truns/1/results/1.1:3\n"), "{table}");
    assert!(cluster.read(file).lines().nth(line - 1).is_some_and(|line| line.contains("TRUE")));
    // All is done: nothing is submitted.
    let text = cluster.expect(&["batch", "--resume", "-o", "out"], 0);
    assert!(text.contains("12 of 12 tasks are done already"), "{text}");
    assert_eq!(cluster.n_jobs(), 1);
}

#[test]
fn who_submits_may_be_killed() {
    let cluster = cluster("killed", 9);
    cluster.touch("hold", "");
    let args = ["batch", "tasks.tsv", "-o", "out", "--backend", "slurm", "--chunk", "2"];
    let mut first = cluster.start(&args);
    cluster.wait_for("a job", || cluster.n_jobs() == 1);
    first.kill().expect("can be killed");
    first.wait().expect("has ended");
    // With its lists or without, it finds the jobs again; Ctrl-C leaves them.
    for args in [&["batch", "--resume", "-o", "out"][..], &args] {
        let again = cluster.start(args);
        thread::sleep(Duration::from_millis(500));
        signal(&again, "-INT");
        let text = said(&again.wait_with_output().expect("ends"), 3);
        assert!(text.contains("the jobs go on: `candor batch --resume -o out` follows them again"), "{text}");
        assert!(text.contains("`scancel --name=candor-") && text.contains("9 of 9 tasks have no result yet"), "{text}");
    }
    assert!(cluster.expect(&["batch", "--collect", "-o", "out"], 3).contains("9 of 9 tasks"));
    cluster.remove("hold");
    cluster.expect(&["batch", "--resume", "-o", "out"], 0);
    cluster.each_once("out", 9);
    assert_eq!(cluster.n_jobs(), 1, "what runs already was submitted again");
}

#[test]
fn killed_at_any_moment_nothing_is_lost_and_nothing_recorded_twice() {
    let cluster = cluster("any-moment", 30);
    let args = ["batch", "tasks.tsv", "-o", "out", "--backend", "slurm", "--chunk", "4", "--jobs", "2"];
    let mut known = String::new();
    let mut pause = 7_u64;
    for _ in 0..10 {
        let mut front = cluster.start(&args);
        pause = pause * 29 % 401;
        thread::sleep(Duration::from_millis(10 + pause));
        front.kill().expect("can be killed");
        front.wait().expect("has ended");
        // What was written in full is there for good.
        let now = fs::read_to_string(cluster.folder.join("out/journal")).unwrap_or_default();
        assert!(now.starts_with(&known), "the journal lost something");
        known = now[..now.rfind('\n').map_or(0, |at| at + 1)].to_owned();
    }
    cluster.expect(&args, 0);
    cluster.each_once("out", 30);
    cluster.expect(&["batch", "tasks.tsv", "-o", "local"], 0);
    assert_eq!(cluster.table("out"), cluster.table("local"));
}

#[test]
fn tasks_that_lose_their_job_get_another() {
    let cluster = cluster("lost", 8);
    cluster.touch("deadly", "1\n");
    let args = ["batch", "tasks.tsv", "-o", "out", "--backend", "slurm", "--chunk", "3"];
    let text = cluster.expect(&args, 0);
    assert!(text.contains("submitted 3 tasks in 3 chunks: candor-") && text.contains("without a result"), "{text}");
    cluster.each_once("out", 8);
    assert_eq!(cluster.n_jobs(), 2);
}

#[test]
fn jobs_that_always_die_are_given_up_and_nothing_is_made_up() {
    let cluster = cluster("die", 2);
    cluster.touch("all-die", "");
    let text = cluster.expect(&["batch", "tasks.tsv", "-o", "out", "--backend", "slurm"], 3);
    assert!(text.contains("the jobs of 2 tasks ended 3 times without a result (Slurm says FAILED)"), "{text}");
    assert!(text.contains("out/runs/3/output") && text.contains("2 of 2 tasks have no result yet"), "{text}");
    cluster.each_once("out", 0);
    cluster.remove("all-die");
    cluster.expect(&["batch", "--resume", "-o", "out"], 0);
    cluster.each_once("out", 2);
}

#[test]
fn a_job_that_no_node_could_start_is_replaced() {
    let cluster = cluster("stuck", 4);
    cluster.touch("hold", "");
    let front = cluster.start(&["batch", "tasks.tsv", "-o", "out", "--backend", "slurm", "--chunk", "2"]);
    cluster.wait_for("a job", || cluster.n_jobs() == 1);
    thread::sleep(Duration::from_millis(500));
    let job = fs::read_dir(cluster.fake.join("jobs")).expect("can be read").flatten().next().expect("is there");
    fs::write(job.path().join("1"), "PENDING|launch failed requeued held\n").expect("can be written");
    cluster.remove("hold");
    said(&front.wait_with_output().expect("ends"), 0);
    cluster.each_once("out", 4);
    assert_eq!(fs::read_to_string(cluster.fake.join("cancelled")).expect("is there"), "7_1\n");
    assert_eq!(cluster.n_jobs(), 2);
}

#[test]
fn what_was_cancelled_is_not_submitted_behind_the_users_back() {
    let cluster = cluster("cancelled", 4);
    cluster.touch("hold", "");
    let front = cluster.start(&["batch", "tasks.tsv", "-o", "out", "--backend", "slurm", "--chunk", "2"]);
    cluster.wait_for("a job", || cluster.n_jobs() == 1);
    thread::sleep(Duration::from_millis(500));
    let job = fs::read_dir(cluster.fake.join("jobs")).expect("can be read").flatten().next().expect("is there");
    for element in fs::read_dir(job.path()).expect("can be read").flatten() {
        fs::write(element.path(), "CANCELLED|None\n").expect("can be written");
    }
    let text = said(&front.wait_with_output().expect("ends"), 3);
    assert!(text.contains("the jobs of 4 tasks were cancelled"), "{text}");
    assert_eq!(cluster.n_jobs(), 1);
    cluster.remove("hold");
    cluster.expect(&["batch", "--resume", "-o", "out"], 0);
    cluster.each_once("out", 4);
}

#[test]
fn jobs_that_are_printed_are_submitted_by_hand() {
    let cluster = cluster("printed", 7);
    cluster.expect(&["batch", "tasks.tsv", "-o", "local"], 0);
    for scheduler in ["slurm", "parallel", "kubernetes", "hyperqueue"] {
        let backend = format!("print={scheduler}");
        let args = ["batch", "tasks.tsv", "-o", scheduler, "--backend", &backend, "--chunk", "3", "--stage"];
        let text = cluster.expect(&args, 0);
        assert!(text.contains("7 tasks in 3 chunks") && text.contains("--collect"), "{text}");
        let do_chunk = |chunk: &str| {
            let script = cluster.folder.join(scheduler).join("runs/1/chunk.sh");
            let done = Command::new("sh").arg(script).arg(chunk).current_dir("/").output().expect("sh runs");
            assert!(done.status.success(), "{done:?}");
        };
        do_chunk("1");
        let text = cluster.expect(&["batch", "--collect", "-o", scheduler], 3);
        assert!(text.contains("4 of 7 tasks have no result yet"), "{text}");
        ["2", "0", "0"].into_iter().for_each(do_chunk);
        cluster.expect(&["batch", "--collect", "-o", scheduler], 0);
        assert_eq!(cluster.table(scheduler), cluster.table("local"), "{scheduler}");
        cluster.each_once(scheduler, 7);
    }
}

#[test]
fn a_machine_without_clang_makes_no_results() {
    let cluster = cluster("unfit", 2);
    cluster.expect(&["batch", "tasks.tsv", "-o", "out", "--backend", "print=slurm"], 0);
    let do_chunk = |path: &str| {
        let mut chunk = Command::new("/bin/sh");
        chunk.arg("out/runs/1/chunk.sh").arg("0").current_dir(&cluster.folder).env("PATH", path);
        chunk.output().expect("sh runs")
    };
    let text = said(&do_chunk("/nowhere"), 2);
    assert!(text.contains("this machine cannot even check an empty program"), "{text}");
    assert!(cluster.expect(&["batch", "--collect", "-o", "out"], 3).contains("2 of 2 tasks have no result yet"));
    said(&do_chunk(&std::env::var("PATH").unwrap_or_default()), 0);
    cluster.expect(&["batch", "--collect", "-o", "out"], 0);
    cluster.each_once("out", 2);
}

#[test]
fn staged_sources_need_not_be_there() {
    let cluster = cluster("staged", 4);
    fs::write(cluster.folder.join("list.h"), "extern int x;\n").expect("can be written");
    fs::write(cluster.folder.join("p0.c"), "#include \"list.h\"\nint main(void) { return 0; }\n")
        .expect("can be written");
    fs::write(cluster.folder.join("p1.c"), "const char *p = __FILE__;\nint main(void) { return 0; }\n")
        .expect("can be written");
    cluster.expect(&["batch", "tasks.tsv", "-o", "local"], 0);
    let text = cluster.expect(&["batch", "tasks.tsv", "-o", "out", "--backend", "print=parallel", "--stage"], 0);
    assert!(text.contains("the sources of 1 tasks are read where they are") && text.contains("(p1.c)"), "{text}");
    for name in ["p0.c", "list.h", "p2.c", "p3.c"] {
        fs::remove_file(cluster.folder.join(name)).expect("can be removed");
    }
    let script = cluster.folder.join("out/runs/1/chunk.sh");
    assert!(Command::new("sh").arg(script).arg("0").status().expect("sh runs").success());
    cluster.expect(&["batch", "--collect", "-o", "out"], 0);
    assert_eq!(cluster.table("out"), cluster.table("local"));
}

#[test]
fn a_job_of_a_batch_that_was_thrown_away_does_nothing() {
    let cluster = cluster("restarted", 2);
    let args = ["batch", "tasks.tsv", "-o", "out", "--backend", "print=slurm"];
    cluster.expect(&args, 0);
    let old = cluster.read("out/runs/1/chunk.sh");
    cluster.expect(&[&args[..], &["--restart"]].concat(), 0);
    fs::write(cluster.folder.join("old.sh"), old).expect("can be written");
    let job = Command::new("sh").arg("old.sh").arg("0").current_dir(&cluster.folder).output().expect("sh runs");
    assert!(said(&job, 2).contains("another batch is in this folder now"));
    assert_eq!(fs::read_dir(cluster.folder.join("out/runs/1/results")).expect("can be read").count(), 0);
}

#[test]
fn who_measured_is_in_every_row() {
    let cluster = cluster("measured", 2);
    let runexec = "#!/bin/sh\nwhile [ \"$1\" != -- ]; do shift; done\nshift\n\"$@\"\n\
                   echo \"returnvalue=$?\"\necho walltime=1.5s\necho cputime=1.25s\necho memory=7340032B\n";
    cluster.touch("runexec", runexec);
    fs::set_permissions(cluster.fake.join("runexec"), fs::Permissions::from_mode(0o755)).expect("can be a program");
    for backend in ["local", "slurm"] {
        let args = ["batch", "tasks.tsv", "-o", backend, "--backend", backend, "--measure", "benchexec"];
        cluster.expect(&args, 0);
        let table = cluster.read(&format!("{backend}/results.tsv"));
        let rows: Vec<&str> = table.lines().skip(1).collect();
        assert_eq!(rows.len(), 2);
        assert!(rows.iter().all(|row| row.contains("\t1.50\t1.25\t7.0\t") && row.contains("\trunexec\t")), "{table}");
    }
    cluster.touch("runexec", "#!/bin/sh\necho terminationreason=failed\necho no cgroups >&2\n");
    let text = cluster.expect(&["batch", "tasks.tsv", "-o", "none", "--measure", "benchexec"], 2);
    assert!(text.contains("--measure benchexec: runexec stopped it (failed): no cgroups"), "{text}");
}

#[test]
fn mistakes_are_explained_and_nothing_is_lost() {
    let cluster = cluster("mistakes", 3);
    let slurm = |output| ["batch", "tasks.tsv", "-o", output, "--backend", "slurm"];
    cluster.touch("refuse", "");
    let text = cluster.expect(&[&slurm("out")[..], &["--partition", "nope"]].concat(), 2);
    assert!(text.contains("sbatch: sbatch: error: invalid partition specified: nope"), "{text}");
    assert!(!cluster.folder.join("out/runs/1").exists());
    cluster.remove("refuse");

    let nowhere = cluster.candor(&slurm("out")).env("PATH", "/nowhere").output().expect("candor can be started");
    assert!(said(&nowhere, 2).contains("sbatch: is not there: Slurm is not installed here"));
    cluster.expect(&slurm("out"), 0);

    // A journal of another version stays as it is.
    let journal = cluster.folder.join("out/journal");
    let before = fs::read_to_string(&journal).expect("can be read");
    let old = before.replacen("{\"candor_batch\":2,", "{\"candor_batch\":9,", 1);
    fs::write(&journal, &old).expect("can be written");
    let text = cluster.expect(&["batch", "--resume", "-o", "out"], 2);
    assert!(text.contains("is not the journal of a batch") || text.contains("another version"), "{text}");
    assert_eq!(fs::read_to_string(&journal).expect("can be read"), old);

    fs::write(cluster.folder.join("file"), "").expect("can be written");
    assert!(cluster.expect(&slurm("file/out"), 2).contains("file/out: Not a directory"));
    for (args, message) in [
        (&["batch", "--resume", "-o", "nothing"][..], "nothing: there is no batch in this folder"),
        (&["batch", "--collect", "-o", "nothing"], "nothing: there is no batch in this folder"),
        (&["batch", "--resume", "tasks.tsv"], "cannot be used with"),
        (&["batch", "--resume", "--timeout", "3"], "cannot be used with"),
        (&["batch", "tasks.tsv", "--backend", "cloud"], "local, slurm or print=slurm|parallel|kubernetes|hyperqueue"),
        (&["batch", "tasks.tsv", "-o", "o", "--backend", "print=slurm", "--sbatch=--x\ny"], "must be one line"),
    ] {
        let text = cluster.expect(args, 2);
        assert!(text.contains(message), "{args:?}: {text}");
    }
    assert!(!cluster.folder.join("nothing").exists());
}
