//! Finding the names of a formula in a program.

use candor_interp::ThreadId;
use candor_ir::{Check, FuncId, Function, Global, GlobalId, InstKind, Program, Scalar, ValueId, VariableHome, c_type};

use crate::ast::{Atom, Comparison, Formula, IntType, Line, Name, Operator, Register, Term, TermKind, Variable};
use crate::error::QueryError;
use crate::goal::{Compare, Form, Goal, Operand};
use crate::names::suggestion;

/// A formula that a program can satisfy, and what its author should know.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    pub goal: Goal,
    pub warnings: Vec<QueryError>,
}

/// Finds everything that a formula names. Processes are threads, in the order in which they are made.
pub fn resolve(program: &Program, formula: &Formula) -> Result<Resolved, QueryError> {
    let mut resolver = Resolver { program, warnings: Vec::new() };
    let goal = resolver.formula(formula)?;
    Ok(Resolved { goal, warnings: resolver.warnings })
}

struct Resolver<'p> {
    program: &'p Program,
    warnings: Vec<QueryError>,
}

/// One side of a comparison before both are known.
struct Side {
    operand: Operand,
    /// Whether it is known if the number is signed; literal numbers have no form.
    form: Option<(Form, /* sign is known */ bool)>,
}

impl Resolver<'_> {
    fn formula(&mut self, formula: &Formula) -> Result<Goal, QueryError> {
        Ok(match formula {
            Formula::Atom(atom) => self.atom(atom)?,
            Formula::Not(formula) => Goal::Not(Box::new(self.formula(formula)?)),
            Formula::And(a, b) => Goal::And(Box::new(self.formula(a)?), Box::new(self.formula(b)?)),
            Formula::Or(a, b) => Goal::Or(Box::new(self.formula(a)?), Box::new(self.formula(b)?)),
        })
    }

    fn atom(&mut self, atom: &Atom) -> Result<Goal, QueryError> {
        Ok(match atom {
            Atom::True => Goal::Constant(true),
            Atom::False => Goal::Constant(false),
            Atom::DataRace => Goal::DataRace,
            Atom::DivZero => Goal::DivZero,
            Atom::OverFlows => Goal::OverFlows,
            Atom::Check(Check::DataRace) => Goal::DataRace,
            Atom::Check(check) => Goal::Breaks(*check),
            Atom::Calls { process, function } => Goal::Calls(ThreadId(*process), self.functions(function)?),
            Atom::At(line) => Goal::At(self.line(*line)?),
            Atom::Comparison(comparison) => Goal::Compare(Box::new(self.comparison(comparison)?)),
        })
    }

    /// All functions of a name: `static` ones of several files may share it.
    fn functions(&self, name: &Name) -> Result<Vec<FuncId>, QueryError> {
        let functions = self.program.functions.iter();
        let found: Vec<FuncId> =
            functions.filter(|(_, function)| function.name == name.text).map(|(id, _)| id).collect();
        if !found.is_empty() {
            return Ok(found);
        }
        let error = QueryError::new(format!("the program has no function `{}`", name.text), name.span);
        let known = self.program.functions.values().map(|function| function.name.as_str());
        Err(with_suggestion(error, &name.text, known))
    }

    /// The one function with a body that has the name.
    fn function(&self, name: &Name) -> Result<FuncId, QueryError> {
        let mut found = self.functions(name)?;
        found.retain(|&func| self.program.functions[func].is_defined());
        match found[..] {
            [func] => Ok(func),
            [] => Err(QueryError::new(format!("the function `{}` has no body", name.text), name.span)),
            _ => Err(QueryError::new(format!("several functions are called `{}`", name.text), name.span)),
        }
    }

    fn line(&self, line: Line) -> Result<u32, QueryError> {
        let is_there = self.program.functions.values().filter(|function| !function.library).any(|function| {
            function
                .insts
                .values()
                .any(|inst| self.program.source.get(inst.loc).is_some_and(|loc| loc.line == line.number))
        });
        match is_there {
            true => Ok(line.number),
            false => Err(QueryError::new(format!("nothing is executed in line {}", line.number), line.span)),
        }
    }

    fn comparison(&mut self, comparison: &Comparison) -> Result<Compare, QueryError> {
        let Comparison { left, operator, right, at } = comparison;
        if let (Some(one), Some(other)) = (left.ty, right.ty)
            && one != other
        {
            let message = format!("the sides of a comparison have the same type, not {one} and {other}");
            return Err(QueryError::new(message, left.span.to(right.span)));
        }
        let (one, other) = (self.term(left)?, self.term(right)?);
        let is_order = !matches!(operator, Operator::Equal | Operator::Unequal);
        let left_operand = fitted(left, &one, &other, is_order)?;
        let right_operand = fitted(right, &other, &one, is_order)?;
        let at = at.map(|line| self.line(line)).transpose()?;
        Ok(Compare { left: left_operand, operator: *operator, right: right_operand, at })
    }

    fn term(&mut self, term: &Term) -> Result<Side, QueryError> {
        match &term.kind {
            TermKind::Number(number) => {
                let form = term.ty.map(|ty| (form_of(ty), true));
                Ok(Side { operand: Operand::Number(*number), form })
            }
            TermKind::Register(register) => self.register(term, register),
            TermKind::Variable(variable) => self.variable(term, variable),
        }
    }

    fn register(&mut self, term: &Term, register: &Register) -> Result<Side, QueryError> {
        let func = self.function(&register.function)?;
        let function = &self.program.functions[func];
        let value = find_register(function, &register.register)?;
        let ty = term.ty.expect("the grammar asks for the type of a register");
        let Scalar::Int(width) = function.type_of(value) else {
            let message = format!("`%{}` is no integer", register.register.text);
            return Err(QueryError::new(message, register.register.span));
        };
        if width != ty.width && (width, ty.width) != (1, 8) {
            let message = format!("`%{}` has {width} bits, {ty} has {}", register.register.text, ty.width);
            return Err(QueryError::new(message, term.span));
        }
        if width != ty.width {
            let message = format!("`%{}` is a truth value; it is read as one byte", register.register.text);
            self.warnings.push(QueryError::new(message, term.span));
        }
        let form = form_of(ty);
        let thread = ThreadId(register.process);
        Ok(Side { operand: Operand::Register { thread, func, value, form }, form: Some((form, true)) })
    }

    fn variable(&mut self, term: &Term, variable: &Variable) -> Result<Side, QueryError> {
        match &variable.function {
            Some(function) => self.local(term, variable, self.function(function)?),
            None => self.global(term, &variable.name),
        }
    }

    fn local(&mut self, term: &Term, variable: &Variable, func: FuncId) -> Result<Side, QueryError> {
        let Name { text, span } = &variable.name;
        let function = &self.program.functions[func];
        let mut found = function.vars.values().filter(|candidate| candidate.name == *text);
        let Some(local) = found.next() else {
            let error = QueryError::new(format!("`{}` has no variable `{text}`", function.name), *span);
            return Err(with_suggestion(error, text, function.vars.values().map(|variable| variable.name.as_str())));
        };
        if found.next().is_some() {
            let message = format!("`{}` has several variables `{text}`", function.name);
            return Err(QueryError::new(message, *span).with_help("rename one of them"));
        }
        let VariableHome::Memory(home) = local.home else {
            let message = format!("`{text}` lives in registers only; ask for one of them with `@`");
            return Err(QueryError::new(message, *span));
        };
        let Some(bytes) = object_bytes(function, home) else {
            return Err(QueryError::new(format!("how large `{text}` is cannot be known"), *span));
        };
        let form = memory_form(term, text, bytes, &local.ty)?;
        let thread = variable.process.map(ThreadId);
        Ok(Side { operand: Operand::Local { thread, func, home, form: form.0 }, form: Some(form) })
    }

    fn global(&mut self, term: &Term, name: &Name) -> Result<Side, QueryError> {
        let own = |global: &Global| global.source_name.as_deref().unwrap_or(&global.name) == name.text;
        let globals = self.program.globals.iter().filter(|(_, global)| !global.library);
        let found: Vec<(GlobalId, &Global)> = globals.filter(|(_, global)| own(global)).collect();
        let (id, global) = match found[..] {
            [found] => found,
            [] => {
                let error = QueryError::new(format!("there is no global variable `{}`", name.text), name.span);
                let known = self.program.globals.values().filter(|global| !global.library);
                return Err(with_suggestion(error, &name.text, known.map(|global| global.name.as_str())));
            }
            _ => return Err(QueryError::new(format!("several variables are called `{}`", name.text), name.span)),
        };
        if global.thread_local {
            let message = format!("each thread has its own `{}`; this cannot be asked for", name.text);
            return Err(QueryError::new(message, name.span));
        }
        let form = memory_form(term, &name.text, global.size, "")?;
        Ok(Side { operand: Operand::Global { global: id, form: form.0 }, form: Some(form) })
    }
}

