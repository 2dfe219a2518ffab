//! The formats of `candor check`, from outside: each is well-formed whatever names are in it, and says the same as the others.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn candor(args: &[&OsStr]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    let output = command.args(args).env("SOURCE_DATE_EPOCH", "0").output().expect("candor runs");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(!complaints.contains("panicked"), "{complaints}");
    output
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("formats").join(name);
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// Checks a program and gives what stands in the file of each format, in this order.
const FORMATS: [&str; 6] = ["text", "json", "sarif", "junit", "graphml", "yaml"];

fn all_formats(folder: &Path, source: &Path, options: &[&str]) -> Vec<String> {
    let mut args: Vec<std::ffi::OsString> = vec!["check".into()];
    args.extend(options.iter().map(Into::into));
    for format in FORMATS {
        let mut output = std::ffi::OsString::from(format!("{format}="));
        output.push(folder.join(format));
        args.extend(["--output".into(), output]);
    }
    args.push(source.into());
    let args: Vec<&OsStr> = args.iter().map(AsRef::as_ref).collect();
    candor(&args);
    FORMATS.map(|format| fs::read_to_string(folder.join(format)).unwrap_or_default()).to_vec()
}

const BAD: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == -2147483647)
        reach_error();
    return 0;
}
";

#[test]
fn every_format_says_the_same() {
    let folder = folder("same");
    let source = folder.join("bad.c");
    fs::write(&source, BAD).expect("it can be written");
    let [text, json, sarif, junit, graphml, yaml] = &all_formats(&folder, &source, &["--property", "reach"])[..] else {
        panic!("a format is missing")
    };
    assert!(text.contains("error[error-call]") && text.contains("verdict: violated"), "{text}");
    let json: Value = serde_json::from_str(json).expect("it is JSON");
    assert_eq!((json["verdict"].as_str(), json["engines"][0]["violated"].as_u64()), (Some("violated"), Some(1)));
    expect_sarif(sarif, 1);
    expect_xml(junit);
    assert!(junit.contains("failures=\"1\"") && junit.contains("name=\"error-call\"><failure"), "{junit}");
    expect_xml(graphml);
    assert!(graphml.contains("\\result == -2147483647;") && graphml.contains("violation_witness"), "{graphml}");
    assert!(
        yaml.contains("entry_type: violation_sequence") && yaml.contains("line: 4\n          column: 35"),
        "{yaml}"
    );
    assert!(yaml.contains("\\\\result == -2147483647") && yaml.contains("type: target"), "{yaml}");
    assert!(yaml.contains("creation_time: \"1970-01-01T00:00:00Z\""), "{yaml}");
}

#[test]
fn what_holds_has_a_witness_too_and_what_is_unknown_none() {
    let folder = folder("holds");
    let source = folder.join("good.c");
    fs::write(&source, "int main(void) { return 0; }\n").expect("it can be written");
    let formats = all_formats(&folder, &source, &["--property", "reach"]);
    assert!(formats[4].contains("correctness_witness") && formats[5].contains("content: []"), "{formats:?}");
    fs::write(&source, "extern int next(int);\nint main(void) { for (int i = 1; i; i = next(i)) ; return 1 / 0; }\n")
        .expect("it can be written");
    let formats = all_formats(&folder, &source, &["--property", "overflow", "--unwind", "2"]);
    assert_eq!((formats[4].as_str(), formats[5].as_str()), ("", ""));
    expect_sarif(&formats[2], 0);
}

