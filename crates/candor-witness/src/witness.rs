//! Witnesses as data.

use crate::condition::Comparison;
use crate::{graphml, sequence};

/// What a witness claims.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Violation,
    Correctness,
}

/// A witness, as far as it can guide a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    pub kind: Kind,
    /// As in a `.prp` file.
    pub specification: Option<String>,
    /// The check that is violated, where candor wrote the witness and the specification is only the nearest that there is.
    pub check: Option<String>,
    /// Where candor wrote the witness: allocations may fail.
    pub malloc_may_fail: bool,
    /// 32 or 64.
    pub pointer_bits: Option<u32>,
    /// The digest of the program it is about, in hexadecimal digits.
    pub hash: Option<String>,
    /// In the order in which an execution comes by.
    pub segments: Vec<Segment>,
    /// What must not happen between the last segment and the violation.
    pub avoid: Vec<Waypoint>,
    /// The line of the violation, where the witness is clear about it.
    pub target: Option<u32>,
}

/// As the option of `candor check` is called.
pub(crate) const MALLOC_MAY_FAIL: &str = "malloc-may-fail";

/// The check that candor's own witness is about, if it names one, and whether allocations may fail: words with spaces between.
pub(crate) fn read_configuration(text: &str) -> (Option<String>, bool) {
    let check = text.split_whitespace().find(|&word| word != MALLOC_MAY_FAIL);
    (check.map(str::to_owned), text.split_whitespace().any(|word| word == MALLOC_MAY_FAIL))
}

/// A piece of the way: where it leads, and what must not happen before it gets there.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    pub avoid: Vec<Waypoint>,
    pub follow: Waypoint,
}

/// Something that happens at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Waypoint {
    pub line: u32,
    pub column: Option<u32>,
    pub event: Event,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A branching statement goes this way.
    Branch(Way),
    /// A call has returned; all comparisons hold then.
    Return(Vec<Comparison>),
    /// A statement is about to be executed; all comparisons hold before.
    Before(Vec<Comparison>),
}

/// How a branching statement goes on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Way {
    Then,
    Else,
    Case(i128),
    Default,
}

/// What is known of values at a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint<'w> {
    pub line: u32,
    /// All of them hold.
    pub comparisons: &'w [Comparison],
}

impl Witness {
    /// What the way says about values, in order.
    pub fn hints(&self) -> Vec<Hint<'_>> {
        let follows = self.segments.iter().map(|segment| &segment.follow);
        let hints = follows.map(|point| Hint { line: point.line, comparisons: point.event.comparisons() });
        hints.filter(|hint| !hint.comparisons.is_empty()).collect()
    }
}

impl Event {
    pub fn comparisons(&self) -> &[Comparison] {
        match self {
            Event::Branch(_) => &[],
            Event::Return(comparisons) | Event::Before(comparisons) => comparisons,
        }
    }
}

