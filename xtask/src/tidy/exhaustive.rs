//! Catch-all arms: a `match` over instructions, platform functions or checks names every case, or says why the rest is harmless.
//!
//! `_ => {}` claims that every case not named, and every one that will be added, does nothing that matters there. Most wrong answers
//! about threads came from such an arm. So a new instruction should not compile until each reader has an answer. Where the rest
//! really cannot matter (a reader that only loses precision by it, say), a comment above the arm begins with `// Any other` and says
//! why.

use proc_macro2::LineColumn;
use syn::spanned::Spanned;
use syn::visit::Visit;

use super::SourceFile;

/// The enums whose cases must be named.
const ENUMS: [&str; 4] = ["InstKind", "Native", "ThreadFn", "Check"];

/// How the comment begins that allows a catch-all arm.
const WAIVER: &str = "// Any other";

/// Complains about catch-all arms without a reason.
pub(super) fn no_catch_all(files: &[SourceFile], complaints: &mut Vec<String>) {
    for file in files.iter().filter(|file| is_production(&file.path)) {
        let parsed = match syn::parse_file(&file.text) {
            Ok(parsed) => parsed,
            Err(error) => {
                complaints.push(format!("{}: {error}", file.path));
                continue;
            }
        };
        let mut finder = Finder { lines: file.text.lines().collect(), within: None, found: Vec::new() };
        finder.visit_file(&parsed);
        for (at, what) in finder.found {
            complaints.push(format!("{}:{}: {what}", file.path, at.line));
        }
    }
}

/// Whether the file is part of what users run: not a test, not automation.
fn is_production(path: &str) -> bool {
    let is_test = path.contains("/tests/") || path.ends_with("tests.rs") || path.ends_with("testing.rs");
    path.starts_with("crates/") && path.ends_with(".rs") && path.contains("/src/") && !is_test
}

struct Finder<'f> {
    lines: Vec<&'f str>,
    /// The enum whose `impl` block this is, so that `Self::` names its cases.
    within: Option<&'static str>,
    found: Vec<(LineColumn, String)>,
}

impl Finder<'_> {
    /// Whether the lines of comment directly above this one begin with a reason.
    fn is_waived(&self, at: LineColumn) -> bool {
        let above = self.lines[..at.line - 1].iter().rev().map(|line| line.trim());
        above.take_while(|line| line.starts_with("//")).any(|line| line.starts_with(WAIVER))
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    /// Cases that are used without the enum's name would not be seen.
    fn visit_use_path(&mut self, path: &'ast syn::UsePath) {
        if let Some(name) = known(&path.ident) {
            self.found.push((path.span().start(), format!("cases of `{name}` are used with its name in front")));
        }
        syn::visit::visit_use_path(self, path);
    }

    fn visit_use_rename(&mut self, rename: &'ast syn::UseRename) {
        if let Some(name) = known(&rename.ident).filter(|_| rename.rename != "_") {
            self.found.push((rename.span().start(), format!("`{name}` is used under its own name")));
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let outer = self.within;
        if let syn::Type::Path(path) = &*item.self_ty {
            self.within = path.path.segments.last().and_then(|segment| known(&segment.ident));
        }
        syn::visit::visit_item_impl(self, item);
        self.within = outer;
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let is_test = item.attrs.iter().any(|attr| attr.path().is_ident("cfg"));
        if !is_test {
            syn::visit::visit_item_mod(self, item);
        }
    }

    fn visit_expr_match(&mut self, expr: &'ast syn::ExprMatch) {
        let mut names = Names { within: self.within, found: None };
        for arm in &expr.arms {
            names.visit_pat(&arm.pat);
        }
        if let Some(name) = names.found {
            for arm in expr.arms.iter().filter(|arm| is_catch_all(&arm.pat)) {
                let at = arm.span().start();
                if !self.is_waived(at) {
                    let how = format!("name the cases, or say above it why the others are harmless (`{WAIVER} ...`)");
                    self.found.push((at, format!("a catch-all arm over `{name}`: {how}")));
                }
            }
        }
        syn::visit::visit_expr_match(self, expr);
    }
}

/// Looks for a case of one of the enums in a pattern.
struct Names {
    within: Option<&'static str>,
    found: Option<&'static str>,
}

impl<'ast> Visit<'ast> for Names {
    /// What the condition of an arm compares with is no case of the match.
    fn visit_expr(&mut self, _: &'ast syn::Expr) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let n_segments = path.segments.len();
        if let Some(owner) = n_segments.checked_sub(2).and_then(|idx| path.segments.iter().nth(idx)) {
            let name = if owner.ident == "Self" { self.within } else { known(&owner.ident) };
            self.found = self.found.or(name);
        }
        syn::visit::visit_path(self, path);
    }
}

fn known(ident: &syn::Ident) -> Option<&'static str> {
    ENUMS.into_iter().find(|name| ident == name)
}

