//! Certificates of all test programs, or of a folder of others: each has to be accepted, and none that was made wrong.
//!
//! What is wrong is known by how it is made: the opposite of a fact that holds, an equality with another number, a measure turned round, a
//! recurrent set that no state or every state is in, the certificate of another program. Leaving something out need not be wrong, and is not tried here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::process;
use crate::{root, scratch};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Programs or folders of programs; usually those of the tests about loops, recursion and termination
    paths: Vec<PathBuf>,
    /// What is asked of them
    #[arg(long, default_values_t = ["unreach-call".to_owned(), "termination".to_owned()])]
    property: Vec<String>,
    /// How many wrong certificates at most
    #[arg(long, default_value_t = 400)]
    count: usize,
    /// Seconds for each proof; going through it may take three times as long
    #[arg(long, default_value_t = 10)]
    timeout: u64,
}

/// What became of one question about one program.
struct Proved {
    source: PathBuf,
    certificate: PathBuf,
    property: String,
    proof: Duration,
    certification: Duration,
    refusal: Option<String>,
    has_loops: bool,
    has_set: bool,
}

pub(crate) fn certify(candor: &Path, options: &Options) -> Result<(), String> {
    let folder = scratch("certify")?;
    let mut sources = Vec::new();
    let usual =
        ["loops", "recursion", "termination", "pointers", "control"].map(|name| root().join("tests/check").join(name));
    for path in if options.paths.is_empty() { usual.to_vec() } else { options.paths.clone() } {
        if path.is_dir() { c_files(&path, &mut sources) } else { sources.push(path) }
    }
    sources.sort();
    let cases: Vec<(usize, PathBuf, String)> = sources
        .iter()
        .flat_map(|source| options.property.iter().map(move |property| (source.clone(), property.clone())))
        .enumerate()
        .map(|(idx, (source, property))| (idx, source, property))
        .collect();
    let proved = process::in_parallel(&cases, |(idx, source, property)| {
        prove(candor, options, source, property, folder.join(format!("{idx}.json")))
    });
    let proved: Vec<Proved> = proved.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    let mut n_refused = 0;
    for Proved { source, property, refusal, .. } in &proved {
        if let Some(why) = refusal {
            n_refused += 1;
            println!("refused: {} {property}: {why}", source.display());
        }
    }
    let slower = |proved: &&Proved| proved.certification > 3 * proved.proof.max(Duration::from_millis(300));
    println!("{} of {} programs hold or are violated with a certificate", proved.len(), cases.len());
    println!("{} are about loops", proved.iter().filter(|proved| proved.has_loops).count());
    println!("{} have a recurrent set", proved.iter().filter(|proved| proved.has_set).count());
    println!("{n_refused} are refused, {} took more than three times as long", proved.iter().filter(slower).count());
    let wrong: Vec<(usize, &Proved, Value)> = wrong_ones(&proved, options.count)?
        .into_iter()
        .enumerate()
        .map(|(idx, (it, wrong))| (idx, it, wrong))
        .collect();
    let accepted = process::in_parallel(&wrong, |(idx, it, wrong)| {
        let path = folder.join(format!("wrong-{idx}.json"));
        fs::write(&path, wrong.to_string()).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut command = certification(candor, options, &path, &it.source);
        let finished = process::run(&mut command, limit(options))?;
        let is_accepted = finished.code() == Some(0);
        Ok::<_, String>(is_accepted.then(|| format!("{} of {}", path.display(), it.source.display())))
    });
    let accepted: Vec<String> = accepted.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    println!("{} wrong certificates, {} accepted", wrong.len(), accepted.len());
    accepted.iter().for_each(|which| println!("accepted: {which}"));
    match (n_refused, accepted.len()) {
        (0, 0) => Ok(()),
        (refused, accepted) => Err(format!("certify: {refused} refused, {accepted} wrong ones accepted")),
    }
}

fn limit(options: &Options) -> Duration {
    Duration::from_secs(options.timeout * 4 + 10)
}

fn certification(candor: &Path, options: &Options, certificate: &Path, source: &Path) -> Command {
    let mut command = Command::new(candor);
    let seconds = (options.timeout * 3).to_string();
    command.args(["certify", "--timeout", &seconds]).arg(certificate).arg(source);
    command
}

