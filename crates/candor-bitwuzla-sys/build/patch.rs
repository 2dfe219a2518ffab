//! The changes to Bitwuzla's sources, made on copies when they are compiled.
//!
//! - Every loop over a work list asks now and then whether to stop (`src/poll.h`). In these sources such a loop takes its next
//!   node by a statement that ends in `visit.back();` or `visit.front();`, and that is what is looked for.
//! - So do the makers of nodes and of gates: one operator on wide words or floats makes millions.
//! - What is asserted on the ground level is a clause for the SAT solver, not one more assumption, also if the failed
//!   assumptions will be asked for. They are among the assumptions all the same.
//! - Without preprocessing, which is the incremental use, rewritten terms are remembered from check to check. Forgetting them
//!   makes every check as expensive as all terms so far.
//! - When memory runs out, the C interface takes a note of it and returns.

use std::fs;
use std::path::{Path, PathBuf};

use crate::sources::Sources;

/// Where loops over work lists are patched. Not in `node`: its only one frees nodes and must not be left.
const LOOPS: &[&str] = &["preprocess", "rewrite", "solver", "lib/bitblast/aig/aig_cnf.cpp"];

const LOOP_ENDS: &[&str] = &["= visit.back();", "= visit.front();", "= d_visit.back();"];

/// A file, and a text in it that is replaced. The text must be there exactly once.
struct Replacement {
    file: &'static str,
    old: &'static str,
    new: &'static str,
}

const REPLACEMENTS: &[Replacement] = &[
    Replacement {
        file: "node/node_manager.cpp",
        old: "  NodeData* data = find_or_insert_node(kind, Type(), children, indices);",
        new: "  candor::poll();\n  NodeData* data = find_or_insert_node(kind, Type(), children, indices);",
    },
    Replacement {
        file: "lib/bitblast/aig/aig_manager.cpp",
        old: "  AigNodeData* d          = new AigNodeData(this, left, right);",
        new: "  candor::poll();\n  AigNodeData* d          = new AigNodeData(this, left, right);",
    },
    Replacement {
        file: "solver/bv/bv_bitblast_solver.cpp",
        old: "  if (d_env.options().produce_unsat_cores() && !is_lemma)\n  {\n    top_level = false;\n  }\n",
        new: "",
    },
    Replacement {
        file: "preprocess/preprocessor.cpp",
        old: "  d_env.rewriter().clear_cache();",
        new: "  if (d_env.options().preprocess()) d_env.rewriter().clear_cache();",
    },
    Replacement {
        file: "api/c/checks.h",
        old: "  catch (bitwuzla::Exception & e) { BITWUZLA_ABORT << e.msg(); }",
        new: "  catch (bitwuzla::Exception & e) { BITWUZLA_ABORT << e.msg(); } \\\n  catch (std::bad_alloc &) { candor::note_out_of_memory(); }",
    },
];

/// Writes the changed files into a folder with the same structure as `src`, and returns the files to compile: the changed ones
/// instead of the originals. Headers there have to be found before the original ones.
pub(crate) fn patch(sources: &Sources, folder: &Path) -> Vec<PathBuf> {
    let src = sources.bitwuzla.join("src");
    let mut files = sources.bitwuzla_files();
    for file in &mut files {
        let relative = file.strip_prefix(&src).expect("a file below src").to_owned();
        if write_patched(&src, &relative, folder) {
            *file = folder.join(relative);
        }
    }
    for header in REPLACEMENTS.iter().map(|replacement| replacement.file).filter(|file| file.ends_with(".h")) {
        write_patched(&src, Path::new(header), folder);
    }
    files
}

/// Whether there was something to change.
fn write_patched(src: &Path, file: &Path, folder: &Path) -> bool {
    let original = src.join(file);
    let text = fs::read_to_string(&original).unwrap_or_else(|error| panic!("{}: {error}", original.display()));
    let changed = patched(file, text.clone());
    if changed != text {
        write(&folder.join(file), &changed);
    }
    changed != text
}

fn patched(file: &Path, mut text: String) -> String {
    if LOOPS.iter().any(|with_loops| file.starts_with(with_loops)) {
        for end in LOOP_ENDS {
            text = text.replace(&format!("{end}\n"), &format!("{end} candor::poll();\n"));
        }
    }
    for replacement in REPLACEMENTS.iter().filter(|replacement| Path::new(replacement.file) == file) {
        let n_places = text.matches(replacement.old).count();
        assert_eq!(n_places, 1, "places in {} with {:?}", file.display(), replacement.old);
        text = text.replace(replacement.old, replacement.new);
    }
    text
}

fn write(file: &Path, text: &str) {
    let folder = file.parent().expect("a file is in a folder");
    fs::create_dir_all(folder).and_then(|()| fs::write(file, text)).expect("OUT_DIR can be written to");
}
