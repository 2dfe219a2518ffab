//! What `help` says.

use crate::command::{COMMANDS, canonical};

/// A line for each command, or all about one of them.
pub(crate) fn help(topic: Option<&str>) -> Result<String, String> {
    let Some(topic) = topic else { return Ok(all()) };
    let name = canonical(topic)?;
    let found = COMMANDS.iter().find(|(names, ..)| names[0] == name);
    let Some((names, arguments, about)) = found else {
        return Ok(format!("`help` lists what `{name}` and the other commands do\n"));
    };
    let mut text = format!("{}: {about}\n", usage(name, arguments));
    if names.len() > 1 {
        text += &format!("short: {}\n", names[1..].join(", "));
    }
    Ok(text)
}

fn usage(name: &str, arguments: &str) -> String {
    format!("{name} {arguments}").trim_end().to_owned()
}

fn all() -> String {
    let mut text = String::new();
    for (names, arguments, about) in COMMANDS {
        text += &format!("  {:<40} {about}\n", usage(&names.join("|"), arguments));
    }
    text += "An empty line repeats the last movement. The beginning of a name is enough where it is clear.\n";
    text
}
