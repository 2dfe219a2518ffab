//! Sources in one file, for machines that do not see them where they are.
//!
//! `staged/sources` has the bytes of all files, one after the other; `staged/index` says where each one is, in lines with checksums. A file
//! that several tasks share is there once. A task gets its files in a folder of its own machine, under their own paths
//! below that folder.
//!
//! A program is taken only if it is certain that nothing else belongs to it: the text of a C file may mention other files in plain lines
//! like `#include "list.h"`, with the file next to it, and in no other way. All others are read where they are, as without a pack.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::BatchError;
use crate::folder::{Folder, write_whole};
use crate::lines::{checksum, line, parse, split_line};
use crate::task::{Program, Task};
use crate::text::{os_text, os_texts};

const SOURCES: &str = "sources";
const INDEX: &str = "index";

/// A file of the pack.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct PackedFile {
    #[serde(with = "os_text")]
    path: PathBuf,
    offset: u64,
    length: u64,
    sum: u32,
    /// The files next to it that it includes.
    #[serde(with = "os_texts")]
    includes: Vec<PathBuf>,
}

/// Packs what tasks read; relative paths start from `directory`. Tells which tasks read their files where they are. What was packed before
/// stays as it is.
pub fn pack_sources(folder: &Folder, tasks: &[Task], directory: &Path) -> Result<Vec<usize>, BatchError> {
    let staged = folder.staged()?;
    fs::create_dir_all(&staged).map_err(BatchError::io(&staged))?;
    if !staged.join(INDEX).exists() {
        write_pack(&staged, tasks, directory)?;
    }
    let pack = Pack::open(&staged)?;
    Ok((0..tasks.len()).filter(|&idx| !pack.has(&tasks[idx], directory)).collect())
}

fn write_pack(staged: &Path, tasks: &[Task], directory: &Path) -> Result<(), BatchError> {
    let path = staged.join(SOURCES);
    let mut writer = PackWriter {
        file: BufWriter::new(File::create(&path).map_err(BatchError::io(&path))?),
        path: path.clone(),
        end: 0,
        known: BTreeMap::new(),
    };
    for task in tasks {
        for path in own_files(task, directory).into_iter().flatten() {
            writer.add(&path)?;
        }
    }
    let PackWriter { mut file, known, .. } = writer;
    file.flush().and_then(|()| file.get_ref().sync_data()).map_err(BatchError::io(&path))?;
    let index: String = known.into_values().flatten().map(|packed| line(&packed)).collect();
    write_whole(staged, INDEX, index.as_bytes())
}

/// The files that a task names; `None` if others belong to them, as with a compilation database.
fn own_files(task: &Task, directory: &Path) -> Option<Vec<PathBuf>> {
    let Program::Files(files) = &task.program else { return None };
    let property = task.property.as_ref().map(|property| PathBuf::from(&property.argument));
    let property = property.filter(|path| path.extension().is_some_and(|extension| extension == "prp"));
    Some(files.iter().cloned().chain(property).map(|file| place(directory, file)).collect())
}

struct PackWriter {
    file: BufWriter<File>,
    path: PathBuf,
    end: u64,
    /// Everything that was looked at; `None`: it is to be read where it is.
    known: BTreeMap<PathBuf, Option<PackedFile>>,
}

impl PackWriter {
    /// Takes a file and what it includes; tells whether all of it is in the pack.
    fn add(&mut self, path: &Path) -> Result<bool, BatchError> {
        if let Some(known) = self.known.get(path) {
            return Ok(known.is_some());
        }
        self.known.insert(path.to_owned(), None);
        let is_plain = path.components().all(|part| matches!(part, Component::RootDir | Component::Normal(_)));
        // What cannot be read will be the task's error, not ours.
        let Some(bytes) = fs::read(path).ok().filter(|_| is_plain) else { return Ok(false) };
        let Some(includes) = includes_of(path, &bytes) else { return Ok(false) };
        for include in &includes {
            // A file that includes itself, over others perhaps, is rare enough to be left where it is.
            if !self.add(include)? {
                return Ok(false);
            }
        }
        self.file.write_all(&bytes).map_err(BatchError::io(&self.path))?;
        let length = u64::try_from(bytes.len()).map_err(|error| BatchError::content(path, error.to_string()))?;
        let packed = PackedFile { path: path.to_owned(), offset: self.end, length, sum: checksum(&bytes), includes };
        self.end += length;
        self.known.insert(path.to_owned(), Some(packed));
        Ok(true)
    }
}

