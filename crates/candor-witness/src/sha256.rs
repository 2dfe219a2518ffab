//! SHA-256 (FIPS 180-4), by which witnesses name files.

/// The fractional parts of the square roots of the first eight primes, and of the cube roots of the first 64: as the standard
/// says they come about.
fn roots() -> ([u32; 8], [u32; 64]) {
    let mut primes = [0u64; 64];
    let (mut n_primes, mut candidate) = (0, 2);
    while n_primes < 64 {
        if primes[..n_primes].iter().all(|prime| candidate % prime != 0) {
            primes[n_primes] = candidate;
            n_primes += 1;
        }
        candidate += 1;
    }
    let start = std::array::from_fn(|idx| fraction(primes[idx], 2));
    (start, primes.map(|prime| fraction(prime, 3)))
}

/// The first 32 bits behind the point of the root: the largest r with r^power <= prime * 2^(32 * power), modulo 2^32.
fn fraction(prime: u64, power: u32) -> u32 {
    let target = u128::from(prime) << (32 * power);
    let mut root = 0u128;
    for bit in (0..36).rev() {
        let candidate = root | 1 << bit;
        if candidate.pow(power) <= target {
            root = candidate;
        }
    }
    u32::try_from(root & 0xFFFF_FFFF).expect("32 bits")
}

/// The digest as hexadecimal text.
pub fn sha256(bytes: &[u8]) -> String {
    let (mut state, constants) = roots();
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    let n_bits = u64::try_from(bytes.len()).unwrap_or(u64::MAX).wrapping_mul(8);
    padded.extend(n_bits.to_be_bytes());
    for block in padded.chunks_exact(64) {
        compress(&mut state, &constants, block);
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn compress(state: &mut [u32; 8], constants: &[u32; 64], block: &[u8]) {
    let mut words = [0u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    for idx in 16..64 {
        let (early, late) = (words[idx - 15], words[idx - 2]);
        let sigma0 = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
        let sigma1 = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
        words[idx] = words[idx - 16].wrapping_add(sigma0).wrapping_add(words[idx - 7]).wrapping_add(sigma1);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, constant) in words.iter().zip(constants) {
        let sum1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let first = h.wrapping_add(sum1).wrapping_add(choice).wrapping_add(*constant).wrapping_add(*word);
        let sum0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        let second = sum0.wrapping_add(majority);
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(first), c, b, a, first.wrapping_add(second));
    }
    for (old, new) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *old = old.wrapping_add(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standards_examples() {
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        let long = sha256(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq");
        assert_eq!(long, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    }
}
