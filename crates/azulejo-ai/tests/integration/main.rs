//! Integration tests of the bots, the search and the analysis.

mod bots;
mod endgames;
mod ledger;
mod review;
mod solver;