/// Words by which a C file can refer to others, or to its own place.
const SUSPICIOUS: [&str; 7] = ["include", "embed", "incbin", "import", "__has_", "__FILE__", "__BASE_FILE__"];

/// The files next to this one that it includes; `None` if that cannot be told for certain.
fn includes_of(path: &Path, bytes: &[u8]) -> Option<Vec<PathBuf>> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension {
        Some("c" | "h") => {}
        Some("i" | "ll" | "bc" | "prp") => return Some(Vec::new()),
        _ => return None,
    }
    let text = std::str::from_utf8(bytes).ok()?;
    // Other spellings of `#`, and lines that go on in the next one.
    if text.contains("%:") || text.contains("??") || text.contains("\\\n") || text.contains("\\\r") {
        return None;
    }
    let mut includes = BTreeSet::new();
    for line in text.lines().filter(|line| SUSPICIOUS.iter().any(|word| line.contains(word))) {
        let named = line.trim().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim();
        let is_plain = |name: &str| !name.is_empty() && !name.contains(['"', '<', '>', '\\']);
        if let Some(name) =
            named.strip_prefix('"').and_then(|name| name.strip_suffix('"')).filter(|name| is_plain(name))
        {
            includes.insert(path.parent()?.join(name));
        } else {
            // The system's.
            named.strip_prefix('<').and_then(|name| name.strip_suffix('>')).filter(|name| is_plain(name))?;
        }
    }
    includes.iter().all(|file| file.is_file()).then(|| includes.into_iter().collect())
}

/// The pack of a batch.
#[derive(Debug)]
pub struct Pack {
    path: PathBuf,
    files: BTreeMap<PathBuf, PackedFile>,
}

impl Pack {
    /// The pack in the folder that a run belongs to, if there is one.
    pub fn of_run(run: &Path) -> Result<Option<Pack>, BatchError> {
        let staged = run.ancestors().nth(2).map(|folder| folder.join(Folder::STAGED));
        staged.filter(|staged| staged.join(INDEX).exists()).map(|staged| Pack::open(&staged)).transpose()
    }

    fn open(staged: &Path) -> Result<Pack, BatchError> {
        let path = staged.join(INDEX);
        let bytes = fs::read(&path).map_err(BatchError::io(&path))?;
        let mut files = BTreeMap::new();
        let mut rest = &*bytes;
        while let Some((record, after)) = split_line(rest) {
            let packed: PackedFile = parse(record).ok_or_else(|| BatchError::content(&path, "is damaged"))?;
            files.insert(packed.path.clone(), packed);
            rest = after;
        }
        Ok(Pack { path: staged.join(SOURCES), files })
    }

    /// Whether a task finds all that it needs here.
    pub fn has(&self, task: &Task, directory: &Path) -> bool {
        self.files(task, directory).is_some()
    }

    /// All files that a task needs; `None` if it reads them where they are.
    fn files(&self, task: &Task, directory: &Path) -> Option<Vec<&PackedFile>> {
        let mut found: BTreeMap<&Path, &PackedFile> = BTreeMap::new();
        let mut open = own_files(task, directory)?;
        while let Some(path) = open.pop() {
            let packed = self.files.get(&path)?;
            if found.insert(&packed.path, packed).is_none() {
                open.extend(packed.includes.iter().cloned());
            }
        }
        Some(found.into_values().collect())
    }

    /// Puts the files of a task into a folder, and makes a task of it that reads them there; `None` if it reads its files where they are.
    pub fn unpack(&self, task: &Task, directory: &Path, scratch: &Path) -> Result<Option<Task>, BatchError> {
        let Some(files) = self.files(task, directory) else { return Ok(None) };
        for packed in files {
            self.unpack_file(packed, &below(scratch, &packed.path))?;
        }
        let mut task = task.clone();
        if let Program::Files(files) = &mut task.program {
            for file in files {
                *file = below(scratch, &place(directory, file.clone()));
            }
        }
        if let Some(property) = &mut task.property {
            let path = place(directory, property.argument.clone().into());
            if self.files.contains_key(&path) {
                property.argument = below(scratch, &path).into_os_string();
            }
        }
        Ok(Some(task))
    }

