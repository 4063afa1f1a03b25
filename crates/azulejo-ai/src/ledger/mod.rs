//! The ledger of a recorded game: luck, losses and revisions that add up to the result.
//!
//! Every moment of a game has one value per player. The value of a position in the factory offer
//! comes from a search, that of a finished round before the next deal from searches after other
//! deals, combined with the evaluator's estimate. Each step from one value to the next is one
//! entry:
//!
//! - a deal: the change is luck;
//! - a move or a tiling: the change is a loss of the player who made it and a gain of the others;
//! - a boundary between two rounds: the evaluator's estimate is replaced by the sampled value. The
//!   change is a revision, as is a move after which the player seems better off than before.
//!
//! Since neighbouring entries share a value, start + luck − loss + gained + revision = result for
//! every player.
//!
//! A [`GameAnalysis`] lists the searches as independent [`Job`]s. The caller runs them in any order,
//! on threads or workers, and feeds the results back; [`GameAnalysis::ledger`] only adds up. A
//! [`JobResult`] has a text form for callers that keep results or move them between processes.

mod account;
mod before_deal;
mod driver;
mod effort;
mod grade;
mod history;
mod job_text;
mod threads;
mod value;

pub use account::{
    Account, BoundaryEntry, DealEntry, Ledger, Measure, MoveEntry, PlayerLedger, StepParts,
    TilingEntry,
};
pub use driver::{GameAnalysis, Job, JobKind, JobResult, Missing};
pub use effort::{Effort, UnknownEffort};
pub use grade::{Grade, Severity};
pub use job_text::InvalidJobResult;
pub use threads::analyse_on_threads;
pub use value::Values;
pub(crate) use value::of_boards;