fn with_suggestion<'n>(error: QueryError, name: &str, known: impl IntoIterator<Item = &'n str>) -> QueryError {
    match suggestion(name, known) {
        Some(meant) => error.with_help(format!("perhaps `{meant}` is meant")),
        None => error,
    }
}

fn find_register(function: &Function, name: &Name) -> Result<ValueId, QueryError> {
    if let Some(value) = function.value_named(&name.text) {
        return Ok(value);
    }
    if function.removed_names.contains(&name.text) {
        let message = format!("`%{}` was taken out of `{}` when it was loaded", name.text, function.name);
        return Err(QueryError::new(message, name.span));
    }
    let error = QueryError::new(format!("`{}` has no register `%{}`", function.name, name.text), name.span);
    let known = function.values.values().filter_map(|value| value.name.as_deref());
    Err(with_suggestion(error, &name.text, known))
}

fn form_of(ty: IntType) -> Form {
    Form { width: ty.width, signed: ty.signed }
}

/// The size of what a register points to, if it is made by an `alloca` of one size.
fn object_bytes(function: &Function, home: ValueId) -> Option<u64> {
    let made = function.insts.values().find(|inst| inst.result == Some(home))?;
    let InstKind::Alloca { size, count: None, .. } = made.kind else { return None };
    Some(size)
}

