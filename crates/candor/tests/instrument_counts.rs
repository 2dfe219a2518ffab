//! What `dump --facts checks` counts is what `instrument --rules memsafety` inserts into the user's functions.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One of so many programs is looked at.
const STRIDE: usize = 40;

/// At the levels basic, rc and rc+rt.
type Row = [u64; 3];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What candor prints; `None` if it does not want the program.
fn candor(args: &[&str], program: &Path) -> Option<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_candor")).args(args).arg(program).output().expect("candor runs");
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The rows of checks and of what is remembered.
fn counted(program: &Path) -> Option<BTreeMap<String, Row>> {
    let text = candor(&["dump", "--facts", "checks"], program)?;
    let row = |line: &str| {
        let [name, basic, rc, rcrt] = line.split_whitespace().collect::<Vec<&str>>()[..] else { return None };
        let is_call = name.starts_with("check_") || name.starts_with("remember_");
        let numbers = [basic, rc, rcrt].map(|number| number.parse().ok());
        let [Some(basic), Some(rc), Some(rcrt)] = numbers else { return None };
        is_call.then(|| (name.to_owned(), [basic, rc, rcrt]))
    };
    Some(text.lines().filter_map(row).collect())
}

/// The same by the calls that are inserted, with others that no analysis decides about.
fn inserted(program: &Path) -> Option<BTreeMap<String, Row>> {
    let args = ["instrument", "--rules", "memsafety", "--statistics", "--format", "json"];
    let levels: serde_json::Value = serde_json::from_str(&candor(&args, program)?).expect("is JSON");
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for (level, column) in levels.as_array().expect("a list").iter().enumerate() {
        for call in column["calls"].as_array().expect("a list") {
            let name = call["function"].as_str().expect("a name").trim_start_matches("__candor_");
            rows.entry(name.to_owned()).or_default()[level] = call["program"].as_u64().expect("a number");
        }
    }
    Some(rows)
}

/// Whether the program could be looked at.
#[track_caller]
fn compare(program: &Path) -> bool {
    let (Some(counted), Some(mut inserted)) = (counted(program), inserted(program)) else { return false };
    assert!(counted.len() >= 14, "{}: {counted:?}", program.display());
    inserted.retain(|name, _| counted.contains_key(name));
    assert_eq!(counted, inserted, "{}", program.display());
    true
}

fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(programs(&path));
        } else if path.extension().is_some_and(|ext| ext == "c" || ext == "ll") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Its name alone decides whether a program is tried, so that a new one changes nothing for the others.
fn number_of(path: &Path) -> usize {
    let root = root();
    let name = path.strip_prefix(&root).unwrap_or(path).display().to_string();
    name.bytes().fold(0, |number: usize, byte| number.wrapping_mul(31).wrapping_add(usize::from(byte)))
}

#[test]
fn programs_of_all_kinds() {
    for (folder, stride) in [("tests/run", STRIDE), ("tests/check", STRIDE), ("tests/instrument", 1)] {
        let programs = programs(&root().join(folder));
        let tried = programs.iter().filter(|path| number_of(path).is_multiple_of(stride));
        assert!(tried.filter(|path| compare(path)).count() >= 5, "{folder}");
    }
}

#[track_caller]
fn check(name: &str, source: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("instrument-counts");
    fs::create_dir_all(&folder).expect("a scratch folder");
    let path = folder.join(name);
    fs::write(&path, source).expect("the file can be written");
    assert!(compare(&path), "{name} is no program");
}

#[test]
fn an_index_that_lies_in_its_array() {
    let source = "int main(void) { int a[5] = {0}, k = 0; for (int i = 0; i < 5; i++) k += a[i]; return k; }\n";
    check("index.c", source);
}

#[test]
fn variables_that_only_the_library_looks_for() {
    let source = "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n\
                  static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }\n\
                  int main(void) { char text[] = \"b a\"; char *word = strtok(text, \" \"); int n[9] = {3, 1};\n\
                  qsort(n, 9, sizeof n[0], compare); puts(word); return n[0]; }\n";
    check("library.c", source);
}

#[test]
fn all_kinds_of_allocation() {
    let source = "#include <stdlib.h>\nint main(int argc, char **argv) { int array[argc]; array[0] = 1;\n\
                  int *p = calloc(3, 4), *q = malloc(4), *r = aligned_alloc(16, 16); p = realloc(p, 400);\n\
                  p[99] = array[0]; free(p); free(q); free(r); return 0; }\n";
    check("allocation.c", source);
}

#[test]
fn only_the_library_allocates() {
    check("prints.c", "#include <stdio.h>\nint main(void) { char a[9]; sprintf(a, \"%d\", 12); return a[0]; }\n");
}

#[test]
fn unnamed_arguments_and_copies() {
    let source = "#include <stdarg.h>\n#include <string.h>\nstruct big { int n[20]; };\n\
                  static int at(struct big big, int n, ...) { va_list list; va_start(list, n);\n\
                  n += va_arg(list, int); va_end(list); return big.n[n]; }\n\
                  int main(int argc, char **argv) { char a[8], b[16] = {0}; struct big big = {{1}};\n\
                  memcpy(a, b, argc); memset(b, 0, 17); return at(big, argc, 3) + a[0]; }\n";
    check("arguments.c", source);
}
