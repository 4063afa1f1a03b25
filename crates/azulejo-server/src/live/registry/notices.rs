//! Notices of the store to live games: changes to seats and ended sessions.
//!
//! Another process may cause them, and a notice may be lost, so seats are also compared from time to
//! time. What only other nodes cause is handled in `cluster`.

use std::time::Duration;

use azulejo_store::{BusMessage, GameId, Notice, StoreError};

use super::Registry;
use crate::cluster;
use crate::live::actor::Message;

/// The number of games per query.
const BATCH: usize = 400;
/// The interval of reconciliation.
const RECONCILE_EVERY: Duration = Duration::from_secs(2);
/// Seats are compared in every n-th reconciliation.
const SEATS_EVERY: u32 = 2;

/// Handles notices until the runtime ends.
pub(super) async fn run(registry: Registry) {
    let mut bus = registry.store.subscribe();
    let mut inbox = registry.shared.then(cluster::Inbox::default);
    while let Some(notice) = bus.recv().await {
        handle(&registry, &notice, inbox.as_mut());
        // Drain the bus first: one query reads the events of all games that other nodes advanced.
        while let Some(notice) = bus.try_recv() {
            handle(&registry, &notice, inbox.as_mut());
        }
        if let Some(inbox) = &mut inbox {
            inbox.fetch(&registry).await;
        }
    }
}

fn handle(registry: &Registry, notice: &Notice, inbox: Option<&mut cluster::Inbox>) {
    match &notice.message {
        BusMessage::SeatsChanged(games) => {
            for &game in games {
                registry.games.notify(game, || Message::SeatsChanged);
            }
        }
        BusMessage::SessionEnded(session) => registry.sockets.close(*session),
        BusMessage::Lagged => registry.bus_gap.notify_one(),
        message => {
            if let Some(inbox) = inbox
                && !notice.own
            {
                inbox.receive(registry, message);
            }
        }
    }
}

/// Reconciles live games with the store, which bounds the delay of a lost notice or a full mailbox.
pub(super) async fn reconcile(registry: Registry) {
    let mut times: u32 = 0;
    let mut administration = Administration::new(&registry).await;
    loop {
        let mut missed = tokio::select! {
            biased;
            () = registry.bus_gap.notified() => true,
            () = tokio::time::sleep(RECONCILE_EVERY) => false,
        };
        // Other nodes are reached by the bus, but a command beside a single node is not.
        if !registry.shared && administration.has_changed(&registry).await {
            missed = true;
            close_ended_sessions(&registry).await;
        }
        times = times.wrapping_add(1);
        // Without other nodes only the game's own task appends to it, or a command of the host.
        if missed || registry.shared {
            cluster::reconcile(&registry).await;
        }
        if missed || times.is_multiple_of(SEATS_EVERY) {
            for games in registry.games.ids().chunks(BATCH) {
                if let Err(error) = compare_seats(&registry, games).await {
                    tracing::warn!(%error, "cannot reconcile with the store");
                }
            }
        }
    }
}

/// The revision of the accounts, games and settings that commands of the host change.
struct Administration {
    /// `None` until it could be read.
    revision: Option<i64>,
}

impl Administration {
    async fn new(registry: &Registry) -> Self {
        Self {
            revision: registry.store.admin_revision().await.ok(),
        }
    }

    /// Returns `true` if a command has changed something since the last call.
    async fn has_changed(&mut self, registry: &Registry) -> bool {
        match registry.store.admin_revision().await {
            Ok(now) => {
                let before = self.revision.replace(now);
                before.is_some_and(|before| before != now)
            }
            Err(error) => {
                tracing::warn!(%error, "cannot read the revision");
                false
            }
        }
    }
}

/// Closes the sockets of sessions that a command beside the server has ended or suspended.
async fn close_ended_sessions(registry: &Registry) {
    let now_ms = registry.clock.now().unix_ms();
    for session in registry.sockets.sessions() {
        match registry.store.find_session(&session, now_ms, None).await {
            Ok(Some(_)) => {}
            Ok(None) => registry.sockets.close(session.prefix()),
            // The socket itself checks again with its next ping.
            Err(error) => tracing::warn!(%error, "session lookup failed"),
        }
    }
}

/// Notifies games whose seats differ from the store's.
async fn compare_seats(registry: &Registry, games: &[GameId]) -> Result<(), StoreError> {
    for (game, mark) in registry.store.seat_fingerprints(games).await? {
        let progress = registry.games.progress(game);
        if progress.is_some_and(|progress| progress.has_other_seats(mark)) {
            registry.games.notify(game, || Message::SeatsChanged);
        }
    }
    Ok(())
}
