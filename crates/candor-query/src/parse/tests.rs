//! What can be read, and how mistakes are shown.

use super::*;

/// The query shown again is the query.
fn round_trips(text: &str) {
    let query = parse_query(text).unwrap_or_else(|error| panic!("{}", error.render("query", text)));
    let shown = query.to_string();
    assert_eq!(shown, text);
    assert_eq!(parse_query(&shown), Ok(query));
}

#[test]
fn queries_are_shown_as_they_are_written() {
    for text in [
        "E<> DataRace",
        "E<> [0.error]",
        "E<> (@0.main.%b;ui8 == 1;ui8)",
        "E<> (@0.F.%tmp3;ui32 == 3;ui32)",
        "E<> ((main::x == -3) and not (::g < 7))",
        "E<> ((main::x == 3 at 12) or ((1.worker::i;ui16 >= 0) and at 7))",
        "E<> (use-after-free or (division-by-zero or true))",
        "Pr[<=5000](<> DataRace)",
        "Pr[<=5000](<> DataRace) {Alpha = 0.01, Epsilon = 0.05}",
        "Pr[<=10](<> deadlock) {Method = Chernoff}",
        "Pr[<=10](<> not DivZero) >= 0.25",
        "Pr[<=10](<> OverFlows) <= 0.5 {Alpha = 0.05, Beta = 0.1, Delta = 0.02}",
        "EnumStates",
        "EnumStatesSMC <=5000 100",
    ] {
        round_trips(text);
    }
}

#[test]
fn words_and_signs_mean_the_same() {
    let words = parse_query("E<> (not DivZero and DataRace or OverFlows)");
    assert_eq!(words, parse_query("E<>!DivZero&&data-race||OverFlows"));
    assert_eq!(words.map(|query| query.to_string()), Ok("E<> ((not DivZero and DataRace) or OverFlows)".to_owned()));
}

#[test]
fn a_file_has_several_queries() {
    let text = "// Is there a race?\nE<> DataRace\nPr[<=5](<> DataRace)\n{Alpha=0.1} EnumStates # all\n";
    let queries = parse_queries(text).expect("is well-formed");
    assert_eq!(queries.len(), 3);
    let (_, span) = &queries[1];
    assert_eq!(&text[span.start..span.end], "Pr[<=5](<> DataRace)\n{Alpha=0.1}");
}

fn complains(text: &str, marked: &str, message: &str) {
    let error = parse_queries(text).expect_err("is wrong");
    let shown = error.render("query", text);
    assert!(shown.contains(message), "{shown}");
    assert_eq!(&text[error.span.start..error.span.end], marked, "{shown}");
}

#[test]
fn mistakes_are_pointed_at() {
    complains("", "", "there is no query");
    complains("A<> true", "A", "`A` is no query");
    complains("E<> data-rice", "data-rice", "perhaps `data-race` is meant");
    complains("E<> termination", "termination", "is not about states");
    complains("E<> (main::x = 3)", "=", "equality is `==`");
    complains("E<> (main::x ==)", ")", "a number, a variable or a register is expected here, not `)`");
    complains("E<> (x == 3)", "x", "a global one is `::x`");
    complains("E<> (@0.main.%b == 1)", "==", "the type of the register");
    complains("E<> (@0.main.%b;ui7 == 1)", "ui7", "si64");
    complains("Pr[<=0](<> true)", "0", "is from 1");
    complains("Pr[<=9](<> true) {Beta = 0.1}", "Beta", "there are Alpha, Epsilon, Method");
    complains("Pr[<=9](<> true) {Alpha = 2.5}", "2.5", "Alpha is between 0 and 1");
    complains("Pr[<=9](<> true) {Alpha = 0}", "0", "without them");
    complains("Pr[<=9](<> true", "", "`)` is expected here, not the end of the query");
    complains("E<> ~", "~", "`~` means nothing in a query");
    complains(&format!("E<> {}", "(".repeat(500)), "(", "too many");
}
