//! `candor batch` and `candor compare` from outside: lists of all kinds, results, hostile names, and being killed at any moment.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

fn candor(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.args(args).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    candor(folder, args).output().expect("candor can be started")
}

#[track_caller]
fn expect(output: &Output, status: i32) -> String {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{out}\n{err}");
    assert!(!err.contains("panicked"), "{err}");
    format!("{out}{err}")
}

/// An empty folder of the test's own.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("batch").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn write(folder: &Path, name: impl AsRef<Path>, text: impl AsRef<[u8]>) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("is in a folder")).expect("the folder can be made");
    fs::write(path, text).expect("the file can be written");
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The rows of a table of results, each cell under its column.
fn rows(folder: &Path) -> Vec<BTreeMap<String, String>> {
    let text = read(folder, "results.tsv");
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().expect("there is a header").split('\t').collect();
    let row = |line: &str| {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        assert_eq!(cells.len(), columns.len(), "{line}");
        columns.iter().map(|column| (*column).to_owned()).zip(cells).collect()
    };
    lines.map(row).collect()
}

fn json(folder: &Path) -> serde_json::Value {
    serde_json::from_str(&read(folder, "results.json")).expect("results.json is JSON")
}

const GOOD: &str = "int main(void) { int a[3] = {1, 2, 3}; return a[2] - a[0]; }\n";
const BAD: &str = "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n";

#[test]
fn a_table_of_tasks() {
    let folder = fresh("table");
    write(&folder, "c/good.c", GOOD);
    write(&folder, "c/bad.c", BAD);
    write(&folder, "c/broken.c", "int main(void) { return }\n");
    let table = "path\tproperty\texpected\tdata_model\tcategory\n\
                 c/good.c\tunreach-call\ttrue\tILP32\tx\n\
                 c/good.c\tvalid-memsafety\ttrue\tLP64\tx\n\
                 c/bad.c\tunreach-call\tfalse\tILP32\tx\n\
                 c/broken.c\tunreach-call\ttrue\tILP32\tx\n\
                 c/missing.c\tunreach-call\ttrue\tILP32\tx\n";
    write(&folder, "tasks.tsv", table);
    let said = expect(&run(&folder, &["batch", "tasks.tsv", "-o", "out"]), 0);
    assert!(said.contains("error: c/broken.c unreach-call ERROR: "), "{said}");
    let out = folder.join("out");
    let answers: Vec<String> = rows(&out).iter().map(|row| format!("{} {}", row["answer"], row["judged"])).collect();
    assert_eq!(answers, ["TRUE right", "TRUE right", "FALSE right", "ERROR none", "ERROR none"]);
    let json = json(&out);
    assert_eq!(json["scores"]["all"]["score"], 5);
    assert_eq!(json["results"][2]["expected"], false);
    assert!(json["results"][0]["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
    let log = json["results"][2]["log"].as_str().expect("is text").to_owned();
    assert!(read(&out, &log).trim_end().ends_with("FALSE"));
    for plot in ["quantile.svg", "scatter.svg"] {
        assert!(read(&out, plot).starts_with("<svg "), "{plot}");
    }
    assert!(read(&out, "summary.txt").contains("unreach-call"));
}

#[test]
fn wrong_answers_come_first() {
    let folder = fresh("wrong");
    write(&folder, "good.c", GOOD);
    write(&folder, "bad.c", BAD);
    write(&folder, "tasks.tsv", "good.c\tunreach-call\ttrue\tLP64\nbad.c\tunreach-call\ttrue\tLP64\n");
    let output = run(&folder, &["batch", "tasks.tsv", "-o", "out"]);
    let said = expect(&output, 1);
    let first = "WRONG: FALSE for unreach-call of bad.c, expected true\n";
    assert!(String::from_utf8_lossy(&output.stdout).starts_with(first), "{said}");
    assert_eq!(rows(&folder.join("out"))[0]["path"], "bad.c");
}

#[test]
fn sets_and_definitions() {
    let folder = fresh("set");
    write(&folder, "c/properties/unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    write(&folder, "c/properties/coverage.prp", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n");
    write(&folder, "c/loops/good.c", GOOD);
    write(&folder, "c/loops/bad.c", BAD);
    for (name, expected) in [("good", "true"), ("bad", "false")] {
        let definition = format!(
            "format_version: '2.0'\ninput_files: '{name}.c'\nproperties:\n  - property_file: ../properties/unreach-call.prp\n    \
             expected_verdict: {expected}\n  - property_file: ../properties/coverage.prp\noptions:\n  language: C\n  data_model: ILP32\n"
        );
        write(&folder, format!("c/loops/{name}.yml"), definition);
    }
    write(&folder, "c/all.set", "# everything\nloops/*.yml\n");
    let said = expect(&run(&folder, &["batch", "c/all.set", "-o", "out"]), 0);
    assert!(said.contains("left out: 2 tasks for the property `coverage`"), "{said}");
    let rows = rows(&folder.join("out"));
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row["judged"] == "right" && row["data_model"] == "ILP32"));
    let one = run(&folder, &["batch", "c/loops/good.yml", "-o", "one", "--property", "unreach-call"]);
    expect(&one, 0);
}

