//! A reader of YAML, as small as witnesses allow: blocks of lists and maps, flow lists and maps on one line, plain and quoted text,
//! literal and folded blocks. No anchors, no tags, no directives.

/// A piece of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Text(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

impl Node {
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        let Node::Map(entries) = self else { return None };
        entries.iter().find(|(other, _)| other == key).map(|(_, value)| value)
    }

    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        match self.get(key)? {
            Node::Text(text) => Some(text),
            Node::List(_) | Node::Map(_) => None,
        }
    }

    pub(crate) fn items(&self) -> &[Node] {
        match self {
            Node::List(items) => items,
            Node::Text(_) | Node::Map(_) => &[],
        }
    }

    /// The value of the first entry.
    pub(crate) fn first_text(&self) -> Option<&str> {
        match self {
            Node::Map(entries) => entries.first().and_then(|(_, value)| value.first_text()),
            Node::Text(text) => Some(text),
            Node::List(items) => items.first().and_then(Node::first_text),
        }
    }
}

/// Lists and maps inside of each other beyond this are no witness.
const DEEPEST: usize = 64;

/// A line that says something: how far it is indented, and what stands there.
struct Line<'t> {
    indent: usize,
    text: &'t str,
}

struct Reader<'t> {
    lines: Vec<Line<'t>>,
    /// All lines as they are, for text in blocks; and which of them each line above is.
    raw: Vec<&'t str>,
    numbers: Vec<usize>,
    next: usize,
}

pub(crate) fn parse(text: &str) -> Result<Node, String> {
    let raw: Vec<&str> = text.lines().collect();
    let (mut lines, mut numbers) = (Vec::new(), Vec::new());
    for (number, line) in raw.iter().enumerate() {
        let body = line.trim_start_matches(' ');
        let is_empty =
            body.trim().is_empty() || body.starts_with('#') || body.trim_end() == "---" || body.starts_with('%');
        if !is_empty {
            lines.push(Line { indent: line.len() - body.len(), text: body.trim_end() });
            numbers.push(number);
        }
    }
    let mut reader = Reader { lines, raw, numbers, next: 0 };
    let node = reader.block(0, DEEPEST)?;
    if reader.next < reader.lines.len() {
        return Err(format!("line {}: this belongs to nothing", reader.numbers[reader.next] + 1));
    }
    Ok(node)
}

impl<'t> Reader<'t> {
    fn fail<T>(&self, what: &str) -> Result<T, String> {
        let number = self.numbers.get(self.next).map_or(self.raw.len(), |number| number + 1);
        Err(format!("line {number}: {what}"))
    }

    /// What is indented at least so far.
    fn block(&mut self, indent: usize, depth: usize) -> Result<Node, String> {
        if depth == 0 {
            return self.fail("too deep");
        }
        let Some(line) = self.lines.get(self.next).filter(|line| line.indent >= indent) else {
            return Ok(Node::Text(String::new()));
        };
        let indent = line.indent;
        if is_item(line.text) {
            return self.list(indent, depth);
        }
        match key_of(line.text) {
            Some(_) => self.map(indent, depth),
            None => {
                let text = line.text;
                self.next += 1;
                flow(text, depth)
            }
        }
    }

    fn list(&mut self, indent: usize, depth: usize) -> Result<Node, String> {
        let mut items = Vec::new();
        while let Some(line) = self.lines.get(self.next).filter(|line| line.indent == indent && is_item(line.text)) {
            let rest = line.text[1..].trim_start();
            if rest.is_empty() {
                self.next += 1;
                items.push(self.block(indent + 1, depth - 1)?);
                continue;
            }
            // What stands behind the dash is a block of its own, as if the dash were a blank.
            let inner = indent + (line.text.len() - rest.len());
            self.lines[self.next] = Line { indent: inner, text: rest };
            items.push(self.block(inner, depth - 1)?);
        }
        Ok(Node::List(items))
    }

    fn map(&mut self, indent: usize, depth: usize) -> Result<Node, String> {
        let mut entries = Vec::new();
        while let Some(line) = self.lines.get(self.next).filter(|line| line.indent == indent && !is_item(line.text)) {
            let Some((key, rest)) = key_of(line.text) else { return self.fail("there is no key") };
            let number = self.numbers[self.next];
            self.next += 1;
            let value = match rest {
                // A list may stand as far left as its key.
                "" if self.lines.get(self.next).is_some_and(|next| next.indent == indent && is_item(next.text)) => {
                    self.list(indent, depth - 1)?
                }
                "" => self.block(indent + 1, depth - 1)?,
                "|" | "|-" | "|+" => Node::Text(self.lines_below(number, indent, "\n")),
                ">" | ">-" | ">+" => Node::Text(self.lines_below(number, indent, " ")),
                _ => flow(rest, depth - 1)?,
            };
            entries.push((key, value));
        }
        Ok(Node::Map(entries))
    }

