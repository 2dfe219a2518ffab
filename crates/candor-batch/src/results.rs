//! Results: one row for each task, as a table and as JSON, and read back from tables of ours and others'.
//!
//! Wrong answers come first, then the order of the list.

use std::path::Path;

use serde::Serialize;

use crate::answer::{Answer, Judgement, judge};
use crate::error::BatchError;
use crate::journal::Outcome;
use crate::score::ScoreTable;
use crate::task::{Expected, Task};
use crate::text::{escape, shorten};

/// What is known about one task.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultRow {
    /// Escaped, as are all texts here.
    pub path: String,
    pub function: String,
    /// Empty: the usual checks.
    pub property: String,
    pub data_model: String,
    pub expected: Option<Expected>,
    pub answer: Answer,
    pub seconds: f64,
    pub cpu_seconds: f64,
    pub memory_mb: f64,
    pub detail: String,
    /// Who has measured: `candor` or `runexec`.
    pub measured: String,
    /// Where everything is that was said, in the folder of the batch.
    pub log: String,
}

impl ResultRow {
    /// A task and what came of it.
    pub fn new(task: &Task, outcome: &Outcome) -> ResultRow {
        let text = |text: &Option<String>| text.as_ref().map_or_else(String::new, |text| escape(text.as_bytes()));
        let property = task.property.as_ref().map(|property| property.name.clone());
        ResultRow {
            path: task.shown_name(),
            function: text(&task.function),
            property: text(&property),
            data_model: text(&task.data_model),
            expected: task.expected.clone(),
            answer: Answer::from_text(&outcome.answer),
            seconds: outcome.seconds,
            cpu_seconds: outcome.cpu_seconds,
            memory_mb: outcome.memory_mb,
            detail: outcome.detail.clone(),
            measured: outcome.measured.clone(),
            log: outcome.log.clone(),
        }
    }

    pub fn judgement(&self) -> Judgement {
        judge(&self.answer, self.expected.as_ref())
    }

    fn expected_text(&self) -> &'static str {
        match &self.expected {
            Some(expected) if expected.holds => "true",
            Some(_) => "false",
            None => "",
        }
    }

    fn subproperty(&self) -> &str {
        self.expected.as_ref().and_then(|expected| expected.subproperty.as_deref()).unwrap_or("")
    }
}

/// The rows as they are shown: what is wrong comes first.
fn wrong_first(rows: &[ResultRow]) -> Vec<&ResultRow> {
    let mut sorted: Vec<&ResultRow> = rows.iter().collect();
    sorted.sort_by_key(|row| row.judgement() != Judgement::Wrong);
    sorted
}

/// The first six are those that other tools' tables have.
const COLUMNS: [&str; 14] = [
    "path",
    "property",
    "expected",
    "answer",
    "judged",
    "seconds",
    "cpu_seconds",
    "memory_mb",
    "data_model",
    "subproperty",
    "function",
    "detail",
    "measured",
    "log",
];

/// The rows as a table with a header.
pub fn render_tsv(rows: &[ResultRow]) -> String {
    let mut text = COLUMNS.join("\t") + "\n";
    for row in wrong_first(rows) {
        let subproperty = escape(row.subproperty().as_bytes());
        let cells = [
            &row.path,
            &row.property,
            row.expected_text(),
            &row.answer.to_string(),
            row.judgement().name(),
            &format!("{:.2}", row.seconds),
            &format!("{:.2}", row.cpu_seconds),
            &format!("{:.1}", row.memory_mb),
            &row.data_model,
            &subproperty,
            &row.function,
            &row.detail,
            &row.measured,
            &row.log,
        ];
        text += &(cells.join("\t") + "\n");
    }
    text
}

#[derive(Serialize)]
struct JsonRow<'r> {
    path: &'r str,
    property: &'r str,
    expected: Option<bool>,
    subproperty: &'r str,
    data_model: &'r str,
    function: &'r str,
    answer: String,
    judged: &'static str,
    seconds: f64,
    cpu_seconds: f64,
    memory_mb: f64,
    detail: &'r str,
    measured: &'r str,
    log: &'r str,
}

#[derive(Serialize)]
struct Json<'r> {
    candor_results: u32,
    settings: &'r str,
    scores: ScoreTable,
    results: Vec<JsonRow<'r>>,
}

const VERSION: u32 = 1;

/// The rows and their scores as JSON.
pub fn render_json(rows: &[ResultRow], settings: &str) -> String {
    let results = wrong_first(rows).into_iter().map(json_row).collect();
    let json = Json { candor_results: VERSION, settings, scores: ScoreTable::new(rows), results };
    serde_json::to_string_pretty(&json).expect("plain data whose only keys are text always has a JSON form") + "\n"
}