#[test]
fn mains_and_functions_of_a_project() {
    let folder = fresh("project");
    write(&folder, "src/main.c", "int main(void) { return LEN - 2; }\n");
    let library = "int first(int i) { int a[2] = {0, 0}; return a[i]; }\nstatic int twice(short x) { return 2 * x; }\n\
                   int second(short x) { return twice(x); }\n";
    write(&folder, "src/lib.c", library);
    let directory = folder.join("src");
    let database = serde_json::json!([
        {"directory": directory, "file": "main.c", "arguments": ["cc", "-DLEN=2", "-c", "main.c", "-o", "../../evil.o"]},
        {"directory": directory, "file": "lib.c", "command": "cc -O2 -c lib.c -o lib.o"},
    ]);
    write(&folder, "build/compile_commands.json", database.to_string());
    let database = "build/compile_commands.json";
    let said = expect(&run(&folder, &["batch", database, "-o", "mains"]), 0);
    assert!(said.contains("lib.c: no main, but first, twice, second; --each-function checks each alone"), "{said}");
    assert_eq!(rows(&folder.join("mains")).len(), 1);

    let said = expect(&run(&folder, &["batch", "--each-function", database, "-o", "each"]), 0);
    assert!(said.contains("1 more depends on its caller"), "{said}");
    let found: Vec<String> =
        rows(&folder.join("each")).iter().map(|row| format!("{} {}", row["function"], row["answer"])).collect();
    assert_eq!(found, [" TRUE", "first DEPENDS ON THE CALLER", "twice TRUE", "second TRUE"]);
    // As before: one caller that breaks it is enough.
    expect(&run(&folder, &["batch", "--each-function", database, "-o", "any", "--", "--caller", "any"]), 1);
    let any = rows(&folder.join("any"));
    assert!(any.iter().any(|row| row["answer"] == "FALSE(array-index)"), "{any:?}");
    assert!(!folder.join("evil.o").exists() && !folder.join("src/lib.o").exists());
}

/// Everything below a folder, with what is in it.
fn snapshot(folder: &Path, skip: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("can be read").flatten() {
        let path = entry.path();
        if path == skip {
            continue;
        }
        if path.is_dir() {
            found.insert(path.clone(), Vec::new());
            found.extend(snapshot(&path, skip));
        } else {
            found.insert(path.clone(), fs::read(&path).expect("can be read"));
        }
    }
    found
}

#[test]
fn hostile_names_stay_names() {
    let folder = fresh("hostile");
    let work = folder.join("work");
    let names = [
        "quote\"'.c",
        "new\nline.c",
        "tab\there.c",
        "<svg>&.c",
        "-o.c",
        "--help.c",
        "$(touch pwned).c",
        "back\\slash.c",
    ];
    for name in names {
        write(&work, name, BAD);
    }
    write(&folder, "above.c", GOOD);
    let mut entries: Vec<serde_json::Value> = names
        .iter()
        .map(|name| serde_json::json!({"directory": ".", "file": name, "arguments": ["cc", "-c", name, "-o", "../x.o", "-include"]}))
        .collect();
    let absolute = folder.join("above.c");
    entries.push(serde_json::json!({"directory": "/", "file": absolute, "command": "cc -MF ../../y.d -o /tmp/z"}));
    entries.push(
        serde_json::json!({"directory": ".", "file": "../above.c", "command": "cc -Xclang -plugin -fplugin=evil.so"}),
    );
    entries.push(serde_json::json!({"directory": "../../../../../../..", "file": "etc/passwd.c", "command": "cc"}));
    write(&work, "compile_commands.json", serde_json::Value::from(entries).to_string());
    let lines: Vec<String> =
        names.iter().map(|name| name.replace('\\', "\\\\").replace('\n', "\\n").replace('\t', "\\t")).collect();
    let table: String = lines.iter().map(|name| format!("{name}\tunreach-call\tfalse\tLP64\n")).collect();
    write(&work, "tasks.tsv", table + "../above.c\t--help\ttrue\tLP64\n");
    let before = snapshot(&folder, &work.join("out"));

    expect(&run(&work, &["batch", "tasks.tsv", "-o", "out"]), 0);
    let rows_found = rows(&work.join("out"));
    assert_eq!(rows_found.len(), names.len() + 1);
    let right: Vec<&str> = rows_found.iter().filter(|row| row["judged"] == "right").map(|row| &*row["path"]).collect();
    assert_eq!(right, lines);
    assert_eq!(json(&work.join("out"))["results"].as_array().map(Vec::len), Some(names.len() + 1));
    assert!(!read(&work.join("out"), "scatter.svg").contains("<svg>"));
    assert_eq!(snapshot(&folder, &work.join("out")), before);

    // Most of these lack what follows `-include`, so that clang refuses them; that is an answer too.
    let output = run(&work, &["batch", "compile_commands.json", "-o", "out", "--restart"]);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", expect(&output, 0));
    assert_eq!(rows(&work.join("out")).len(), names.len() + 3);
    assert_eq!(snapshot(&folder, &work.join("out")), before);
}

