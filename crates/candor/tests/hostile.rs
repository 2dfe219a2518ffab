//! Files that are not what they should be, and names that are not what anybody expects: a clear message, the documented exit code, and
//! output that stays well-formed.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn file(name: &[u8], text: &[u8]) -> OsString {
    let path = folder().join(OsStr::from_bytes(name));
    fs::write(&path, text).expect("the file can be written");
    path.into_os_string()
}

fn candor(args: &[&str], path: &OsStr) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.args(args).arg(path).stdin(Stdio::null()).output().expect("candor can be started")
}

/// Something that is neither random nor anything else.
fn garbage(n_bytes: usize) -> Vec<u8> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[0]
    };
    std::iter::repeat_with(next).take(n_bytes).collect()
}

const FAULTY: &[u8] = b"int main(void) { int *p = 0; return *p; }\n";

/// Checks and runs a file in every format; all that is said must be text without control characters, and JSON where it was asked for.
#[track_caller]
fn expect(path: &OsStr, check: i32, run: i32) -> String {
    let text = candor(&["check", "--timeout", "60"], path);
    let json = candor(&["check", "--timeout", "60", "--format", "json"], path);
    let svcomp = candor(&["check", "--timeout", "60", "--svcomp", "--property", "memory"], path);
    let ran = candor(&["run", "--format=json"], path);
    for output in [&text, &json, &svcomp, &ran] {
        for part in [&output.stdout, &output.stderr] {
            let part = String::from_utf8(part.clone()).expect("what is said is text");
            let odd = part.chars().find(|c| c.is_control() && *c != '\n');
            assert_eq!(odd, None, "{part:?}");
            assert!(!part.contains("panicked") && !part.contains("internal error"), "{part}");
        }
    }
    let all = String::from_utf8_lossy(&text.stdout).into_owned() + &String::from_utf8_lossy(&text.stderr);
    assert_eq!([&text, &json, &svcomp].map(|output| output.status.code()), [Some(check); 3], "{all}");
    assert_eq!(ran.status.code(), Some(run), "{}", String::from_utf8_lossy(&ran.stderr));
    let answer: serde_json::Value = serde_json::from_slice(&json.stdout).expect("standard output is JSON");
    assert_eq!(answer["status"], check);
    let last = ran.stderr.trim_ascii_end().rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    let report: serde_json::Value = serde_json::from_slice(last).expect("the last line is JSON");
    assert_eq!(report["status"], run);
    all
}

#[test]
fn strange_names() {
    let names: [&[u8]; 7] = [
        b"quote\"'`.c",
        b"new\nline.c",
        b"escape\x1b[31m.c",
        b"caf\xe9.c",
        b"-o.c",
        b"$(touch pwned);.c",
        "\u{202e}back.c".as_bytes(),
    ];
    for name in names {
        expect(&file(name, FAULTY), 1, 134);
        let mut missing = folder().join("missing").into_os_string().into_vec();
        missing.extend(name);
        let said = expect(&OsString::from_vec(missing), 2, 126);
        assert!(
            said.starts_with("error: ") && said.ends_with(": no such file\n") && said.lines().count() == 1,
            "{said}"
        );
    }
    assert!(!folder().join("pwned").exists());
}

#[test]
fn names_inside_of_programs() {
    let text = b"#line 3 \"/etc/\\\"pass\\nwd\\x1b\"\nint main(void) { int *p = 0; return *p; }\n";
    expect(&file(b"line.c", text), 1, 134);
}

#[test]
fn files_that_are_no_programs() {
    for name in [&b"empty.c"[..], b"empty.i", b"empty.ll"] {
        let said = expect(&file(name, b""), 2, 126);
        assert!(said.contains("there is no function `main`"), "{said}");
    }
    let said = expect(&file(b"empty.bc", b""), 2, 126);
    assert!(said.contains("this is not LLVM bitcode"), "{said}");
    for name in [&b"garbage.c"[..], b"garbage.i", b"garbage.ll", b"garbage.bc"] {
        expect(&file(name, &garbage(50_000)), 2, 126);
    }
    let folder = folder().join("folder.c");
    fs::create_dir_all(&folder).expect("the folder can be made");
    assert!(expect(folder.as_os_str(), 2, 126).contains("is a directory"));
    assert!(expect(OsStr::new("/dev/null"), 2, 126).contains("unknown kind of file"));
    expect(&file(b"deep.c", &[b"int main(void) { return ", &[b'('; 200_000][..], b"1"].concat()), 2, 126);
    expect(&file(b"zeros.c", b"int main(void) { return 0; }\0\0\0"), 0, 0);
}

#[test]
fn usage_errors_are_json_too() {
    expect(OsStr::new(""), 2, 126);
    expect(OsStr::new("--no-such-option"), 2, 126);
}

/// One line of 100 MB: in front of a fault, and instead of everything.
#[test]
fn endless_lines() {
    let path = folder().join("endless.ll");
    let mut endless = File::create(&path).expect("the file can be made");
    for _ in 0..100 {
        endless.write_all(&[b'x'; 1_000_000]).expect("the file can be written");
    }
    drop(endless);
    let output = candor(&["check", "--format", "json"], path.as_os_str());
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.len() < 100_000, "{}", output.stdout.len());
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("standard output is JSON");
    assert_eq!(answer["result"], "input-error");
    fs::remove_file(&path).expect("the file can be removed");

    let path = folder().join("endless.c");
    let mut endless = File::create(&path).expect("the file can be made");
    endless.write_all(b"int main(void) { int *p = 0; return *p; } /*").expect("the file can be written");
    for _ in 0..100 {
        endless.write_all(&[b'x'; 1_000_000]).expect("the file can be written");
    }
    endless.write_all(b"*/").expect("the file can be written");
    drop(endless);
    let output = candor(&["check", "--timeout", "120"], path.as_os_str());
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("null-dereference") && said.len() < 10_000, "{} bytes", said.len());
    fs::remove_file(&path).expect("the file can be removed");
}

#[test]
fn lists_of_tasks() {
    let out = folder().join("out");
    let batch = |path: &OsStr| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
        command.args(["batch", "--restart"]).arg(path).arg("-o").arg(&out).stdin(Stdio::null());
        let output = command.output().expect("candor can be started");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!said.contains("panicked") && said.len() < 10_000, "{said}");
        (output.status.code(), said)
    };
    for name in [&b"garbage.tsv"[..], b"garbage.set", b"garbage.yml"] {
        assert_eq!(batch(&file(name, &garbage(50_000))).0, Some(2));
    }
    let database = folder().join("bad").join("compile_commands.json");
    fs::create_dir_all(database.parent().expect("is in a folder")).expect("the folder can be made");
    let deep = [b'['; 100_000];
    for text in [&b""[..], b"[]", b"[{}]", b"[{\"directory\":1,\"file\":2}]", &deep, &garbage(1000)] {
        fs::write(&database, text).expect("the file can be written");
        assert_eq!(batch(database.as_os_str()).0, Some(2));
    }
    for name in [&b"dir.tsv"[..], b"dir.set", b"dir.yml"] {
        let path = folder().join(OsStr::from_bytes(name));
        fs::create_dir_all(&path).expect("the folder can be made");
        assert_eq!(batch(path.as_os_str()).0, Some(2));
    }
    let line = [&[b'x'; 1_000_000][..], b"\tunreach-call\t", &[b'y'; 1_000_000]].concat();
    let (status, said) = batch(&file(b"long.tsv", &line));
    assert_eq!(status, Some(2));
    assert!(said.contains("yyy…` is expected"), "{said}");
}