/// `None` if it is unknown.
fn prove(
    candor: &Path,
    options: &Options,
    source: &Path,
    property: &str,
    certificate: PathBuf,
) -> Result<Option<Proved>, String> {
    let seconds = options.timeout.to_string();
    let mut command = Command::new(candor);
    command.args(["check", "--property", property, "--timeout", &seconds, "--certificate"]);
    let checked = process::run(command.arg(&certificate).arg(source), limit(options))?;
    if !matches!(checked.code(), Some(0 | 1)) {
        return Ok(None);
    }
    let finished = process::run(&mut certification(candor, options, &certificate, source), limit(options))?;
    let text = String::from_utf8_lossy(&finished.stdout).into_owned() + &finished.stderr_text();
    // What threads do is proved by looking at every state, with no solver.
    if text.contains("programs with several threads") {
        return Ok(None);
    }
    let refusal = (finished.code() != Some(0)).then(|| text.lines().skip(1).take(3).collect::<Vec<_>>().join("; "));
    let written = record(&certificate)?;
    let has_loops = written["loops"].as_array().is_some_and(|loops| !loops.is_empty());
    let has_set = !written["violation"]["cycle"]["recurrent_set"].is_null();
    Ok(Some(Proved {
        source: source.to_owned(),
        certificate,
        property: property.to_owned(),
        proof: checked.time,
        certification: finished.time,
        refusal,
        has_loops,
        has_set,
    }))
}

fn record(path: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Certificates of which something is wrong, of as many programs as possible.
fn wrong_ones(proved: &[Proved], most: usize) -> Result<Vec<(&Proved, Value)>, String> {
    let good: Vec<&Proved> =
        proved.iter().filter(|proved| proved.refusal.is_none() && (proved.has_loops || proved.has_set)).collect();
    let mut by_program: Vec<Vec<(&Proved, Value)>> = Vec::new();
    for (idx, it) in good.iter().enumerate() {
        let right = record(&it.certificate)?;
        let mut wrong: Vec<(&Proved, Value)> = spoilt(&right).into_iter().map(|wrong| (*it, wrong)).collect();
        let other = good[(idx + 1) % good.len()];
        if other.source != it.source {
            wrong.push((*it, record(&other.certificate)?));
        }
        by_program.push(wrong);
    }
    let mut found = Vec::new();
    while found.len() < most && by_program.iter().any(|wrong| !wrong.is_empty()) {
        found.extend(by_program.iter_mut().filter_map(Vec::pop));
    }
    found.truncate(most);
    Ok(found)
}

/// The certificate with something in it that does not hold.
fn spoilt(right: &Value) -> Vec<Value> {
    let mut found = spoilt_set(right);
    for (at, one) in right["loops"].as_array().into_iter().flatten().enumerate() {
        for (idx, fact) in one["facts"].as_array().into_iter().flatten().enumerate() {
            let Some(fact) = fact.as_str() else { continue };
            let mut put = |text: String| {
                let mut wrong = right.clone();
                wrong["loops"][at]["facts"][idx] = text.into();
                found.push(wrong);
            };
            put(format!("(not bool {fact})"));
            if let Some(other) = other_number(fact) {
                put(other);
            }
        }
        for (case, ranking) in one["rankings"].as_array().into_iter().flatten().enumerate() {
            for (layer, measures) in ranking["layers"].as_array().into_iter().flatten().enumerate() {
                let turned: Vec<Value> = measures.as_array().into_iter().flatten().filter_map(turned).collect();
                let mut wrong = right.clone();
                wrong["loops"][at]["rankings"][case]["layers"][layer] = Value::Array(turned);
                found.push(wrong);
            }
        }
    }
    found
}

/// The certificate with a recurrent set that no state is in, or that leaves out why it is closed, or with other choices before.
fn spoilt_set(right: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    let Some(facts) = right["violation"]["cycle"]["recurrent_set"]["facts"].as_array() else { return found };
    let mut put = |facts: Vec<Value>| {
        let mut wrong = right.clone();
        wrong["violation"]["cycle"]["recurrent_set"]["facts"] = facts.into();
        found.push(wrong);
    };
    for (idx, fact) in facts.iter().enumerate() {
        let Some(fact) = fact.as_str() else { continue };
        let with = |text: String| {
            let mut facts = facts.clone();
            facts[idx] = text.into();
            facts
        };
        put(with(format!("(not bool {fact})")));
        if let Some(other) = other_number(fact) {
            put(with(other));
        }
    }
    put(vec!["false".into()]);
    found
}

/// An equality with a constant, with another constant.
fn other_number(fact: &str) -> Option<String> {
    let start = fact.strip_prefix("(eq bool ")?;
    let (rest, last) = start.strip_suffix(')')?.rsplit_once(' ')?;
    let (number, width) = last.split_once(":i")?;
    let number: i64 = number.parse().ok()?;
    (width != "1" && !rest.contains('(')).then(|| format!("(eq bool {rest} {}:i{width})", number.wrapping_add(1)))
}

/// What becomes larger as the measure becomes smaller.
fn turned(measure: &Value) -> Option<Value> {
    let text = measure.as_str()?;
    let sort = text.strip_prefix('(').and_then(|rest| rest.split(' ').nth(1)).filter(|sort| sort.starts_with('i'))?;
    Some(Value::String(format!("(neg {sort} {text})")))
}

fn c_files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            c_files(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "c" || extension == "i") {
            into.push(path);
        }
    }
}
