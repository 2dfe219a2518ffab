//! One rule: its pattern, its conditions, its calls.

use candor_ir::Check;

use super::Known;
use super::fields::{Fields, boolean, entries, list, one_or_more, text};
use crate::json::{Node, RuleError, Value};
use crate::query;
use crate::rules::{
    Argument, Condition, Effect, FUNCTION, Find, InstPattern, LOCATION, Level, NewCall, OperandPattern, Place, Rule,
};
use crate::suggest::hint;
use crate::words;

/// The keys that all rules have.
const COMMON: &[&str] = &[
    "description",
    "in",
    "library",
    "levels",
    "group",
    "conditions",
    "newInstruction",
    "where",
    "setFlags",
    "remember",
    "rememberTargets",
    "rememberUndecidedTargets",
    "rememberHolders",
];

/// A rule of the list named `kind`.
pub(super) fn parse(node: &Node, kind: &str, known: &Known<'_>) -> Result<Rule, RuleError> {
    let own = match kind {
        "instructionsRules" => Some("findInstructions"),
        "globalVariablesRules" => Some("findGlobals"),
        "parameterRules" => Some("findParameters"),
        _ => None,
    };
    let keys: Vec<&str> = own.into_iter().chain(COMMON.iter().copied()).collect();
    let mut fields = Fields::new(node, "a rule", &keys)?;
    let mut scope = Scope::new(known);
    let find = match own {
        Some(key) => parse_find(fields.required(key)?, key, &mut scope)?,
        None => Find::Functions,
    };
    let conditions = fields.optional("conditions").map(list).transpose()?.unwrap_or_default();
    let conditions = conditions.iter().map(|node| condition(node, &mut scope)).collect::<Result<_, _>>()?;
    let calls = fields.optional("newInstruction").map(one_or_more).unwrap_or_default();
    let calls: Vec<NewCall> = calls.iter().map(|node| new_call(node, &mut scope)).collect::<Result<_, _>>()?;
    let place = parse_place(node, fields.optional("where"), &find)?;
    check_order(&find, place, &calls)?;
    let effects = effects(&mut fields, &scope)?;
    let group = fields.optional("group").map(text).transpose()?.map(str::to_owned);
    let rule = Rule {
        at: node.at,
        find,
        functions: fields.optional("in").map(functions).transpose()?.flatten(),
        library: fields.optional("library").map(boolean).transpose()?.unwrap_or(true),
        levels: fields.optional("levels").map(levels).transpose()?.unwrap_or_else(|| Level::ALL.to_vec()),
        group,
        conditions,
        calls,
        place,
        effects,
    };
    // In a group, a rule that does nothing keeps later ones from being applied.
    if rule.calls.is_empty() && rule.effects.is_empty() && rule.group.is_none() {
        return Err(RuleError::new(
            node.at,
            "the rule does nothing: it inserts no call, sets no flag and remembers nothing",
        ));
    }
    Ok(rule)
}

/// Before the instructions that a rule looks for, their results are not there yet.
fn check_order(find: &Find, place: Place, calls: &[NewCall]) -> Result<(), RuleError> {
    let (Find::Instructions(patterns), Place::Before) = (find, place) else { return Ok(()) };
    let is_result = |name: &String| patterns.iter().any(|pattern| pattern.result.as_ref() == Some(name));
    for call in calls {
        for arg in &call.args {
            if let Argument::Variable(name) = arg
                && is_result(name)
            {
                let reason = format!("`<{name}>` is the result of an instruction and not known before it");
                return Err(RuleError::new(call.at, reason));
            }
        }
    }
    Ok(())
}

/// The variables bound so far, and what can be referred to.
struct Scope<'a> {
    known: &'a Known<'a>,
    variables: Vec<String>,
}

