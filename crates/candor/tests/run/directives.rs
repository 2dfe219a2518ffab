//! Directives (`//@`) and expectations (`//~`) in test programs.

use std::fmt;

/// A finding that is expected: on this line, with this id, perhaps with this text in its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expectation {
    pub(crate) line: usize,
    pub(crate) id: String,
    pub(crate) text: String,
    revision: Option<String>,
}

/// A directive with its argument, for one revision or for all.
#[derive(Debug)]
struct Setting {
    key: String,
    value: String,
    revision: Option<String>,
}

/// Everything a program says about how it is to be tested.
#[derive(Debug)]
pub(crate) struct Directives {
    settings: Vec<Setting>,
    expectations: Vec<Expectation>,
    revisions: Vec<String>,
    /// Not a test by itself but a part of others.
    pub(crate) part: bool,
}

/// One way of running a program.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub(crate) revision: Option<String>,
    pub(crate) data_model: &'static str,
    show_model: bool,
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(revision) = &self.revision {
            write!(f, " [{revision}]")?;
        }
        if self.show_model { write!(f, " [{}]", self.data_model) } else { Ok(()) }
    }
}

const KEYS: [&str; 13] = [
    "flags",
    "args",
    "stdin",
    "exit",
    "data-model",
    "run-native",
    "revisions",
    "files",
    "part",
    "verdict",
    "proof",
    "says",
    "silent",
];

impl Directives {
    pub(crate) fn parse(text: &str) -> Result<Directives, String> {
        let mut directives =
            Directives { settings: Vec::new(), expectations: Vec::new(), revisions: Vec::new(), part: false };
        for (idx, line) in text.lines().enumerate() {
            directives.parse_line(idx + 1, line).map_err(|error| format!("line {}: {error}", idx + 1))?;
        }
        directives.revisions =
            directives.get(&Variant::plain(), "revisions").split_whitespace().map(str::to_owned).collect();
        directives.part = directives.has(&Variant::plain(), "part");
        Ok(directives)
    }

    fn parse_line(&mut self, number: usize, line: &str) -> Result<(), String> {
        let start = line.trim_start().trim_start_matches(';').trim_start();
        if let Some(rest) = start.strip_prefix("//@") {
            let (revision, rest) = revision(rest.trim())?;
            let (key, value) = rest.split_once(':').unwrap_or((rest, ""));
            if !KEYS.contains(&key.trim()) {
                return Err(format!("unknown directive `{}`", key.trim()));
            }
            self.settings.push(Setting { key: key.trim().to_owned(), value: value.trim().to_owned(), revision });
        } else if let Some((_, rest)) = line.split_once("//~") {
            self.expectations.push(expectation(number, rest)?);
        }
        Ok(())
    }

    /// The argument of a directive; one for this revision goes before one for all.
    pub(crate) fn get(&self, variant: &Variant, key: &str) -> &str {
        self.find(variant, key).map_or("", |setting| &setting.value)
    }

    pub(crate) fn has(&self, variant: &Variant, key: &str) -> bool {
        self.find(variant, key).is_some()
    }

    fn find(&self, variant: &Variant, key: &str) -> Option<&Setting> {
        let with = |revision: &Option<String>| {
            self.settings.iter().find(|setting| setting.key == key && setting.revision == *revision)
        };
        variant.revision.as_ref().and_then(|_| with(&variant.revision)).or_else(|| with(&None))
    }

    pub(crate) fn expectations(&self, variant: &Variant) -> Vec<&Expectation> {
        let fits = |revision: &Option<String>| revision.is_none() || *revision == variant.revision;
        self.expectations.iter().filter(|expectation| fits(&expectation.revision)).collect()
    }

    /// The exit status that is expected: said, or what goes with the expected finding.
    pub(crate) fn exit(&self, variant: &Variant) -> Result<i32, String> {
        if self.has(variant, "exit") {
            let text = self.get(variant, "exit");
            return text.parse().map_err(|_| format!("`exit: {text}` is not a number"));
        }
        Ok(match self.expectations(variant).first().map(|expectation| expectation.id.as_str()) {
            None => 0,
            Some("unsupported" | "limit" | "mismatch" | "unchecked" | "assumption" | "internal-error") => 125,
            Some("malformed" | "input-error") => 126,
            Some(_) => 134,
        })
    }

    pub(crate) fn variants(&self) -> Vec<Variant> {
        let revisions: Vec<Option<String>> = match self.revisions.as_slice() {
            [] => vec![None],
            names => names.iter().cloned().map(Some).collect(),
        };
        let mut variants = Vec::new();
        for revision in revisions {
            let plain = Variant { revision, ..Variant::plain() };
            let models: &[&'static str] = match self.get(&plain, "data-model") {
                "both" => &["LP64", "ILP32"],
                "ILP32" => &["ILP32"],
                _ => &["LP64"],
            };
            let show_model = models != ["LP64"];
            variants.extend(models.iter().map(|data_model| Variant { data_model, show_model, ..plain.clone() }));
        }
        variants
    }

    pub(crate) fn has_revisions(&self) -> bool {
        !self.revisions.is_empty()
    }
}

impl Variant {
    fn plain() -> Variant {
        Variant { revision: None, data_model: "LP64", show_model: false }
    }
}

/// Takes `[name]` off the front.
fn revision(text: &str) -> Result<(Option<String>, &str), String> {
    let Some(rest) = text.strip_prefix('[') else {
        return Ok((None, text));
    };
    let (name, rest) = rest.split_once(']').ok_or("`[` without `]`")?;
    Ok((Some(name.trim().to_owned()), rest.trim_start()))
}

/// What follows `//~`: arrows, a revision, the id, and perhaps text.
fn expectation(line: usize, rest: &str) -> Result<Expectation, String> {
    let above = rest.chars().take_while(|&c| c == '^').count();
    let (revision, rest) = revision(rest[above..].trim_start())?;
    let (id, text) = rest.split_once(':').unwrap_or((rest, ""));
    let id = id.trim().trim_end_matches("*/").trim();
    if id.is_empty() || !id.chars().all(|c| c.is_ascii_lowercase() || c == '-') {
        return Err(format!("`{id}` is no check id"));
    }
    let line = line.checked_sub(above).filter(|&line| line > 0).ok_or("the arrows lead out of the file")?;
    Ok(Expectation { line, id: id.to_owned(), text: text.trim().to_owned(), revision })
}
