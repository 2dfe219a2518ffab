//! A batch as a JUnit report: a test case for each task, failed when its answer is wrong or an unexpected violation, skipped without a
//! verdict.

use std::fmt::Write;

use super::{BatchTask, TaskOutcome};
use crate::xml::escape;

/// Writing to a string cannot fail.
const WRITES: &str = "strings grow as needed";

/// The tasks as JUnit XML.
pub fn render_batch_junit(tasks: &[BatchTask]) -> String {
    let count = |keep: &dyn Fn(&BatchTask) -> bool| tasks.iter().filter(|task| keep(task)).count();
    let n_failed = count(&BatchTask::is_failure);
    let n_errors = count(&|task| matches!(task.outcome, TaskOutcome::Failed));
    let n_skipped = count(&|task| matches!(task.outcome, TaskOutcome::Open));
    let seconds: f64 = tasks.iter().map(|task| task.seconds).sum();
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_owned();
    writeln!(
        text,
        "  <testsuite name=\"candor batch\" tests=\"{}\" failures=\"{n_failed}\" errors=\"{n_errors}\" skipped=\"{n_skipped}\" \
         time=\"{seconds:.3}\">",
        tasks.len()
    )
    .expect(WRITES);
    for task in tasks {
        text += &test_case(task);
    }
    text + "  </testsuite>\n</testsuites>\n"
}

fn test_case(task: &BatchTask) -> String {
    let class = if task.property.is_empty() { "default" } else { &task.property };
    let start = format!(
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
        escape(class),
        escape(&task.name()),
        task.seconds
    );
    let message = escape(&format!("{}: {}", task.answer, task.detail));
    match &task.outcome {
        _ if task.is_failure() => format!("{start}><failure message=\"{message}\"/></testcase>\n"),
        TaskOutcome::Holds | TaskOutcome::Violated(_) => format!("{start}/>\n"),
        TaskOutcome::Open => format!("{start}><skipped message=\"{message}\"/></testcase>\n"),
        TaskOutcome::Failed => format!("{start}><error message=\"{message}\"/></testcase>\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::tests::all;

    #[test]
    fn each_task_is_a_case() {
        let text = render_batch_junit(&all());
        assert!(text.contains("tests=\"5\" failures=\"1\" errors=\"1\" skipped=\"1\" time=\"2.500\""), "{text}");
        assert!(text.contains("name=\"known.c\" time=\"0.500\"/>"), "{text}");
        assert!(text.contains("<failure message=\"FALSE: a &quot;detail&quot; &lt;/script&gt;\"/>"), "{text}");
        assert_eq!(text.matches("<testcase").count(), 5);
    }
}
