//! A reader of XML, as small as GraphML allows: elements, attributes and text. Prefixes, schemas and external entities are nobody's
//! business here.

/// An element, its attributes, the elements in it and the text between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Element>,
    pub(crate) text: String,
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn named<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Element> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// GraphML's `<data key="...">`.
    pub(crate) fn data(&self, key: &str) -> Option<&str> {
        self.named("data").find(|data| data.attribute("key") == Some(key)).map(|data| data.text.trim())
    }
}

/// Elements inside of each other beyond this are no witness.
const DEEPEST: usize = 64;

/// The outermost element.
pub(crate) fn parse(text: &str) -> Result<Element, String> {
    let mut open: Vec<Element> = vec![Element::default()];
    let mut rest = text;
    while !rest.is_empty() {
        let Some(at) = rest.find('<') else {
            add_text(&mut open, rest);
            break;
        };
        add_text(&mut open, &rest[..at]);
        rest = &rest[at..];
        rest = if let Some(behind) = rest.strip_prefix("<!--") {
            after(behind, "-->")?
        } else if let Some(behind) = rest.strip_prefix("<![CDATA[") {
            let end = behind.find("]]>").ok_or("a CDATA section does not end")?;
            if let Some(top) = open.last_mut() {
                top.text.push_str(&behind[..end]);
            }
            &behind[end + 3..]
        } else if rest.starts_with("<?") {
            after(rest, "?>")?
        } else if rest.starts_with("<!") {
            after(rest, ">")?
        } else if let Some(behind) = rest.strip_prefix("</") {
            close(&mut open, behind)?
        } else {
            start(&mut open, &rest[1..])?
        };
    }
    match (open.pop(), open.is_empty()) {
        (Some(mut outside), true) if outside.children.len() == 1 => Ok(outside.children.remove(0)),
        _ => Err("the XML does not end where it should".to_owned()),
    }
}

fn after<'t>(text: &'t str, end: &str) -> Result<&'t str, String> {
    let at = text.find(end).ok_or_else(|| format!("there is no `{end}`"))?;
    Ok(&text[at + end.len()..])
}

fn add_text(open: &mut [Element], text: &str) {
    if let Some(top) = open.last_mut() {
        top.text.push_str(&unescape(text));
    }
}

fn close<'t>(open: &mut Vec<Element>, text: &'t str) -> Result<&'t str, String> {
    let end = text.find('>').ok_or("a tag does not end")?;
    let element = open.pop().unwrap_or_default();
    let name = local(text[..end].trim());
    match open.last_mut() {
        Some(parent) if element.name == name => parent.children.push(element),
        Some(_) | None => return Err(format!("`</{name}>` ends nothing")),
    }
    Ok(&text[end + 1..])
}

/// Behind the `<` of a start tag; gives what is behind the tag.
fn start<'t>(open: &mut Vec<Element>, text: &'t str) -> Result<&'t str, String> {
    let end = text.find(|c: char| c.is_whitespace() || c == '>' || c == '/').ok_or("a tag does not end")?;
    let mut element = Element { name: local(&text[..end]).to_owned(), ..Element::default() };
    if element.name.is_empty() {
        return Err("a tag has no name".to_owned());
    }
    let mut rest = text[end..].trim_start();
    loop {
        if let Some(behind) = rest.strip_prefix("/>") {
            open.last_mut().ok_or("an element outside of all others")?.children.push(element);
            return Ok(behind);
        }
        if let Some(behind) = rest.strip_prefix('>') {
            if open.len() > DEEPEST {
                return Err("its elements are too deep inside each other".to_owned());
            }
            open.push(element);
            return Ok(behind);
        }
        let equals = rest.find('=').ok_or("an attribute has no value")?;
        let name = local(rest[..equals].trim()).to_owned();
        let value = rest[equals + 1..].trim_start();
        let quote = value.chars().next().filter(|&c| c == '"' || c == '\'').ok_or("a value without quotes")?;
        let length = value[1..].find(quote).ok_or("a value does not end")?;
        element.attributes.push((name, unescape(&value[1..=length])));
        rest = value[length + 2..].trim_start();
    }
}

/// Without a prefix.
fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        // Entities are short; a lonely `&` stands for itself.
        let entity = rest.find(';').filter(|&end| end <= 10).map(|end| &rest[..end]);
        match entity.and_then(character) {
            Some((c, length)) => {
                plain.push(c);
                rest = &rest[length + 1..];
            }
            None => plain.push('&'),
        }
    }
    plain + rest
}

fn character(entity: &str) -> Option<(char, usize)> {
    let c = match entity {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let code = entity.strip_prefix('#')?;
            let code = match code.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => code.parse().ok()?,
            };
            char::from_u32(code)?
        }
    };
    Some((c, entity.len()))
}
