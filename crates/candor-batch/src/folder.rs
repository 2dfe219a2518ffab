//! The folder of a batch: the only place that is written to, under names that are ours alone.
//!
//! ```text
//! lock           held by the batch that is running
//! journal        every answer, as it came
//! logs/HASH.json what a task's process printed; the name is made of digits, whatever the task is called
//! results.tsv    and the other results: written beside and renamed, so that there is never half of one
//! plan           what the batch is, so that it can go on without its lists
//! staged/        candor itself and the sources, for other machines
//! runs/          what was submitted to a scheduler, and the results that came
//! ```

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::chunk::log_of_line;
use crate::error::BatchError;
use crate::journal::{self, Journal, Outcome};
use crate::plan::BatchPlan;

const JOURNAL: &str = "journal";
const LOCK: &str = "lock";
const LOGS: &str = "logs";
const PLAN: &str = "plan";
const RUNS: &str = "runs";

/// The folder, which is ours as long as this lives.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    _lock: File,
}

/// How a batch begins.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// With what is there already.
    Resume,
    /// What is there is thrown away.
    Restart,
}

impl Folder {
    pub(crate) const STAGED: &str = "staged";

    /// Opens the folder of a batch, and makes it if need be. A folder with other things in it is refused.
    pub fn open(
        path: &Path,
        settings: &str,
        start: Start,
    ) -> Result<(Folder, Journal, BTreeMap<String, Outcome>), BatchError> {
        fs::create_dir_all(path).map_err(BatchError::io(path))?;
        let journal = path.join(JOURNAL);
        refuse_strangers(path)?;
        let lock = lock(&path.join(LOCK))?;
        let folder = Folder { path: path.to_owned(), _lock: lock };
        let logs = path.join(LOGS);
        if start == Start::Restart {
            folder.throw_away()?;
        }
        if start == Start::Restart || !journal.exists() {
            folder.write(JOURNAL, journal::first_line(settings).as_bytes())?;
        }
        fs::create_dir_all(&logs).map_err(BatchError::io(&logs))?;
        let (journal, outcomes) = Journal::open(&journal, settings)?;
        Ok((folder, journal, outcomes))
    }

    /// Removes all but the journal, which is written anew, and results, which will be.
    fn throw_away(&self) -> Result<(), BatchError> {
        let plan = self.path.join(PLAN);
        if plan.exists() {
            fs::remove_file(&plan).map_err(BatchError::io(&plan))?;
        }
        for folder in
            [RUNS, Folder::STAGED, LOGS].map(|name| self.path.join(name)).into_iter().filter(|path| path.exists())
        {
            fs::remove_dir_all(&folder).map_err(BatchError::io(&folder))?;
        }
        Ok(())
    }

    /// The plan of the batch in this folder.
    pub fn read_plan(path: &Path) -> Result<BatchPlan, BatchError> {
        let plan = path.join(PLAN);
        if !plan.exists() {
            return Err(BatchError::content(path, "there is no batch in this folder"));
        }
        BatchPlan::read(&plan)
    }

    /// The id of the batch in this folder, if it has a plan already.
    pub fn plan_id(&self) -> Result<Option<String>, BatchError> {
        let path = self.path.join(PLAN);
        if path.exists() { BatchPlan::read(&path).map(|plan| Some(plan.id)) } else { Ok(None) }
    }

    pub fn write_plan(&self, plan: &BatchPlan) -> Result<(), BatchError> {
        self.write(PLAN, plan.render().as_bytes())
    }

    /// Where runs are, as an absolute path; there may be none yet.
    pub(crate) fn runs(&self) -> Result<PathBuf, BatchError> {
        std::path::absolute(self.path.join(RUNS)).map_err(BatchError::io(&self.path))
    }

    /// Where what other machines need is, as an absolute path; there may be nothing yet.
    pub(crate) fn staged(&self) -> Result<PathBuf, BatchError> {
        std::path::absolute(self.path.join(Folder::STAGED)).map_err(BatchError::io(&self.path))
    }

    /// Writes a file whole or not at all. A link of that name is replaced, not followed.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), BatchError> {
        debug_assert!(is_plain(name), "{name}");
        write_whole(&self.path, name, bytes)
    }

    /// Keeps what a task's process printed, and tells under which name.
    pub fn write_log(&self, task: &str, bytes: &[u8]) -> Result<(), BatchError> {
        write_whole(&self.path.join(LOGS), &log_file(task), bytes)
    }

    /// What a task's process printed, by the name that its result has for it; `None` if that is gone.
    pub fn read_log(&self, log: &str) -> Option<String> {
        let (path, line) = log.split_once(':').unzip();
        let path = path.unwrap_or(log);
        if !path.split('/').all(|name| !name.is_empty() && is_plain(name)) {
            return None;
        }
        let bytes = fs::read(self.path.join(path)).ok()?;
        let Some(line) = line else { return Some(String::from_utf8_lossy(&bytes).into_owned()) };
        let before = line.parse::<usize>().ok()?.checked_sub(1)?;
        log_of_line(bytes.split(|&byte| byte == b'\n').nth(before)?)
    }

    /// Where a task's log is, from the folder.
    pub fn log_name(task: &str) -> String {
        format!("{LOGS}/{}", log_file(task))
    }
}

