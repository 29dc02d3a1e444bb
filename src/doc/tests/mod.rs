//! The languages agree in what is filled in.
