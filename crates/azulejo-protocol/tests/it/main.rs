//! The integration tests of the crate, linked into one binary.

mod support;

mod conversions;
mod frames;
mod hostile;
mod options;
mod records;
mod replay;
mod requests;
mod typescript;
mod views;
