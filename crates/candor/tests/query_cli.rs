//! `candor query` as a user meets it: LODIN's examples, answers, mistakes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/query")
}

fn candor(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.arg("query").args(args).current_dir(folder()).output().expect("candor can be started")
}

/// The only result, as JSON, with the exit code.
fn ask(args: &[&str]) -> (Value, Option<i32>) {
    let output = candor(&[&["--format", "json"], args].concat());
    let text = String::from_utf8_lossy(&output.stdout);
    let answer: Value = serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{error}: {text}{}", String::from_utf8_lossy(&output.stderr)));
    (answer["results"][0].clone(), output.status.code())
}

const PETERSON: [&str; 5] = ["--entry", "petersons1", "--entry", "petersons2", "peterson.ll"];

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn the_race_of_peterson_is_as_probable_as_computed() {
    let (result, code) = ask(&[&PETERSON[..], &["Pr[<=5000](<> DataRace)"]].concat());
    assert_eq!(code, Some(0));
    let (lower, upper) = (number(&result["lower"]), number(&result["upper"]));
    assert!(upper - lower <= 0.01, "{result}");
    // Computed from this file by going through all interleavings with their probabilities.
    assert!(lower <= 0.418_948 && 0.418_948 <= upper, "{result}");
    // Both processes have 14 steps to make before they are about to write `turn`.
    let lengths: Vec<u64> = (0..7).filter_map(|idx| result["lengths"][idx][0].as_u64()).collect();
    assert_eq!(lengths, [28, 29, 37, 44, 49, 56, 61]);
    let (again, _) = ask(&[&["--workers", "1"], &PETERSON[..], &["Pr[<=5000](<> DataRace)"]].concat());
    assert_eq!(again, result);
    let (other, _) = ask(&[&["--seed", "1"], &PETERSON[..], &["Pr[<=5000](<> DataRace)"]].concat());
    assert_ne!(other["satisfying"], result["satisfying"]);
}

#[test]
fn parameters_of_an_estimate() {
    let query = "Pr[<=5000](<> DataRace) {Alpha = 0.01, Epsilon = 0.05}";
    let (result, _) = ask(&[&PETERSON[..], &[query]].concat());
    assert_eq!(result["query"], query);
    assert_eq!(number(&result["confidence"]), 0.99);
    let width = number(&result["upper"]) - number(&result["lower"]);
    // It is looked at now and then whether the interval is narrow enough, so that it may be narrower.
    assert!((0.04..=0.05).contains(&width), "{result}");
}

#[test]
fn hypotheses_have_answers_and_codes() {
    let test = |claim: &str| {
        let (result, code) = ask(&[&PETERSON[..], &[&format!("Pr[<=5000](<> DataRace) {claim}")]].concat());
        (result["answer"].as_str().map(str::to_owned), code)
    };
    assert_eq!(test(">= 0.3"), (Some("satisfied".to_owned()), Some(0)));
    assert_eq!(test(">= 0.5"), (Some("not-satisfied".to_owned()), Some(1)));
    assert_eq!(test("<= 0.5 {Delta = 0.05}"), (Some("satisfied".to_owned()), Some(0)));
    let output = candor(&[&["--max-runs", "3"], &PETERSON[..], &["Pr[<=5000](<> DataRace) >= 0.3"]].concat());
    assert_eq!(output.status.code(), Some(3));
}

fn answer(args: &[&str]) -> String {
    let (result, code) = ask(args);
    let answer = result["answer"].as_str().unwrap_or_default().to_owned();
    let expected = match answer.as_str() {
        "satisfied" => 0,
        "not-satisfied" => 1,
        _ => 3,
    };
    assert_eq!(code, Some(expected), "{result}");
    answer
}