impl<'a> Scope<'a> {
    fn new(known: &'a Known<'a>) -> Scope<'a> {
        Scope { known, variables: vec![LOCATION.to_owned(), FUNCTION.to_owned()] }
    }

    fn bind(&mut self, name: &str) {
        if !self.variables.iter().any(|known| known == name) {
            self.variables.push(name.to_owned());
        }
    }

    fn require(&self, node: &Node, name: &str) -> Result<(), RuleError> {
        if self.variables.iter().any(|known| known == name) {
            return Ok(());
        }
        let hint = hint(name, self.variables.iter().map(String::as_str));
        Err(RuleError::new(node.at, format!("nothing binds the variable `<{name}>`{hint}")))
    }
}

/// `x` of `<x>`.
fn variable(text: &str) -> Option<&str> {
    text.strip_prefix('<')?.strip_suffix('>').filter(|name| !name.is_empty())
}

/// A variable to bind; `*` for none.
fn binding(node: &Node, scope: &mut Scope<'_>) -> Result<Option<String>, RuleError> {
    let name = text(node)?;
    if name == "*" {
        return Ok(None);
    }
    let Some(name) = variable(name) else {
        return Err(RuleError::new(node.at, format!("here must be a variable such as `<x>`, or `*`, not `{name}`")));
    };
    if name == LOCATION || name == FUNCTION {
        return Err(RuleError::new(node.at, format!("`<{name}>` has a meaning already")));
    }
    scope.bind(name);
    Ok(Some(name.to_owned()))
}

fn parse_find(node: &Node, key: &str, scope: &mut Scope<'_>) -> Result<Find, RuleError> {
    if key == "findInstructions" {
        let patterns = list(node)?.iter().map(|node| inst_pattern(node, scope)).collect::<Result<Vec<_>, _>>()?;
        if patterns.is_empty() {
            return Err(RuleError::new(node.at, "a rule needs at least one instruction to look for"));
        }
        return Ok(Find::Instructions(patterns));
    }
    let (what, name) =
        if key == "findGlobals" { ("findGlobals", "globalVariable") } else { ("findParameters", "parameter") };
    let mut fields = Fields::new(node, what, &[name, "getTypeSize"])?;
    let variable = fields.optional(name).map(|node| binding(node, scope)).transpose()?.flatten();
    let size = fields.optional("getTypeSize").map(|node| binding(node, scope)).transpose()?.flatten();
    Ok(match key {
        "findGlobals" => Find::Globals { variable, size },
        _ => Find::Parameters { variable, size },
    })
}

/// The keys of an instruction to look for.
const PATTERN: &[&str] = &[
    "returnValue",
    "instruction",
    "operands",
    "getTypeSize",
    "getWidth",
    "getPointer",
    "getSource",
    "getKept",
    "getLeftOver",
];

fn inst_pattern(node: &Node, scope: &mut Scope<'_>) -> Result<InstPattern, RuleError> {
    let mut fields = Fields::new(node, "an instruction to look for", PATTERN)?;
    let operand_list = fields.optional("operands");
    let operands = operand_list.map(|node| operand_patterns(node, scope)).transpose()?;
    let mut words = Vec::new();
    for node in one_or_more(fields.required("instruction")?) {
        let word = text(node)?;
        if word == "*" {
            continue;
        }
        let meant = words::expand(word);
        if meant.is_empty() {
            let hint = hint(word, words::known());
            return Err(RuleError::new(node.at, format!("there is no instruction `{word}`{hint}")));
        }
        if let (Some(node), Some(operands)) = (operand_list, &operands) {
            check_count(node, operands, word, &meant)?;
        }
        words.extend(meant.into_iter().map(str::to_owned));
    }
    let mut bind = |key| fields.optional(key).map(|node| binding(node, scope)).transpose();
    let result = bind("returnValue")?.flatten();
    let size = bind("getTypeSize")?.flatten();
    let width = bind("getWidth")?.flatten();
    let pointer = bind("getPointer")?.flatten();
    let source = bind("getSource")?.flatten();
    let kept = bind("getKept")?.flatten();
    let left_over = bind("getLeftOver")?.flatten();
    Ok(InstPattern { at: node.at, words, operands, result, size, width, pointer, source, kept, left_over })
}

