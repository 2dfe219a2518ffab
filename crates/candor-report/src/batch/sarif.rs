//! A batch as SARIF 2.1.0: one run, a result for each violation of each task; tasks without a verdict are notifications.

use serde_json::{Value, json};

use super::{BatchTask, TaskFault, TaskOutcome};
use crate::sarif::{locations, log, note, rule_index};

/// The tasks as SARIF.
pub fn render_batch_sarif(tasks: &[BatchTask], status: i32) -> String {
    let mut results = Vec::new();
    let mut notes = Vec::new();
    for task in tasks {
        match &task.outcome {
            TaskOutcome::Holds => {}
            TaskOutcome::Violated(faults) => {
                // The same fault may be found by several tasks, such as two functions that call a third.
                for fault in faults.iter().map(result) {
                    if !results.contains(&fault) {
                        results.push(fault);
                    }
                }
            }
            TaskOutcome::Open => notes.push(note("warning", &said(task), None)),
            TaskOutcome::Failed => notes.push(note("error", &said(task), None)),
        }
    }
    log(results, status, notes)
}

fn said(task: &BatchTask) -> String {
    format!("{}: {}: {}", task.name(), task.answer, task.detail)
}

fn result(fault: &TaskFault) -> Value {
    let mut result = json!({
        "kind": "fail",
        "level": "error",
        "message": { "text": fault.message },
        "locations": locations(fault.place.as_ref(), fault.function.as_deref()),
    });
    if let Some(check) = fault.check {
        result["ruleId"] = json!(check.id());
        result["ruleIndex"] = json!(rule_index(check));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::tests::all;

    #[test]
    fn violations_are_results_and_the_rest_notifications() {
        let text = render_batch_sarif(&all(), 1);
        let log: Value = serde_json::from_str(&text).expect("it is JSON");
        let run = &log["runs"][0];
        // Two tasks have the same one.
        assert_eq!(run["results"].as_array().map(Vec::len), Some(1));
        assert_eq!(run["results"][0]["ruleId"], "out-of-bounds");
        let place = &run["results"][0]["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "a%20b.c");
        assert_eq!(place["region"]["startLine"], 3);
        let notes = run["invocations"][0]["toolExecutionNotifications"].as_array().expect("a list");
        let levels: Vec<&Value> = notes.iter().map(|note| &note["level"]).collect();
        assert_eq!(levels, ["warning", "error"]);
    }
}
