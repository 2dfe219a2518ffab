//! The user's own command line with another option, to be pasted into a shell.

use std::env;

/// The words behind `candor check`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CommandLine {
    words: Vec<String>,
}

impl CommandLine {
    /// The one that this process was started with.
    pub(super) fn of_user() -> CommandLine {
        let words: Vec<String> = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        CommandLine::new(&words)
    }

    fn new(words: &[String]) -> CommandLine {
        let command = words.iter().position(|word| word == "check");
        let words = words.iter().enumerate().filter(|(idx, _)| Some(*idx) != command).map(|(_, word)| word.clone());
        CommandLine { words: words.collect() }
    }

    /// Without an option that has a value, where that value is one of these.
    pub(super) fn without(&self, name: &str, is_meant: impl Fn(&str) -> bool) -> CommandLine {
        let own = self.words.iter().position(|word| word == "--").unwrap_or(self.words.len());
        let mut words = Vec::new();
        let mut idx = 0;
        while let Some(word) = self.words.get(idx) {
            let joined = word.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
            let next = self.words.get(idx + 1).filter(|_| word == name).map(String::as_str);
            let value = joined.or(next).filter(|_| idx < own);
            idx += 1 + usize::from(value.is_some() && next.is_some() && joined.is_none());
            match value {
                Some(value) if is_meant(value) => {}
                Some(value) if joined.is_none() => words.extend([word.clone(), value.to_owned()]),
                Some(_) | None => words.push(word.clone()),
            }
        }
        CommandLine { words }
    }

    /// With these words before all others.
    pub(super) fn with(&self, options: &[&str]) -> CommandLine {
        let options = options.iter().map(|&word| word.to_owned());
        CommandLine { words: options.chain(self.words.iter().cloned()).collect() }
    }

    /// With another value of an option that is there once.
    pub(super) fn replaced(&self, name: &str, value: &str) -> CommandLine {
        self.without(name, |_| true).with(&[name, value])
    }

    /// With another file, before the arguments of the program.
    pub(super) fn with_file(&self, file: &str) -> CommandLine {
        let mut words = self.words.clone();
        let at = words.iter().position(|word| word == "--").unwrap_or(words.len());
        words.insert(at, file.to_owned());
        CommandLine { words }
    }

    /// As a shell would read it.
    pub(super) fn shown(&self) -> String {
        let words: Vec<String> = self.words.iter().map(|word| quoted(word)).collect();
        format!("candor check {}", words.join(" "))
    }
}

fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_=+,./:@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(words: &[&str]) -> CommandLine {
        CommandLine::new(&words.iter().map(|&word| word.to_owned()).collect::<Vec<String>>())
    }

    #[test]
    fn the_users_own_options_stay() {
        let own = line(&["check", "--timeout", "4", "-D", "N=1", "--engine=bmc", "a b.c", "--", "--timeout", "4"]);
        assert_eq!(
            own.replaced("--timeout", "16").shown(),
            "candor check --timeout 16 -D N=1 --engine=bmc 'a b.c' -- --timeout 4"
        );
        assert_eq!(own.without("--engine", |_| true).shown(), "candor check --timeout 4 -D N=1 'a b.c' -- --timeout 4");
        assert_eq!(
            own.with_file("f.c").shown(),
            "candor check --timeout 4 -D N=1 --engine=bmc 'a b.c' f.c -- --timeout 4"
        );
    }

    #[test]
    fn one_of_several_values_is_replaced() {
        let own = line(&["check", "--unwind", "3", "--unwind=main:9=7", "a.c"]);
        let of_loop = own.without("--unwind", |value| value.starts_with("main:9="));
        assert_eq!(of_loop.with(&["--unwind", "main:9=14"]).shown(), "candor check --unwind main:9=14 --unwind 3 a.c");
    }

    #[test]
    fn words_are_quoted_for_the_shell() {
        assert_eq!(line(&["check", "it's", "", "a;b", "ä.c"]).shown(), r"candor check 'it'\''s' '' 'a;b' ä.c");
    }
}