/// `_`, a lone variable, or a tuple or wrapper of such, as in `Some(_)`.
fn is_catch_all(pat: &syn::Pat) -> bool {
    match pat {
        syn::Pat::Wild(_) => true,
        syn::Pat::Ident(ident) => {
            ident.subpat.is_none() && ident.ident.to_string().starts_with(|c: char| c.is_lowercase() || c == '_')
        }
        syn::Pat::Tuple(tuple) => tuple.elems.iter().all(is_catch_all),
        syn::Pat::Paren(paren) => is_catch_all(&paren.pat),
        syn::Pat::Reference(reference) => is_catch_all(&reference.pat),
        syn::Pat::TupleStruct(inner) => inner.path.is_ident("Some") && inner.elems.iter().all(is_catch_all),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{SourceFile, no_catch_all};

    fn n_complaints(body: &str) -> usize {
        let text = format!("//! A file.\nfn f(kind: InstKind) {{ {body} }}\n");
        let mut complaints = Vec::new();
        no_catch_all(&[SourceFile { path: "crates/candor-x/src/x.rs".to_owned(), text }], &mut complaints);
        complaints.len()
    }

    #[test]
    fn a_catch_all_arm_needs_a_reason() {
        assert_eq!(n_complaints("match kind { InstKind::Load { .. } => {}\n _ => {} }"), 1);
        assert_eq!(n_complaints("match kind { InstKind::Load { .. } => {}\n other => {} }"), 1);
        assert_eq!(n_complaints("match kind { ir::InstKind::Load { .. } => {}\n InstKind::Store { .. } => {} }"), 0);
        assert_eq!(
            n_complaints("match kind { InstKind::Load { .. } => {}\n // Any other only loses precision.\n _ => {} }"),
            0
        );
        assert_eq!(n_complaints("match kind { InstKind::Load { .. } => {}\n // whatever\n _ => {} }"), 1);
    }

    #[test]
    fn cases_inside_of_other_patterns_count() {
        assert_eq!(n_complaints("match (kind, x) { (InstKind::Load { .. }, _) => {}\n _ => {} }"), 1);
        assert_eq!(n_complaints("match x { Some(InstKind::Load { .. }) => {}\n None => {}\n Some(_) => {} }"), 1);
        assert_eq!(n_complaints("match x { Some(3) => {}\n _ => {} }"), 0);
        assert_eq!(n_complaints("match x { Some(3) if check == Check::Deadlock => {}\n _ => {} }"), 0);
    }

    #[test]
    fn the_enums_are_used_by_their_names() {
        assert_eq!(n_complaints("use candor_ir::InstKind::*;"), 1);
        assert_eq!(n_complaints("use Native::{Free, Malloc};"), 1);
        assert_eq!(n_complaints("use candor_ir::{InstKind as Kind, Operand};"), 1);
        assert_eq!(n_complaints("use candor_ir::{InstKind, check::Check};"), 0);
    }

    #[test]
    fn matches_inside_of_the_enum_itself_count() {
        let text = "//! A file.\nimpl Check { fn f(self) { match self { Self::Leak => {}\n _ => {} } } }\n";
        let mut complaints = Vec::new();
        no_catch_all(
            &[SourceFile { path: "crates/candor-x/src/x.rs".to_owned(), text: text.to_owned() }],
            &mut complaints,
        );
        assert_eq!(complaints.len(), 1);
    }
}
