//! The name that was probably meant.

/// ` (did you mean `x`?)`, or nothing when no known name is near.
pub(crate) fn hint<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let limit = wrong.chars().count().div_ceil(3).min(3);
    let nearest = known.into_iter().map(|name| (distance(wrong, name), name)).min_by_key(|(far, _)| *far);
    match nearest {
        Some((far, name)) if far <= limit => format!(" (did you mean `{name}`?)"),
        Some(_) | None => String::new(),
    }
}

/// How many letters must be changed, added, left out, or exchanged with their neighbour; upper and lower case are the same.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = match (i, j) {
                (0, n) | (n, 0) => n,
                _ => {
                    let changed = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    let exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                    let exchanged = if exchanged { table[i - 2][j - 2] + 1 } else { usize::MAX };
                    changed.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1).min(exchanged)
                }
            };
        }
    }
    table[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested() {
        let known = ["conditions", "where", "in"];
        assert_eq!(hint("condition", known), " (did you mean `conditions`?)");
        assert_eq!(hint("Wher", known), " (did you mean `where`?)");
        assert_eq!(hint("operands", known), "");
    }
}