/// A pattern with more or fewer operands than the instruction can have would never match.
fn check_count(node: &Node, operands: &[OperandPattern], word: &str, meant: &[&str]) -> Result<(), RuleError> {
    let has_rest = operands.contains(&OperandPattern::Rest);
    let n_given = operands.len() - usize::from(has_rest);
    let counts = meant.iter().map(|mnemonic| words::operand_counts(mnemonic));
    if counts.clone().any(|count| count.contains(&n_given) || (has_rest && n_given < *count.start())) {
        return Ok(());
    }
    let (min, max) = counts.fold((usize::MAX, 0), |(min, max), count| (min.min(*count.start()), max.max(*count.end())));
    let possible = match max {
        usize::MAX => format!("at least {min}"),
        _ if min == max => min.to_string(),
        _ => format!("{min} to {max}"),
    };
    let given = if has_rest { format!("at least {n_given}") } else { n_given.to_string() };
    Err(RuleError::new(node.at, format!("`{word}` never has {given} operands, but {possible}")))
}

fn operand_patterns(node: &Node, scope: &mut Scope<'_>) -> Result<Vec<OperandPattern>, RuleError> {
    let nodes = list(node)?;
    let patterns = nodes.iter().map(|node| operand_pattern(node, scope)).collect::<Result<Vec<_>, _>>()?;
    let mut rests = nodes.iter().zip(&patterns).filter(|(_, pattern)| **pattern == OperandPattern::Rest);
    if let Some((node, _)) = rests.nth(1) {
        return Err(RuleError::new(node.at, "`...` can stand only once among the operands"));
    }
    Ok(patterns)
}

fn operand_pattern(node: &Node, scope: &mut Scope<'_>) -> Result<OperandPattern, RuleError> {
    Ok(match &node.value {
        Value::Number(number) => OperandPattern::Named(vec![number.to_string()]),
        Value::List(names) => {
            OperandPattern::Named(names.iter().map(|node| text(node).map(str::to_owned)).collect::<Result<_, _>>()?)
        }
        _ => match text(node)? {
            "*" => OperandPattern::Any,
            "..." => OperandPattern::Rest,
            name if variable(name).is_some() => match binding(node, scope)? {
                Some(name) => OperandPattern::Variable(name),
                None => OperandPattern::Any,
            },
            name => OperandPattern::Named(vec![name.to_owned()]),
        },
    })
}

fn argument(node: &Node, scope: &Scope<'_>) -> Result<Argument, RuleError> {
    Ok(match &node.value {
        Value::Number(number) => Argument::Number(*number),
        Value::Object(_) => {
            let mut fields = Fields::new(node, "an argument", &["string"])?;
            Argument::Text(text(fields.required("string")?)?.to_owned())
        }
        _ => {
            let written = text(node)?;
            let Some(name) = variable(written) else {
                let reason = format!("`{written}` is no variable; a text is written {{\"string\": \"{written}\"}}");
                return Err(RuleError::new(node.at, reason));
            };
            scope.require(node, name)?;
            Argument::Variable(name.to_owned())
        }
    })
}

