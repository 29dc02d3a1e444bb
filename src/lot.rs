//! Lots: an order that the seed alone decides, and that anybody can check.
//!
//! A lot is the first eight bytes, read from the lowest, of the BLAKE3 hash of: the seed (eight bytes from the lowest),
//! then three texts, each after its length (eight bytes likewise): what is drawn for, which group, and a name. The least
//! lot comes first. So the lot of one does not change when others are added.
//! It must never know what is drawn. Start with [`lot`].

/// The lot of `name`: for what `occasion`, and in which `group` (empty where there is one group only).
#[must_use]
pub fn lot(seed: u64, occasion: &str, group: &str, name: &str) -> u64 {
    let mut hash = blake3::Hasher::new();
    hash.update(&seed.to_le_bytes());
    for text in [occasion, group, name] {
        hash.update(&(text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    }
    let bytes = *hash.finalize().as_bytes();
    bytes[..8].iter().rev().fold(0, |sofar, &byte| sofar << 8 | u64::from(byte))
}
