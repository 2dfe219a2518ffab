//! From terms to text, with names for what occurs more than once.

use rustc_hash::FxHashMap;

use crate::traverse::post_order_until;
use crate::{Term, TermPool};

/// A text longer than this gets a name, so that deep terms give many lines and not one.
const MAX_INLINE: usize = 160;

/// How one notation writes terms.
pub(crate) trait Notation {
    /// The name that a term has already, if it has one.
    fn known(&self, term: Term) -> Option<&str>;
    /// The text of a term whose operands have these texts.
    fn write(&mut self, pool: &TermPool, term: Term, args: &[String]) -> String;
    /// Gives a text a name, and returns the name.
    fn bind(&mut self, pool: &TermPool, term: Term, text: &str) -> String;
}

/// The texts of the roots.
pub(crate) fn render(pool: &TermPool, notation: &mut impl Notation, roots: &[Term]) -> Vec<String> {
    let order = post_order_until(pool, roots, |term| notation.known(term).is_some());
    let mut n_uses: FxHashMap<Term, u32> = FxHashMap::default();
    for arg in order.iter().flat_map(|term| pool.args(*term)) {
        *n_uses.entry(*arg).or_insert(0) += 1;
    }
    for root in roots {
        *n_uses.entry(*root).or_insert(0) += 1;
    }
    let mut texts: FxHashMap<Term, String> = FxHashMap::default();
    for term in order {
        let args = pool.args(term);
        // Owned copies, since the notation is asked for known names and written to in turn; texts are short.
        let arg_texts: Vec<String> = args.iter().map(|arg| text_of(notation, &texts, *arg)).collect();
        let text = notation.write(pool, term, &arg_texts);
        let shared = n_uses[&term] > 1 || text.len() > MAX_INLINE;
        let text = if shared && !args.is_empty() { notation.bind(pool, term, &text) } else { text };
        texts.insert(term, text);
    }
    roots.iter().map(|root| text_of(notation, &texts, *root)).collect()
}

fn text_of(notation: &impl Notation, texts: &FxHashMap<Term, String>, term: Term) -> String {
    match notation.known(term) {
        Some(name) => name.to_owned(),
        None => texts[&term].clone(),
    }
}