/// How the bytes of a variable are a number: as the query says, or else as its C type does.
fn memory_form(term: &Term, name: &str, bytes: u64, c_type: &str) -> Result<(Form, bool), QueryError> {
    let width = match bytes {
        1 => 8,
        2 => 16,
        4 => 32,
        8 => 64,
        _ => return Err(QueryError::new(format!("`{name}` has {bytes} bytes and is no integer"), term.span)),
    };
    match term.ty {
        Some(ty) if ty.width != width => {
            Err(QueryError::new(format!("`{name}` has {width} bits, {ty} has {}", ty.width), term.span))
        }
        Some(ty) => Ok((form_of(ty), true)),
        None if c_type::float(c_type).is_some() || c_type::is_pointer(c_type) => {
            Err(QueryError::new(format!("`{name}` is a `{c_type}`, not an integer"), term.span))
        }
        None => {
            let signed = c_type::is_signed(c_type);
            Ok((Form { width, signed: signed.unwrap_or(true) }, signed.is_some()))
        }
    }
}

/// The operand as it is compared with the other side: a literal number must fit there, and what is ordered has a sign.
fn fitted(term: &Term, side: &Side, other: &Side, is_order: bool) -> Result<Operand, QueryError> {
    if let Operand::Number(number) = side.operand {
        let own = side.form.or(other.form);
        let Some((form, sign_is_known)) = own else { return Ok(side.operand.clone()) };
        let number = literal(number, form, sign_is_known).ok_or_else(|| {
            let message = format!("{number} does not fit into {} bits", form.width);
            QueryError::new(message, term.span)
        })?;
        return Ok(Operand::Number(number));
    }
    if is_order && side.form.is_some_and(|(_, sign_is_known)| !sign_is_known) {
        let width = side.form.map_or(32, |(form, _)| form.width);
        let error = QueryError::new("whether this is signed cannot be known", term.span);
        return Err(error.with_help(format!("add its type: `;si{width}` or `;ui{width}`")));
    }
    Ok(side.operand.clone())
}

/// A literal as a number of a form. If nobody knows whether that is signed, both ways of writing the bits are taken.
fn literal(number: i128, form: Form, sign_is_known: bool) -> Option<i128> {
    let top = 1i128 << (form.width - 1);
    let signed = -top..top;
    let unsigned = 0..2 * top;
    match (sign_is_known, form.signed) {
        (true, true) => signed.contains(&number).then_some(number),
        (true, false) => unsigned.contains(&number).then_some(number),
        (false, _) if signed.contains(&number) => Some(number),
        (false, _) => unsigned.contains(&number).then(|| number - 2 * top),
    }
}