#[test]
fn names_need_not_be_text() {
    let folder = fresh("bytes");
    let name = std::ffi::OsStr::from_bytes(b"caf\xe9.c");
    fs::write(folder.join(name), GOOD).expect("the file can be written");
    write(&folder, "tasks.tsv", "caf\\xe9.c\tunreach-call\ttrue\tLP64\n");
    expect(&run(&folder, &["batch", "tasks.tsv", "-o", "out"]), 0);
    let rows = rows(&folder.join("out"));
    assert_eq!((&*rows[0]["path"], &*rows[0]["answer"]), ("caf\\xe9.c", "TRUE"));
}

/// Processes that have this text on their command line.
fn processes_with(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir("/proc").expect("there are processes").flatten() {
        let id = entry.file_name().to_string_lossy().into_owned();
        let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        if id.bytes().all(|c| c.is_ascii_digit()) && String::from_utf8_lossy(&command).contains(text) {
            found.insert(id);
        }
    }
    found
}

#[test]
fn killed_at_any_moment_it_loses_nothing_and_repeats_nothing() {
    const TASKS: usize = 30;
    let folder = fresh("killed");
    let mut table = String::new();
    for idx in 0..TASKS {
        let (text, expected) = if idx % 3 == 0 { (BAD, "false") } else { (GOOD, "true") };
        write(&folder, format!("programs/p{idx}.c"), format!("/* {idx} */ {text}"));
        table += &format!("programs/p{idx}.c\tunreach-call\t{expected}\tLP64\n");
    }
    write(&folder, "tasks.tsv", table);
    let args = ["batch", "tasks.tsv", "-o", "out", "--timeout", "20", "--jobs", "2"];
    let journal = folder.join("out/journal");
    let mut known: Vec<u8> = Vec::new();
    let mut n_kills = 0;
    let mut pause = 7_u64;
    loop {
        let mut batch = candor(&folder, &args).spawn().expect("candor can be started");
        pause = pause * 29 % 401;
        thread::sleep(Duration::from_millis(20 + pause));
        let ended = batch.try_wait().expect("can be asked").is_some();
        batch.kill().expect("can be killed");
        let output = batch.wait_with_output().expect("has ended");
        // What was written in full is there for good.
        let now = fs::read(&journal).unwrap_or_default();
        assert!(now.starts_with(&known), "the journal lost something after {n_kills} kills");
        known = now[..now.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)].to_vec();
        // Half a record, as a power cut would leave it.
        if n_kills % 2 == 1 && journal.exists() {
            let torn = [&known[..], b"1234abcd {\"task\":\"programs/p29.c\",\"answer\":\"FAL"].concat();
            fs::write(&journal, torn).expect("the file can be written");
        }
        if ended {
            expect(&output, 0);
            break;
        }
        n_kills += 1;
        assert!(n_kills < 400, "it never comes to an end");
    }
    assert!(n_kills >= 3, "only {n_kills} kills: too fast to tell anything");
    let text = String::from_utf8(known).expect("the journal is text");
    let tasks: Vec<serde_json::Value> = text
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str::<serde_json::Value>(&line[9..]).expect("a record is JSON")["task"].clone())
        .collect();
    assert_eq!(tasks.len(), TASKS, "a task was done twice or never");
    let distinct: BTreeSet<String> = tasks.iter().map(ToString::to_string).collect();
    assert_eq!(distinct.len(), TASKS);
    let rows = rows(&folder.join("out"));
    assert_eq!(rows.len(), TASKS);
    assert!(rows.iter().all(|row| row["judged"] == "right"), "{rows:?}");
    let ours = folder.join("programs").display().to_string();
    for _ in 0..100 {
        if processes_with(&ours).is_empty() {
            return;
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("processes are left: {:?}", processes_with(&ours));
}

#[test]
fn a_finished_batch_does_nothing_more() {
    let folder = fresh("again");
    write(&folder, "good.c", GOOD);
    write(&folder, "tasks.tsv", "good.c\tunreach-call\ttrue\tLP64\n");
    expect(&run(&folder, &["batch", "tasks.tsv", "-o", "out"]), 0);
    let journal = read(&folder, "out/journal");
    // Were it run again, it would fail.
    fs::remove_file(folder.join("good.c")).expect("can be removed");
    let said = expect(&run(&folder, &["batch", "tasks.tsv", "-o", "out"]), 0);
    assert!(said.contains("1 of 1 tasks are done already"), "{said}");
    assert_eq!(read(&folder, "out/journal"), journal);
    let said = expect(&run(&folder, &["batch", "tasks.tsv", "-o", "out", "--timeout", "3"]), 2);
    assert!(said.contains("other settings") && said.contains("--restart"), "{said}");
    expect(&run(&folder, &["batch", "tasks.tsv", "-o", "out", "--timeout", "3", "--restart"]), 3);
    assert_eq!(rows(&folder.join("out"))[0]["answer"], "ERROR");
}

#[test]
fn it_goes_on_without_its_lists_from_anywhere() {
    let folder = fresh("resume");
    write(&folder, "include/limit.h", "#define LIMIT 3\n");
    write(&folder, "good.c", "#include <limit.h>\nint main(void) { return LIMIT; }\n");
    write(&folder, "tasks.tsv", "good.c\tunreach-call\ttrue\tLP64\n");
    write(&folder, "elsewhere/candor.toml", "[batch]\ntimeout = 7\n");
    expect(&run(&folder, &["batch", "tasks.tsv", "-o", "out", "--", "--include-dir=include"]), 0);
    let journal = read(&folder, "out/journal");
    let first = journal.lines().next().expect("there is a header").to_owned() + "\n";
    write(&folder, "out/journal", first);
    fs::remove_file(folder.join("tasks.tsv")).expect("can be removed");
    expect(&run(&folder.join("elsewhere"), &["batch", "--resume", "-o", "../out"]), 0);
    assert_eq!(rows(&folder.join("out"))[0]["judged"], "right");
    assert_eq!(read(&folder, "out/journal").lines().count(), 2);
    assert!(!folder.join("elsewhere/out").exists());
}

/// A loop without an end, with a question in it that no solver answers in time: whether a large prime is a product.
const ENDLESS: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    for (;;) {
        unsigned long p = __VERIFIER_nondet_uint(), q = __VERIFIER_nondet_uint();
        if (p > 1 && q > 1 && p * q == 13835058068119371289UL)
            reach_error();
    }
}
";

