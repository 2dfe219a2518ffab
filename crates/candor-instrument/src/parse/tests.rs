//! Bad rule files: the message names the line, the column and the reason.

use super::parse;
use crate::rules::{Find, Level, Place};

/// A file with one instruction rule whose fields are these.
fn rule(fields: &str) -> String {
    format!(
        "{{\"functions\": [{{\"name\": \"note\", \"parameters\": [\"ptr\", \"size\"]}}],\n\
         \"flags\": {{\"seen\": \"false\"}},\n\
         \"phases\": [{{\"instructionsRules\": [{{\n{fields}\n}}]}}]}}"
    )
}

#[track_caller]
fn check_error(fields: &str, expected: &str) {
    assert_eq!(parse(rule(fields).as_bytes()).expect_err("is wrong").to_string(), expected);
}

const LOAD: &str =
    "\"findInstructions\": [{\"instruction\": \"load\", \"operands\": [\"<p>\"], \"getTypeSize\": \"<n>\"}],\n";

#[test]
fn a_rule_is_read() {
    let call = "\"newInstruction\": {\"instruction\": \"call\", \"operands\": [\"<p>\", \"<n>\", \"note\"]},\n";
    let rest = "\"where\": \"before\", \"in\": [\"main\"], \"levels\": [\"rc\", \"rc+rt\"], \"library\": false,\n\
                \"conditions\": [{\"query\": [\"isInvalid\", \"<p>\"], \"expectedResults\": [\"true\"]},\n\
                {\"query\": [\"seen\"], \"expectedResults\": [\"false\"]}], \"setFlags\": {\"seen\": \"true\"}";
    let rules = parse(rule(&format!("{LOAD}{call}{rest}")).as_bytes()).expect("is right");
    let rule = &rules.phases[0].rules[0];
    assert_eq!((rule.place, rule.library), (Place::Before, false));
    assert_eq!(rule.levels, [Level::ReducedChecks, Level::ReducedTracking]);
    assert_eq!((rule.conditions.len(), rule.calls.len(), rule.effects.len()), (2, 1, 1));
    assert!(matches!(&rule.find, Find::Instructions(patterns) if patterns.len() == 1));
}

#[test]
fn unknown_keys_and_words_get_suggestions() {
    check_error(
        "\"findInstruction\": []",
        "4:1: a rule has no key `findInstruction` (did you mean `findInstructions`?); it has findInstructions, \
         description, in, library, levels, group, conditions, newInstruction, where, setFlags, remember, \
         rememberTargets, rememberUndecidedTargets, rememberHolders",
    );
    check_error(
        "\"findInstructions\": [{\"instruction\": \"laod\"}]",
        "4:38: there is no instruction `laod` (did you mean `load`?)",
    );
    check_error(
        &format!("{LOAD}\"where\": \"before\", \"levels\": [\"rc-rt\"]"),
        "5:31: there is no level `rc-rt` (did you mean `rc+rt`?); there are basic, rc, rc+rt",
    );
    check_error(
        &format!("{LOAD}\"conditions\": [{{\"query\": [\"isInvalidd\", \"<p>\"], \"expectedResults\": [\"true\"]}}]"),
        "5:27: there is no query and no flag `isInvalidd` (did you mean `isInvalid`?)",
    );
    check_error(
        &format!("{LOAD}\"where\": \"before\", \"setFlags\": {{\"sen\": \"true\"}}"),
        "5:33: there is no flag `sen` (did you mean `seen`?)",
    );
}

#[test]
fn what_cannot_work_is_refused() {
    check_error("\"findInstructions\": []", "4:21: a rule needs at least one instruction to look for");
    check_error(LOAD.trim_end_matches(",\n"), "3:35: the rule needs `where`: before or after");
    check_error(
        &format!(
            "{LOAD}\"where\": \"before\", \"newInstruction\": {{\"instruction\": \"call\", \"operands\": [\"<q>\", \"<n>\", \"note\"]}}"
        ),
        "5:75: nothing binds the variable `<q>` (did you mean `p`?)",
    );
    check_error(
        &format!(
            "{LOAD}\"where\": \"before\", \"newInstruction\": {{\"instruction\": \"call\", \"operands\": [\"<p>\", \"note\"]}}"
        ),
        "5:82: `note` has 2 parameters and is given 1 arguments",
    );
    check_error(
        &format!(
            "{LOAD}\"where\": \"before\", \"newInstruction\": {{\"instruction\": \"call\", \"operands\": [\"not\"]}}"
        ),
        "5:75: the function `not` is not declared under `functions` (did you mean `note`?)",
    );
    check_error(
        &format!("{LOAD}\"where\": \"before\", \"newInstruction\": {{\"instruction\": \"add\", \"operands\": []}}"),
        "5:54: only calls can be inserted",
    );
    check_error(
        "\"findInstructions\": [{\"instruction\": \"ret\"}],\n\"where\": \"after\"",
        "5:10: nothing comes after an instruction that ends its block",
    );
    check_error(
        &format!("{LOAD}\"conditions\": [{{\"query\": [\"isInvalid\"], \"expectedResults\": [\"true\"]}}]"),
        "5:27: `isInvalid` needs 1 arguments and has 0",
    );
    check_error(
        &format!("{LOAD}\"conditions\": [{{\"query\": [\"isInvalid\", \"<p>\"], \"expectedResults\": [\"yes\"]}}]"),
        "5:68: `isInvalid` never answers `yes`, only true, false, maybe",
    );
    check_error(
        "\"findInstructions\": [{\"instruction\": \"call\", \"operands\": [\"...\", \"...\", \"f\"]}]",
        "4:66: `...` can stand only once among the operands",
    );
}

