//! What a program claims, as terms, for people who want to see the formulas.

use std::fmt::Write;
use std::sync::Arc;

use candor_context_symbolic::{Claim, ClaimKind};
use candor_ir::Program;
use candor_term::{TermPool, display};

use crate::walk::walk;
use candor_engine::Limits;
use candor_engine::Options;

/// How often loops go round where nobody has said it.
const ROUNDS: u32 = 8;

/// All claims: the check, the place, when a state gets there, and what must hold then. What simplifies to true is left out: it
/// needs no solver.
pub fn describe_claims(program: &Arc<Program>, options: &Options) -> Result<String, String> {
    let limits = Limits::new(options);
    let rounds = options.unwind.unwrap_or(ROUNDS);
    let walk = walk(program, options, &limits, rounds).ok_or("the program cannot be started")?;
    let mut text = String::new();
    for (idx, claim) in walk.cx.claims.iter().enumerate() {
        text += &describe(program, &walk.cx.pool, idx, claim);
    }
    if !walk.is_complete {
        text += "; not all executions were explored\n";
    }
    Ok(text)
}

fn describe(program: &Program, pool: &TermPool, idx: usize, claim: &Claim) -> String {
    let mut text = format!("claim {idx}: {}", claim.check);
    if claim.kind == ClaimKind::Unchecked {
        text += " (switched off, but nothing can follow it)";
    }
    let own = claim.position.iter().rev().filter(|site| !program.functions[site.func].library);
    for (depth, site) in own.enumerate() {
        let function = &program.functions[site.func];
        let loc = program.source.get(function.insts[site.inst].loc);
        let line = loc.map_or_else(String::new, |loc| format!(" at line {}", loc.line));
        let before = if depth > 0 { ", called" } else { "" };
        write!(text, "{before} in `{}`{line} ({})", function.name, site.inst).expect("writing to a string");
    }
    text.push('\n');
    for (title, term) in [("reached", claim.path.condition()), ("claimed", claim.ok)] {
        let mut lines: Vec<String> = display(pool, term).lines().map(str::to_owned).collect();
        let last = lines.pop().unwrap_or_default();
        for line in lines {
            writeln!(text, "    {line}").expect("writing to a string");
        }
        writeln!(text, "  {title}: {last}").expect("writing to a string");
    }
    text
}
