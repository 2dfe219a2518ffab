//! How long the runs are that satisfy a formula.

use std::collections::BTreeMap;

use crate::interval::float;

/// Counts of lengths, in bins of one width.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// The shortest and the longest length.
    pub range: (u64, u64),
    pub bin_width: u64,
    /// How many lengths fall into each bin; the first bin begins with the shortest one.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// Sorts lengths into at most so many bins; `None` if there are no lengths.
    pub fn new(lengths: &BTreeMap<u64, u64>, max_bins: u64) -> Option<Histogram> {
        let (&first, _) = lengths.first_key_value()?;
        let (&last, _) = lengths.last_key_value()?;
        let n_lengths = last - first + 1;
        let bin_width = n_lengths.div_ceil(max_bins.max(1));
        let n_bins = usize::try_from(n_lengths.div_ceil(bin_width)).expect("at most as many as were asked for");
        let mut counts = vec![0; n_bins];
        for (length, count) in lengths {
            let bin = usize::try_from((length - first) / bin_width).expect("below the number of bins");
            counts[bin] += count;
        }
        Some(Histogram { range: (first, last), bin_width, counts })
    }

    /// The first length of a bin.
    pub fn start_of(&self, bin: usize) -> u64 {
        self.range.0 + u64::try_from(bin).expect("few bins") * self.bin_width
    }

    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The share of the fullest bin.
    pub fn max_frequency(&self) -> f64 {
        let most = self.counts.iter().copied().max().unwrap_or(0);
        float(most) / float(self.total().max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_have_one_width() {
        let lengths = BTreeMap::from([(28, 4674), (29, 2057), (37, 480), (103, 2)]);
        let fine = Histogram::new(&lengths, 1000).expect("there are lengths");
        assert_eq!((fine.range, fine.bin_width, fine.counts.len()), ((28, 103), 1, 76));
        assert_eq!(fine.total(), 7213);
        let coarse = Histogram::new(&lengths, 10).expect("there are lengths");
        assert_eq!((coarse.bin_width, coarse.counts.len()), (8, 10));
        assert_eq!((coarse.counts[0], coarse.counts[1], coarse.counts[9]), (6731, 480, 2));
        assert_eq!(coarse.start_of(9), 100);
        assert_eq!(Histogram::new(&BTreeMap::new(), 10), None);
    }

    #[test]
    fn lodins_frequency() {
        let counts = [4674, 2057, 480, 615, 84, 20, 1167, 152, 18, 2];
        let lengths = (28..).zip(counts).collect();
        let histogram = Histogram::new(&lengths, 100).expect("there are lengths");
        assert_eq!(format!("{:.6}", histogram.max_frequency()), "0.504262");
    }
}
