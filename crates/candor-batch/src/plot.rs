//! Pictures of results: quantiles, and points in a plane.

use crate::answer::{Answer, Judgement};
use crate::results::ResultRow;
use crate::svg::{Axis, Chart};

/// Shorter times are drawn as this, so that they fit on a logarithmic axis.
const LEAST_SECONDS: f64 = 0.01;

/// Told apart by most eyes.
const COLORS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// SV-COMP's quantile plot: right answers in the order of their times, wide by their points; it starts at what wrong answers cost.
pub fn quantile_plot(sets: &[(&str, &[ResultRow])]) -> String {
    let curves: Vec<Vec<(f64, f64)>> = sets.iter().map(|(_, rows)| quantiles(rows)).collect();
    let points = || curves.iter().flatten();
    let x = Axis::linear("accumulated score", points().map(|point| point.0));
    let y = Axis::log("seconds", LEAST_SECONDS, points().map(|point| point.1));
    let mut chart = Chart::new("Quantiles", x, y);
    for (idx, (curve, (name, rows))) in curves.iter().zip(sets).enumerate() {
        let color = COLORS[idx % COLORS.len()];
        chart.steps(curve, color);
        let n_right = rows.iter().filter(|row| row.judgement() == Judgement::Right).count();
        chart.legend(color, &format!("{name}: {n_right} right of {}", rows.len()));
    }
    chart.finish()
}

fn quantiles(rows: &[ResultRow]) -> Vec<(f64, f64)> {
    let points = |row: &ResultRow| match (&row.answer, row.judgement()) {
        (Answer::True, Judgement::Right) => 2.0,
        (_, Judgement::Right) => 1.0,
        (Answer::True, Judgement::Wrong) => -32.0,
        (_, Judgement::Wrong) => -16.0,
        (_, Judgement::None | Judgement::Open) => 0.0,
    };
    let mut score: f64 = rows.iter().map(points).filter(|&points| points < 0.0).sum();
    let mut right: Vec<&ResultRow> = rows.iter().filter(|row| row.judgement() == Judgement::Right).collect();
    right.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let mut curve = vec![(score, right.first().map_or(LEAST_SECONDS, |row| row.seconds))];
    for row in right {
        score += points(row);
        curve.push((score, row.seconds));
    }
    curve
}

/// Each task at the size of its program and its time.
pub fn size_plot(rows: &[(ResultRow, u64)]) -> String {
    let bytes = |size: u64| f64::from(u32::try_from(size).unwrap_or(u32::MAX)).max(1.0);
    let x = Axis::log("bytes of source", 10.0, rows.iter().map(|(_, size)| bytes(*size)));
    let y = Axis::log("seconds", LEAST_SECONDS, rows.iter().map(|(row, _)| row.seconds));
    let mut chart = Chart::new("Time and size", x, y);
    let kinds = [(COLORS[0], "true"), (COLORS[2], "false"), ("#999", "no verdict"), (COLORS[1], "wrong")];
    for (row, size) in rows {
        let kind = match (row.judgement(), &row.answer) {
            (Judgement::Wrong, _) => 3,
            (Judgement::None, _) => 2,
            (Judgement::Right | Judgement::Open, Answer::True) => 0,
            (Judgement::Right | Judgement::Open, _) => 1,
        };
        let name = format!("{} {} {} {:.2} s", row.path, row.property, row.answer, row.seconds);
        chart.point((bytes(*size), row.seconds), kinds[kind].0, &name);
    }
    for (color, text) in kinds {
        chart.legend(color, text);
    }
    chart.finish()
}

/// The times of tasks that both sets have; who has no verdict stands at the edge.
pub fn scatter_plot(names: [&str; 2], pairs: &[(&ResultRow, &ResultRow)]) -> String {
    let times = || pairs.iter().flat_map(|(a, b)| [a.seconds, b.seconds]);
    let axis = |name: &str| Axis::log(&format!("seconds: {name}"), LEAST_SECONDS, times());
    let edge = axis("").most;
    let mut chart = Chart::new("Time on the same tasks", axis(names[0]), axis(names[1]));
    chart.guide((LEAST_SECONDS, LEAST_SECONDS), (edge, edge));
    for shift in [10.0, 0.1] {
        let (from, to) = (f64::max(LEAST_SECONDS, LEAST_SECONDS / shift), f64::min(edge, edge / shift));
        chart.guide((from, from * shift), (to, to * shift));
    }
    for (a, b) in pairs {
        let time = |row: &ResultRow| if row.answer.is_verdict() { row.seconds } else { edge };
        let color = match (a.answer.is_verdict(), b.answer.is_verdict()) {
            (true, true) => COLORS[0],
            (true, false) => COLORS[2],
            (false, true) => COLORS[1],
            (false, false) => continue,
        };
        let name =
            format!("{} {}: {} {:.2} s, {} {:.2} s", a.path, a.property, a.answer, a.seconds, b.answer, b.seconds);
        chart.point((time(a), time(b)), color, &name);
    }
    chart.legend(COLORS[0], "both have a verdict");
    chart.legend(COLORS[2], &format!("only {}", names[0]));
    chart.legend(COLORS[1], &format!("only {}", names[1]));
    chart.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::row;

    #[test]
    fn quantiles_start_with_the_cost_of_what_is_wrong() {
        let rows = [
            row("slow", Some(true), "TRUE", 9.0),
            row("fast", Some(false), "FALSE", 1.0),
            row("bad", Some(true), "FALSE", 0.5),
            row("open", Some(true), "UNKNOWN", 3.0),
        ];
        assert_eq!(quantiles(&rows), [(-16.0, 1.0), (-15.0, 1.0), (-13.0, 9.0)]);
        assert_eq!(quantiles(&[]).len(), 1);
    }

    #[test]
    fn pictures_are_well_formed() {
        let rows = [row("a<b>\"&", Some(true), "TRUE", 0.0), row("c", Some(true), "TIMEOUT", 99.0)];
        let sized: Vec<_> = rows.iter().map(|row| (row.clone(), 120)).collect();
        let pairs: Vec<_> = rows.iter().zip(rows.iter().rev()).collect();
        let empty = [quantile_plot(&[]), size_plot(&[]), scatter_plot(["a", "b"], &[])];
        let full = [quantile_plot(&[("<x>", &rows)]), size_plot(&sized), scatter_plot(["a&", "b"], &pairs)];
        for svg in empty.iter().chain(&full) {
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            let opened = svg.matches("<text").count() + svg.matches("<title").count();
            assert_eq!(opened, svg.matches("</text>").count() + svg.matches("</title>").count());
            assert!(
                !svg.replace("&amp;", "").replace("&lt;", "").replace("&gt;", "").replace("&quot;", "").contains('&')
            );
        }
    }
}
