//! Who runs when nobody says: what `continue` does where there are several threads.

use candor_interp::ThreadId;

use crate::command::PolicyName;

/// Steps that a thread makes before another one gets its turn.
const TURN: u64 = 1000;

/// Who runs, and for how long still.
#[derive(Clone, Debug)]
pub(crate) struct Policy {
    name: PolicyName,
    left: u64,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy::new(PolicyName::Turns)
    }
}

impl Policy {
    pub(crate) fn new(name: PolicyName) -> Policy {
        Policy { name, left: TURN }
    }

    pub(crate) fn describe(&self) -> String {
        match self.name {
            PolicyName::Turns => format!("a thread makes {TURN} steps, then the next one has its turn"),
            PolicyName::Stay => "a thread runs until it has to wait".to_owned(),
            PolicyName::Random(_) => "a random thread".to_owned(),
        }
    }

    /// Whose step comes after one of this thread. `alive` is in order and not empty.
    pub(crate) fn next(&mut self, now: ThreadId, alive: &[ThreadId]) -> ThreadId {
        match &mut self.name {
            PolicyName::Stay => now,
            PolicyName::Turns => {
                self.left = self.left.saturating_sub(1);
                if self.left > 0 {
                    return now;
                }
                self.left = TURN;
                after(now, alive)
            }
            PolicyName::Random(seed) => {
                let word = random(seed);
                // Mostly it goes on: what matters often needs several steps of the same thread.
                if word.is_multiple_of(4) { pick(word >> 8, alive).unwrap_or(now) } else { now }
            }
        }
    }
}

/// The next thread in order, round and round.
pub(crate) fn after(now: ThreadId, alive: &[ThreadId]) -> ThreadId {
    alive.iter().copied().find(|&id| id > now).or(alive.first().copied()).unwrap_or(now)
}

fn pick(word: u64, alive: &[ThreadId]) -> Option<ThreadId> {
    let n_alive = u64::try_from(alive.len()).ok()?;
    alive.get(usize::try_from(word.checked_rem(n_alive)?).ok()?).copied()
}

/// SplitMix64 (Steele, Lea, Flood 2014).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut word = *state;
    word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_round() {
        let alive = [ThreadId(0), ThreadId(2)];
        let mut policy = Policy::default();
        let turns: Vec<u32> = (0..2000).map(|_| policy.next(ThreadId(2), &alive).0).collect();
        assert_eq!(turns.iter().filter(|&&thread| thread == 0).count(), 2);
        assert_eq!(after(ThreadId(0), &alive), ThreadId(2));
    }

    #[test]
    fn chance_reaches_everybody() {
        let alive = [ThreadId(0), ThreadId(1), ThreadId(2)];
        let mut policy = Policy::new(PolicyName::Random(7));
        let mut seen = [false; 3];
        let mut now = ThreadId(0);
        for _ in 0..100 {
            now = policy.next(now, &alive);
            seen[usize::try_from(now.0).expect("small")] = true;
        }
        assert_eq!(seen, [true; 3]);
    }
}
