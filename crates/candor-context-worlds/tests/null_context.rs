//! The context that knows nothing drives the interpreter through every branch.

use std::path::Path;
use std::sync::Arc;

use candor_interp::{Halt, Image, NullContext, Options, Outcome, State, resume, run_block};
use candor_llvm::{FrontendConfig, load};

/// All states that are left after every branch of the program has been followed for some blocks.
fn explore(
    image: &Image<NullContext>,
    cx: &mut NullContext,
    start: State<NullContext>,
    n_blocks: usize,
) -> (usize, usize) {
    let mut waiting = vec![(start, 0)];
    let (mut n_forks, mut n_exits) = (0, 0);
    while let Some((mut state, depth)) = waiting.pop() {
        if depth == n_blocks {
            continue;
        }
        match run_block(image, cx, &mut state) {
            Ok(Outcome::Next) => waiting.push((state, depth + 1)),
            Ok(Outcome::Exit(())) => n_exits += 1,
            Ok(Outcome::Blocked | Outcome::ThreadEnded) => {}
            Ok(Outcome::Fork(ways)) => {
                n_forks += 1;
                for ((), how) in ways {
                    let mut copy = state.clone();
                    match resume(image, cx, &mut copy, how) {
                        Ok(Outcome::Next) => waiting.push((copy, depth + 1)),
                        other => panic!("following an edge gave {other:?}"),
                    }
                }
            }
            Err(Halt::Ended) => {}
            Err(Halt::Stop(stop)) => panic!("{stop}"),
        }
    }
    (n_forks, n_exits)
}

#[test]
fn every_branch_goes_both_ways() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/worlds/leaving_scope.c");
    let program = Arc::new(load(&[path], &FrontendConfig::default()).expect("loads"));
    let mut cx = NullContext::default();
    let (image, state) = Image::load(&mut cx, program, Options::default(), (), ()).expect("starts");
    let (n_forks, n_exits) = explore(&image, &mut cx, state, 100);
    // One branch, both sides of which run to the end of main.
    assert_eq!((n_forks, n_exits), (1, 2));
}
