//! `SplitMix64`: the same numbers from the same seed, everywhere.

/// A generator of numbers.
pub struct Random(pub u64);

impl Random {
    /// The next number.
    #[allow(dead_code, reason = "not everybody who takes this file needs all of it")]
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, but not including, this one.
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.draw() as u32) * u64::from(bound)) >> 32) as u32
    }

    /// A number between these two, both included.
    #[allow(dead_code, reason = "not everybody who takes this file needs all of it")]
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + i64::from(self.below((high - low + 1) as u32))
    }
}