/// LODIN's first example: phis of one block take their values together, and registers without a value are zero.
#[test]
fn phis_are_simultaneous() {
    assert_eq!(answer(&["swap.ll", "E<> (@0.main.%b;ui8 == 1;ui8)"]), "not-satisfied");
    assert_eq!(answer(&["swap.ll", "E<> (@0.main.%x;ui32 == @0.main.%z;ui32)"]), "satisfied");
    assert_eq!(answer(&["swap.ll", "E<> (@0.main.%x;ui32 == 1;ui32)"]), "satisfied");
    assert_eq!(answer(&["swap.ll", "E<> (@0.main.%x;ui32 == 2;ui32)"]), "not-satisfied");
    assert_eq!(answer(&["swap.ll", "E<> (@0.main.%y;ui32 == 1;ui32)"]), "not-satisfied");
    let output = candor(&["swap.ll", "E<> (@0.main.%b;ui8 == 1;ui8)"]);
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("warning: `%b` is a truth value"));
}

/// LODIN's second example: of all inputs only 5 leads to the error.
#[test]
fn a_call_is_found_among_all_inputs() {
    let (result, code) = ask(&["five.ll", "E<> [0.error]"]);
    assert_eq!((result["answer"].as_str(), code), (Some("satisfied"), Some(0)));
    assert_eq!(result["inputs"], serde_json::json!(["5"]));
}

