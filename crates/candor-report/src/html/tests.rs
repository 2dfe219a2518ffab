//! The page is well-formed whatever the program says.

use candor_evidence::Report;
use candor_ir::{Endian, Program, Target};

use super::*;
use crate::diagnostic::Kind;

fn findings() -> Findings {
    let target = Target { pointer_bits: 64, endian: Endian::Little, data_layout: String::new(), triple: String::new() };
    Findings::new(&Report::default(), &Program::new(target), |_| true)
}

/// The data of a page.
fn data_of(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").expect("there is data");
    let (data, _) = rest.split_once("</script>").expect("it ends");
    serde_json::from_str(data).expect("it is JSON")
}

#[test]
fn a_page_needs_nothing_else() {
    let page = render_html(Ok(&findings()), &mut SourceCache::empty());
    for word in ["http://", "https://", "src=", "@import", "url(", "fetch("] {
        let n_allowed = match word {
            // The namespace of SVG is a name, and markers are parts of the page.
            "http://" => 1,
            "url(" => page.matches("url(#").count(),
            _ => 0,
        };
        assert_eq!(page.matches(word).count(), n_allowed, "{word}");
    }
    assert_eq!(data_of(&page)["verdict"], "holds");
}

#[test]
fn nothing_that_a_program_says_is_markup() {
    let evil = "</script><script>alert(1)</script><!--\u{2028}";
    let mut findings = findings();
    findings.assumptions.push(evil.to_owned());
    findings.checks.push(Finding {
        check: candor_ir::Check::Assertion,
        function: evil.to_owned(),
        place: Some(Place { file: evil.to_owned(), line: 1, column: 0 }),
        answer: Answer::Unknown { reason: evil.to_owned() },
        engine: None,
    });
    let mut sources = SourceCache::new(|path| (path == evil).then(|| evil.as_bytes().to_vec()));
    let page = render_html(Ok(&findings), &mut sources);
    assert!(!page.contains("alert(1)</") && page.matches("</script>").count() == 2, "{page}");
    let data = data_of(&page);
    assert_eq!(data["assumptions"][0], evil);
    assert_eq!(data["files"][0]["lines"][0], evil);
}

#[test]
fn a_refusal_is_a_page_too() {
    let diagnostic = Diagnostic::bare(Kind::InputError, "a<b.c: no such file");
    let page = render_html(Err(&diagnostic), &mut SourceCache::empty());
    assert!(page.contains("<title>candor: a&lt;b.c: no such file</title>"), "{page}");
    assert_eq!(data_of(&page)["error"], "a<b.c: no such file");
}
