//! Two sets of results side by side: who solved what, who contradicts whom, and who was faster.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use crate::answer::{Answer, Judgement};
use crate::results::ResultRow;
use crate::score::ScoreTable;

/// What two sets have in common and what not. Rows are pairs, of the first set and of the second.
#[derive(Debug)]
pub struct Comparison<'r> {
    pub pairs: Vec<(&'r ResultRow, &'r ResultRow)>,
    pub contradictions: Vec<(&'r ResultRow, &'r ResultRow)>,
    /// Solved means: a verdict that is not known to be wrong.
    pub by_both: Vec<(&'r ResultRow, &'r ResultRow)>,
    pub only_first: Vec<(&'r ResultRow, &'r ResultRow)>,
    pub only_second: Vec<(&'r ResultRow, &'r ResultRow)>,
    /// Tasks that are in one set only.
    pub unpaired: [usize; 2],
    pub scores: [ScoreTable; 2],
}

/// Compares the rows that are about the same task: path, function and property.
pub fn compare<'r>(first: &'r [ResultRow], second: &'r [ResultRow]) -> Comparison<'r> {
    let key = |row: &'r ResultRow| (&*row.path, &*row.function, &*row.property);
    let mut others: BTreeMap<_, Vec<&ResultRow>> = BTreeMap::new();
    for row in second.iter().rev() {
        others.entry(key(row)).or_default().push(row);
    }
    let mut pairs = Vec::new();
    for row in first {
        if let Some(other) = others.get_mut(&key(row)).and_then(Vec::pop) {
            pairs.push((row, other));
        }
    }
    let select = |keep: &dyn Fn(&ResultRow, &ResultRow) -> bool| {
        pairs.iter().copied().filter(|(a, b)| keep(a, b)).collect::<Vec<_>>()
    };
    let solved = |row: &ResultRow| row.answer.is_verdict() && row.judgement() != Judgement::Wrong;
    Comparison {
        contradictions: select(&|a, b| contradict(&a.answer, &b.answer)),
        by_both: select(&|a, b| solved(a) && solved(b)),
        only_first: select(&|a, b| solved(a) && !solved(b)),
        only_second: select(&|a, b| !solved(a) && solved(b)),
        unpaired: [first.len() - pairs.len(), second.len() - pairs.len()],
        scores: [scores_of(pairs.iter().map(|pair| pair.0)), scores_of(pairs.iter().map(|pair| pair.1))],
        pairs,
    }
}

fn scores_of<'r>(rows: impl Iterator<Item = &'r ResultRow>) -> ScoreTable {
    ScoreTable::new(&rows.cloned().collect::<Vec<_>>())
}

fn contradict(a: &Answer, b: &Answer) -> bool {
    match (a, b) {
        (Answer::True, Answer::False(_)) | (Answer::False(_), Answer::True) => true,
        // A tool that does not say which part is violated contradicts nobody.
        (Answer::False(Some(a)), Answer::False(Some(b))) => a != b,
        _ => false,
    }
}

/// How the times on tasks that both solved compare: of the second over the first.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Ratios {
    pub geometric_mean: f64,
    pub median: f64,
    pub least: f64,
    pub most: f64,
    pub total: [f64; 2],
}

/// Times below this are as good as equal.
const LEAST_SECONDS: f64 = 0.01;

impl Comparison<'_> {
    /// `None` if there is no task that both solved.
    pub fn ratios(&self) -> Option<Ratios> {
        let seconds = |row: &ResultRow| row.seconds.max(LEAST_SECONDS);
        let mut ratios: Vec<f64> = self.by_both.iter().map(|(a, b)| seconds(b) / seconds(a)).collect();
        ratios.sort_by(f64::total_cmp);
        let count = f64::from(u32::try_from(ratios.len()).ok()?);
        let total = |pick: fn(&(&ResultRow, &ResultRow)) -> f64| self.by_both.iter().map(pick).sum();
        Some(Ratios {
            geometric_mean: (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / count).exp(),
            median: *ratios.get(ratios.len() / 2)?,
            least: *ratios.first()?,
            most: *ratios.last()?,
            total: [total(|pair| pair.0.seconds), total(|pair| pair.1.seconds)],
        })
    }
}

