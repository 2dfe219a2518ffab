//! Where boxes stand: states that come of a state below it, side by side.

use candor_evidence::{MoveKind, StateGraph};

/// A box's size, and where it is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Spot {
    pub(super) fn middle(self) -> u32 {
        self.left + self.width / 2
    }

    pub(super) fn bottom(self) -> u32 {
        self.top + self.height
    }
}

/// Between boxes side by side, and between rows.
const GAP: u32 = 30;
const ROW_GAP: u32 = 60;

/// Where the states stand that have these sizes, and the size of the whole. Each state was first reached by one move, so that these moves
/// are a tree.
pub(super) fn place(graph: &StateGraph, sizes: &[(u32, u32)]) -> (Vec<Spot>, (u32, u32)) {
    let n_states = sizes.len();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); n_states];
    let mut has_parent = vec![false; n_states];
    for step in &graph.moves {
        if let (MoveKind::Evaluation, Some(to)) = (step.kind, step.to)
            && to > step.from
            && !std::mem::replace(&mut has_parent[to], true)
        {
            children[step.from].push(to);
        }
    }
    let mut depths = vec![0; n_states];
    for idx in 0..n_states {
        let depth = depths[idx] + 1;
        children[idx].iter().for_each(|&child| depths[child] = depth);
    }
    let n_rows = depths.iter().copied().max().map_or(0, |deepest| deepest + 1);
    let mut heights = vec![0; n_rows];
    for (&depth, &(_, height)) in depths.iter().zip(sizes) {
        heights[depth] = height.max(heights[depth]);
    }
    let tops: Vec<u32> = heights
        .iter()
        .scan(GAP, |next, height| {
            let top = *next;
            *next += height + ROW_GAP;
            Some(top)
        })
        .collect();
    // Children come after their parents, so that the widths of subtrees are known from the last one to the first.
    let mut widths: Vec<u32> = sizes.iter().map(|(width, _)| width + GAP).collect();
    for idx in (0..n_states).rev() {
        widths[idx] = children[idx].iter().map(|&child| widths[child]).sum::<u32>().max(widths[idx]);
    }
    let mut lefts = vec![0; n_states];
    let mut next_root = GAP;
    for idx in 0..n_states {
        if !has_parent[idx] {
            lefts[idx] = next_root;
            next_root += widths[idx];
        }
        let used: u32 = children[idx].iter().map(|&child| widths[child]).sum();
        let mut left = lefts[idx] + (widths[idx] - used) / 2;
        for &child in &children[idx] {
            lefts[child] = left;
            left += widths[child];
        }
    }
    let spot = |idx: usize| {
        let (width, height) = sizes[idx];
        let left = lefts[idx] + (widths[idx] - GAP - width) / 2;
        Spot { left, top: tops[depths[idx]], width, height }
    };
    let spots: Vec<Spot> = (0..n_states).map(spot).collect();
    let right = spots.iter().map(|spot| spot.left + spot.width).max().unwrap_or(0);
    let bottom = spots.iter().map(|spot| spot.bottom()).max().unwrap_or(0);
    (spots, (right + GAP, bottom + ROW_GAP))
}

#[cfg(test)]
mod tests {
    use candor_evidence::{GraphMove, GraphState};

    use super::*;

    /// A state for each number, which was reached first from the state of that number.
    fn graph(parents: &[usize]) -> StateGraph {
        let moves = parents.iter().enumerate().map(|(idx, &from)| GraphMove {
            from,
            to: Some(idx + 1),
            kind: MoveKind::Evaluation,
        });
        StateGraph {
            states: vec![GraphState::default(); parents.len() + 1],
            moves: moves.collect(),
            ..StateGraph::default()
        }
    }

    #[test]
    fn boxes_do_not_overlap() {
        let mut seed = 7u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        for _ in 0..200 {
            let n_states = 1 + random(30);
            let parents: Vec<usize> = (0..n_states).map(|idx| random(idx + 1) as usize).collect();
            let sizes: Vec<(u32, u32)> = (0..=n_states).map(|_| (20 + random(200), 20 + random(90))).collect();
            let (spots, (width, height)) = place(&graph(&parents), &sizes);
            for (idx, one) in spots.iter().enumerate() {
                assert!(one.left + one.width <= width && one.bottom() <= height);
                for other in &spots[idx + 1..] {
                    let apart = one.left + one.width <= other.left
                        || other.left + other.width <= one.left
                        || one.bottom() <= other.top
                        || other.bottom() <= one.top;
                    assert!(apart, "{one:?} {other:?} {parents:?}");
                }
            }
            for (idx, &parent) in parents.iter().enumerate() {
                assert!(spots[parent].bottom() < spots[idx + 1].top);
            }
        }
    }
}