#[test]
fn limits_hold_and_ctrl_c_keeps_what_is_known() {
    let folder = fresh("limits");
    write(&folder, "endless.c", ENDLESS);
    write(&folder, "good.c", GOOD);
    write(&folder, "tasks.tsv", "good.c\tunreach-call\ttrue\tLP64\nendless.c\tunreach-call\ttrue\tLP64\n");
    expect(&run(&folder, &["batch", "tasks.tsv", "-o", "out", "--timeout", "1"]), 0);
    let answer = rows(&folder.join("out"))[1]["answer"].clone();
    assert!(answer == "UNKNOWN" || answer == "TIMEOUT", "{answer}");

    let args = ["batch", "tasks.tsv", "-o", "stopped", "--timeout", "300", "--jobs", "1"];
    let batch = candor(&folder, &args).spawn().expect("candor can be started");
    for _ in 0..600 {
        if fs::read_to_string(folder.join("stopped/journal")).is_ok_and(|text| text.lines().count() == 2) {
            break;
        }
        thread::sleep(Duration::from_millis(50));
    }
    let stop = Command::new("kill").args(["-INT", &batch.id().to_string()]).status().expect("kill can be started");
    assert!(stop.success());
    let said = expect(&batch.wait_with_output().expect("ends"), 3);
    assert!(said.contains("1 of 2 tasks were not run; start the batch again to go on"), "{said}");
    assert_eq!(rows(&folder.join("stopped")).len(), 1);
}

