//! Rules that compare ARCHITECTURE.md with the project: names exist, and crates use what the tables allow.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const DOCUMENT: &str = "ARCHITECTURE.md";

fn read(root: &Path) -> Result<String, String> {
    fs::read_to_string(root.join(DOCUMENT)).map_err(|error| format!("{DOCUMENT}: {error}"))
}

/// Words in backquotes that look like a crate or a path.
pub(super) fn names(root: &Path, complaints: &mut Vec<String>) -> Result<(), String> {
    let text = read(root)?;
    let mut in_code = false;
    for (idx, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        for name in line.split('`').skip(1).step_by(2) {
            let exists = match name {
                _ if name.contains(char::is_whitespace) || name.contains(['*', '{', '(', '<', '=']) => true,
                _ if name.starts_with("candor-") => root.join("crates").join(name).is_dir(),
                _ if name.contains('/') => root.join(name).exists(),
                _ => true,
            };
            if !exists {
                complaints.push(format!("{DOCUMENT}:{}: `{name}` does not exist", idx + 1));
            }
        }
    }
    Ok(())
}

/// The rows of the table under a heading: the first cell's name, and the names in the second cell.
fn table(text: &str, heading: &str) -> BTreeMap<String, BTreeSet<String>> {
    let section = text.lines().skip_while(|line| !(line.starts_with('#') && line.contains(heading))).skip(1);
    let rows = section.take_while(|line| !line.starts_with('#')).filter(|line| line.starts_with("| `"));
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<String>>();
    rows.filter_map(|row| {
        let mut cells = row.split('|').skip(1);
        let first = names(cells.next()?).into_iter().next()?;
        Some((first, cells.next().map(names).unwrap_or_default()))
    })
    .collect()
}

/// Crates of the project, and crates from outside.
type Used = (BTreeSet<String>, BTreeSet<String>);

/// What each crate of the project really uses: other crates of the project, and crates from outside.
fn dependencies(root: &Path) -> Result<BTreeMap<String, Used>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--no-deps", "--format-version", "1", "--offline"]).current_dir(root);
    let output = command.output().map_err(|error| format!("cannot run cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let mut crates = BTreeMap::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let (mut own, mut outside) = (BTreeSet::new(), BTreeSet::new());
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let name = dependency["name"].as_str().unwrap_or_default().to_owned();
            let is_own = !dependency["path"].is_null();
            // What only tests use binds nobody, but it must still be known.
            if !is_own {
                outside.insert(name);
            } else if dependency["kind"] != "dev" {
                own.insert(name);
            }
        }
        crates.insert(package["name"].as_str().unwrap_or_default().to_owned(), (own, outside));
    }
    Ok(crates)
}

/// The tables and the manifests say the same.
pub(super) fn edges(root: &Path, complaints: &mut Vec<String>) -> Result<(), String> {
    let text = read(root)?;
    let allowed = table(&text, "Allowed crate edges");
    let known: BTreeSet<String> = table(&text, "Outside crates").into_keys().collect();
    let mut used = BTreeSet::new();
    let crates = dependencies(root)?;
    for (name, (own, outside)) in &crates {
        let Some(allowed) = allowed.get(name) else {
            complaints.push(format!("{DOCUMENT}: `{name}` is not in the table of allowed crate edges"));
            continue;
        };
        for edge in own.difference(allowed) {
            complaints.push(format!("{name}: the edge to `{edge}` is not in the table of {DOCUMENT}"));
        }
        for edge in allowed.difference(own) {
            complaints.push(format!("{DOCUMENT}: `{name}` does not use `{edge}`"));
        }
        for name_outside in outside.difference(&known) {
            complaints.push(format!("{name}: the outside crate `{name_outside}` is not in the table of {DOCUMENT}"));
        }
        used.extend(outside.iter().cloned());
    }
    for name in allowed.keys().filter(|name| !crates.contains_key(*name)) {
        complaints.push(format!("{DOCUMENT}: there is no crate `{name}`"));
    }
    for name in known.difference(&used) {
        complaints.push(format!("{DOCUMENT}: the outside crate `{name}` is not used"));
    }
    Ok(())
}
