//! A job definition file of HyperQueue: an array with one task for each chunk. All write what they have to say to one file.

use super::{Job, Rendered, json, quoted_text};

const NAME: &str = "job.toml";

pub(super) fn render(job: &Job<'_>) -> Result<Rendered, String> {
    let script = job.script_text()?;
    let text = format!(
        "name = {name}

[[array]]
ids = \"0-{last}\"
command = [\"/bin/sh\", \"-c\", {command}, {script}]
time_limit = \"{seconds}s\"
stdout = \"/dev/null\"
stderr = \"/dev/null\"

[[array.request]]
resources = {{ \"cpus\" = 1, \"mem\" = {memory} }}
",
        name = json(&job.name),
        last = job.last_chunk(),
        command = json("exec sh \"$0\" \"$HQ_TASK_ID\" >>\"${0%/*}/output\" 2>&1"),
        script = json(script),
        seconds = job.time.as_secs(),
        memory = job.memory_mb,
    );
    let submit = format!("hq job submit-file {}", quoted_text(job.run.path.join(NAME).as_os_str()));
    Ok(Rendered { name: NAME, bytes: text.into_bytes(), submit })
}