fn condition(node: &Node, scope: &mut Scope<'_>) -> Result<Condition, RuleError> {
    let mut fields = Fields::new(node, "a condition", &["query", "expectedResults", "bind"])?;
    let query = one_or_more(fields.required("query")?);
    let [name_node, arg_nodes @ ..] = query else {
        return Err(RuleError::new(node.at, "the query is empty"));
    };
    let name = text(name_node)?.to_owned();
    let is_flag = scope.known.flags.iter().any(|(flag, _)| *flag == name);
    let (n_args, n_bound, answers) = match query::lookup(&name) {
        _ if is_flag => (0, 0, &[][..]),
        Some(shape) => (shape.n_args, shape.n_bound, shape.answers),
        None => {
            let flags = scope.known.flags.iter().map(|(flag, _)| flag.as_str());
            let hint = hint(&name, query::QUERIES.iter().map(|shape| shape.name).chain(flags));
            return Err(RuleError::new(name_node.at, format!("there is no query and no flag `{name}`{hint}")));
        }
    };
    if arg_nodes.len() != n_args {
        let reason = format!("`{name}` needs {n_args} arguments and has {}", arg_nodes.len());
        return Err(RuleError::new(name_node.at, reason));
    }
    let args = arg_nodes.iter().map(|node| query_argument(node, &name, scope)).collect::<Result<_, _>>()?;
    let mut expected = Vec::new();
    let mut bind = Vec::new();
    if n_bound > 0 {
        let nodes = list(fields.required("bind")?)?;
        if nodes.len() != n_bound {
            return Err(RuleError::new(node.at, format!("`{name}` binds {n_bound} variables, not {}", nodes.len())));
        }
        for node in nodes {
            bind.push(binding(node, scope)?.unwrap_or_default());
        }
    } else {
        let answers_node = fields.required("expectedResults")?;
        if list(answers_node)?.is_empty() {
            return Err(RuleError::new(answers_node.at, "no answer is expected, so that the rule never applies"));
        }
        for node in list(answers_node)? {
            let answer = text(node)?;
            if !answers.is_empty() && !answers.contains(&answer) {
                let reason = format!("`{name}` never answers `{answer}`, only {}", answers.join(", "));
                return Err(RuleError::new(node.at, reason));
            }
            expected.push(answer.to_owned());
        }
    }
    Ok(Condition { at: node.at, query: name, args, expected, bind })
}

/// The argument of `hasCheck` is the id of a check, all others are as in calls.
fn query_argument(node: &Node, query: &str, scope: &Scope<'_>) -> Result<Argument, RuleError> {
    if query != "hasCheck" {
        return argument(node, scope);
    }
    let id = text(node)?;
    if Check::from_id(id).is_none() {
        let hint = hint(id, Check::ALL.iter().map(|check| check.id()));
        return Err(RuleError::new(node.at, format!("there is no check `{id}`{hint}")));
    }
    Ok(Argument::Text(id.to_owned()))
}

fn new_call(node: &Node, scope: &mut Scope<'_>) -> Result<NewCall, RuleError> {
    let mut fields = Fields::new(node, "an instruction to insert", &["returnValue", "instruction", "operands"])?;
    let word = fields.required("instruction")?;
    if text(word)? != "call" {
        return Err(RuleError::new(word.at, "only calls can be inserted"));
    }
    let operands = list(fields.required("operands")?)?;
    let Some((callee, args)) = operands.split_last() else {
        return Err(RuleError::new(node.at, "the last operand of a call is the function; there is none"));
    };
    let arg_nodes = args;
    let args: Vec<Argument> = args.iter().map(|node| argument(node, scope)).collect::<Result<_, _>>()?;
    let name = text(callee)?;
    let Some(declared) = scope.known.functions.iter().find(|declared| declared.name == name) else {
        let hint = hint(name, scope.known.functions.iter().map(|declared| declared.name.as_str()));
        return Err(RuleError::new(
            callee.at,
            format!("the function `{name}` is not declared under `functions`{hint}"),
        ));
    };
    if declared.params.len() != args.len() {
        let reason = format!("`{name}` has {} parameters and is given {} arguments", declared.params.len(), args.len());
        return Err(RuleError::new(callee.at, reason));
    }
    for ((node, arg), param) in arg_nodes.iter().zip(&args).zip(&declared.params) {
        if let Argument::Number(number) = arg
            && !param.holds(*number)
        {
            return Err(RuleError::new(node.at, format!("{number} does not fit the parameter of `{name}`")));
        }
    }
    let result = fields.optional("returnValue");
    if let Some(node) = result
        && declared.result.is_none()
        && text(node)? != "*"
    {
        return Err(RuleError::new(node.at, format!("`{name}` has no result")));
    }
    let result = result.map(|node| binding(node, scope)).transpose()?.flatten();
    Ok(NewCall { at: node.at, callee: name.to_owned(), args, result })
}

