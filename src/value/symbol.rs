//! Interned text: equal texts are equal numbers.

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A text that has been interned in a [`Symbols`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub u32);

/// The texts behind symbols. A run starts from those of its ruleset and adds names from the log.
#[derive(Debug, Clone, Default)]
pub struct Symbols {
    texts: Vec<Arc<str>>,
    by_text: FxHashMap<Arc<str>, Symbol>,
}

impl Symbols {
    /// The symbol of `text`, new if it was never seen.
    ///
    /// # Panics
    /// After four thousand million different texts.
    #[expect(clippy::expect_used, reason = "memory ends before 2^32 texts do")]
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&known) = self.by_text.get(text) {
            return known;
        }
        let symbol = Symbol(u32::try_from(self.texts.len()).expect("fewer than 2^32 texts"));
        let text: Arc<str> = text.into();
        self.texts.push(Arc::clone(&text));
        self.by_text.insert(text, symbol);
        symbol
    }

    /// The symbol of `text`, if it was seen.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.by_text.get(text).copied()
    }

    /// The text of a symbol of this table.
    #[must_use]
    pub fn text(&self, symbol: Symbol) -> &str {
        self.texts.get(symbol.0 as usize).map_or("", |text| text)
    }
}
