//! Counterexamples in the text report: how values, conditions and loops of the source are shown.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The report of a program with a fault.
#[track_caller]
fn report(name: &str, source: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("traces");
    fs::create_dir_all(&folder).expect("the folder can be made");
    fs::write(folder.join(name), source).expect("the file can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    let output = command.args(["check", "--full-trace", name]).current_dir(folder).output().expect("candor runs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[track_caller]
fn tells(report: &str, line: u32, comment: &str) {
    let start = format!("{line:>6} | ");
    let shown = report.lines().filter(|shown| shown.starts_with(&start));
    let mut comments = shown.map(|shown| shown.split_once("// ").map_or("", |(_, comment)| comment));
    assert!(comments.any(|shown| shown == comment), "line {line}: {comment}\n{report}");
}

#[test]
fn pointers_into_variables_name_the_member_or_the_element() {
    let report = report(
        "members.c",
        "struct s { long from; int to; struct { char name[8]; int size; } in; };
static struct s s[2];
int main(void) {
    int local[4] = {0};
    int *p = &s[0].to;
    struct s *q = &s[1];
    char *r = &s[1].in.name[3];
    int *t = local + 3;
    int *end = local + 4;
    void *v = &s[1].in.size;
    char *w = (char *)local + 6;
    return *p / (int)((q - s) - 1 + (*r + *t) * (end != t) * (v != w));
}
",
    );
    tells(&report, 5, "p = &s[0].to");
    tells(&report, 6, "q = &s[1]");
    tells(&report, 7, "r = &s[1].in.name[3]");
    tells(&report, 8, "t = &local[3]");
    tells(&report, 9, "end = &local[4]");
    tells(&report, 10, "v = &s[1].in.size");
    tells(&report, 11, "w = &local + 6");
}

#[test]
fn conditions_tell_which_side_was_taken() {
    let report = report(
        "sides.c",
        "int main(int argc, char **argv) {
    int a = 1, b = 0, n = 0;
    if (!a || b)

        n = 5;
    if (a && !b)

        n++;
    else
        n = 7;
    if (b)
        goto out;
    for (int i = 0; i < 2; i++)
        if (i == 1 || b)
            goto done;
done:
    while (!b) {

        b = 1;
    }
    if (a || b) { n--; }
    return 1 / n;
out:
    return 0;
}
",
    );
    tells(&report, 3, "not taken");
    tells(&report, 6, "taken");
    tells(&report, 11, "not taken");
    tells(&report, 14, "not taken");
    tells(&report, 17, "b = 1, taken");
    tells(&report, 17, "not taken");
}
