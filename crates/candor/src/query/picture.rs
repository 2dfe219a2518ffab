//! A histogram as a picture.

use std::fmt::Write;

use candor_engine_statistical::Histogram;

/// Bars that can still be told apart.
pub(crate) const MAX_BARS: u64 = 80;

const WIDTH: u64 = 800;
const HEIGHT: u64 = 400;
/// Around the bars, for the numbers.
const MARGIN: u64 = 50;

/// The histogram as SVG, with a title on each bar.
pub(crate) fn svg(histogram: &Histogram) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    let n_bars = u64::try_from(histogram.counts.len()).expect("few bars");
    let most = histogram.counts.iter().copied().max().unwrap_or(1).max(1);
    let bottom = HEIGHT - MARGIN;
    for (bin, count) in (0..).zip(&histogram.counts) {
        // In hundredths of a unit, so that bars have the same width.
        let left = hundredths(MARGIN * 100 + bin * (WIDTH - 2 * MARGIN) * 100 / n_bars);
        let width = hundredths((WIDTH - 2 * MARGIN) * 90 / n_bars);
        let height = u128::from(*count) * u128::from(HEIGHT - 2 * MARGIN) * 100 / u128::from(most);
        let height = u64::try_from(height).expect("at most as high as the picture");
        let top = hundredths(bottom * 100 - height);
        let first = histogram.range.0 + bin * histogram.bin_width;
        let last = (first + histogram.bin_width - 1).min(histogram.range.1);
        let steps = if first == last { first.to_string() } else { format!("{first} to {last}") };
        add(
            &mut svg,
            &format!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{}\" fill=\"steelblue\">\
                 <title>{steps} steps: {count} runs</title></rect>",
                hundredths(height)
            ),
        );
    }
    let (first, last) = histogram.range;
    let (right, base) = (WIDTH - MARGIN, bottom + 20);
    add(&mut svg, &format!("<path d=\"M{MARGIN} {MARGIN}V{bottom}H{right}\" stroke=\"black\" fill=\"none\"/>"));
    label(&mut svg, MARGIN, base, "start", &first.to_string());
    label(&mut svg, right, base, "end", &last.to_string());
    label(&mut svg, WIDTH / 2, base + 16, "middle", "steps until the formula holds");
    label(&mut svg, MARGIN, MARGIN - 10, "start", &format!("{most} runs"));
    add(&mut svg, "</svg>");
    svg
}

fn hundredths(number: u64) -> String {
    format!("{}.{:02}", number / 100, number % 100)
}

fn label(svg: &mut String, x: u64, y: u64, anchor: &str, text: &str) {
    add(svg, &format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>"));
}

fn add(svg: &mut String, element: &str) {
    writeln!(svg, "{element}").expect("a string takes any text");
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_bar_for_each_bin() {
        let lengths = BTreeMap::from([(28, 40), (29, 20), (31, 10)]);
        let svg = svg(&Histogram::new(&lengths, MAX_BARS).expect("there are lengths"));
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("<title>").count(), 4);
        assert!(svg.contains("<title>28 steps: 40 runs</title>"), "{svg}");
        assert!(svg.contains("height=\"300.00\"") && svg.contains("height=\"150.00\""), "{svg}");
    }
}