/// A variable of a program with one thread is looked for among all inputs, too; what it has before anybody writes it is no value.
#[test]
fn a_value_is_found_among_all_inputs() {
    for (formula, expected) in [
        ("half::h == 5", "satisfied"),
        ("half::h < 0", "satisfied"),
        ("half::h < 0 at 8", "not-satisfied"),
        ("half::h < 0 at 9", "not-satisfied"),
        ("1073741823 < half::h at 9", "not-satisfied"),
        ("half::h == 1073741823 at 9", "satisfied"),
        ("main::y == -7", "satisfied"),
        ("main::y == -7 at 15", "not-satisfied"),
        ("main::y == -8", "not-satisfied"),
        ("main::u > 255", "not-satisfied"),
        ("main::u == 255 at 21", "satisfied"),
        ("main::late == 1 at 21", "satisfied"),
        ("main::late == 5", "not-satisfied"),
        // It may be uninitialised there, which no engine tells from zero.
        ("main::late == 0 at 21", "unknown"),
    ] {
        assert_eq!(answer(&["number.c", &format!("E<> ({formula})")]), expected, "{formula}");
    }
    let (result, _) = ask(&["number.c", "E<> (main::y == -7)"]);
    let inputs: Vec<&str> = result["inputs"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    assert!(["2000000", "2000001", "-2000001", "-2000002"].contains(&inputs[0]), "{inputs:?}");
}

#[test]
fn peterson_excludes() {
    let ask_peterson = |query: &str| answer(&[&PETERSON[..], &[query]].concat());
    assert_eq!(ask_peterson("E<> ([0.crit] and [1.crit])"), "not-satisfied");
    assert_eq!(ask_peterson("E<> [0.crit]"), "satisfied");
    assert_eq!(ask_peterson("E<> ([0.crit] and (::turn;si32 == 0))"), "satisfied");
    assert_eq!(ask_peterson("E<> DataRace"), "satisfied");
}

/// Numbers of this file, for whoever changes what a state is: 15 race states is what the definition gives if it does not matter in
/// which order objects are made.
#[test]
fn states_are_counted() {
    let count = |query: &str| {
        let (result, code) = ask(&[&PETERSON[..], &[query]].concat());
        assert_eq!(code, Some(0), "{result}");
        (result["states"].as_u64().unwrap_or_default(), result["races"].as_u64().unwrap_or_default())
    };
    let all = count("EnumStates");
    assert_eq!(all, (2959, 15));
    let met = [1, 10, 100, 1000].map(|n_runs| count(&format!("EnumStatesSMC <=5000 {n_runs}")));
    assert!(met.is_sorted(), "{met:?}");
    assert!(met[0].0 < met[3].0 && met[3].0 <= all.0 && met[3].1 <= all.1, "{met:?}");
    // With longer turns runs come across everything: the search and the runs agree on what there is.
    let (whole, _) = ask(&[&["--scheduler", "stay(0.9)"], &PETERSON[..], &["EnumStatesSMC <=5000 20000"]].concat());
    assert_eq!((whole["states"].as_u64(), whole["races"].as_u64()), (Some(all.0), Some(all.1)));
    let (again, _) = ask(&[&["--workers", "3"], &PETERSON[..], &["EnumStatesSMC <=5000 100"]].concat());
    assert_eq!(again["states"].as_u64(), Some(met[2].0));
}

/// What is left out of a search must not hide a state that a formula asks for: each formula has the answer of the full search.
#[test]
fn reductions_keep_the_answers() {
    let formulas = [
        ("handover.c", "(::slot == 2 and ::n_taken == 1)"),
        ("handover.c", "(::slot == 0 and ::n_taken == 1)"),
        ("handover.c", "(twice::y == 1 and taker::now == 2)"),
        ("handover.c", "(twice::y == 1 and taker::now == 4)"),
        ("handover.c", "(taker::seen == 2 and main::i == 3)"),
        ("handover.c", "(1.taker::round == 1 and 0.main::i == 1)"),
        ("handover.c", "(main::i == 2 at 29 and at 17)"),
        ("handover.c", "(at 30 and taker::seen == 4)"),
        ("handover.c", "([0.twice] and taker::seen == 4)"),
        ("handover.c", "(DataRace and ::slot == 2)"),
        ("handover.c", "(DataRace and ::slot == 4)"),
        ("handover.c", "(DivZero and true)"),
        ("handover.c", "(not at 27 and ::n_taken == 2)"),
        ("handover.c", "(main::d == -1 and true)"),
        ("locked.c", "(DivZero and ::count == 0)"),
        ("locked.c", "(DivZero and ::count == 1)"),
        ("locked.c", "(DataRace and true)"),
        ("locked.c", "(main::share == 10 and ::count == 1)"),
        ("locked.c", "(main::share == 0 and true)"),
        ("locked.c", "(at 9 and at 22)"),
        ("locked.c", "(at 9 and at 24)"),
        ("input.c", "main::sum == -3"),
        ("input.c", "main::sum == -4"),
        ("input.c", "(main::sum == 3 and main::c == 252)"),
        ("input.c", "(main::c == 252 at 13)"),
        ("input.c", "(OverFlows and true)"),
    ];
    let mut answers = Vec::new();
    for (file, formula) in formulas {
        let query = format!("E<> {formula}");
        let full = answer(&["--reduction", "none", file, &query]);
        assert_ne!(full, "unknown", "{file}: {query}");
        for reduction in ["chain", "persistent"] {
            assert_eq!(answer(&["--reduction", reduction, file, &query]), full, "{reduction}: {file}: {query}");
        }
        answers.push((file, formula, full));
    }
    let n_satisfied = answers.iter().filter(|(_, _, answer)| answer == "satisfied").count();
    assert!((8..20).contains(&n_satisfied), "the formulas are of both kinds: {answers:?}");
}

/// The same for every pair of lines that two threads may be in, and every line with every value of a variable.
#[test]
fn reductions_keep_all_pairs() {
    let taker = [14, 16, 18, 21];
    let others = [8, 9, 27, 29, 30, 33];
    let mut queries = String::new();
    for line in taker {
        others.iter().for_each(|other| queries += &format!("E<> (at {line} and at {other})\n"));
        (0..3).for_each(|taken| queries += &format!("E<> (::n_taken == {taken} and at {line})\n"));
    }
    for other in others {
        [0, 2, 4].iter().for_each(|seen| queries += &format!("E<> (taker::seen == {seen} and at {other})\n"));
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pairs.q");
    std::fs::write(&file, queries).expect("the file can be written");
    let answers = |reduction: &str| -> Vec<String> {
        let name = file.to_string_lossy().into_owned();
        let output = candor(&["--format", "json", "--reduction", reduction, "--file", &name, "handover.c"]);
        let text = String::from_utf8_lossy(&output.stdout);
        let value: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let results = value["results"].as_array().cloned().unwrap_or_default();
        results.iter().map(|result| format!("{}: {}", result["query"], result["answer"])).collect()
    };
    let full = answers("none");
    assert_eq!(full.len(), 54);
    let n_satisfied = full.iter().filter(|answer| answer.ends_with("\"satisfied\"")).count();
    assert!((20..50).contains(&n_satisfied), "{n_satisfied} of {full:#?}");
    assert!(!full.iter().any(|answer| answer.contains("unknown")), "{full:#?}");
    assert_eq!(answers("chain"), full);
    assert_eq!(answers("persistent"), full);
}

#[test]
fn checks_are_events() {
    assert_eq!(answer(&["-D", "FAULTY", "locked.c", "E<> division-by-zero"]), "satisfied");
    assert_eq!(answer(&["-D", "FAULTY", "locked.c", "E<> DivZero"]), "satisfied");
    assert_eq!(answer(&["locked.c", "E<> DivZero"]), "not-satisfied");
    // Nothing is known about what would come behind a division by zero.
    assert_eq!(answer(&["-D", "FAULTY", "locked.c", "E<> DataRace"]), "unknown");
    assert_eq!(answer(&["locked.c", "E<> DataRace"]), "not-satisfied");
    assert_eq!(answer(&["handover.c", "E<> data-race"]), "satisfied");
    assert_eq!(answer(&["input.c", "E<> (OverFlows or signed-overflow)"]), "not-satisfied");
}

/// A check is broken by a step; the rest of the formula is about the state in which it is made.
#[test]
fn checks_combine_with_states() {
    for reduction in ["none", "chain", "persistent"] {
        let check = |args: &[&str], formula: &str, expected: &str| {
            let query = format!("E<> ({formula})");
            let args: Vec<&str> = [&["--reduction", reduction], args, &[&query]].concat();
            assert_eq!(answer(&args), expected, "{args:?}");
        };
        check(&["locked.c"], "division-by-zero and ::count == 0", "not-satisfied");
        check(&["-D", "FAULTY", "locked.c"], "division-by-zero and ::count == 0", "satisfied");
        check(&["-D", "FAULTY", "locked.c"], "division-by-zero and ::count == 1", "not-satisfied");
        // The variable is written between the step that reads it and the one that goes wrong, neither of which uses it again.
        check(&["late.c"], "signed-overflow and ::x == 3", "satisfied");
        check(&["late.c"], "signed-overflow and ::x == 0", "satisfied");
        check(&["late.c"], "signed-overflow and main::seen == 3", "not-satisfied");
        check(&["late.c"], "signed-overflow and at 8", "satisfied");
        check(&["late.c"], "signed-overflow and not at 16", "not-satisfied");
        check(&["late.c"], "::x == 5 or signed-overflow", "satisfied");
        check(&["late.c"], "::x == 5 or signed-overflow and ::x == 4", "not-satisfied");
        // Nothing is known about what would come behind a division by zero that nobody asked for.
        check(&["-D", "FAULTY", "locked.c"], "assertion or ::count == 5", "unknown");
        check(&["stuck.c"], "deadlock and ::rounds == 1", "satisfied");
        check(&["stuck.c"], "deadlock and ::rounds == 2", "not-satisfied");
    }
}

/// Under a uniform schedule the same formulas have probabilities; those that cannot be reached have none.
#[test]
fn statistics_agree_with_the_search() {
    let hits = |file: &str, formula: &str| {
        let query = format!("Pr[<=3000](<> {formula}) {{Epsilon = 0.05}}");
        let (result, code) = ask(&[file, &query]);
        assert_eq!(code, Some(0), "{result}");
        result["satisfying"].as_u64().unwrap_or_default()
    };
    assert!(hits("handover.c", "(::slot == 2 and ::n_taken == 1)") > 0);
    assert_eq!(hits("handover.c", "(::slot == 0 and ::n_taken == 1)"), 0);
    assert!(hits("handover.c", "DataRace") > 0);
    assert_eq!(hits("locked.c", "division-by-zero"), 0);
    assert!(hits("locked.c", "main::share == 0") > 0);
    assert_eq!(hits("locked.c", "DataRace"), 0);
    // 6 of 256 inputs are above 250 and have 3 in the low bits, or not.
    let (result, _) = ask(&["input.c", "Pr[<=3000](<> main::sum == -3)"]);
    let truth = 2.0 / 256.0;
    assert!(number(&result["lower"]) <= truth && truth <= number(&result["upper"]), "{result}");
}

#[test]
fn a_file_of_queries() {
    let output = candor(&["--file", "peterson.q", "--entry", "petersons1", "--entry", "petersons2", "peterson.ll"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("query: E<> ([0.crit] and [1.crit])\nanswer: not satisfied\n"), "{text}");
    assert!(text.contains("states: 2959, 15 of them with a data race\n"), "{text}");
    assert!(text.contains(" with confidence 0.95\nruns: "), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn histograms_are_drawn() {
    let picture = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peterson.svg");
    let query = "Pr[<=5000](<> DataRace) {Epsilon = 0.1}";
    let name = picture.to_string_lossy().into_owned();
    let output = candor(&[&["--histogram", &name], &PETERSON[..], &[query]].concat());
    assert_eq!(output.status.code(), Some(0));
    let svg = std::fs::read_to_string(&picture).expect("the picture was written");
    assert!(svg.contains("<title>28 steps: "), "{svg}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("steps of satisfying runs: 28 to "), "{text}");
}

/// Processes can be checked, too.
#[test]
fn processes_are_checked() {
    let check = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
        let output = command.arg("check").args(args).current_dir(folder()).output().expect("candor can be started");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, text) = check(&[&["--property", "race"], &PETERSON[..]].concat());
    assert!(code == Some(1) && text.contains("data-race"), "{text}");
    let (code, text) = check(&["--property", "race", "--entry", "petersons1", "peterson.ll"]);
    assert_eq!(code, Some(0), "{text}");
}

fn complains(args: &[&str], expected: &str) {
    let output = candor(args);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains(expected), "{text}");
    assert_eq!(output.status.code(), Some(2), "{text}");
}

#[test]
fn mistakes_are_pointed_at() {
    complains(&["five.ll", "E<> [0.eror]"], "1 | E<> [0.eror]\n  |        ^^^^\n  = help: perhaps `error` is meant");
    complains(&["five.ll", "E<> (@0.main.%valeu;ui32 == 5;ui32)"], "perhaps `value` is meant");
    complains(&["five.ll", "E<> (@0.main.%value;ui16 == 5;ui16)"], "`%value` has 32 bits, ui16 has 16");
    complains(&["five.ll", "E<> (@0.main.%value;ui32 == 5;si32)"], "have the same type");
    complains(&["five.ll", "E<> (@0.main.%value;ui32 == -1;ui32)"], "-1 does not fit into 32 bits");
    complains(&["five.ll", "E<> (@0.main.%cell;ui64 == 0;ui64)"], "`%cell` is no integer");
    complains(&["five.ll", "E<> (main::x == 3)"], "`main` has no variable `x`");
    complains(&["five.ll", "E<> (::g == 3)"], "there is no global variable `g`");
    complains(&["five.ll", "E<> at 99"], "nothing is executed in line 99");
    complains(&["five.ll", "Pr[<=5](<> true) >= 0.001"], "not farther from 0 and 1 than Delta");
    complains(&["five.ll"], "there is no query");
    complains(&["peterson.ll", "E<> DataRace"], "say with --entry where to start");
    complains(&["--entry", "nobody", "peterson.ll", "EnumStates"], "there is no function `nobody`");
    complains(&["--distribution", "x=uniform(0,9)", "five.ll", "EnumStates"], "no input is stored in a variable `x`");
    complains(&["--distribution", "x=gauss(0,9)", "five.ll", "EnumStates"], "is no distribution");
    complains(&["--scheduler", "fair", "five.ll", "EnumStates"], "is no scheduler");
}
