//! The rule sets that come with candor, and the C code that what they insert calls.

/// A rule set and its run-time code.
#[derive(Copy, Clone, Debug)]
pub struct RuleSet {
    pub name: &'static str,
    /// The text of the rule file.
    pub rules: &'static str,
    /// The C code of the functions that the rules declare.
    pub runtime: &'static str,
}

macro_rules! shipped {
    ($($name:literal)*) => {
        /// All rule sets that come with candor.
        pub const SHIPPED: &[RuleSet] = &[$(RuleSet {
            name: $name,
            rules: include_str!(concat!("../rules/", $name, ".json")),
            runtime: include_str!(concat!("../runtime/", $name, ".c")),
        },)*];
    };
}

shipped! { "memsafety" "memcleanup" "overflow" "locks" }

/// The functions that candor's interpreter gives to programs and to the models of its libc, as C.
pub const PLATFORM: &str = include_str!("../runtime/platform.c");

/// The rule set of this name.
pub fn shipped(name: &str) -> Option<&'static RuleSet> {
    SHIPPED.iter().find(|set| set.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn shipped_rules_are_right() {
        for set in SHIPPED {
            let rules = parse(set.rules.as_bytes()).unwrap_or_else(|error| panic!("{}: {error}", set.name));
            assert!(!rules.description.is_empty(), "{} has no description", set.name);
            for function in &rules.functions {
                assert!(set.runtime.contains(&format!("{}(", function.name)), "{}: {}", set.name, function.name);
            }
        }
    }
}