    fn unpack_file(&self, packed: &PackedFile, target: &Path) -> Result<(), BatchError> {
        let read = || -> io::Result<Vec<u8>> {
            let mut file = File::open(&self.path)?;
            file.seek(SeekFrom::Start(packed.offset))?;
            let mut bytes = Vec::new();
            file.take(packed.length).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        let bytes = read().map_err(BatchError::io(&self.path))?;
        if checksum(&bytes) != packed.sum {
            return Err(BatchError::content(&self.path, "is damaged"));
        }
        let parent = target.parent().unwrap_or(target);
        fs::create_dir_all(parent).and_then(|()| fs::write(target, &bytes)).map_err(BatchError::io(target))
    }
}

/// A file's absolute path.
fn place(directory: &Path, file: PathBuf) -> PathBuf {
    let path = directory.join(file);
    std::path::absolute(&path).unwrap_or(path)
}

/// An absolute path below a folder.
fn below(folder: &Path, path: &Path) -> PathBuf {
    folder.join(path.strip_prefix("/").unwrap_or(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Start;
    use crate::plan::tests::plan;
    use crate::task::Property;

    fn fresh(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("candor-pack-{}-{name}", std::process::id()));
        match fs::remove_dir_all(&path) {
            Ok(()) | Err(_) => {}
        }
        fs::create_dir_all(path.join("src/in")).expect("can be made");
        path
    }

    #[test]
    fn only_what_is_certain_is_packed() {
        let path = fresh("certain");
        fs::write(path.join("src/a.h"), "").expect("can be written");
        let includes = |text: &str| includes_of(&path.join("src/x.c"), text.as_bytes()).map(|found| found.len());
        assert_eq!(includes("#include <stdio.h>\n # include \"a.h\"\nint x;\n"), Some(1));
        assert_eq!(includes("int main(void) { return 0; }\n"), Some(0));
        for text in [
            "#include \"missing.h\"\n",
            "#include MACRO\n",
            "#inc\\\nlude \"a.h\"\n",
            "%:include \"a.h\"\n",
            "#include \"a.h\" // really\n",
            "#if __has_include(\"a.h\")\n",
            "const char *place = __FILE__;\n",
            "__asm__(\".incbin \\\"a.h\\\"\");\n",
            "#include_next <a.h>\n",
        ] {
            assert_eq!(includes(text), None, "{text}");
        }
        assert_eq!(includes_of(Path::new("/x.i"), b"# 1 \"/usr/include/a.h\"\n"), Some(Vec::new()));
        fs::remove_dir_all(path).expect("can be removed");
    }

    #[test]
    fn files_come_out_as_they_went_in() {
        let path = fresh("files");
        let write = |name: &str, text: &str| fs::write(path.join("src").join(name), text).expect("can be written");
        write("p.prp", "CHECK\n");
        write("in/list.h", "#include \"../p.prp\"\n");
        write("a.c", "#include \"a.h\"\n");
        write("a.h", "int a;\n");
        write("b.c", "#include \"in/list.h\"\n");
        let mut tasks = plan(3, 1).tasks;
        let property = Property { name: "p".to_owned(), argument: "src/p.prp".into() };
        for (task, name) in tasks.iter_mut().zip(["src/a.c", "src/b.c", "src/missing.c"]) {
            task.program = Program::Files(vec![name.into()]);
            task.property = Some(property.clone());
        }
        let (folder, _, _) = Folder::open(&path.join("out"), "s", Start::Resume).expect("can be made");
        assert_eq!(pack_sources(&folder, &tasks, &path).expect("can be packed"), [1, 2]);
        // What was packed counts, not what has become of it.
        write("a.h", "int b;\n");
        assert_eq!(pack_sources(&folder, &tasks, &path).expect("is packed"), [1, 2]);
        let pack = Pack::of_run(&path.join("out/runs/1")).expect("can be read").expect("is there");
        let scratch = path.join("scratch");
        let task = pack.unpack(&tasks[0], &path, &scratch).expect("can be unpacked").expect("is packed");
        assert!(pack.unpack(&tasks[1], &path, &scratch).expect("can be read").is_none());
        let Program::Files(files) = &task.program else { panic!("{task:?}") };
        assert!(files[0].starts_with(&scratch) && files[0].ends_with("src/a.c"), "{files:?}");
        assert_eq!(fs::read_to_string(files[0].with_file_name("a.h")).expect("is there"), "int a;\n");
        let argument = task.property.expect("has one").argument;
        assert_eq!(fs::read_to_string(argument).expect("is there"), "CHECK\n");
        fs::remove_dir_all(path).expect("can be removed");
    }
}
