//! Gathering: what the files of results hold that was not there at the last look.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::PathBuf;

use crate::chunk::{is_result_file, read_results_from};
use crate::error::BatchError;
use crate::folder::Folder;
use crate::journal::Outcome;
use crate::run;

/// Remembers how far each file was read.
#[derive(Debug, Default)]
pub struct Collector {
    read: BTreeMap<PathBuf, u64>,
}

impl Collector {
    /// Results that have come since the last look; the same task may come more than once.
    pub fn look(&mut self, folder: &Folder) -> Result<Vec<(String, Outcome)>, BatchError> {
        let mut results = Vec::new();
        let runs = folder.runs()?;
        for number in run::numbers(&runs)? {
            let mut files = result_files(run::results_of(&runs, number))?;
            files.sort_unstable();
            for path in files {
                let before = self.read.get(&path).copied().unwrap_or(0);
                let length = fs::metadata(&path).map_err(BatchError::io(&path))?.len();
                if length > before {
                    let end = read_results_from(&path, before, |task, outcome| results.push((task, outcome)))?;
                    self.read.insert(path, end);
                }
            }
        }
        Ok(results)
    }
}

fn result_files(folder: PathBuf) -> Result<Vec<PathBuf>, BatchError> {
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries,
        // A run that was being made when the front end was killed.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(BatchError::Io { path: folder, source }),
    };
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry.map_err(BatchError::io(&folder))?;
        if entry.file_name().to_str().is_some_and(is_result_file) {
            files.push(entry.path());
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;
    use std::io::Write;

    use super::*;
    use crate::chunk::ChunkFile;
    use crate::folder::Start;
    use crate::plan::tests::plan;
    use crate::run::BatchRun;

    fn outcome(answer: &str) -> Outcome {
        Outcome {
            answer: answer.into(),
            detail: String::new(),
            seconds: 1.0,
            cpu_seconds: 1.0,
            memory_mb: 1.0,
            measured: "candor".into(),
            log: String::new(),
        }
    }

    /// A batch of three tasks in two chunks.
    fn batch(name: &str) -> (PathBuf, Folder, BatchRun) {
        let path = std::env::temp_dir().join(format!("candor-collect-{}-{name}", std::process::id()));
        match fs::remove_dir_all(&path) {
            Ok(()) | Err(_) => {}
        }
        let (folder, _, _) = Folder::open(&path, "s", Start::Resume).expect("can be made");
        let run = BatchRun::create(&folder, plan(3, 2)).expect("can be made");
        (path, folder, run)
    }

    #[test]
    fn every_result_comes_once_and_whole() {
        let (path, folder, run) = batch("once");
        assert_eq!((run.n_chunks(), run.chunk(0), run.chunk(1), run.chunk(7)), (2, 0..2, 2..3, 3..3));
        let mut collector = Collector::default();
        assert!(collector.look(&folder).expect("can be read").is_empty());
        let (mut chunk, done) = ChunkFile::create(&run, 0).expect("can be made");
        assert!(done.is_empty());
        chunk.append("a", &outcome("TRUE"), b"said\nmuch\xff").expect("can be written");
        let found = collector.look(&folder).expect("can be read");
        assert_eq!((&*found[0].0, &*found[0].1.log), ("a", "runs/1/results/0.1:1"));
        // Killed in the middle of a line, at every byte of it.
        let file = path.join("runs/1/results/0.1");
        let before = fs::read(&file).expect("can be read");
        chunk.append("b", &outcome("FALSE"), b"more").expect("can be written");
        let after = fs::read(&file).expect("can be read");
        fs::write(&file, &before).expect("can be written");
        let mut torn = OpenOptions::new().append(true).open(&file).expect("can be opened");
        for (idx, byte) in after[before.len()..].iter().enumerate() {
            assert!(collector.look(&folder).expect("can be read").is_empty(), "byte {idx}");
            torn.write_all(&[*byte]).expect("can be written");
        }
        assert_eq!(collector.look(&folder).expect("can be read")[0].0, "b");
        assert!(collector.look(&folder).expect("can be read").is_empty());
        assert_eq!(Collector::default().look(&folder).expect("can be read").len(), 2);
        fs::remove_dir_all(path).expect("can be removed");
    }

    #[test]
    fn a_chunk_that_is_started_again_leaves_out_what_is_done() {
        let (path, folder, run) = batch("again");
        let (mut first, _) = ChunkFile::create(&run, 0).expect("can be made");
        first.append("a", &outcome("TRUE"), b"").expect("can be written");
        let (mut second, done) = ChunkFile::create(&run, 0).expect("can be made");
        assert_eq!(done.into_iter().collect::<Vec<_>>(), ["a"]);
        // The first was not dead at all.
        first.append("b", &outcome("TRUE"), b"").expect("can be written");
        second.append("b", &outcome("TRUE"), b"").expect("can be written");
        let found = Collector::default().look(&folder).expect("can be read");
        let names: Vec<(&str, &str)> = found.iter().map(|(task, outcome)| (&**task, &*outcome.log)).collect();
        let expected = [("a", "runs/1/results/0.1:1"), ("b", "runs/1/results/0.1:3"), ("b", "runs/1/results/0.2:1")];
        assert_eq!(names, expected);
        fs::remove_dir_all(path).expect("can be removed");
    }

    #[test]
    fn runs_are_found_again() {
        let (path, folder, run) = batch("found");
        let other = BatchRun::create(&folder, plan(1, 1)).expect("can be made");
        fs::create_dir_all(path.join("runs/3")).expect("can be made");
        let names: Vec<String> = BatchRun::all(&folder).expect("can be read").iter().map(BatchRun::name).collect();
        assert_eq!(names, ["candor-abc-1", "candor-abc-2"]);
        assert_eq!(BatchRun::read(&run.path).expect("can be read").plan, run.plan);
        other.remove().expect("can be removed");
        assert_eq!(BatchRun::all(&folder).expect("can be read").len(), 1);
        assert!(run.exists());
        fs::remove_dir_all(path).expect("can be removed");
        assert!(!run.exists());
    }
}
