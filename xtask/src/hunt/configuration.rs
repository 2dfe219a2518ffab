//! The configurations in which candor is asked: engines, settings, data models, properties, and which of them a seed draws.

use super::truth::{Allocations, DataModel};
use crate::random::Random;

/// What is asked for: the default checks, or what SV-COMP asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Property {
    Default,
    UnreachCall,
    MemSafety,
    MemCleanup,
    NoOverflow,
    Termination,
    DataRace,
}

impl Property {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Property::Default => "default",
            Property::UnreachCall => "unreach-call",
            Property::MemSafety => "valid-memsafety",
            Property::MemCleanup => "valid-memcleanup",
            Property::NoOverflow => "no-overflow",
            Property::Termination => "termination",
            Property::DataRace => "no-data-race",
        }
    }
}

/// One way to ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Configuration {
    Check {
        model: DataModel,
        property: Property,
        options: Vec<&'static str>,
    },
    /// Concrete runs with the inputs of some executions.
    Run {
        model: DataModel,
    },
    /// The instrumented program, compiled and run.
    Instrument {
        rules: &'static str,
        level: &'static str,
    },
}

impl Configuration {
    pub(crate) fn default() -> Configuration {
        Configuration::Check { model: DataModel::Lp64, property: Property::Default, options: Vec::new() }
    }

    pub(crate) fn model(&self) -> DataModel {
        match self {
            Configuration::Check { model, .. } | Configuration::Run { model } => *model,
            Configuration::Instrument { .. } => DataModel::Lp64,
        }
    }

    /// Whether a race is a fault here; otherwise executions go on behind it.
    pub(crate) fn minds_races(&self) -> bool {
        match self {
            Configuration::Check { property, .. } => matches!(property, Property::Default | Property::DataRace),
            Configuration::Run { .. } | Configuration::Instrument { .. } => true,
        }
    }

    pub(crate) fn allocations(&self) -> Allocations {
        match self {
            Configuration::Check { options, .. } if options.contains(&MAY_FAIL) => Allocations::MayFail,
            Configuration::Check { .. } | Configuration::Run { .. } | Configuration::Instrument { .. } => {
                Allocations::Succeed
            }
        }
    }

    /// The name in tables and messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Configuration::Check { model, property, options } => {
                let options = options.join(" ").replace("--", "");
                format!("check {} {} {options}", model.name(), property.name()).trim_end().to_owned()
            }
            Configuration::Run { model } => format!("run {}", model.name()),
            Configuration::Instrument { rules, level } => format!("instrument {rules} {level}"),
        }
    }

    /// What the share of unknown answers is counted for: the engine, and each setting by itself.
    pub(crate) fn dimensions(&self) -> Vec<String> {
        match self {
            Configuration::Check { model, property, options } => {
                let named = options.iter().any(|option| option.starts_with("--engine"));
                let engine = if named { None } else { Some("--engine auto".to_owned()) };
                let others = [format!("--data-model {}", model.name()), format!("--property {}", property.name())];
                let options = options.iter().map(|&option| option.to_owned());
                engine.into_iter().chain(options).chain(others).collect()
            }
            Configuration::Run { .. } | Configuration::Instrument { .. } => vec![self.name()],
        }
    }
}

const PROPERTIES: [Property; 6] = [
    Property::Default,
    Property::UnreachCall,
    Property::MemSafety,
    Property::MemCleanup,
    Property::NoOverflow,
    Property::Termination,
];
/// Settings; an empty one is the default.
const ENGINES: [&str; 8] = [
    "",
    "--engine bmc",
    "--engine symex",
    "--engine loops",
    "--engine values",
    "--engine shapes",
    "--engine explicit",
    "--engine explicit --symbolic-data",
];
const SLICES: [&str; 2] = ["", "--slice on"];
const LEVELS: [&str; 3] = ["", "--instrumentation rc", "--instrumentation rc+rt"];
const MAY_FAIL: &str = "--malloc-may-fail";
const RULES: [&str; 3] = ["memsafety", "memcleanup", "overflow"];
const MODELS: [DataModel; 2] = [DataModel::Lp64, DataModel::Ilp32];