/// Reads a witness in either format, or says what is wrong with it.
pub fn read(text: &str) -> Result<Witness, String> {
    match text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        true => graphml::read(text),
        false => sequence::read(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::condition::{Operator, Subject};

    const GRAPH: &str = r#"<?xml version="1.0"?>
<!-- made by hand -->
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
 <key id="entry" for="node"><default>false</default></key>
 <graph edgedefault="directed">
  <data key="witness-type">violation_witness</data>
  <data key="specification">CHECK( init(main()), LTL(G ! call(reach_error())) )</data>
  <data key="architecture">32bit</data>
  <data key="programhash">ABC</data>
  <node id="a"><data key="entry">true</data></node>
  <node id="b"/> <node id="sink"><data key="sink">true</data></node>
  <node id="c"><data key="violation">true</data></node>
  <edge source="b" target="c"><data key="startline">9</data></edge>
  <edge source="a" target="sink"><data key="startline">3</data></edge>
  <edge source="a" target="b">
   <data key="startline">4</data>
   <data key="assumption">\result == (-7); n &lt; 3</data>
   <data key="assumption.resultfunction"><![CDATA[__VERIFIER_nondet_int]]></data>
  </edge>
 </graph>
</graphml>"#;

    #[test]
    fn graphs_are_followed_from_the_entry() {
        let witness = read(GRAPH).expect("it can be read");
        assert_eq!((witness.kind, witness.pointer_bits, witness.target), (Kind::Violation, Some(32), None));
        assert_eq!(witness.hash.as_deref(), Some("abc"));
        let [hint] = &witness.hints()[..] else { panic!("{witness:?}") };
        assert_eq!(hint.line, 4);
        let result = Comparison { subject: Subject::Result, operator: Operator::Equal, value: -7 };
        let other = Comparison { subject: Subject::Variable("n".to_owned()), operator: Operator::Less, value: 3 };
        assert_eq!(hint.comparisons, [result, other]);
    }

    const SEQUENCE: &str = r#"
- entry_type: "violation_sequence"
  metadata:
    format_version: 2.0
    task:
      input_files: ['a.c']
      input_file_hashes: {'a.c': 12ab}
      specification: |
        CHECK( init(main()), LTL(G ! overflow) )
      data_model: ILP32   # old
  content:
  - segment:
    - waypoint:
        type: branching
        action: avoid
        location: {file_name: a.c, line: 3}
        constraint: {value: "true"}
    - waypoint:
        type: function_return
        action: follow
        location:
          file_name: "a.c"
          line: 5
          column: 33
        constraint:
          format: acsl_expression
          value: "\\result == 2147483647"
  - segment:
      - waypoint:
          type: target
          action: follow
          location:
            line: 8
"#;

    #[test]
    fn sequences_keep_what_is_to_be_followed() {
        let witness = read(SEQUENCE).expect("it can be read");
        assert_eq!((witness.kind, witness.pointer_bits, witness.target), (Kind::Violation, Some(32), Some(8)));
        assert_eq!(witness.specification.as_deref(), Some("CHECK( init(main()), LTL(G ! overflow) )\n"));
        let [hint] = &witness.hints()[..] else { panic!("{witness:?}") };
        assert_eq!((hint.line, hint.comparisons[0].value), (5, 2_147_483_647));
        let avoided = Waypoint { line: 3, column: None, event: Event::Branch(Way::Then) };
        assert_eq!(witness.segments[0].avoid, [avoided]);
        assert_eq!(witness.segments[0].follow.column, Some(33));
    }

    #[test]
    fn conditions_of_one_line_are_one_branch() {
        let edge = |source: &str, target: &str, line: u32, control: &str| {
            format!(
                "<edge source='{source}' target='{target}'><data key='startline'>{line}</data>\
                 <data key='control'>{control}</data></edge>"
            )
        };
        let text = format!(
            "<graphml><graph><data key='witness-type'>violation_witness</data>\
             <node id='a'><data key='entry'>true</data></node><node id='s'><data key='sink'>true</data></node>\
             <node id='d'><data key='violation'>true</data></node>{}{}{}{}</graph></graphml>",
            edge("a", "b", 4, "condition-false"),
            edge("b", "c", 4, "condition-true"),
            edge("c", "d", 5, "condition-false"),
            edge("c", "s", 5, "condition-true"),
        );
        let witness = read(&text).expect("it can be read");
        let branch = |line, way| Waypoint { line, column: None, event: Event::Branch(way) };
        let first = Segment { avoid: vec![], follow: branch(4, Way::Then) };
        let second = Segment { avoid: vec![branch(5, Way::Then)], follow: branch(5, Way::Else) };
        assert_eq!(witness.segments, [first, second]);
    }

    #[test]
    fn what_is_no_witness_is_refused() {
        for text in ["", "<", "<a", "<a></b>", "- x: 1", "{", "<graphml/>", "42", "a: [1, 2", "- \"", "\0\u{1}"] {
            assert!(read(text).is_err(), "{text:?}");
        }
        let deep = "<a>".repeat(100_000);
        assert!(read(&deep).is_err());
        let deep = "- ".repeat(100_000);
        assert!(read(&deep).is_err());
        let deep = format!("- {}", "[".repeat(100_000));
        assert!(read(&deep).is_err());
    }

    #[test]
    fn broken_witnesses_never_panic() {
        for text in [GRAPH, SEQUENCE] {
            for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
                drop(read(&text[..end]));
                drop(read(&text[end..]));
            }
        }
    }
}
