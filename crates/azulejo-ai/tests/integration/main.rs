//! Integration tests of the bots, the search and the analysis.

mod bots;
mod endgames;
mod ledger;
mod puzzles;
mod review;
mod solver;
