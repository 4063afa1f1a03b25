//! Metrics of the store: durations of writes by kind, and errors of the database by kind.

use std::time::Instant;

use crate::StoreError;

/// Records a write that began at `begun`.
pub(crate) fn write<T>(kind: &'static str, begun: Instant, outcome: &Result<T, StoreError>) {
    metrics::histogram!("azulejo_store_write_duration_seconds", "kind" => kind)
        .record(begun.elapsed());
    if let Err(error) = outcome {
        count(error);
    }
}

/// Counts a database error. Other errors are not counted.
pub(crate) fn count(error: &StoreError) {
    if let Some(kind) = error.database_kind() {
        metrics::counter!("azulejo_store_errors_total", "kind" => kind).increment(1);
    }
}
