//! A histogram as a picture of dots (PNG), for where SVG is not shown. Numbers are drawn with a font of three by five dots.
//!
//! The dots are stored as they are: a picture of this size needs no compression.

use candor_engine_statistical::Histogram;

const WIDTH: usize = 800;
const HEIGHT: usize = 400;
const MARGIN: usize = 50;
/// A dot of the font is so many dots of the picture wide and high.
const SCALE: usize = 3;

/// The rows of each digit, three bits each.
const DIGITS: [[u8; 5]; 10] = [
    [7, 5, 5, 5, 7],
    [2, 6, 2, 2, 7],
    [7, 1, 7, 4, 7],
    [7, 1, 7, 1, 7],
    [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7],
    [7, 4, 7, 5, 7],
    [7, 1, 1, 1, 1],
    [7, 5, 7, 5, 7],
    [7, 5, 7, 1, 7],
];

/// White, black and blue, by their numbers in the picture.
const PALETTE: [u8; 9] = [255, 255, 255, 0, 0, 0, 70, 130, 180];
const BLACK: u8 = 1;
const BLUE: u8 = 2;

/// Dots by their numbers in the palette, row by row.
struct Canvas(Vec<u8>);

impl Canvas {
    fn fill(&mut self, left: usize, top: usize, width: usize, height: usize, color: u8) {
        for y in top..(top + height).min(HEIGHT) {
            let row = &mut self.0[y * WIDTH..(y + 1) * WIDTH];
            row[left.min(WIDTH)..(left + width).min(WIDTH)].fill(color);
        }
    }

    fn number(&mut self, mut left: usize, top: usize, number: u64) {
        for digit in number.to_string().bytes() {
            let rows = DIGITS[usize::from(digit - b'0')];
            for (y, row) in rows.into_iter().enumerate() {
                for x in (0..3).filter(|x| row >> (2 - x) & 1 == 1) {
                    self.fill(left + x * SCALE, top + y * SCALE, SCALE, SCALE, BLACK);
                }
            }
            left += 4 * SCALE;
        }
    }
}

/// The histogram, with the shortest and the longest length below it and the largest number of runs above.
pub(crate) fn png(histogram: &Histogram) -> Vec<u8> {
    let mut canvas = Canvas(vec![0; WIDTH * HEIGHT]);
    let bottom = HEIGHT - MARGIN;
    let (inner_width, inner_height) = (WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN);
    let n_bars = histogram.counts.len();
    let most = histogram.counts.iter().copied().max().unwrap_or(1).max(1);
    for (bin, count) in histogram.counts.iter().enumerate() {
        let (left, right) = (bin * inner_width / n_bars, (bin + 1) * inner_width / n_bars);
        let full = u128::try_from(inner_height).expect("a picture is small");
        let height = usize::try_from(u128::from(*count) * full / u128::from(most)).expect("at most full");
        let width = (right - left).saturating_sub(1).max(1);
        canvas.fill(MARGIN + left, bottom - height, width, height, BLUE);
    }
    canvas.fill(MARGIN - 2, MARGIN, 2, inner_height, BLACK);
    canvas.fill(MARGIN - 2, bottom, inner_width + 2, 2, BLACK);
    let (first, last) = histogram.range;
    canvas.number(MARGIN, bottom + 10, first);
    canvas.number(WIDTH - MARGIN - last.to_string().len() * 4 * SCALE, bottom + 10, last);
    canvas.number(MARGIN, MARGIN - 10 - 5 * SCALE, most);
    encode(&canvas)
}

fn encode(canvas: &Canvas) -> Vec<u8> {
    let mut rows = Vec::with_capacity(canvas.0.len() + HEIGHT);
    for row in canvas.0.chunks(WIDTH) {
        // Each row begins with the number of its filter: none.
        rows.push(0);
        rows.extend_from_slice(row);
    }
    let mut header = Vec::new();
    header.extend(big_endian(WIDTH));
    header.extend(big_endian(HEIGHT));
    // Eight bits for each dot, which are numbers in the palette.
    header.extend([8, 3, 0, 0, 0]);
    let mut png = vec![0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A];
    chunk(&mut png, b"IHDR", &header);
    chunk(&mut png, b"PLTE", &PALETTE);
    chunk(&mut png, b"IDAT", &stored(&rows));
    chunk(&mut png, b"IEND", &[]);
    png
}

fn big_endian(number: usize) -> [u8; 4] {
    u32::try_from(number).expect("a picture is small").to_be_bytes()
}

fn chunk(png: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    png.extend(big_endian(data.len()));
    let start = png.len();
    png.extend(kind);
    png.extend_from_slice(data);
    let sum = crc(&png[start..]);
    png.extend(sum.to_be_bytes());
}

/// A zlib stream of stored blocks (RFC 1950, 1951).
fn stored(data: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let mut blocks = data.chunks(0xFFFF).peekable();
    while let Some(block) = blocks.next() {
        let len = u16::try_from(block.len()).expect("blocks are short");
        stream.push(u8::from(blocks.peek().is_none()));
        stream.extend(len.to_le_bytes());
        stream.extend((!len).to_le_bytes());
        stream.extend_from_slice(block);
    }
    stream.extend(adler(data).to_be_bytes());
    stream
}

fn adler(data: &[u8]) -> u32 {
    let (a, b) = data.iter().fold((1, 0), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    b << 16 | a
}

fn crc(data: &[u8]) -> u32 {
    let next = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 })
    };
    !data.iter().fold(u32::MAX, next)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn sums_are_the_published_ones() {
        assert_eq!(crc(b"123456789"), 0xCBF4_3926);
        assert_eq!(adler(b"Wikipedia"), 0x11E6_0398);
    }

    #[test]
    fn the_picture_is_whole() {
        let lengths = BTreeMap::from([(28, 40), (29, 20)]);
        let png = png(&Histogram::new(&lengths, 80).expect("there are lengths"));
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert!(png.ends_with(&[0xAE, 0x42, 0x60, 0x82]), "the sum of the last chunk, which is empty");
        assert!(png.len() > WIDTH * HEIGHT);
    }
}