/// What the format demands of a log; the whole schema is too much for a test without a network.
#[track_caller]
fn expect_sarif(text: &str, n_failed: usize) {
    let log: Value = serde_json::from_str(text).expect("it is JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("there are rules");
    assert_eq!(run["tool"]["driver"]["name"], "candor");
    assert!(run["invocations"][0]["executionSuccessful"].is_boolean());
    let results = run["results"].as_array().expect("there are results");
    assert_eq!(results.iter().filter(|result| result["kind"] == "fail").count(), n_failed, "{text}");
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("it has a rule")).expect("it is small");
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(result["message"]["text"].is_string());
        assert_eq!(result["level"] == "error", result["kind"] == "fail");
        let flows = result["codeFlows"].as_array().into_iter().flatten();
        let steps = flows.flat_map(|flow| flow["threadFlows"][0]["locations"].as_array().expect("it has steps"));
        for location in result["locations"].as_array().into_iter().flatten().chain(steps.map(|step| &step["location"]))
        {
            let place = &location["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().expect("it has a file");
            assert!(uri.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"'), "{uri}");
            assert!(place["region"]["startLine"].as_u64().is_none_or(|line| line > 0));
            assert!(place["region"]["startColumn"].as_u64().is_none_or(|column| column > 0));
        }
    }
}

/// Every tag is closed by its own, attributes are quoted, and nothing stands there that XML does not allow.
#[track_caller]
fn expect_xml(text: &str) {
    assert!(text.chars().all(|c| c >= ' ' || c == '\n'), "there are control characters");
    let mut open = Vec::new();
    for part in text.split('<').skip(1) {
        let (tag, after) = part.split_once('>').unwrap_or_else(|| panic!("a tag does not end: {part}"));
        assert!(!after.contains('>'), "{part}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        for entity in after.split('&').skip(1).chain(tag.split('&').skip(1)) {
            let name = entity.split(';').next().unwrap_or("");
            assert!(["amp", "lt", "gt", "quot"].contains(&name) || name.starts_with('#'), "{entity}");
        }
        let name = tag.split([' ', '/']).find(|word| !word.is_empty()).unwrap_or("");
        match (tag.starts_with('?'), tag.starts_with('/'), tag.ends_with('/')) {
            (true, ..) | (_, _, true) => {}
            (_, true, _) => assert_eq!(open.pop(), Some(name), "{text}"),
            (_, false, _) => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?} are still open");
}

#[test]
fn hostile_names_stay_inside() {
    let folder = folder("hostile");
    for (idx, name) in
        [&b"q\"uote'<&]]>.c"[..], b"new\nline\x1b[31m.c", b"not-\xff\xfe-utf8.c", b"a: b # c - {.c"].iter().enumerate()
    {
        let folder = folder.join(idx.to_string());
        fs::create_dir_all(&folder).expect("the folder can be made");
        let source = folder.join(OsStr::from_bytes(name));
        let text = format!("#line 3 \"x\\\"]]>&\\n\\\\.c\"\n{}", BAD.replace("int n", "int n_u00e4"));
        fs::write(&source, text.replace("(n ==", "(n_u00e4 ==")).expect("it can be written");
        let formats = all_formats(&folder, &source, &["--property", "reach"]);
        let json: Value = serde_json::from_str(&formats[1]).expect("it is JSON");
        assert_eq!(json["verdict"], "violated", "{name:?}");
        expect_sarif(&formats[2], 1);
        expect_xml(&formats[3]);
        expect_xml(&formats[4]);
        assert!(!formats[5].is_empty() && formats[5].chars().all(|c| c >= ' ' || c == '\n'), "{}", formats[5]);
        let witness = folder.join("yaml");
        let output = candor(&[OsStr::new("validate"), witness.as_os_str(), source.as_os_str()]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn a_line_of_many_megabytes() {
    let folder = folder("long");
    let source = folder.join("long.c");
    let text = format!("{}int x[] = {{{}}};\n", BAD.replace('\n', " "), "1, ".repeat(700_000));
    fs::write(&source, text).expect("it can be written");
    let formats = all_formats(&folder, &source, &["--property", "reach"]);
    expect_sarif(&formats[2], 1);
    expect_xml(&formats[3]);
    expect_xml(&formats[4]);
    assert!(formats.iter().all(|text| text.len() < 1 << 20), "the line is not repeated");
}

#[test]
fn a_refusal_has_a_form_as_well() {
    let folder = folder("refused");
    let source = folder.join("missing.c");
    let formats = all_formats(&folder, &source, &[]);
    expect_sarif(&formats[2], 0);
    expect_xml(&formats[3]);
    assert!(formats[3].contains("errors=\"1\""), "{}", formats[3]);
    let output = candor(&["check", "--output", "sarif=/nowhere/x", "--format", "junit", "x.c"].map(OsStr::new));
    assert_eq!(output.status.code(), Some(2));
    expect_xml(&String::from_utf8_lossy(&output.stdout));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/nowhere/x"));
}

#[test]
fn explanations() {
    let folder = folder("explained");
    let source = folder.join("loop.c");
    let text = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n    int n = __VERIFIER_nondet_int(), i = 0;\n\
                while (i != n) {\n        i = i == 7 ? 9 : i + 1;\n        if (i == 1 << 30) i = 0;\n    }\n    return 0;\n}\n";
    fs::write(&source, text).expect("it can be written");
    let source = source.display().to_string();
    let output = candor(&["check", "--explain", "--unwind", "2", &source].map(OsStr::new));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("try: candor check --unwind 4 --explain ") && text.contains("not explored: "), "{text}");
    let output = candor(&["check", "--explain", "--engine", "bmc", "--timeout", "1", &source].map(OsStr::new));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains("try: candor check --timeout 4 --explain ")
            && text.contains("  # the portfolio of all engines\n"),
        "{text}"
    );
    let good = folder.join("good.c");
    fs::write(&good, "int main(void) { int a[2] = {0}; return a[1]; }\n").expect("it can be written");
    let output = candor(&["check", "--explain", &good.display().to_string()].map(OsStr::new));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains("verdict: holds") && text.contains("because all paths were explored") && !text.contains("try:"),
        "{text}"
    );
}