    /// A block of text: all lines that are indented further than its key.
    fn lines_below(&mut self, number: usize, indent: usize, separator: &str) -> String {
        let is_inside =
            |line: &&&str| line.trim().is_empty() || line.len() - line.trim_start_matches(' ').len() > indent;
        let lines: Vec<&str> = self.raw[number + 1..].iter().take_while(is_inside).map(|line| line.trim()).collect();
        let end = number + 1 + lines.len();
        while self.numbers.get(self.next).is_some_and(|&next| next < end) {
            self.next += 1;
        }
        let text = lines.join(separator);
        text.trim_end().to_owned() + "\n"
    }
}

fn is_item(text: &str) -> bool {
    text == "-" || text.starts_with("- ")
}

/// `key: value` taken apart.
fn key_of(text: &str) -> Option<(String, &str)> {
    if text.starts_with(['[', '{']) {
        return None;
    }
    if text.starts_with(['"', '\'']) {
        let (key, rest) = quoted(text)?;
        return rest.strip_prefix(':').map(|rest| (key, without_comment(rest)));
    }
    let at = text.find(": ").or_else(|| text.strip_suffix(':').map(str::len))?;
    Some((text[..at].trim().to_owned(), without_comment(&text[at + 1..])))
}

fn without_comment(text: &str) -> &str {
    let text = text.trim();
    if text.starts_with(['"', '\'']) || text.starts_with('#') {
        return if text.starts_with('#') { "" } else { text };
    }
    text.split(" #").next().unwrap_or(text).trim_end()
}

/// A value on one line.
fn flow(text: &str, depth: usize) -> Result<Node, String> {
    let (node, rest) = flow_value(text, &[], depth)?;
    match rest.trim().is_empty() || rest.trim_start().starts_with('#') {
        true => Ok(node),
        false => Err(format!("`{}` stands behind a value", rest.chars().take(40).collect::<String>())),
    }
}

fn flow_value<'t>(text: &'t str, ends: &[char], depth: usize) -> Result<(Node, &'t str), String> {
    if depth == 0 {
        return Err("too deep".to_owned());
    }
    let text = text.trim_start();
    if let Some(rest) = text.strip_prefix('[') {
        return flow_list(rest, depth);
    }
    if let Some(rest) = text.strip_prefix('{') {
        return flow_map(rest, depth);
    }
    if text.starts_with(['"', '\'']) {
        let (text, rest) = quoted(text).ok_or("a text in quotes does not end")?;
        return Ok((Node::Text(text), rest));
    }
    let end = text.find(ends).unwrap_or(text.len());
    Ok((Node::Text(text[..end].trim().to_owned()), &text[end..]))
}

fn flow_list(mut rest: &str, depth: usize) -> Result<(Node, &str), String> {
    let mut items = Vec::new();
    loop {
        rest = rest.trim_start();
        if let Some(behind) = rest.strip_prefix(']') {
            return Ok((Node::List(items), behind));
        }
        let (item, behind) = flow_value(rest, &[',', ']'], depth - 1)?;
        items.push(item);
        rest = behind.trim_start();
        match rest.strip_prefix(',') {
            Some(behind) => rest = behind,
            None if rest.starts_with(']') => {}
            None => return Err("a list does not end".to_owned()),
        }
    }
}

fn flow_map(mut rest: &str, depth: usize) -> Result<(Node, &str), String> {
    let mut entries = Vec::new();
    loop {
        rest = rest.trim_start();
        if let Some(behind) = rest.strip_prefix('}') {
            return Ok((Node::Map(entries), behind));
        }
        let (Node::Text(key), behind) = flow_value(rest, &[':', ',', '}'], depth - 1)? else {
            return Err("a key that is no text".to_owned());
        };
        let behind = behind.trim_start().strip_prefix(':').ok_or("a key without a value")?;
        let (value, behind) = flow_value(behind, &[',', '}'], depth - 1)?;
        entries.push((key, value));
        rest = behind.trim_start();
        match rest.strip_prefix(',') {
            Some(behind) => rest = behind,
            None if rest.starts_with('}') => {}
            None => return Err("a map does not end".to_owned()),
        }
    }
}

/// A text in quotes at the beginning, and what is behind it.
fn quoted(text: &str) -> Option<(String, &str)> {
    let quote = text.chars().next()?;
    let mut plain = String::new();
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if quote == '"' => plain.push(escaped(&mut chars)?),
            // Two of them are one.
            '\'' if quote == '\'' && chars.peek().is_some_and(|(_, next)| *next == '\'') => {
                chars.next();
                plain.push('\'');
            }
            c if c == quote => return Some((plain, &text[at + 1..])),
            c => plain.push(c),
        }
    }
    None
}

fn escaped(chars: &mut impl Iterator<Item = (usize, char)>) -> Option<char> {
    let (_, c) = chars.next()?;
    let n_digits = match c {
        'n' => return Some('\n'),
        't' => return Some('\t'),
        'r' => return Some('\r'),
        '0' => return Some('\0'),
        'x' => 2,
        'u' => 4,
        'U' => 8,
        other => return Some(other),
    };
    let digits: String = chars.take(n_digits).map(|(_, c)| c).collect();
    char::from_u32(u32::from_str_radix(&digits, 16).ok()?)
}
