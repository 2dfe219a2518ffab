//! What is wrong with a query, and where.

use crate::ast::Span;

/// Something about a query that cannot be understood, or a name that the program does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    pub message: String,
    /// The part of the text that is wrong, in bytes.
    pub span: Span,
    /// What to do instead.
    pub help: Option<String>,
}

impl QueryError {
    pub(crate) fn new(message: impl Into<String>, span: Span) -> QueryError {
        QueryError { message: message.into(), span, help: None }
    }

    #[must_use]
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> QueryError {
        self.help = Some(help.into());
        self
    }

    /// The message with the line that it is about and a caret under what is wrong, as compilers show it behind `error:`. `name` is what
    /// the text is called.
    pub fn render(&self, name: &str, text: &str) -> String {
        let start = self.span.start.min(text.len());
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let line = text[line_start..line_end].replace('\t', " ");
        let number = text[..start].matches('\n').count() + 1;
        let column = text[line_start..start].chars().count();
        let end = self.span.end.clamp(start, line_end);
        let n_carets = text[start..end].chars().count().max(1);
        let gutter = " ".repeat(number.to_string().len());
        let carets = format!("{}{}", " ".repeat(column), "^".repeat(n_carets));
        let mut shown = format!(
            "{}\n{gutter}--> {name}:{number}:{}\n{gutter} |\n{number} | {line}\n{gutter} | {carets}\n",
            self.message,
            column + 1
        );
        if let Some(help) = &self.help {
            shown += &format!("{gutter} = help: {help}\n");
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_is_under_what_is_wrong() {
        let text = "E<> true\nE<> (x ~ 3)\n";
        let error = QueryError::new("this is no operator", Span { start: 16, end: 17 }).with_help("try `==`");
        let expected = "\
this is no operator
 --> query:2:8
  |
2 | E<> (x ~ 3)
  |        ^
  = help: try `==`
";
        assert_eq!(error.render("query", text), expected);
    }

    #[test]
    fn the_end_of_the_text_has_a_caret_too() {
        let error = QueryError::new("a formula is missing", Span { start: 3, end: 3 });
        assert!(error.render("query", "E<>").ends_with("1 | E<>\n  |    ^\n"));
    }
}
