//! `candor slice`: backward program slicing with respect to calls of some functions, or to the checks of some properties.

use std::fs;

use candor_interp::Site;
use candor_ir::{Check, Inst, InstKind, Program, assembly_text};
use candor_points_to::{Level, PointsTo, reduce};
use candor_portfolio::Goals;
use candor_slice::{calls_of, shrink, slice, what_can_go_wrong};

use crate::options::{Format, SliceOptions, all_of};
use crate::{console, frontend, status};

pub(crate) fn run(options: &SliceOptions) -> u8 {
    let written = sliced(options).and_then(|text| match &options.output {
        None => {
            console::print(&text);
            Ok(())
        }
        Some(path) => fs::write(path, text).map_err(|error| format!("{}: {error}", path.display())),
    });
    match written {
        Ok(()) => status::SUCCESS,
        Err(message) => console::refuse(&message, Format::Text, status::BAD_INPUT),
    }
}

fn sliced(options: &SliceOptions) -> Result<String, String> {
    let mut program = frontend::load(&options.frontend, /* unsigned_wrap */ false)?;
    if let Some(missing) = options.criterion.iter().find(|name| !program.functions.values().any(|f| f.name == **name)) {
        return Err(format!("there is no function `{missing}` in the program"));
    }
    let goals = Goals { properties: all_of(&options.property), ..Goals::default() };
    program.select_checks(goals.checks());
    let points_to = PointsTo::analyse(&program);
    if let Some(obstacle) = obstacle(&program, &points_to) {
        return Err(obstacle);
    }
    let mut criteria = calls_of(&program, &points_to, &options.criterion);
    if !options.property.is_empty() {
        reduce(&mut program, &points_to, Level::RcRt);
        criteria.extend(what_can_go_wrong(&program, &points_to, goals.checks().contains(Check::Termination)));
    }
    let counts = slice(&mut program, &points_to, &criteria);
    shrink(&mut program);
    let text = candor_llvm::write_llvm(&program);
    console::write_message(&format!(
        "{} of {} instructions are left\n",
        counts.n_kept,
        counts.n_kept + counts.n_erased
    ));
    Ok(text)
}

/// What candor cannot execute, if the program comes to it: nobody knows what happens behind it.
fn obstacle(program: &Program, points_to: &PointsTo) -> Option<String> {
    let functions = program.functions.iter().filter(|(_, function)| !function.library);
    let mut insts =
        functions.flat_map(|(func, function)| function.insts.iter().map(move |(inst, data)| (func, inst, data)));
    insts.find_map(|(func, inst, data)| {
        let what = what_stops(program, data)?;
        let is_reached = points_to.is_reached(Site { func, inst });
        let place = program
            .source
            .get(data.loc)
            .map_or_else(String::new, |loc| format!(" in line {} of `{}`", loc.line, program.functions[func].name));
        is_reached.then(|| format!("unsupported: {what}{place}: the code after it cannot be kept"))
    })
}

/// What an instruction is that candor cannot execute; of assembly it knows only what may come of it.
pub(crate) fn what_stops(program: &Program, inst: &Inst) -> Option<String> {
    match &inst.kind {
        InstKind::Unsupported { what, .. } => Some(what.clone()),
        // Any other can be executed, but for calls of assembly.
        kind => {
            let text = assembly_text(&program.functions[kind.direct_callee()?].name)?;
            Some(format!("inline assembly `{text}`"))
        }
    }
}