/// Every combination of engine, slicing, level, data model and property; the concrete machine; instrumentation at each level.
pub(crate) fn all() -> Vec<Configuration> {
    let mut all = Vec::new();
    for model in MODELS {
        all.push(Configuration::Run { model });
        for property in PROPERTIES {
            for engine in ENGINES {
                for slice in SLICES {
                    for level in LEVELS {
                        all.push(Configuration::Check { model, property, options: given(&[engine, slice, level]) });
                    }
                }
            }
        }
    }
    for rules in RULES {
        for level in ["basic", "rc", "rc+rt"] {
            all.push(Configuration::Instrument { rules, level });
        }
    }
    all
}

/// Settings that are not the default.
fn given(settings: &[&'static str]) -> Vec<&'static str> {
    settings.iter().copied().filter(|setting| !setting.is_empty()).collect()
}

/// The default, and some drawn by chance. Other data models and instrumentation need builds of their own and are drawn less often.
pub(crate) fn drawn(random: &mut Random, allocates: bool) -> Vec<Configuration> {
    let mut drawn = vec![Configuration::default()];
    let model = MODELS[usize::from(random.below(5) == 0)];
    for _ in 0..3 {
        // The default checks are compared most closely.
        let property = PROPERTIES[if random.below(3) == 0 { 0 } else { random.below(PROPERTIES.len()) }];
        let options = [
            ENGINES[random.below(ENGINES.len())],
            SLICES[random.below(SLICES.len())],
            if random.below(2) == 0 { LEVELS[0] } else { LEVELS[random.below(LEVELS.len())] },
        ];
        drawn.push(Configuration::Check { model, property, options: given(&options) });
    }
    if allocates && random.below(3) == 0 {
        let options = [ENGINES[random.below(ENGINES.len())], SLICES[random.below(SLICES.len())], MAY_FAIL];
        let property = PROPERTIES[random.below(PROPERTIES.len())];
        drawn.push(Configuration::Check { model: DataModel::Lp64, property, options: given(&options) });
    }
    if random.below(3) == 0 {
        drawn.push(Configuration::Run { model });
    }
    if random.below(8) == 0 {
        let (rules, level) = (RULES[random.below(RULES.len())], ["basic", "rc", "rc+rt"][random.below(3)]);
        drawn.push(Configuration::Instrument { rules, level });
    }
    drawn
}

const THREAD_ENGINES: [&str; 8] = [
    "",
    "--engine explicit --reduction none",
    "--engine explicit --reduction chain",
    "--engine explicit --reduction persistent",
    "--engine explicit --symbolic-data --reduction none",
    "--engine explicit --symbolic-data --reduction chain",
    "--engine explicit --symbolic-data --reduction persistent",
    "--engine explicit --workers 2",
];
const THREAD_PROPERTIES: [Property; 5] =
    [Property::Default, Property::UnreachCall, Property::MemSafety, Property::NoOverflow, Property::DataRace];

/// Every combination for programs with threads.
pub(crate) fn all_for_threads() -> Vec<Configuration> {
    let mut all = Vec::new();
    for model in MODELS {
        for property in THREAD_PROPERTIES {
            for engine in THREAD_ENGINES {
                for slice in SLICES {
                    for level in LEVELS {
                        all.push(Configuration::Check { model, property, options: given(&[engine, slice, level]) });
                    }
                }
            }
        }
    }
    all
}

/// The default, and some drawn by chance.
pub(crate) fn drawn_for_threads(random: &mut Random) -> Vec<Configuration> {
    let mut drawn = vec![Configuration::default()];
    for _ in 0..4 {
        let model = MODELS[usize::from(random.below(5) == 0)];
        let property = THREAD_PROPERTIES[if random.below(3) == 0 { 0 } else { random.below(THREAD_PROPERTIES.len()) }];
        let options = [
            THREAD_ENGINES[random.below(THREAD_ENGINES.len())],
            SLICES[random.below(SLICES.len())],
            if random.below(2) == 0 { LEVELS[0] } else { LEVELS[random.below(LEVELS.len())] },
        ];
        drawn.push(Configuration::Check { model, property, options: given(&options) });
    }
    drawn
}
