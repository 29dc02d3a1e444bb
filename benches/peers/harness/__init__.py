"""What `benches/compare` consists of: `setup` builds, `data` generates, `measure` runs and compares, `table` prints; the cases
stand in `logs` (A, B, C, F, G, I), `rules` (D, H, J) and `events` (E). `duck` and `frame` run in the environment of the
peers, with DuckDB and Polars."""
