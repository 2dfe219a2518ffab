//! Just enough SVG: a page with axes, points, lines and text, readable on light and dark pages alike.

use std::fmt::Write;

/// An axis, logarithmic or not.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) title: String,
    pub(crate) least: f64,
    pub(crate) most: f64,
    pub(crate) is_log: bool,
}

impl Axis {
    /// A logarithmic axis from a power of ten to another that has all values on it.
    pub(crate) fn log(title: &str, least: f64, values: impl Iterator<Item = f64>) -> Axis {
        let most = values.fold(least * 10.0, f64::max);
        let most = least * 10_f64.powf((most / least).log10().ceil());
        Axis { title: title.to_owned(), least, most, is_log: true }
    }

    pub(crate) fn linear(title: &str, values: impl Iterator<Item = f64>) -> Axis {
        let (least, most) = values.fold((0.0, 1.0), |(least, most), v| (f64::min(least, v), f64::max(most, v)));
        Axis { title: title.to_owned(), least, most, is_log: false }
    }

    /// Where a value is, from 0 to 1.
    fn part(&self, value: f64) -> f64 {
        let value = value.clamp(self.least, self.most);
        if self.is_log {
            (value / self.least).log10() / (self.most / self.least).log10()
        } else {
            (value - self.least) / (self.most - self.least)
        }
    }

    fn ticks(&self) -> Vec<f64> {
        let mut ticks = Vec::new();
        let step = if self.is_log { 10.0 } else { nice_step(self.most - self.least) };
        let mut tick = if self.is_log { self.least } else { (self.least / step).ceil() * step };
        while tick <= self.most * (1.0 + 1e-9) {
            ticks.push(tick);
            tick = if self.is_log { tick * step } else { tick + step };
        }
        ticks
    }
}

/// A step of 1, 2 or 5 times a power of ten that gives some five ticks.
fn nice_step(range: f64) -> f64 {
    let power = 10_f64.powf((range / 5.0).log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power * 6.0 >= range).unwrap_or(10.0);
    factor * power
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 60.0;

/// A picture with two axes.
pub(crate) struct Chart {
    x: Axis,
    y: Axis,
    body: String,
    n_legends: u32,
}

impl Chart {
    pub(crate) fn new(title: &str, x: Axis, y: Axis) -> Chart {
        let mut chart = Chart { x, y, body: String::new(), n_legends: 0 };
        let background = format!("<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n");
        chart.body.push_str(&background);
        chart.text(WIDTH / 2.0, 22.0, "middle", 15, title);
        chart.axes();
        chart
    }

    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let right = LEFT + self.x.part(x) * (WIDTH - LEFT - RIGHT);
        let down = HEIGHT - BOTTOM - self.y.part(y) * (HEIGHT - TOP - BOTTOM);
        (right, down)
    }

    fn axes(&mut self) {
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for tick in self.x.ticks() {
            let (x, _) = self.at(tick, self.y.least);
            self.segment((x, TOP), (x, bottom), "#ddd", "");
            self.text(x, bottom + 18.0, "middle", 11, &number(tick));
        }
        for tick in self.y.ticks() {
            let (_, y) = self.at(self.x.least, tick);
            self.segment((LEFT, y), (right, y), "#ddd", "");
            self.text(LEFT - 6.0, y + 4.0, "end", 11, &number(tick));
        }
        self.segment((LEFT, bottom), (right, bottom), "#333", "");
        self.segment((LEFT, TOP), (LEFT, bottom), "#333", "");
        let (title_x, title_y) = (self.x.title.clone(), self.y.title.clone());
        self.text((LEFT + right) / 2.0, HEIGHT - 18.0, "middle", 13, &title_x);
        let middle = (TOP + bottom) / 2.0;
        let text = escape(&title_y);
        self.add(&format!(
            "<text transform=\"translate(18 {middle:.1}) rotate(-90)\" text-anchor=\"middle\" font-size=\"13\">{text}</text>"
        ));
    }

    /// A dashed line between two points of the axes.
    pub(crate) fn guide(&mut self, from: (f64, f64), to: (f64, f64)) {
        let (from, to) = (self.at(from.0, from.1), self.at(to.0, to.1));
        self.segment(from, to, "#888", " stroke-dasharray=\"4 3\"");
    }

    /// A point; its name is shown when one points at it.
    pub(crate) fn point(&mut self, at: (f64, f64), color: &str, name: &str) {
        let (x, y) = self.at(at.0, at.1);
        let name = escape(name);
        self.add(&format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{color}\" fill-opacity=\"0.6\"><title>{name}</title></circle>"
        ));
    }

    /// Points joined by steps.
    pub(crate) fn steps(&mut self, points: &[(f64, f64)], color: &str) {
        let mut path = String::new();
        let mut last: Option<f64> = None;
        for &(x, y) in points {
            let (x, y) = self.at(x, y);
            match last {
                None => write!(path, "M{x:.1} {y:.1}"),
                Some(last) => write!(path, "L{x:.1} {last:.1}L{x:.1} {y:.1}"),
            }
            .expect("strings take everything");
            last = Some(y);
        }
        self.add(&format!("<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>"));
    }

    pub(crate) fn legend(&mut self, color: &str, text: &str) {
        let y = TOP + 16.0 + 16.0 * f64::from(self.n_legends);
        self.n_legends += 1;
        self.add(&format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"10\" height=\"10\" fill=\"{color}\"/>",
            LEFT + 12.0,
            y - 9.0
        ));
        self.text(LEFT + 28.0, y, "start", 12, text);
    }

    fn segment(&mut self, from: (f64, f64), to: (f64, f64), color: &str, more: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(&format!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{color}\"{more}/>"
        ));
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, size: u32, text: &str) {
        let text = escape(text);
        self.add(&format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\">{text}</text>"
        ));
    }

    fn add(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    pub(crate) fn finish(self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" fill=\"#333\">\n{}</svg>\n",
            self.body
        )
    }
}

fn number(value: f64) -> String {
    if value == 0.0 || (0.001..1e6).contains(&value.abs()) {
        let text = format!("{value:.3}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        format!("{value:e}")
    }
}

/// Text inside of an element; what XML cannot hold is left out.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_hold_their_values() {
        let axis = Axis::log("s", 0.01, [3.0, 70.0].into_iter());
        assert_eq!((axis.least, axis.most, axis.ticks().len()), (0.01, 100.0, 5));
        assert!((axis.part(1.0) - 0.5).abs() < 1e-9 && axis.part(1e9) == 1.0 && axis.part(0.0) == 0.0);
        let axis = Axis::linear("n", [-16.0, 40.0].into_iter());
        assert_eq!(axis.ticks(), [-10.0, 0.0, 10.0, 20.0, 30.0, 40.0]);
        assert!(Axis::linear("n", std::iter::empty()).ticks().len() > 1);
    }

    #[test]
    fn names_cannot_break_out() {
        let axis = Axis::log("t", 0.1, std::iter::empty());
        let mut chart = Chart::new("</text>&", axis.clone(), axis);
        chart.point((1.0, 1.0), "#000", "\"</title><script>\n\u{1b}");
        let svg = chart.finish();
        assert!(!svg.contains("<script") && !svg.contains('\u{1b}') && svg.contains("&lt;/text&gt;&amp;"));
    }
}
