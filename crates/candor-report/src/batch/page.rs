//! A batch, or two of them side by side, as an HTML page: a table that can be sorted and filtered, and plots.
//!
//! As with the page of one check, the data is JSON in the page, the script makes elements of it, and the page loads nothing. Plots are
//! images in the page, which run no scripts.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::BatchTask;
use crate::html::{POLICY, STYLE, block};
use crate::xml::escape;

const SCRIPT: &str = include_str!("page.js");
const MORE_STYLE: &str = include_str!("page.css");
/// Writing to a string cannot fail.
const WRITES: &str = "strings grow as needed";

/// The tasks of a batch, by the name that the page gives it.
#[derive(Clone, Debug)]
pub struct BatchRun<'r> {
    pub name: &'r str,
    pub tasks: &'r [BatchTask],
}

/// A picture in SVG.
#[derive(Clone, Debug)]
pub struct BatchPlot<'p> {
    /// What it shows, for those who do not see it.
    pub title: &'p str,
    pub svg: &'p str,
}

/// The page of one batch, or of two that are compared. `summary` is plain text.
pub fn render_batch_page(runs: &[BatchRun<'_>], summary: &str, plots: &[BatchPlot<'_>]) -> String {
    let title = match runs {
        [one] => format!("batch {}", one.name),
        several => several.iter().map(|run| run.name).collect::<Vec<_>>().join(" and "),
    };
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>candor: {0}</title>\n<style>\n{STYLE}{MORE_STYLE}</style>\n</head>\n<body>\n\
         <header class=\"top\"><h1>candor: {0}</h1></header>\n<main class=\"batch\">\n<pre class=\"summary\">{1}</pre>\n",
        escape(&title),
        escape_lines(summary),
    );
    page += "<div id=\"app\"></div>\n</main>\n";
    let mut data = data(runs);
    let plot = |plot: &BatchPlot<'_>| json!({ "title": plot.title, "source": format!("data:image/svg+xml,{}", encoded(plot.svg)) });
    data["plots"] = plots.iter().map(plot).collect();
    page += &block("data", &data);
    page + "<script>\n" + SCRIPT + "</script>\n</body>\n</html>\n"
}

/// Text between tags that keeps its lines.
fn escape_lines(text: &str) -> String {
    text.lines().map(|line| escape(line) + "\n").collect()
}

/// Bytes as the path of a URI: everything that is not a letter or a digit by its number.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'/' | b' ' | b'=' | b',' => {
                encoded.push(char::from(byte))
            }
            _ => write!(encoded, "%{byte:02X}").expect(WRITES),
        }
    }
    encoded
}

/// A row for each task, with a cell for each run; tasks are the same if path, function and property are.
fn data(runs: &[BatchRun<'_>]) -> Value {
    let mut rows: Vec<(&BatchTask, Vec<Value>)> = Vec::new();
    let mut by_key: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
    for (idx, run) in runs.iter().enumerate() {
        for task in run.tasks {
            let key = (task.path.as_str(), task.function.as_str(), task.property.as_str());
            let row = *by_key.entry(key).or_insert_with(|| {
                rows.push((task, vec![Value::Null; runs.len()]));
                rows.len() - 1
            });
            rows[row].1[idx] = json!({
                "answer": task.answer,
                "judged": task.judged,
                "seconds": task.seconds,
                "memory": task.memory_mb,
                "detail": task.detail,
            });
        }
    }
    let row = |(task, cells): (&BatchTask, Vec<Value>)| {
        json!({
            "path": task.path,
            "function": task.function,
            "property": task.property,
            "expected": task.expected,
            "cells": cells,
        })
    };
    json!({
        "runs": runs.iter().map(|run| run.name).collect::<Vec<_>>(),
        "rows": rows.into_iter().map(row).collect::<Vec<Value>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::tests::{all, task};

    #[test]
    fn nothing_of_a_task_is_markup() {
        let tasks = [task("</script><b>", "FALSE", "open")];
        let runs = [BatchRun { name: "<i>", tasks: &tasks }];
        let plots = [BatchPlot { title: "\"quantiles\"", svg: "<svg onload=\"x\"></svg>" }];
        let page = render_batch_page(&runs, "1 < 2\n", &plots);
        assert_eq!(page.matches("</script>").count(), 2, "{page}");
        assert!(!page.contains("<b>") && !page.contains("<i>") && !page.contains("<svg"), "{page}");
        assert!(page.contains("1 &lt; 2\n") && page.contains("data:image/svg+xml,%3Csvg onload=%22x%22%3E"), "{page}");
    }

    #[test]
    fn two_batches_meet_in_rows() {
        let (first, mut second) = (all(), all());
        second.remove(0);
        second.push(task("new.c", "TRUE", "open"));
        let data = data(&[BatchRun { name: "a", tasks: &first }, BatchRun { name: "b", tasks: &second }]);
        let rows = data["rows"].as_array().expect("rows");
        assert_eq!(rows.len(), 6);
        assert_eq!((&rows[0]["cells"][1], &rows[5]["cells"][0]), (&Value::Null, &Value::Null));
        assert_eq!(rows[1]["cells"][1]["answer"], "TRUE");
    }
}
