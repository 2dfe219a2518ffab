//! `candor checks`: the table of all checks.

use candor_ir::Check;
use candor_report::group_name;

use crate::console;
use crate::status;

pub(crate) fn checks() -> u8 {
    let mut text = format!("{:<20}  {:<11}  {:<7}  {}\n", "check", "group", "default", "what it finds");
    for &check in Check::ALL {
        let default = if check.on_by_default() { "on" } else { "off" };
        text += &format!("{:<20}  {:<11}  {default:<7}  {}\n", check.id(), group_name(check.group()), check.summary());
    }
    text += "\nSwitch with `--check ID` and `--no-check ID`; `candor explain ID` says more.\n";
    console::print(&text);
    status::SUCCESS
}
