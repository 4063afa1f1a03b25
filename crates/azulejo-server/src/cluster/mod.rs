//! Other nodes at the same store: bus messages, and reconciliation with the store, because a bus
//! message may be lost.

use std::collections::BTreeMap;
use std::time::Duration;

use azulejo_game::SeatNumber;
use azulejo_protocol::frame::Phrase;
use azulejo_store::{BusMessage, GameId, Notice, StoreError};

use crate::live::actor::Message;
use crate::live::registry::Registry;

/// The number of games per query.
const BATCH: usize = 400;
/// The interval of reconciliation.
const RECONCILE_EVERY: Duration = Duration::from_secs(2);
/// Seats are compared in every n-th reconciliation.
const SEATS_EVERY: u32 = 2;

/// Sends a phrase to the other nodes. It may be lost.
pub(crate) async fn publish_phrase(
    registry: &Registry,
    game: GameId,
    seat: SeatNumber,
    phrase: Phrase,
) {
    if !registry.shared {
        return;
    }
    if let Ok(serde_json::Value::String(key)) = serde_json::to_value(phrase) {
        let seat = seat.get();
        registry.store.broadcast_phrase(game, seat, &key).await;
    }
}

/// Handles bus messages until the runtime ends.
pub(crate) async fn run_bus(registry: Registry) {
    let mut bus = registry.store.subscribe();
    let mut advanced = BTreeMap::new();
    while let Some(notice) = bus.recv().await {
        handle_notice(&registry, &notice, &mut advanced);
        // Drain the bus first: one query reads the events of all these games.
        while let Some(notice) = bus.try_recv() {
            handle_notice(&registry, &notice, &mut advanced);
        }
        if !advanced.is_empty() {
            registry.lobby.changed();
            let advanced = std::mem::take(&mut advanced).into_iter().collect();
            fetch_new_events(&registry, advanced).await;
        }
    }
}

/// Handles one message. Games that other nodes advanced are added to `advanced`.
fn handle_notice(registry: &Registry, notice: &Notice, advanced: &mut BTreeMap<GameId, u32>) {
    match &notice.message {
        BusMessage::Appended(games) if !notice.own => {
            for &(game, next) in games {
                let furthest = advanced.entry(game).or_insert(next);
                *furthest = next.max(*furthest);
            }
        }
        BusMessage::Appended(_) => {}
        BusMessage::SeatsChanged(games) => {
            for &game in games {
                registry.games.notify(game, || Message::SeatsChanged);
            }
        }
        BusMessage::SessionEnded(session) => registry.sockets.close(*session),
        BusMessage::Phrase { game, seat, phrase } if !notice.own => {
            // A newer version of the program may have more phrases.
            let key = serde_json::Value::from(phrase.as_str());
            if let Ok(phrase) = serde_json::from_value(key) {
                let seat = SeatNumber::new(*seat);
                registry
                    .games
                    .notify(*game, || Message::Said { seat, phrase });
            }
        }
        BusMessage::Phrase { .. } => {}
        BusMessage::Lagged => registry.bus_gap.notify_one(),
    }
}

/// Fetches the events that other nodes appended to live games.
async fn fetch_new_events(registry: &Registry, advanced: Vec<(GameId, u32)>) {
    let mut behind = Vec::new();
    for (game, next) in advanced {
        let progress = registry.games.progress(game).map(|progress| progress.ply());
        match progress {
            Some(Some(ply)) if ply < next => behind.push((game, ply)),
            // It is loading and catches up by itself.
            Some(None) => registry.games.notify(game, || Message::Changed { next }),
            Some(Some(_)) | None => {}
        }
    }
    for games in behind.chunks(BATCH) {
        match registry.store.events_of(games).await {
            Ok(rows) => {
                let mut rows = rows.into_iter().peekable();
                while let Some((game, first)) = rows.next() {
                    let mut events = vec![first];
                    while let Some((_, event)) = rows.next_if(|(other, _)| *other == game) {
                        events.push(event);
                    }
                    registry.games.notify(game, || Message::Appended { events });
                }
            }
            // The next reconciliation tries again.
            Err(error) => tracing::warn!(%error, "cannot read events of other nodes"),
        }
    }
}

/// Reconciles live games with the store, which bounds the delay of a lost bus message or a full
/// mailbox.
pub(crate) async fn reconcile(registry: Registry) {
    let mut times: u32 = 0;
    let mut revision = match registry.shared {
        true => None,
        false => registry.store.admin_revision().await.ok(),
    };
    loop {
        let mut missed = tokio::select! {
            biased;
            () = registry.bus_gap.notified() => true,
            () = tokio::time::sleep(RECONCILE_EVERY) => false,
        };
        // Other nodes are reached by the bus, but a command beside a single node is not.
        if !registry.shared {
            match registry.store.admin_revision().await {
                Ok(now) => {
                    let before = revision.replace(now);
                    if before.is_some_and(|before| before != now) {
                        missed = true;
                        close_ended_sessions(&registry).await;
                    }
                }
                Err(error) => tracing::warn!(%error, "cannot read the revision"),
            }
        }
        times = times.wrapping_add(1);
        let seats = missed || times.is_multiple_of(SEATS_EVERY);
        // Without other nodes only the game's own task appends to it.
        let plies = missed || registry.shared;
        if plies && registry.lobby.has_subscribers() {
            // Games created on other nodes are not among the live ones here.
            registry.lobby.changed();
        }
        for games in registry.games.ids().chunks(BATCH) {
            if let Err(error) = compare(&registry, games, plies, seats).await {
                tracing::warn!(%error, "cannot reconcile with the store");
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

/// Notifies games that are behind the store.
async fn compare(
    registry: &Registry,
    games: &[GameId],
    plies: bool,
    seats: bool,
) -> Result<(), StoreError> {
    if plies {
        let heads = registry.store.heads(games).await?;
        fetch_new_events(
            registry,
            heads
                .iter()
                .map(|head| (head.game, head.next_ply))
                .collect(),
        )
        .await;
    }
    if seats {
        for (game, mark) in registry.store.seat_fingerprints(games).await? {
            if registry
                .games
                .progress(game)
                .is_some_and(|progress| progress.has_other_seats(mark))
            {
                registry.games.notify(game, || Message::SeatsChanged);
            }
        }
    }
    Ok(())
}
