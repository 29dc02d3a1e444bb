//! One entry laid over the one of a base.
//!
//! Comes in: a list of entries, of which the first were inherited. Goes out: the list with one more, or
//! with one in the place of the inherited one of its name.
//! It must never know what the entries are. Start with [`Overlay`].

/// A list whose first entries are inherited.
pub(super) struct Overlay<'a, T> {
    list: &'a mut Vec<T>,
    inherited: usize,
    name: fn(&T) -> &str,
}

impl<'a, T> Overlay<'a, T> {
    /// All that the list holds now is inherited; entries are told apart by `name`.
    pub fn new(list: &'a mut Vec<T>, name: fn(&T) -> &str) -> Self {
        Self { inherited: list.len(), list, name }
    }

    /// The inherited entry of this name.
    pub fn inherited(&self, name: &str) -> Option<&T> {
        self.place(name).and_then(|place| self.list.get(place))
    }

    /// Puts an entry in the place of the inherited one of its name, or at the end. Within one file TOML sees to it
    /// that no key is there twice.
    pub fn put(&mut self, entry: T) {
        match self.place((self.name)(&entry)).and_then(|place| self.list.get_mut(place)) {
            Some(older) => *older = entry,
            None => self.list.push(entry),
        }
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.list.iter().take(self.inherited).position(|older| (self.name)(older) == name)
    }
}