#[test]
fn mistakes_are_explained() {
    let folder = fresh("mistakes");
    write(&folder, "tasks.tsv", "good.c\tunreach-call\tperhaps\tLP64\n");
    write(&folder, "a.yml", "format_version: [\n");
    write(&folder, "tasks.txt", "");
    write(&folder, "empty.tsv", "");
    write(&folder, "mine/notes.txt", "");
    write(&folder, "compile_commands.json", "{");
    for (args, message) in [
        (&["batch", "tasks.tsv"][..], "tasks.tsv:1: `perhaps` is expected"),
        (&["batch", "a.yml"], "a.yml: "),
        (&["batch", "tasks.txt"], "unknown kind of task list"),
        (&["batch", "empty.tsv"], "there are no tasks"),
        (&["batch", "missing.tsv"], "missing.tsv: No such file"),
        (&["batch", "compile_commands.json"], "compile_commands.json"),
        (&["batch", "empty.tsv", "-o", "mine"], "mine: has other files in it"),
        (&["batch"], "TASKS"),
        (&["compare", "a"], "<B>"),
        (&["compare", "missing", "a.yml"], "missing: No such file"),
        (&["compare", "a.yml", "a.yml"], "a.yml:1: this is not a result"),
    ] {
        let said = expect(&run(&folder, args), 2);
        assert!(said.contains(message), "{args:?}: {said}");
    }
}

#[test]
fn results_are_written_for_other_tools_and_for_browsers() {
    let folder = fresh("reports");
    write(&folder, "src/good.c", GOOD);
    write(
        &folder,
        "src/bad one.c",
        "int a[2], b[2];\nint main(int c, char **v) { if (c == 1) return a[c + 1]; return b[c]; }\n",
    );
    let said = expect(&run(&folder, &["batch", "src/good.c", "src/bad one.c", "-o", "out"]), 1);
    assert!(said.contains("VIOLATED"), "{said}");
    let out = folder.join("out");
    let sarif: serde_json::Value = serde_json::from_str(&read(&out, "results.sarif")).expect("is JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    // Every violation, not only the first, at a path that a code host knows.
    assert!(results.len() >= 2, "{results:?}");
    for result in results {
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "src/bad%20one.c", "{result}");
        assert_eq!(place["region"]["startLine"], 2, "{result}");
    }
    let junit = read(&out, "results.xml");
    assert!(junit.contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\""), "{junit}");
    let page = read(&out, "report.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("src/bad one.c") && !page.contains("http://"));
    assert!(page.contains("data:image/svg+xml,"), "the plots are in the page");
    let compared = run(&folder, &["compare", "out", "out", "--html", "both.html"]);
    expect(&compared, 0);
    assert!(read(&folder, "both.html").contains("\"runs\":[\"first\",\"second\"]"));
}

#[test]
fn without_any_verdict_the_status_says_so() {
    let folder = fresh("no-verdict");
    write(&folder, "broken.c", "int main(void) { return }\n");
    let said = expect(&run(&folder, &["batch", "broken.c", "-o", "out"]), 3);
    assert!(said.contains("no task has a verdict"), "{said}");
    write(&folder, "good.c", GOOD);
    expect(&run(&folder, &["batch", "broken.c", "good.c", "-o", "both"]), 0);
}

#[test]
fn comparing_two_sets() {
    let folder = fresh("compare");
    let header = "path\tproperty\texpected\tanswer\tjudged\tseconds\n";
    write(
        &folder,
        "old.tsv",
        format!("{header}a.c\tunreach-call\ttrue\tTRUE\tright\t1.00\nb.c\tno-overflow\ttrue\tUNKNOWN\tnone\t9.0\n"),
    );
    write(
        &folder,
        "new.tsv",
        "a.c\tunreach-call\ttrue\tTRUE\tright\t0.25\nb.c\tno-overflow\ttrue\tTRUE\tright\t2.00\n",
    );
    let said = expect(&run(&folder, &["compare", "old.tsv", "new.tsv", "--svg", "plots", "--list"]), 0);
    for line in [
        "only new: b.c no-overflow: UNKNOWN 9.00 s, TRUE 2.00 s",
        "solved by both       1",
        "score                old 2, new 4",
    ] {
        assert!(said.contains(line), "{said}");
    }
    assert!(said.contains("new takes 0.25 times as long as old"), "{said}");
    assert!(read(&folder, "plots/scatter.svg").contains("only new"));
    write(&folder, "new.tsv", "a.c\tunreach-call\ttrue\tFALSE\twrong\t0.25\n");
    let said = expect(&run(&folder, &["compare", "old.tsv", "new.tsv"]), 1);
    assert!(
        said.starts_with("CONTRADICTION: a.c unreach-call: old TRUE, new FALSE\nWRONG: a.c unreach-call: new FALSE\n"),
        "{said}"
    );
}
