//! SV-COMP's score: a proof is worth 2, an alarm 1, a wrong alarm -16, a wrong proof -32.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use crate::answer::{Answer, Judgement};
use crate::results::ResultRow;

/// The counts of one property, or of all tasks.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Score {
    pub tasks: u32,
    pub right_true: u32,
    pub right_false: u32,
    pub wrong_true: u32,
    pub wrong_false: u32,
    /// Verdicts that nobody has an expectation for.
    pub open_true: u32,
    pub open_false: u32,
    /// Functions that break a check with some arguments only.
    pub depends: u32,
    pub unknown: u32,
    pub timeout: u32,
    pub out_of_memory: u32,
    pub error: u32,
    pub score: i64,
    /// Of the right answers.
    pub seconds: f64,
    pub cpu_seconds: f64,
}

impl Score {
    fn add(&mut self, row: &ResultRow) {
        self.tasks += 1;
        let judgement = row.judgement();
        let (counter, points) = match (&row.answer, judgement) {
            (Answer::True, Judgement::Right) => (&mut self.right_true, 2),
            (Answer::True, Judgement::Wrong) => (&mut self.wrong_true, -32),
            (Answer::True, Judgement::Open | Judgement::None) => (&mut self.open_true, 0),
            (Answer::False(_), Judgement::Right) => (&mut self.right_false, 1),
            (Answer::False(_), Judgement::Wrong) => (&mut self.wrong_false, -16),
            (Answer::False(_), Judgement::Open | Judgement::None) => (&mut self.open_false, 0),
            (Answer::Depends, _) => (&mut self.depends, 0),
            (Answer::Unknown, _) => (&mut self.unknown, 0),
            (Answer::Timeout, _) => (&mut self.timeout, 0),
            (Answer::OutOfMemory, _) => (&mut self.out_of_memory, 0),
            (Answer::Error, _) => (&mut self.error, 0),
        };
        *counter += 1;
        self.score += points;
        if judgement == Judgement::Right {
            self.seconds += row.seconds;
            self.cpu_seconds += row.cpu_seconds;
        }
    }
}

/// The scores of each property and of all.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ScoreTable {
    pub properties: BTreeMap<String, Score>,
    pub all: Score,
}

impl ScoreTable {
    pub fn new(rows: &[ResultRow]) -> ScoreTable {
        let mut table = ScoreTable::default();
        for row in rows {
            table.properties.entry(row.property.clone()).or_default().add(row);
            table.all.add(row);
        }
        table
    }
}

/// The table as text; above it the wrong answers and the violations that nobody expected.
pub fn render_scores(rows: &[ResultRow]) -> String {
    let mut text = String::new();
    for row in rows.iter().filter(|row| row.judgement() == Judgement::Wrong) {
        let expected = if row.expected.as_ref().is_some_and(|expected| expected.holds) { "true" } else { "false" };
        writeln!(text, "WRONG: {} for {} of {}, expected {expected}", row.answer, row.property, row.path)
            .expect("strings take everything");
    }
    let found = |row: &&ResultRow| row.judgement() == Judgement::Open && matches!(row.answer, Answer::False(_));
    for row in rows.iter().filter(found) {
        let function = if row.function.is_empty() { String::new() } else { format!(" function {}", row.function) };
        writeln!(text, "VIOLATED: {}{function}: {}", row.path, row.detail).expect("strings take everything");
    }
    let table = ScoreTable::new(rows);
    let titles = ["property", "tasks", "true", "false", "wrong", "no verdict", "score", "seconds"];
    let mut lines = vec![titles.map(str::to_owned)];
    let named = table.properties.iter().map(|(name, score)| (if name.is_empty() { "default" } else { name }, score));
    lines.extend(named.map(|(name, score)| cells(name, score)));
    if table.properties.len() > 1 {
        lines.push(cells("all", &table.all));
    }
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..titles.len()).map(width).collect();
    for line in &lines {
        let shown: Vec<String> = line
            .iter()
            .zip(&widths)
            .enumerate()
            .map(
                |(column, (cell, &width))| {
                    if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
                },
            )
            .collect();
        text += &(shown.join("  ") + "\n");
    }
    match table.all.depends {
        0 => {}
        1 => text += "1 more depends on its caller\n",
        n => text += &format!("{n} more depend on their callers\n"),
    }
    text
}

fn cells(name: &str, score: &Score) -> [String; 8] {
    [
        name.to_owned(),
        score.tasks.to_string(),
        (score.right_true + score.open_true).to_string(),
        (score.right_false + score.open_false).to_string(),
        (score.wrong_true + score.wrong_false).to_string(),
        (score.unknown + score.timeout + score.out_of_memory + score.error).to_string(),
        score.score.to_string(),
        format!("{:.1}", score.seconds),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::row;

    #[test]
    fn points() {
        let rows = [
            row("a", Some(true), "TRUE", 1.0),
            row("b", Some(false), "FALSE", 2.0),
            row("c", Some(true), "FALSE", 4.0),
            row("d", Some(false), "TRUE", 8.0),
            row("e", None, "TRUE", 16.0),
            row("f", Some(true), "TIMEOUT", 32.0),
        ];
        let scores = ScoreTable::new(&rows);
        assert_eq!(scores.all.score, 2 + 1 - 16 - 32);
        assert_eq!((scores.all.tasks, scores.all.open_true, scores.all.timeout), (6, 1, 1));
        assert!((scores.all.seconds - 3.0).abs() < 1e-9);
        assert_eq!(scores.properties["unreach-call"], scores.all);
        assert_eq!(ScoreTable::new(&[]).all.score, 0);
    }

    #[test]
    fn the_table() {
        let rows = [row("a", Some(true), "TRUE", 1.0), row("bad.c", Some(true), "FALSE(x)", 1.0)];
        let text = render_scores(&rows);
        assert!(text.starts_with("WRONG: FALSE(x) for unreach-call of bad.c, expected true\nproperty "), "{text}");
        let last: Vec<&str> = text.lines().last().expect("there are lines").split_whitespace().collect();
        assert_eq!(last, ["unreach-call", "2", "1", "0", "1", "0", "-14", "1.0"]);
    }
}
