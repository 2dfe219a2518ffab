//! Strongly connected components, after Tarjan (1972), without recursion.

/// The components that have an edge, each in ascending order.
pub(crate) fn components(n_nodes: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut successors = vec![Vec::new(); n_nodes];
    for &(from, to) in edges {
        successors[from].push(to);
    }
    let mut search = Search { successors: &successors, index: vec![None; n_nodes], ..Search::default() };
    search.low = vec![0; n_nodes];
    search.is_open = vec![false; n_nodes];
    for node in 0..n_nodes {
        if search.index[node].is_none() {
            search.visit(node);
        }
    }
    let mut result = search.result;
    result.retain(|component| component.len() > 1 || successors[component[0]].contains(&component[0]));
    result
}

#[derive(Default)]
struct Search<'a> {
    successors: &'a [Vec<usize>],
    index: Vec<Option<usize>>,
    low: Vec<usize>,
    is_open: Vec<bool>,
    open: Vec<usize>,
    n_seen: usize,
    result: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn visit(&mut self, root: usize) {
        let mut path = vec![(root, 0)];
        self.enter(root);
        while let Some(&mut (node, ref mut next)) = path.last_mut() {
            if let Some(&successor) = self.successors[node].get(*next) {
                *next += 1;
                match self.index[successor] {
                    None => {
                        self.enter(successor);
                        path.push((successor, 0));
                    }
                    Some(index) if self.is_open[successor] => self.low[node] = self.low[node].min(index),
                    Some(_) => {}
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                self.low[parent] = self.low[parent].min(self.low[node]);
            }
            if self.index[node] == Some(self.low[node]) {
                self.close(node);
            }
        }
    }

    fn enter(&mut self, node: usize) {
        self.index[node] = Some(self.n_seen);
        self.low[node] = self.n_seen;
        self.n_seen += 1;
        self.open.push(node);
        self.is_open[node] = true;
    }

    fn close(&mut self, node: usize) {
        let start = self.open.iter().rposition(|&open| open == node).unwrap_or(0);
        let mut component = self.open.split_off(start);
        component.iter().for_each(|&member| self.is_open[member] = false);
        component.sort_unstable();
        self.result.push(component);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_on_circles_is_found() {
        let edges = [(0, 1), (1, 2), (2, 1), (2, 3), (3, 3), (3, 4), (5, 6), (6, 7), (7, 5)];
        let mut found = components(8, &edges);
        found.sort();
        assert_eq!(found, [vec![1, 2], vec![3], vec![5, 6, 7]]);
    }
}
