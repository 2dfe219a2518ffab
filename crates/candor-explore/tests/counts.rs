//! Loop counters belong to activations: they stay while others are called, and end with theirs.

use candor_explore::{LoopCount, LoopCounts};
use candor_interp::{Frame, OnReturn, Thread, ThreadId};
use candor_ir::{EntityRef, FuncId, InstId};

fn frame(func: usize, call_path: u64) -> Frame<()> {
    Frame {
        func: FuncId::new(func),
        pc: InstId::new(0),
        regs: Vec::new(),
        locals: Vec::new(),
        varargs: None,
        call_path,
        events: 0,
        on_return: OnReturn::Caller,
    }
}

fn thread(mut frames: Vec<Frame<()>>) -> Thread<()> {
    Thread {
        id: ThreadId(0),
        top: frames.pop().expect("a frame"),
        below: frames.into_iter().map(Into::into).collect(),
        jumps: Vec::new(),
        uninterrupted: 0,
        ended: false,
        result: (),
        mark: 0,
        locals: Vec::new(),
    }
}

fn rounds(counts: &LoopCounts, thread: &Thread<()>) -> Vec<u32> {
    counts.top(thread).iter().map(|count| count.rounds).collect()
}

#[test]
fn counters_end_with_their_activation() {
    let (outer, inner, next) = (frame(0, 1), frame(1, 2), frame(1, 3));
    let count = |rounds| LoopCount { rounds, ..LoopCount::default() };
    let caller = thread(vec![outer.clone()]);
    let mut counts = LoopCounts::default();
    counts.top_mut(&caller).push(count(4));
    let called = thread(vec![outer.clone(), inner]);
    counts.top_mut(&called).extend([count(0), count(1)]);
    assert_eq!(rounds(&counts, &called), [0, 1]);
    assert_eq!(counts.at(0, &outer).len(), 1, "those of the caller stay");
    let again = thread(vec![outer, next]);
    assert!(rounds(&counts, &again).is_empty());
    assert!(counts.top_mut(&again).is_empty());
    assert_eq!(rounds(&counts, &caller), [4]);
}
