//! What a hunt has seen so far: counted, printed, and kept in a file so that it can go on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::examine::{Examined, State, Verdict};
use super::truth::write;

/// Holds, violated, unknown, crashed, and milliseconds.
type Counts = [u64; 5];

#[derive(Debug)]
pub(crate) struct Tally {
    pub(crate) next_seed: u64,
    n_faulty: u64,
    n_correct: u64,
    n_skipped: u64,
    pub(crate) n_broken: u64,
    /// Programs with each feature: all, and faulty ones.
    features: BTreeMap<String, [u64; 2]>,
    settings: BTreeMap<String, Counts>,
    reasons: BTreeMap<String, u64>,
    disagreements: BTreeMap<String, u64>,
}

const STATE: &str = "state.json";

impl Tally {
    pub(crate) fn new(seed: u64) -> Tally {
        Tally {
            next_seed: seed,
            n_faulty: 0,
            n_correct: 0,
            n_skipped: 0,
            n_broken: 0,
            features: BTreeMap::new(),
            settings: BTreeMap::new(),
            reasons: BTreeMap::new(),
            disagreements: BTreeMap::new(),
        }
    }

    pub(crate) fn add(&mut self, examined: &Examined) {
        match examined.state {
            State::Faulty => self.n_faulty += 1,
            State::Correct => self.n_correct += 1,
            State::Skipped => self.n_skipped += 1,
            State::Broken => self.n_broken += 1,
        }
        if matches!(examined.state, State::Faulty | State::Correct) {
            for &feature in &BTreeSet::from_iter(&examined.features) {
                let counts = self.features.entry((*feature).to_owned()).or_default();
                counts[0] += 1;
                counts[1] += u64::from(examined.state == State::Faulty);
            }
        }
        for asked in &examined.asked {
            for setting in asked.configuration.dimensions() {
                let counts = self.settings.entry(setting).or_default();
                counts[match asked.verdict {
                    Verdict::Holds => 0,
                    Verdict::Violated => 1,
                    Verdict::Unknown => 2,
                    Verdict::Crash => 3,
                }] += 1;
                counts[4] += u64::try_from(asked.time.as_millis()).unwrap_or(u64::MAX);
            }
            if let Some(reason) = &asked.reason {
                *self.reasons.entry(without_digits(reason)).or_default() += 1;
            }
        }
        for kind in &examined.disagreements {
            *self.disagreements.entry(format!("{kind:?}")).or_default() += 1;
        }
    }

    pub(crate) fn n_disagreements(&self) -> u64 {
        self.disagreements.values().sum()
    }

    fn n_programs(&self) -> u64 {
        self.n_faulty + self.n_correct
    }

    /// A line of progress.
    pub(crate) fn line(&self, time: Duration) -> String {
        format!(
            "{} s: {} programs ({} faulty), {} disagreements, next seed {}",
            time.as_secs(),
            self.n_programs(),
            self.n_faulty,
            self.n_disagreements(),
            self.next_seed
        )
    }

    pub(crate) fn print(&self) {
        println!("{:<28} {:>9} {:>9}", "feature", "programs", "faulty");
        for (feature, [all, faulty]) in &self.features {
            println!("{feature:<28} {all:>9} {faulty:>9}");
        }
        println!(
            "\n{:<28} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "setting", "holds", "violated", "unknown", "crashed", "ms each"
        );
        for (setting, [holds, violated, unknown, crashed, time]) in &self.settings {
            let all = (holds + violated + unknown + crashed).max(1);
            println!(
                "{setting:<28} {holds:>9} {violated:>9} {:>8}% {crashed:>9} {:>9}",
                unknown * 100 / all,
                time / all
            );
        }
        let mut reasons: Vec<(&String, &u64)> = self.reasons.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        println!("\nmost frequent reasons for unknown:");
        for (reason, count) in reasons.into_iter().take(12) {
            println!("{count:>6}  {reason}");
        }
        println!(
            "\n{} programs, {} of them faulty; {} with too many executions, {} broken; next seed {}",
            self.n_programs(),
            self.n_faulty,
            self.n_skipped,
            self.n_broken,
            self.next_seed
        );
        println!("disagreements: {:?}", self.disagreements);
    }

    pub(crate) fn save(&self, folder: &Path) -> Result<(), String> {
        let value = json!({
            "next_seed": self.next_seed,
            "programs": {"faulty": self.n_faulty, "correct": self.n_correct, "skipped": self.n_skipped, "broken": self.n_broken},
            "features": self.features,
            "settings": self.settings,
            "reasons": self.reasons,
            "disagreements": self.disagreements,
        });
        write(&folder.join(STATE), &format!("{value:#}\n"))
    }

    pub(crate) fn load(folder: &Path) -> Result<Tally, String> {
        let path = folder.join(STATE);
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let value: Value = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let number = |value: &Value| value.as_u64().unwrap_or(0);
        let numbers = |name: &str| -> BTreeMap<String, u64> {
            let entries = value[name].as_object().into_iter().flatten();
            entries.map(|(key, value)| (key.clone(), number(value))).collect()
        };
        let list = |value: &Value, idx: usize| number(&value[idx]);
        let entries = |name: &str| value[name].as_object().into_iter().flatten();
        Ok(Tally {
            next_seed: number(&value["next_seed"]),
            n_faulty: number(&value["programs"]["faulty"]),
            n_correct: number(&value["programs"]["correct"]),
            n_skipped: number(&value["programs"]["skipped"]),
            n_broken: number(&value["programs"]["broken"]),
            features: entries("features").map(|(key, value)| (key.clone(), [list(value, 0), list(value, 1)])).collect(),
            settings: entries("settings")
                .map(|(key, value)| (key.clone(), std::array::from_fn(|idx| list(value, idx))))
                .collect(),
            reasons: numbers("reasons"),
            disagreements: numbers("disagreements"),
        })
    }
}

/// Reasons that differ in numbers only count as one.
fn without_digits(text: &str) -> String {
    let mut result = String::new();
    for c in text.chars() {
        if !c.is_ascii_digit() {
            result.push(c);
        } else if !result.ends_with('N') {
            result.push('N');
        }
    }
    result
}
