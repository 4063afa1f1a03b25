//! Records errors that nodes log: except for store failures, they are bugs.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::sync::LazyLock;

use tracing::field::{Field, Visit};
use tracing::{Dispatch, Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};

thread_local! {
    static LOGGED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

static DISPATCH: LazyLock<Dispatch> = LazyLock::new(|| {
    let recorder = Recorder.with_filter(tracing_subscriber::filter::LevelFilter::ERROR);
    Dispatch::new(tracing_subscriber::registry().with(recorder))
});

struct Recorder;

impl<S: Subscriber> Layer<S> for Recorder {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut text = Text::default();
        event.record(&mut text);
        let is_store_failure =
            text.0.contains("simulated failure") || text.0.contains("store is closed");
        if *event.metadata().level() == Level::ERROR && !is_store_failure {
            LOGGED.with_borrow_mut(|logged| logged.push(text.0));
        }
    }
}

#[derive(Default)]
struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        let _ = write!(self.0, "{field}={value:?} ");
    }
}

/// The errors logged on this thread while it lives.
pub(super) struct ErrorLog(
    #[expect(dead_code, reason = "it is held")] tracing::dispatcher::DefaultGuard,
);

/// Starts to record errors on this thread.
pub(super) fn record() -> ErrorLog {
    LOGGED.take();
    ErrorLog(tracing::dispatcher::set_default(&DISPATCH))
}

impl ErrorLog {
    /// Returns the first error.
    pub(super) fn first(&self) -> Option<String> {
        LOGGED.with_borrow(|logged| logged.first().cloned())
    }
}
