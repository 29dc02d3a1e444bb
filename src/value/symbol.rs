//! Interned text: equal texts are equal numbers.

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A text that has been interned in a [`Symbols`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub u32);

/// The texts behind symbols. A run starts from those of its ruleset and adds names from the log.
///
/// All texts stand one after the other in one string. The table of their hashes holds no texts, so that
/// it grows without looking at them: a log may bring ten million ids.
#[derive(Debug, Clone, Default)]
pub struct Symbols {
    texts: String,
    /// Where each text ends in `texts`.
    ends: Vec<usize>,
    /// Open addressing; a power of two, at most three quarters full.
    table: Vec<Entry>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    hash: u32,
    /// [`FREE`] where there is none.
    symbol: u32,
}

const FREE: u32 = u32::MAX;

impl Symbols {
    /// The symbol of `text`, new if it was never seen.
    ///
    /// # Panics
    /// After four thousand million different texts.
    #[expect(clippy::expect_used, reason = "memory ends before 2^32 texts do")]
    pub fn intern(&mut self, text: &str) -> Symbol {
        if (self.ends.len() + 1) * 4 > self.table.len() * 3 {
            self.grow();
        }
        let hash = hash(text);
        match self.look_up(text, hash) {
            Ok(known) => known,
            Err(place) => {
                let symbol = u32::try_from(self.ends.len()).ok().filter(|&symbol| symbol != FREE);
                let symbol = symbol.expect("fewer than 2^32 texts");
                self.texts.push_str(text);
                self.ends.push(self.texts.len());
                self.table[place] = Entry { hash, symbol };
                Symbol(symbol)
            }
        }
    }

    /// The symbol of `text`, if it was seen.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Symbol> {
        if self.table.is_empty() {
            return None;
        }
        self.look_up(text, hash(text)).ok()
    }

    /// How many texts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text of a symbol of this table.
    #[must_use]
    pub fn text(&self, symbol: Symbol) -> &str {
        let place = symbol.0 as usize;
        let Some(&end) = self.ends.get(place) else { return "" };
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.texts[start..end]
    }

    /// Whether both have the same texts in the same order, so that a symbol means the same in both.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.ends == other.ends && self.texts == other.texts
    }

    /// The symbol of a text, or the free place in the table where it belongs.
    fn look_up(&self, text: &str, hash: u32) -> Result<Symbol, usize> {
        let mask = self.table.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let entry = self.table[place];
            if entry.symbol == FREE {
                return Err(place);
            }
            if entry.hash == hash && self.text(Symbol(entry.symbol)) == text {
                return Ok(Symbol(entry.symbol));
            }
            place = (place + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let length = (self.table.len() * 2).max(16);
        let old = std::mem::replace(&mut self.table, vec![Entry { hash: 0, symbol: FREE }; length]);
        for entry in old.into_iter().filter(|entry| entry.symbol != FREE) {
            let mut place = entry.hash as usize & (length - 1);
            while self.table[place].symbol != FREE {
                place = (place + 1) & (length - 1);
            }
            self.table[place] = entry;
        }
    }
}

fn hash(text: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    let wide = hasher.finish();
    // Both halves, folded: the table looks at the low bits only.
    u32::try_from((wide ^ (wide >> 32)) & 0xFFFF_FFFF).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Symbols;

    #[test]
    fn equal_texts_are_equal_symbols() {
        let mut symbols = Symbols::default();
        assert_eq!(symbols.find("a"), None);
        let all: Vec<_> = (0..1000).map(|number| symbols.intern(&format!("text {number}"))).collect();
        let empty = symbols.intern("");
        for (number, symbol) in all.iter().enumerate() {
            let text = format!("text {number}");
            assert_eq!(symbols.text(*symbol), text);
            assert_eq!(symbols.find(&text), Some(*symbol));
            assert_eq!(symbols.intern(&text), *symbol);
        }
        assert_eq!(symbols.text(empty), "");
        assert_eq!(symbols.find(""), Some(empty));
        assert_eq!(symbols.find("text 1000"), None);
        assert_eq!(empty.0, 1000);
    }
}