fn log_file(task: &str) -> String {
    format!("{:016x}.json", fingerprint(task))
}

fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte)) && !name.starts_with('.')
}

pub(crate) fn write_whole(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), BatchError> {
    let temporary = folder.join(format!("{name}.part"));
    let whole = folder.join(name);
    // What another run has left there may be anything, a link even.
    match fs::remove_file(&temporary) {
        Ok(()) | Err(_) => {}
    }
    let write = || {
        let mut file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
        file.write_all(bytes)?;
        file.sync_data()?;
        fs::rename(&temporary, &whole)
    };
    write().map_err(BatchError::io(&whole))
}

/// Somebody's folder is not ours to fill, and links must not lead us elsewhere.
fn refuse_strangers(path: &Path) -> Result<(), BatchError> {
    let entries = fs::read_dir(path).map_err(BatchError::io(path))?;
    let names: Vec<_> = entries.flatten().collect();
    let is_ours =
        names.is_empty() || names.iter().any(|entry| entry.file_name() == JOURNAL || entry.file_name() == LOCK);
    if !is_ours {
        return Err(BatchError::content(path, "has other files in it; results need a folder of their own"));
    }
    for entry in names {
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        if is_link && [JOURNAL, LOCK, LOGS, PLAN, RUNS, Folder::STAGED].iter().any(|name| entry.file_name() == *name) {
            return Err(BatchError::content(&entry.path(), "is a link"));
        }
    }
    Ok(())
}

fn lock(path: &Path) -> Result<File, BatchError> {
    let options = OpenOptions::new().write(true).create(true).truncate(false).open(path);
    let file = options.map_err(BatchError::io(path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(BatchError::content(path, "another batch is at work in this folder")),
        Err(TryLockError::Error(source)) => Err(BatchError::Io { path: path.to_owned(), source }),
    }
}

/// FNV-1a: short, and the same everywhere and always.
pub(crate) fn fingerprint(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fresh(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("candor-folder-{}-{name}", std::process::id()));
        match fs::remove_dir_all(&path) {
            Ok(()) | Err(_) => path,
        }
    }

    fn error(path: &Path) -> String {
        Folder::open(path, "s", Start::Resume).unwrap_err().to_string()
    }

    #[test]
    fn one_batch_at_a_time() {
        let path = fresh("lock");
        let open = Folder::open(&path, "s", Start::Resume).expect("can be made");
        assert!(error(&path).contains("another batch is at work"));
        drop(open);
        Folder::open(&path, "s", Start::Resume).expect("is free again");
        fs::remove_dir_all(path).expect("can be removed");
    }

    #[test]
    fn other_peoples_folders_are_left_alone() {
        let path = fresh("strangers");
        fs::create_dir_all(&path).expect("can be made");
        fs::write(path.join("results.tsv"), "mine").expect("can be written");
        assert!(error(&path).contains("has other files in it"));
        fs::remove_dir_all(&path).expect("can be removed");
    }

    #[test]
    fn links_lead_nowhere() {
        let (path, outside) = (fresh("links"), fresh("outside"));
        fs::create_dir_all(&outside).expect("can be made");
        fs::write(outside.join("precious"), "precious").expect("can be written");
        drop(Folder::open(&path, "s", Start::Resume).expect("can be made"));
        let (folder, _, _) = Folder::open(&path, "s", Start::Resume).expect("can be opened");
        for name in ["results.tsv", "results.tsv.part"] {
            std::os::unix::fs::symlink(outside.join("precious"), path.join(name)).expect("can be linked");
        }
        folder.write("results.tsv", b"new").expect("can be written");
        drop(folder);
        assert_eq!(fs::read(outside.join("precious")).expect("is there"), b"precious");
        fs::remove_dir_all(path.join(LOGS)).expect("can be removed");
        std::os::unix::fs::symlink(&outside, path.join(LOGS)).expect("can be linked");
        assert!(error(&path).contains("is a link"));
        fs::remove_dir_all(path).expect("can be removed");
        fs::remove_dir_all(outside).expect("can be removed");
    }

    #[test]
    fn logs_are_read_back() {
        let path = std::env::temp_dir().join(format!("candor-logs-{}", std::process::id()));
        let (folder, ..) = Folder::open(&path, "s", Start::Restart).expect("a folder");
        folder.write_log("a task", b"{\"candor\":1}").expect("written");
        assert_eq!(folder.read_log(&Folder::log_name("a task")).as_deref(), Some("{\"candor\":1}"));
        for bad in ["logs/none.json", "../x", "/etc/passwd", "runs/1/results/0.1:0", "runs/1/results/0.1:x", ""] {
            assert_eq!(folder.read_log(bad), None, "{bad}");
        }
        drop(folder);
        fs::remove_dir_all(&path).expect("removed");
    }

    #[test]
    fn logs_have_names_of_ours() {
        for task in ["../../etc/passwd", "a\nb", ""] {
            let name = log_file(task);
            assert!(is_plain(&name) && name.len() == 21, "{name}");
        }
    }
}
