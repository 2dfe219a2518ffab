//! The results as text, for `candor dump --facts`.

use std::fmt::Write;

use candor_interp::Site;
use candor_ir::{FuncId, Operand, Program, Scalar};

use crate::mod_ref::ModRef;
use crate::object::AbstractObject;
use crate::query::{PointsTo, Targets};

/// An object as people know it: by its name, or by the place where it is made.
pub fn object_name(program: &Program, what: AbstractObject) -> String {
    let site = |kind: &str, site: Site| {
        let function = &program.functions[site.func];
        let line = program.source.get(function.insts[site.inst].loc).map_or(0, |loc| loc.line);
        format!("{kind} in {} line {line} ({})", function.name, site.inst)
    };
    match what {
        AbstractObject::Global(global) => program.globals[global].name.clone(),
        AbstractObject::Function(func) => format!("function {}", program.functions[func].name),
        AbstractObject::Stack(at) => {
            let function = &program.functions[at.func];
            let name = function.insts[at.inst].result.and_then(|result| function.values[result].name.clone());
            match name {
                Some(name) => format!("{}.{name}", function.name),
                None => site("local", at),
            }
        }
        AbstractObject::Heap(at) => site("heap", at),
        AbstractObject::ByVal(at, _) => site("copied argument", at),
        AbstractObject::VarArgs(at) => site("unnamed arguments", at),
        AbstractObject::ArgumentList => "argv".to_owned(),
        AbstractObject::ArgumentStrings => "strings of argv".to_owned(),
        AbstractObject::Environment => "environment".to_owned(),
    }
}

/// A set as text.
pub fn show_targets(program: &Program, targets: &Targets) -> String {
    let mut parts: Vec<String> =
        targets.objects.iter().map(|&(what, offset)| format!("{} + {offset:?}", object_name(program, what))).collect();
    let flags = [(targets.null, "null"), (targets.unknown, "unknown"), (targets.invalidated, "invalidated")];
    parts.extend(flags.iter().filter(|(set, _)| *set).map(|(_, name)| (*name).to_owned()));
    format!("{{{}}}", parts.join(", "))
}

impl PointsTo {
    /// For each instruction of a function with a pointer operand in a register, what that may point to there.
    pub fn show(&self, program: &Program, func: FuncId) -> String {
        let function = &program.functions[func];
        let mut text = format!("function {}\n", function.name);
        for (inst, data) in function.insts.iter() {
            let mut operands = Vec::new();
            data.kind.for_each_operand(|operand| operands.push(operand));
            for operand in operands {
                let Operand::Value(value) = operand else { continue };
                if function.values[value].ty == Scalar::Ptr {
                    let targets = self.targets(Site { func, inst }, operand);
                    writeln!(text, "  {inst}: {value} -> {}", show_targets(program, &targets))
                        .expect("strings take all");
                }
            }
        }
        text
    }

    /// Who calls whom.
    pub fn show_calls(&self, program: &Program, func: FuncId) -> String {
        let function = &program.functions[func];
        let graph = self.call_graph();
        let mut text = format!("function {}", function.name);
        let notes = [(graph.is_recursive(func), "recursive"), (graph.is_called_once(func), "called once")];
        for (_, note) in notes.iter().filter(|(set, _)| *set) {
            write!(text, ", {note}").expect("strings take all");
        }
        text.push('\n');
        for (inst, callee) in graph.callees(func) {
            writeln!(text, "  {inst} calls {}", program.functions[*callee].name).expect("strings take all");
        }
        text
    }
}

impl ModRef {
    pub fn show(&self, program: &Program, points_to: &PointsTo, func: FuncId) -> String {
        let touched = self.of(func);
        let mut text = format!("function {}\n", program.functions[func].name);
        for (verb, objects) in [("reads", &touched.read), ("writes", &touched.written)] {
            for &object in objects {
                let name = object_name(program, points_to.object(object).what);
                writeln!(text, "  {verb} {name}").expect("strings take all");
            }
        }
        text
    }
}