#[test]
fn what_does_nothing_or_comes_too_early_is_refused() {
    check_error(
        &format!("{LOAD}\"where\": \"before\""),
        "3:35: the rule does nothing: it inserts no call, sets no flag and remembers nothing",
    );
    check_error(
        "\"findInstructions\": [{\"instruction\": \"load\", \"returnValue\": \"<r>\"}], \"where\": \"before\",\n\
         \"newInstruction\": {\"instruction\": \"call\", \"operands\": [\"<r>\", 8, \"note\"]}",
        "5:19: `<r>` is the result of an instruction and not known before it",
    );
    check_error(
        &format!("{LOAD}\"conditions\": [{{\"query\": [\"isInvalid\", \"<p>\"], \"expectedResults\": []}}]"),
        "5:67: no answer is expected, so that the rule never applies",
    );
    check_error(
        &format!(
            "{LOAD}\"where\": \"before\", \"newInstruction\": {{\"instruction\": \"call\", \"operands\": [\"<p>\", -1, \"note\"]}}"
        ),
        "5:82: -1 does not fit the parameter of `note`",
    );
}

#[test]
fn numbers_fit_their_types() {
    let holds = |name: &str, number: i64| {
        let text = format!(
            "{{\"functions\": [{{\"name\": \"f\", \"parameters\": [\"{name}\"]}}], \"phases\": [{{\"instructionsRules\": [{{\
             \"findInstructions\": [{{\"instruction\": \"load\"}}], \"where\": \"before\", \
             \"newInstruction\": {{\"instruction\": \"call\", \"operands\": [{number}, \"f\"]}}}}]}}]}}"
        );
        parse(text.as_bytes()).is_ok()
    };
    for (name, least, most) in [
        ("i1", 0, 1),
        ("i8", -128, 127),
        ("u8", 0, 255),
        ("i16", -32_768, 32_767),
        ("u32", 0, u32::MAX.into()),
        ("i32", i32::MIN.into(), i32::MAX.into()),
    ] {
        assert_eq!(
            [least - 1, least, most, most + 1].map(|number| holds(name, number)),
            [false, true, true, false],
            "{name}"
        );
    }
    assert!(holds("i64", i64::MIN) && holds("i128", -1) && holds("u64", i64::MAX) && holds("size", 0));
    assert!(!holds("u64", -1) && !holds("u128", -1) && !holds("size", -1));
}

/// A rule that can never apply would look like a program without faults.
#[test]
fn operands_are_as_many_as_there_can_be() {
    let find = |word: &str, operands: &str| {
        format!(
            "\"findInstructions\": [{{\"instruction\": \"{word}\", \"operands\": [{operands}]}}], \"where\": \"before\", \"setFlags\": {{\"seen\": \"yes\"}}"
        )
    };
    let any = |n: usize| vec!["\"*\""; n].join(", ");
    check_error(&find("load", &any(3)), "4:58: `load` never has 3 operands, but 1");
    check_error(&find("alloca", &any(2)), "4:60: `alloca` never has 2 operands, but 0 to 1");
    check_error(&find("br", &any(3)), "4:56: `br` never has 3 operands, but 0 to 1");
    check_error(&find("call", ""), "4:58: `call` never has 0 operands, but at least 1");
    check_error(&find("store", "\"*\", \"...\", \"*\", \"*\""), "4:59: `store` never has at least 3 operands, but 2");
    for (word, operands) in [("load", any(1)), ("br", any(1)), ("call", any(9)), ("add", any(2)), ("ret", any(0))] {
        parse(rule(&find(word, &operands)).as_bytes()).expect("is right");
    }
    for word in ["load", "fence", "call", "memcpy"] {
        parse(rule(&find(word, "\"...\"")).as_bytes()).expect("is right");
    }
}

#[test]
fn mistakes_outside_of_rules() {
    let error = |text: &str| parse(text.as_bytes()).expect_err("is wrong").to_string();
    assert_eq!(error("[]"), "1:1: a rule file is an object, not a list");
    assert_eq!(error("{}"), "1:1: a rule file needs the key `phases`");
    assert_eq!(
        error("{\"functions\": [{\"name\": \"f\", \"parameters\": [\"int\"]}], \"phases\": []}"),
        "1:45: there is no type `int`; there are ptr, size, i1, i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, f32, f64"
    );
    assert_eq!(
        error("{\"functions\": [{\"name\": \"f-g\", \"parameters\": []}], \"phases\": []}"),
        "1:25: `f-g` is no name of a function in C"
    );
    assert_eq!(
        error("{\"phases\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}"),
        "1:28: there are two phases with the name `a`"
    );
}
