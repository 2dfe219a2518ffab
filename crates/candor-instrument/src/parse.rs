//! From the text of a rule file to rules. Whatever is wrong is told with its place: a rule that silently never applies would look
//! like a program without faults.
//!
//! Entry point: [`parse`].

mod fields;
mod rule;
#[cfg(test)]
mod tests;

use candor_ir::Scalar;

use crate::json::{self, Node, RuleError};
use crate::rules::{Declaration, ParamType, Phase, Rules};
use crate::suggest::hint;
use fields::{Fields, list, text};

/// Reads and checks a rule file.
pub fn parse(source: &[u8]) -> Result<Rules, RuleError> {
    let node = json::read(json::decode(source)?)?;
    let mut fields = Fields::new(&node, "a rule file", &["description", "file", "functions", "flags", "phases"])?;
    let description = fields.optional("description").map(text).transpose()?.unwrap_or_default().to_owned();
    let file = fields.optional("file").map(|node| Ok((node.at, text(node)?.to_owned()))).transpose()?;
    let functions = fields.optional("functions").map(declarations).transpose()?.unwrap_or_default();
    let flags = fields.optional("flags").map(flags).transpose()?.unwrap_or_default();
    let known = Known { functions: &functions, flags: &flags };
    let phases = list(fields.required("phases")?)?;
    let mut named: Vec<Phase> = Vec::new();
    for node in phases {
        let phase = parse_phase(node, &known)?;
        if !phase.name.is_empty() && named.iter().any(|other| other.name == phase.name) {
            return Err(RuleError::new(node.at, format!("there are two phases with the name `{}`", phase.name)));
        }
        named.push(phase);
    }
    let phases = named;
    Ok(Rules { description, file, functions, flags, phases })
}

/// What rules may refer to.
pub(super) struct Known<'a> {
    pub(super) functions: &'a [Declaration],
    pub(super) flags: &'a [(String, String)],
}

fn declarations(node: &Node) -> Result<Vec<Declaration>, RuleError> {
    let mut declared: Vec<Declaration> = Vec::new();
    for node in list(node)? {
        let declaration = parse_declaration(node)?;
        if declared.iter().any(|other| other.name == declaration.name) {
            return Err(RuleError::new(node.at, format!("`{}` is declared twice", declaration.name)));
        }
        declared.push(declaration);
    }
    Ok(declared)
}

fn parse_declaration(node: &Node) -> Result<Declaration, RuleError> {
    let mut fields = Fields::new(node, "a function", &["name", "parameters", "result"])?;
    let name_node = fields.required("name")?;
    let name = text(name_node)?.to_owned();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || !name.chars().all(is_word) {
        return Err(RuleError::new(name_node.at, format!("`{name}` is no name of a function in C")));
    }
    let params = list(fields.required("parameters")?)?.iter().map(param_type).collect::<Result<_, _>>()?;
    let result = fields.optional("result").map(param_type).transpose()?;
    Ok(Declaration { at: node.at, name, params, result })
}

const TYPES: &[&str] =
    &["ptr", "size", "i1", "i8", "i16", "i32", "i64", "i128", "u8", "u16", "u32", "u64", "u128", "f32", "f64"];

fn param_type(node: &Node) -> Result<ParamType, RuleError> {
    let name = text(node)?;
    if !TYPES.contains(&name) {
        let hint = hint(name, TYPES.iter().copied());
        return Err(RuleError::new(
            node.at,
            format!("there is no type `{name}`{hint}; there are {}", TYPES.join(", ")),
        ));
    }
    let ty = match name {
        "ptr" => Some(Scalar::Ptr),
        "size" => None,
        "f32" => Some(Scalar::F32),
        "f64" => Some(Scalar::F64),
        _ => name[1..].parse().ok().map(Scalar::Int),
    };
    Ok(ParamType { ty, signed: name.starts_with('i') && name != "i1" })
}

fn flags(node: &Node) -> Result<Vec<(String, String)>, RuleError> {
    let entries = fields::entries(node, "the flags")?;
    entries.iter().map(|(key, value)| Ok((key.name.clone(), text(value)?.to_owned()))).collect()
}

/// The lists of a phase, and what their rules look for.
const RULE_LISTS: &[&str] = &["functionRules", "parameterRules", "globalVariablesRules", "instructionsRules"];

fn parse_phase(node: &Node, known: &Known<'_>) -> Result<Phase, RuleError> {
    let mut keys = vec!["name"];
    keys.extend(RULE_LISTS);
    let mut fields = Fields::new(node, "a phase", &keys)?;
    let name = fields.optional("name").map(text).transpose()?.unwrap_or_default().to_owned();
    let mut rules = Vec::new();
    for key in RULE_LISTS {
        let Some(nodes) = fields.optional(key) else { continue };
        for node in list(nodes)? {
            rules.push(rule::parse(node, key, known)?);
        }
    }
    Ok(Phase { name, rules })
}
