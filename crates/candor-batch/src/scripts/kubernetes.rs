//! An indexed Job of Kubernetes: one pod for each chunk.
//!
//! Which image has candor's libraries and clang, and which volume has the folder of the batch, only the user knows: `IMAGE` and `CLAIM` are
//! to be filled in.

use super::{Job, Rendered, json};
use crate::text::escape_path;

const NAME: &str = "job.yaml";

pub(super) fn render(job: &Job<'_>) -> Result<Rendered, String> {
    let script = job.script_text()?;
    let folder = job.run.path.ancestors().nth(2).and_then(|folder| folder.to_str()).unwrap_or(script);
    let parallelism = job.run.plan.submission.at_once.map_or(job.n_chunks, usize::from).min(job.n_chunks);
    let command = "exec sh \"$0\" \"$JOB_COMPLETION_INDEX\"";
    let text = format!(
        "# Fill in IMAGE (it needs clang) and CLAIM (the volume with the folder of the batch).
apiVersion: batch/v1
kind: Job
metadata:
  name: {name}
spec:
  completionMode: Indexed
  completions: {n_chunks}
  parallelism: {parallelism}
  backoffLimit: {n_chunks}
  template:
    spec:
      restartPolicy: Never
      activeDeadlineSeconds: {seconds}
      containers:
        - name: candor
          image: IMAGE
          command: [\"/bin/sh\", \"-c\", {command}, {script}]
          resources:
            requests: {{cpu: \"1\", memory: {memory}Mi}}
            limits: {{memory: {memory}Mi}}
          volumeMounts:
            - {{name: batch, mountPath: {folder}}}
      volumes:
        - name: batch
          persistentVolumeClaim: {{claimName: CLAIM}}
",
        name = job.name,
        n_chunks = job.n_chunks,
        seconds = job.time.as_secs(),
        command = json(command),
        // Kubernetes replaces $(NAME) in commands; two dollars are one.
        script = json(&script.replace('$', "$$")),
        memory = job.memory_mb,
        folder = json(folder),
    );
    let submit = format!("kubectl create -f {}", escape_path(&job.run.path.join(NAME)));
    Ok(Rendered { name: NAME, bytes: text.into_bytes(), submit })
}
