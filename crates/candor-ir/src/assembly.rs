//! Inline assembly that has no meaning of its own here: a call of a function without a body, whose name is the text of the assembly.

/// No function of C has such a name: `asm` is a word of the language.
const NAME: &str = "asm";
/// Longer texts are cut.
const LONGEST: usize = 48;

/// The name of a function that stands for assembly of this text; without one, for instructions that only ask what is outside of the program.
pub fn assembly_name(text: Option<&str>) -> String {
    let Some(text) = text else { return NAME.to_owned() };
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut text = words.join(" ");
    if let Some((cut, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(cut);
        text += "...";
    }
    format!("{NAME} {text}")
}

/// The text of the assembly that a function stands for, empty if nothing depends on it; `None` for any other function.
pub fn assembly_text(function: &str) -> Option<&str> {
    match function.strip_prefix(NAME)? {
        "" => Some(""),
        text => text.strip_prefix(' '),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_it_is() {
        assert_eq!(assembly_text(&assembly_name(Some("mov %0,\n\t%1"))), Some("mov %0, %1"));
        assert_eq!(assembly_text(&assembly_name(None)), Some(""));
        assert_eq!(assembly_text("asm_init"), None);
        assert_eq!(assembly_text("assert"), None);
    }
}
