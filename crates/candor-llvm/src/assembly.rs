//! Assembly outside of functions: which names it defines.
//!
//! Nothing of it is executed, so what it defines must not be taken for something that is merely missing.

/// The names that labels and assignments define, as in `f: ret` and `.set g, f`.
pub(crate) fn defined_names(text: &str) -> Vec<String> {
    let statements = text.split(['\n', ';']);
    statements.flat_map(labels).collect()
}

/// The names that one statement defines; labels may stand before anything.
fn labels(statement: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = statement.split('#').next().unwrap_or_default().trim();
    while let Some((label, behind)) = rest.split_once(':').filter(|(label, _)| is_name(label.trim())) {
        names.push(label.trim().to_owned());
        rest = behind.trim();
    }
    let assigned = match rest.split_once(char::is_whitespace) {
        Some((".set" | ".equ" | ".equiv", behind)) => behind.split(',').next(),
        _ => rest.split_once('=').map(|(name, _)| name),
    };
    names.extend(assigned.map(str::trim).filter(|name| is_name(name)).map(str::to_owned));
    names
}

fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    !text.is_empty() && text.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_assignments_define_names() {
        let text = ".globl f\nf: movl $3, %eax # like g: this\n ret; h: k: nop\n.set alias, f\nother = f";
        assert_eq!(defined_names(text), ["f", "h", "k", "alias", "other"]);
    }
}