fn json_row(row: &ResultRow) -> JsonRow<'_> {
    JsonRow {
        path: &row.path,
        property: &row.property,
        expected: row.expected.as_ref().map(|expected| expected.holds),
        subproperty: row.subproperty(),
        data_model: &row.data_model,
        function: &row.function,
        answer: row.answer.to_string(),
        judged: row.judgement().name(),
        seconds: row.seconds,
        cpu_seconds: row.cpu_seconds,
        memory_mb: row.memory_mb,
        detail: &row.detail,
        measured: &row.measured,
        log: &row.log,
    }
}

/// Reads a table of results. Without a header the columns are path, property, expected, answer, judged and seconds.
pub fn read_results(path: &Path, text: &[u8]) -> Result<Vec<ResultRow>, BatchError> {
    let text = String::from_utf8_lossy(text);
    let mut columns: Vec<&str> = COLUMNS[..6].to_vec();
    let mut rows = Vec::new();
    for (idx, line) in text.lines().enumerate() {
        let cells: Vec<&str> = line.split('\t').collect();
        if idx == 0 && cells[0] == COLUMNS[0] {
            columns = cells;
            continue;
        }
        if line.trim().is_empty() {
            continue;
        }
        let error = |message| BatchError::Line { path: path.to_owned(), line: idx + 1, message };
        rows.push(read_row(&columns, &cells).map_err(error)?);
    }
    Ok(rows)
}

fn read_row(columns: &[&str], cells: &[&str]) -> Result<ResultRow, String> {
    let cell = |name: &str| {
        let at = columns.iter().position(|column| *column == name);
        at.and_then(|at| cells.get(at)).map_or("", |cell| cell.trim())
    };
    let number = |name: &str| match cell(name) {
        "" => Ok(0.0),
        text => {
            let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
            number.ok_or_else(|| format!("`{}` in column `{name}` is not a number", shorten(text)))
        }
    };
    if cell("path").is_empty() || cell("answer").is_empty() {
        return Err(
            "this is not a result: the columns are path, property, expected, answer, judged, seconds".to_owned()
        );
    }
    let subproperty = Some(cell("subproperty")).filter(|text| !text.is_empty()).map(str::to_owned);
    Ok(ResultRow {
        path: cell("path").to_owned(),
        function: cell("function").to_owned(),
        property: cell("property").to_owned(),
        data_model: cell("data_model").to_owned(),
        expected: match cell("expected") {
            "true" => Some(Expected { holds: true, subproperty: None }),
            "false" => Some(Expected { holds: false, subproperty }),
            _ => None,
        },
        answer: Answer::from_text(cell("answer")),
        seconds: number("seconds")?,
        cpu_seconds: number("cpu_seconds")?,
        memory_mb: number("memory_mb")?,
        detail: cell("detail").to_owned(),
        measured: cell("measured").to_owned(),
        log: cell("log").to_owned(),
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn row(path: &str, expected: Option<bool>, answer: &str, seconds: f64) -> ResultRow {
        ResultRow {
            path: path.to_owned(),
            function: String::new(),
            property: "unreach-call".to_owned(),
            data_model: String::new(),
            expected: expected.map(|holds| Expected { holds, subproperty: None }),
            answer: Answer::from_text(answer),
            seconds,
            cpu_seconds: 0.0,
            memory_mb: 0.0,
            detail: String::new(),
            measured: String::new(),
            log: String::new(),
        }
    }

    #[test]
    fn tables_are_read_back_and_wrong_answers_come_first() {
        let rows = [
            row("a\\nb\"", Some(true), "TRUE", 1.0),
            row("c", Some(true), "FALSE(valid-deref)", 2.25),
            row("d", None, "OUT OF MEMORY", 3.0),
        ];
        let table = render_tsv(&rows);
        let read = read_results(Path::new("r.tsv"), table.as_bytes()).expect("is a table");
        assert_eq!(read, [rows[1].clone(), rows[0].clone(), rows[2].clone()]);
        let json: serde_json::Value = serde_json::from_str(&render_json(&rows, "s")).expect("is JSON");
        assert_eq!(json["results"][0]["judged"], "wrong");
        assert_eq!(json["results"][1]["path"], "a\\nb\"");
    }

    #[test]
    fn others_tables() {
        let table = "c/a.i\tunreach-call\ttrue\tUNKNOWN\tnone\t15.05\n\nc/b.i\tno-overflow\tfalse\tFALSE\tright\t0.5\n";
        let rows = read_results(Path::new("r.tsv"), table.as_bytes()).expect("is a table");
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[1].judgement(), rows[1].seconds), (Judgement::Right, 0.5));
        let error = read_results(Path::new("r.tsv"), b"\nx y z\n").unwrap_err().to_string();
        assert!(error.starts_with("r.tsv:2: this is not a result"), "{error}");
        assert!(read_results(Path::new("r.tsv"), b"a\tp\ttrue\tTRUE\tright\tNaN\n").is_err());
    }
}