fn parse_place(rule: &Node, node: Option<&Node>, find: &Find) -> Result<Place, RuleError> {
    let (names, default): (&[&str], _) = match find {
        Find::Instructions(_) => (&["before", "after"], None),
        Find::Functions => (&["entry", "return"], None),
        Find::Globals { .. } | Find::Parameters { .. } => (&["entry"], Some(Place::Entry)),
    };
    let Some(node) = node else {
        return default
            .ok_or_else(|| RuleError::new(rule.at, format!("the rule needs `where`: {}", names.join(" or "))));
    };
    let name = text(node)?;
    if !names.contains(&name) {
        return Err(RuleError::new(node.at, format!("`where` is {} here, not `{name}`", names.join(" or "))));
    }
    let place = match name {
        "before" => Place::Before,
        "after" => Place::After,
        "entry" => Place::Entry,
        _ => Place::Return,
    };
    if let (Place::After, Find::Instructions(patterns)) = (place, find)
        && let Some(last) = patterns.last()
        && (last.words.is_empty() || last.words.iter().any(|word| words::is_terminator(word)))
    {
        return Err(RuleError::new(node.at, "nothing comes after an instruction that ends its block"));
    }
    Ok(place)
}

fn effects(fields: &mut Fields<'_>, scope: &Scope<'_>) -> Result<Vec<Effect>, RuleError> {
    let mut effects = Vec::new();
    if let Some(node) = fields.optional("setFlags") {
        for (key, value) in entries(node, "`setFlags`")? {
            let flags = scope.known.flags.iter().map(|(flag, _)| flag.as_str());
            if !flags.clone().any(|flag| flag == key.name) {
                let hint = hint(&key.name, flags);
                return Err(RuleError::new(key.at, format!("there is no flag `{}`{hint}", key.name)));
            }
            effects.push(Effect::SetFlag { flag: key.name.clone(), value: text(value)?.to_owned() });
        }
    }
    for key in ["remember", "rememberTargets", "rememberUndecidedTargets"] {
        let make = match key {
            "remember" => Effect::Remember,
            "rememberTargets" => Effect::RememberTargets,
            _ => Effect::RememberUndecidedTargets,
        };
        for node in fields.optional(key).map(one_or_more).unwrap_or_default() {
            match argument(node, scope)? {
                Argument::Variable(name) => effects.push(make(name)),
                Argument::Number(_) | Argument::Text(_) => {
                    return Err(RuleError::new(node.at, format!("`{key}` is about a variable")));
                }
            }
        }
    }
    if fields.optional("rememberHolders").map(boolean).transpose()? == Some(true) {
        effects.push(Effect::RememberHolders);
    }
    Ok(effects)
}

/// `None` for all functions.
fn functions(node: &Node) -> Result<Option<Vec<String>>, RuleError> {
    let names: Vec<String> =
        one_or_more(node).iter().map(|node| text(node).map(str::to_owned)).collect::<Result<_, _>>()?;
    Ok(if names.iter().any(|name| name == "*") { None } else { Some(names) })
}

fn levels(node: &Node) -> Result<Vec<Level>, RuleError> {
    let level = |node: &Node| {
        let name = text(node)?;
        let names = Level::ALL.map(Level::name);
        Level::from_name(name).ok_or_else(|| {
            RuleError::new(
                node.at,
                format!("there is no level `{name}`{}; there are {}", hint(name, names), names.join(", ")),
            )
        })
    };
    one_or_more(node).iter().map(level).collect()
}
