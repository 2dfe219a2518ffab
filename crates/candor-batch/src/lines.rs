//! Lines that are there in full or not at all: the checksum of a record and the record, in JSON.
//!
//! A process can be killed, and a disk be full, in the middle of a line. A line without an end, or whose checksum does not fit, was not
//! written in full: whoever reads it takes it for nothing.

use serde::{Deserialize, Serialize};

pub(crate) fn line(record: &impl Serialize) -> String {
    let json = serde_json::to_string(record).expect("plain data whose only keys are text always has a JSON form");
    format!("{:08x} {json}\n", checksum(json.as_bytes()))
}

/// The first line, if it has an end, and what follows.
pub(crate) fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

pub(crate) fn parse<'r, T: Deserialize<'r>>(line: &'r [u8]) -> Option<T> {
    let (sum, json) = line.split_at_checked(9)?;
    let sum = std::str::from_utf8(sum).ok()?.strip_suffix(' ')?;
    let sum = u32::from_str_radix(sum, 16).ok()?;
    if sum != checksum(json) {
        return None;
    }
    serde_json::from_slice(json).ok()
}

/// CRC-32 as in zip files: finds every error in up to 32 neighbouring bits.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| (sum >> 8) ^ TABLE[usize::from(sum.to_le_bytes()[0] ^ byte)];
    !bytes.iter().fold(!0, step)
}

/// What each byte does to the checksum.
const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte: u32 = 0;
    let mut idx = 0;
    while idx < table.len() {
        let mut sum = byte;
        let mut bit = 0;
        while bit < 8 {
            sum = if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
            bit += 1;
        }
        table[idx] = sum;
        idx += 1;
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }
}
