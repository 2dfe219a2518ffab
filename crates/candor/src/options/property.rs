//! The values of `--property`: names of properties, and `.prp` files.

use std::ffi::OsStr;
use std::fs;

use candor_witness::Property;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;

/// What one value of the option stands for: a name is one property, a file may be several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Properties(pub(crate) Vec<Property>);

/// Reads names of properties, so that a wrong one is answered with the one that was probably meant, and names of `.prp` files.
#[derive(Clone, Debug)]
pub(crate) struct PropertyParser {
    names: PossibleValuesParser,
}

impl PropertyParser {
    pub(crate) fn new() -> PropertyParser {
        PropertyParser { names: PossibleValuesParser::new(Property::names()) }
    }
}

impl TypedValueParser for PropertyParser {
    type Value = Properties;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Properties, clap::Error> {
        let refuse = |message: String| clap::Error::raw(ErrorKind::ValueValidation, message + "\n").with_cmd(command);
        if let Some(path) = value.to_str().filter(|text| text.ends_with(".prp")) {
            let text = fs::read_to_string(path).map_err(|error| refuse(format!("{path}: {error}")))?;
            let read = Property::read_file(&text).map_err(|message| refuse(format!("{path}: {message}")));
            return read.map(Properties);
        }
        let name = self.names.parse_ref(command, arg, value)?;
        Property::named(&name).map(Properties).ok_or_else(|| refuse(format!("there is no property `{name}`")))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.names.possible_values()
    }
}

/// The properties of all values together.
pub(crate) fn all_of(values: &[Properties]) -> Vec<Property> {
    values.iter().flat_map(|properties| properties.0.iter().copied()).collect()
}