/// The comparison for people; contradictions and wrong answers come first.
pub fn render_comparison(comparison: &Comparison<'_>, names: [&str; 2], list_all: bool) -> String {
    let [first, second] = names;
    let mut text = String::new();
    let mut line = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    for (a, b) in &comparison.contradictions {
        line(format!("CONTRADICTION: {}: {first} {}, {second} {}", task(a), a.answer, b.answer));
    }
    for (a, b) in &comparison.pairs {
        for (row, name) in [(a, first), (b, second)] {
            if row.judgement() == Judgement::Wrong {
                line(format!("WRONG: {}: {name} {}", task(row), row.answer));
            }
        }
    }
    if list_all {
        for (title, pairs) in [(first, &comparison.only_first), (second, &comparison.only_second)] {
            for (a, b) in pairs {
                line(format!(
                    "only {title}: {}: {} {:.2} s, {} {:.2} s",
                    task(a),
                    a.answer,
                    a.seconds,
                    b.answer,
                    b.seconds
                ));
            }
        }
    }
    let n = |pairs: &Vec<_>| pairs.len();
    line(format!("tasks in both sets   {}", comparison.pairs.len()));
    for (name, unpaired) in names.iter().zip(comparison.unpaired) {
        if unpaired > 0 {
            line(format!("only in {name}: {unpaired} tasks, not compared"));
        }
    }
    line(format!("solved by both       {}", n(&comparison.by_both)));
    line(format!("solved only by {first}: {}", n(&comparison.only_first)));
    line(format!("solved only by {second}: {}", n(&comparison.only_second)));
    line(format!("contradictions       {}", n(&comparison.contradictions)));
    let [a, b] = &comparison.scores;
    line(format!("score                {first} {}, {second} {}", a.all.score, b.all.score));
    for (property, score) in &a.properties {
        let other = b.properties.get(property).cloned().unwrap_or_default();
        let solved =
            |score: &crate::score::Score| score.right_true + score.right_false + score.open_true + score.open_false;
        let name = if property.is_empty() { "default" } else { property };
        line(format!(
            "  {name}: {} tasks, solved {} and {}, score {} and {}",
            score.tasks,
            solved(score),
            solved(&other),
            score.score,
            other.score
        ));
    }
    if let Some(ratios) = comparison.ratios() {
        line(format!(
            "time on tasks that both solved: {first} {:.1} s, {second} {:.1} s; {second} takes {:.2} times as long as {first} \
             (geometric mean; median {:.2}, from {:.2} to {:.2})",
            ratios.total[0], ratios.total[1], ratios.geometric_mean, ratios.median, ratios.least, ratios.most
        ));
    }
    text
}

fn task(row: &ResultRow) -> String {
    let mut text = row.path.clone();
    for (what, value) in [(" function ", &row.function), (" ", &row.property)] {
        if !value.is_empty() {
            write!(text, "{what}{value}").expect("strings take everything");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::row;

    #[test]
    fn who_solved_what() {
        let first = [
            row("a", Some(true), "TRUE", 1.0),
            row("b", Some(true), "UNKNOWN", 1.0),
            row("c", Some(false), "FALSE", 2.0),
            row("d", Some(true), "TRUE", 1.0),
            row("only", Some(true), "TRUE", 1.0),
        ];
        let second = [
            row("d", Some(true), "FALSE", 1.0),
            row("c", Some(false), "FALSE(valid-free)", 8.0),
            row("b", Some(true), "TRUE", 1.0),
            row("a", Some(true), "TRUE", 2.0),
        ];
        let comparison = compare(&first, &second);
        let names =
            |pairs: &[(&ResultRow, &ResultRow)]| pairs.iter().map(|pair| pair.0.path.clone()).collect::<Vec<_>>();
        assert_eq!(names(&comparison.pairs), ["a", "b", "c", "d"]);
        assert_eq!(names(&comparison.by_both), ["a", "c"]);
        assert_eq!(names(&comparison.only_first), ["d"]);
        assert_eq!(names(&comparison.only_second), ["b"]);
        assert_eq!(names(&comparison.contradictions), ["d"]);
        assert_eq!(comparison.unpaired, [1, 0]);
        assert_eq!([comparison.scores[0].all.score, comparison.scores[1].all.score], [5, 2 + 1 + 2 - 16]);
        let ratios = comparison.ratios().expect("both solved some");
        assert!((ratios.geometric_mean - 8_f64.sqrt()).abs() < 1e-9, "{ratios:?}");
        assert_eq!((ratios.least, ratios.most), (2.0, 4.0));
        let text = render_comparison(&comparison, ["A", "B"], true);
        assert!(
            text.starts_with("CONTRADICTION: d unreach-call: A TRUE, B FALSE\nWRONG: d unreach-call: B FALSE\n"),
            "{text}"
        );
    }

    #[test]
    fn nothing_in_common() {
        let comparison = compare(&[], &[]);
        assert_eq!(comparison.ratios(), None);
        assert!(render_comparison(&comparison, ["A", "B"], false).contains("solved by both       0"));
    }
}
