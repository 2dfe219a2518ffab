//! A command of GNU parallel. It passes commands through a shell of its own, so that only words without quotes are in it.

use super::{Job, Rendered, quoted, quoted_text};

const NAME: &str = "job.sh";

pub(super) fn render(job: &Job<'_>) -> Rendered {
    let folder = quoted(job.run.path.as_os_str());
    let jobs = job.run.plan.submission.at_once.map_or_else(String::new, |n| format!("--jobs {n} "));
    let last = job.last_chunk();
    let comment = "# Arguments go to GNU parallel: `--sshloginfile FILE` names machines that see the same folder.\n";
    let command =
        format!(" && seq 0 {last} | parallel {jobs}--workdir . --joblog joblog \"$@\" sh ./chunk.sh '{{}}'\n");
    let bytes = [b"#!/bin/sh\n", comment.as_bytes(), b"cd ", &folder, command.as_bytes()].concat();
    let submit = format!("sh {}", quoted_text(job.run.path.join(NAME).as_os_str()));
    Rendered { name: NAME, bytes, submit }
}
