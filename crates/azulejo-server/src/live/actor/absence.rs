//! The effects of presence: votes against absent players, forfeits, and stored absences.

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::game::Status;
use azulejo_store::{Append, Appended, CommandKey};

use super::live_game::LiveGame;
use super::presence::Location;
use super::{catch_up, watchers};
use crate::http::problem::store_problem;
use crate::live::rows::{REALTIME_EXPIRY, seat_rows};
use azulejo_game::decide::Command;
use azulejo_game::{Millis, Person, Timestamp};

/// A player whose session was used this recently, on any node, is present.
const SEEN_RECENTLY: Millis = Millis::from_secs(45);
/// The interval at which players on other nodes are checked.
const CHECK_EVERY: Millis = Millis::from_secs(10);

/// The time of the next check of other nodes, while presence matters.
pub(super) fn next_node_check(game: &LiveGame) -> Option<Timestamp> {
    let wanted = !game.watchers.is_empty()
        || (game.table.status == Status::Running && game.table.clocks.is_real_time());
    let needed = wanted && !game.presence.elsewhere().is_empty();
    needed.then_some(game.presence.next_check)
}

/// Checks whether players on other nodes are still connected.
async fn check_other_nodes(game: &mut LiveGame) {
    let now = game.registry.clock.now();
    game.presence.next_check = now + CHECK_EVERY;
    for (person, from) in game.presence.elsewhere() {
        let seen = match person {
            // The time at which any session of the player was last used, on any node.
            Person::Player(player) => {
                match game.registry.store.sessions_of(player, now.unix_ms()).await {
                    Ok(sessions) => sessions.iter().map(|session| session.used_ms).max(),
                    Err(error) => {
                        // A database error must not make a player absent.
                        tracing::warn!(game = %game.id, %error, "cannot check a player");
                        continue;
                    }
                }
            }
            Person::Deleted => None,
        };
        let seen = seen.map(Timestamp::from_unix_ms);
        if seen.is_none_or(|at| now - at >= SEEN_RECENTLY) {
            // Until then the player was present, or no node was up.
            let since = seen.map_or(now, |at| at.max(from));
            game.presence
                .set_location(person, Location::Away { since }, false);
            (game.presence.changed, game.presence.unsaved) = (true, true);
        }
    }
}

/// Updates votes, stored absences and watchers after a change of presence.
pub(super) async fn update(game: &mut LiveGame) {
    let now = game.registry.clock.now();
    if next_node_check(game).is_some_and(|at| at <= now) {
        check_other_nodes(game).await;
    }
    let has_changed = std::mem::take(&mut game.presence.changed);
    lapse_votes(game).await;
    count_votes(game).await;
    if std::mem::take(&mut game.presence.host_changed) {
        extend_expiry(game).await;
    }
    if std::mem::take(&mut game.presence.unsaved) {
        persist(game).await;
    }
    if has_changed {
        watchers::broadcast_presence(game);
    }
}

/// Clears the votes against players who have returned.
async fn lapse_votes(game: &mut LiveGame) {
    for seat in game.table.all_seats() {
        if game.table.status != Status::Running || game.table.votes[seat.index()].is_empty() {
            continue;
        }
        if let Some(Location::Elsewhere { .. }) = game.presence.of(seat) {
            check_other_nodes(game).await;
        }
        if game.presence.away_since(seat).is_none() {
            let _ = game.execute(Command::Returned { seat }, None).await;
        }
    }
}

/// Counts votes again: a vote may pass when a voter leaves.
async fn count_votes(game: &mut LiveGame) {
    for away in game.table.all_seats() {
        let absent = game.presence.absent();
        let open =
            game.absences().vote_from(away).is_some() && game.table.vote_passes(away, &absent);
        if open {
            let count = Command::CountVotes { away, absent };
            let _ = game.execute(count, None).await;
        }
    }
}

/// Adds the absent seats to a vote, and refuses it if the player is not absent long enough.
pub(super) async fn prepare_vote(
    game: &mut LiveGame,
    command: &mut Command,
    key: Option<CommandKey>,
) -> Result<(), Problem> {
    let Command::Vote { away, absent, .. } = command else {
        return Ok(());
    };
    if game.registry.shared {
        // The player may have just connected to another node.
        let caught_up = catch_up::try_catch_up(game).await;
        caught_up.map_err(|error| store_problem(&error))?;
        catch_up::refresh_seats(game).await;
        check_other_nodes(game).await;
    }
    if game.is_completed(key) {
        // A retry gets the same answer regardless of the state of the seat.
        return Ok(());
    }
    let away = game.table.seat(*away);
    let from = away.and_then(|away| game.absences().vote_from(away));
    if from.is_none_or(|from| from > game.registry.clock.now()) {
        return Err(Problem::new(ProblemCode::Forbidden));
    }
    *absent = game.presence.absent();
    Ok(())
}

/// Removes players who were away from a real-time game for too long.
pub(super) async fn remove_absent(game: &mut LiveGame) {
    let now = game.registry.clock.now();
    if !game.is_due(game.absences().next_forfeit()) {
        return;
    }
    if game.registry.shared {
        catch_up::refresh_seats(game).await;
    }
    for seat in game.table.all_seats() {
        if game
            .absences()
            .forfeits_at(seat)
            .is_some_and(|at| at <= now)
        {
            let _ = game.execute(Command::Left { seat }, None).await;
        }
    }
}

/// Stores the start of each absence.
pub(super) async fn persist(game: &mut LiveGame) {
    // Another node may append at the same time.
    for _ in 0..3 {
        let stamps = game.presence.away_timestamps(&game.names);
        let mut names = game.names.clone();
        for (name, stamp) in names.iter_mut().zip(stamps) {
            name.away = stamp;
        }
        let over = matches!(game.table.status, Status::Finished | Status::Cancelled);
        if over || names == game.names {
            return;
        }
        let rows = seat_rows(&game.table, &names).into_iter();
        let seats = rows
            .zip(names.iter().zip(&game.names))
            .filter(|(_, (new, old))| new != old);
        let append = Append {
            game: game.id,
            expect: game.table.ply(),
            events: Vec::new(),
            command: None,
            summary: None,
            seats: Some(seats.map(|(row, _)| row).collect()),
        };
        match game.registry.store.append(append).await {
            Ok(Appended::Committed { .. }) => {
                game.names = names;
                game.know_seats();
                return;
            }
            Ok(Appended::Stale { .. }) => catch_up::catch_up(game).await,
            Err(error) => {
                tracing::warn!(game = %game.id, %error, "cannot store presence");
                return;
            }
        }
    }
}

/// Extends the expiry of an unstarted real-time game, whose host is or was just here.
async fn extend_expiry(game: &LiveGame) {
    if game.table.status != Status::Waiting || !game.table.clocks.is_real_time() {
        return;
    }
    let expires = game.registry.clock.now() + REALTIME_EXPIRY;
    let extended = (game.registry.store).set_expiry(game.id, expires.unix_ms());
    if let Err(error) = extended.await {
        tracing::warn!(game = %game.id, %error, "cannot extend the expiry of a game");
    }
}

/// Extends the expiry while the host is here. Returns whether it did.
pub(super) async fn extend_expiry_for_host(game: &LiveGame) -> bool {
    let waits = game.table.status == Status::Waiting && game.table.clocks.is_real_time();
    let keep = waits && game.watchers.has(game.table.host);
    if keep {
        extend_expiry(game).await;
    }
    keep
}
