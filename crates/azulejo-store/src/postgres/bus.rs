//! A bus over `LISTEN`/`NOTIFY`. Messages are sent after the commit, in separate transactions.

use std::collections::hash_map::RandomState;
use std::fmt::Write as _;
use std::hash::{BuildHasher as _, Hasher as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use sqlx::PgPool;
use sqlx::postgres::PgListener;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::{Bus, BusMessage, BusReceiver, GameId, LocalBus, Notice};

const CHANNEL: &str = "azulejo";
/// Below PostgreSQL's limit of 8,000 bytes.
const MAX_PAYLOAD: usize = 7_800;
/// The number of messages queued for sending.
const BACKLOG: usize = 4096;
/// The time limit for starting to listen.
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// The delay before reconnecting.
const RETRY_DELAY: Duration = Duration::from_millis(100);
/// The delay between sends, so that messages are batched under load.
const SEND_INTERVAL: Duration = Duration::from_millis(2);
/// The number of retries of a send.
const SEND_RETRIES: u32 = 20;

/// A bus over the shared database. Receivers of this node are notified directly.
pub(crate) struct PostgresBus {
    local: LocalBus,
    outbox: mpsc::Sender<BusMessage>,
    /// Set when the outbox overflowed, so that [`BusMessage::Lagged`] is sent.
    overflow: Arc<AtomicBool>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl PostgresBus {
    /// Starts the tasks. Returns when the bus is listening or the time limit is over.
    pub(crate) async fn start(pool: &PgPool) -> Self {
        let local = LocalBus::new();
        let node = format!("{:016x}", RandomState::new().build_hasher().finish());
        let (outbox, messages) = mpsc::channel(BACKLOG);
        let overflow = Arc::new(AtomicBool::new(false));
        let (listening, ready) = oneshot::channel();
        let tasks = vec![
            tokio::spawn(listen(pool.clone(), node.clone(), local.clone(), listening)),
            tokio::spawn(send(pool.clone(), node, messages, Arc::clone(&overflow))),
        ];
        let _not_yet = tokio::time::timeout(START_TIMEOUT, ready).await;
        Self {
            local,
            outbox,
            overflow,
            tasks: Mutex::new(tasks),
        }
    }
}

#[async_trait]
impl Bus for PostgresBus {
    async fn publish(&self, messages: Vec<BusMessage>) {
        for message in messages {
            self.local.deliver(Notice {
                own: true,
                message: message.clone(),
            });
            if self.outbox.try_send(message).is_err() {
                self.overflow.store(true, Ordering::Relaxed);
            }
        }
    }

    fn subscribe(&self) -> BusReceiver {
        self.local.subscribe()
    }
}

impl Drop for PostgresBus {
    fn drop(&mut self) {
        let tasks = self.tasks.get_mut().unwrap_or_else(PoisonError::into_inner);
        for task in tasks {
            task.abort();
        }
    }
}

/// Sends queued messages in as few payloads as possible.
async fn send(
    pool: PgPool,
    node: String,
    mut messages: mpsc::Receiver<BusMessage>,
    overflow: Arc<AtomicBool>,
) {
    let mut queued = Vec::new();
    while messages.recv_many(&mut queued, BACKLOG).await > 0 {
        if overflow.swap(false, Ordering::Relaxed) {
            queued.push(BusMessage::Lagged);
        }
        let payloads = encode(&node, &queued);
        queued.clear();
        match deliver(&pool, &payloads).await {
            Ok(()) => {}
            Err(sqlx::Error::PoolClosed) => return,
            Err(error) => {
                tracing::warn!(%error, "cannot notify other nodes");
                overflow.store(true, Ordering::Relaxed);
            }
        }
        tokio::time::sleep(SEND_INTERVAL).await;
    }
}

/// Sends payloads, with retries over new connections while the database is down.
async fn deliver(pool: &PgPool, payloads: &[String]) -> Result<(), sqlx::Error> {
    let mut retries = 0;
    loop {
        let sql = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) payload";
        let sent = sqlx::query(sql)
            .bind(CHANNEL)
            .bind(payloads)
            .execute(pool)
            .await;
        match sent {
            Ok(_) => return Ok(()),
            Err(sqlx::Error::PoolClosed) => return Err(sqlx::Error::PoolClosed),
            Err(error) if retries == SEND_RETRIES => return Err(error),
            Err(_) => retries += 1,
        }
        tokio::time::sleep(RETRY_DELAY * retries.min(5)).await;
    }
}

/// Delivers messages of other nodes; reconnects when the connection is lost.
async fn listen(pool: PgPool, node: String, local: LocalBus, listening: oneshot::Sender<()>) {
    let mut listening = Some(listening);
    loop {
        match receive(&pool, &node, &local, &mut listening).await {
            Err(sqlx::Error::PoolClosed) => return,
            Err(error) => tracing::warn!(%error, "cannot listen for notifications"),
            Ok(()) => tracing::warn!("notification connection lost"),
        }
        tokio::time::sleep(RETRY_DELAY).await;
    }
}

async fn receive(
    pool: &PgPool,
    node: &str,
    local: &LocalBus,
    listening: &mut Option<oneshot::Sender<()>>,
) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    // The receiver is gone if listening took too long.
    let started_in_time = listening
        .take()
        .is_some_and(|listening| listening.send(()).is_ok());
    if !started_in_time {
        // Messages may have been lost before.
        local.deliver(Notice {
            own: false,
            message: BusMessage::Lagged,
        });
    }
    while let Some(notification) = listener.try_recv().await? {
        match decode(notification.payload()) {
            Some((sender, _)) if sender == node => {}
            Some((_, messages)) => {
                for message in messages {
                    local.deliver(Notice {
                        own: false,
                        message,
                    });
                }
            }
            // Possibly from a newer version; the poll finds the change.
            None => local.deliver(Notice {
                own: false,
                message: BusMessage::Lagged,
            }),
        }
    }
    Ok(())
}

/// Encodes messages as payloads: the sending node, then entries separated by spaces.
///
/// `p` game and next ply, `s` game whose seats changed, `e` ended session, `t` game, seat (one
/// digit) and phrase, `m` lost messages.
fn encode(node: &str, messages: &[BusMessage]) -> Vec<String> {
    let mut payloads = Vec::new();
    let mut payload = node.to_owned();
    let mut add = |entry: &str| {
        if payload.len() + 1 + entry.len() > MAX_PAYLOAD {
            payloads.push(std::mem::replace(&mut payload, node.to_owned()));
        }
        payload.push(' ');
        payload.push_str(entry);
    };
    let mut entry = String::new();
    for message in messages {
        match message {
            BusMessage::Appended(games) => {
                for (game, ply) in games {
                    entry.clear();
                    write!(entry, "p{game}{ply}").expect("writing to a string");
                    add(&entry);
                }
            }
            BusMessage::SeatsChanged(games) => {
                for game in games {
                    add(&format!("s{game}"));
                }
            }
            BusMessage::SessionEnded(token) => add(&format!("e{token}")),
            BusMessage::Phrase { game, seat, phrase } => add(&format!("t{game}{seat}{phrase}")),
            BusMessage::Lagged => add("m"),
        }
    }
    payloads.push(payload);
    payloads
}

fn decode(payload: &str) -> Option<(&str, Vec<BusMessage>)> {
    let mut words = payload.split(' ');
    let node = words.next()?;
    let mut messages = Vec::new();
    let (mut appended, mut seats) = (Vec::new(), Vec::new());
    for word in words {
        let (kind, rest) = word.split_at_checked(1)?;
        match kind {
            "p" => {
                let (game, ply) = rest.split_at_checked(GameId::LEN)?;
                appended.push((game.parse().ok()?, ply.parse().ok()?));
            }
            "s" => seats.push(rest.parse().ok()?),
            "e" => messages.push(BusMessage::SessionEnded(rest.parse().ok()?)),
            "t" => {
                let (game, rest) = rest.split_at_checked(GameId::LEN)?;
                let (seat, phrase) = rest.split_at_checked(1)?;
                let is_key = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
                if phrase.is_empty() || !phrase.bytes().all(is_key) {
                    return None;
                }
                messages.push(BusMessage::Phrase {
                    game: game.parse().ok()?,
                    seat: seat.parse().ok()?,
                    phrase: phrase.to_owned(),
                });
            }
            "m" if rest.is_empty() => messages.push(BusMessage::Lagged),
            _ => return None,
        }
    }
    if !appended.is_empty() {
        messages.push(BusMessage::Appended(appended));
    }
    if !seats.is_empty() {
        messages.push(BusMessage::SeatsChanged(seats));
    }
    Some((node, messages))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TokenHash;

    fn game(number: u32) -> GameId {
        let mut entropy = [0; 16];
        entropy[..4].copy_from_slice(&number.to_le_bytes());
        GameId::from_entropy(entropy)
    }

    #[test]
    fn messages_round_trip() {
        let messages = [
            BusMessage::SessionEnded(TokenHash::new([0x3c; 32]).prefix()),
            BusMessage::Lagged,
            BusMessage::Phrase {
                game: game(4),
                seat: 4,
                phrase: "good_game".to_owned(),
            },
            BusMessage::Appended(vec![(game(1), 0), (game(2), 4_000_000_000)]),
            BusMessage::SeatsChanged(vec![game(3)]),
        ];
        let payloads = encode("node", &messages);
        assert_eq!(payloads.len(), 1);
        assert_eq!(decode(&payloads[0]), Some(("node", messages.to_vec())));
    }

    #[test]
    fn long_lists_are_split_below_the_payload_limit() {
        let games: Vec<_> = (0..5_000).map(|number| (game(number), number)).collect();
        let payloads = encode("node", &[BusMessage::Appended(games.clone())]);
        assert!(payloads.len() > 5);
        assert!(payloads.iter().all(|payload| payload.len() < 8_000));
        let decoded: Vec<_> = payloads
            .iter()
            .flat_map(|payload| decode(payload).expect("a valid payload").1)
            .flat_map(|message| match message {
                BusMessage::Appended(games) => games,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(decoded, games);
    }

    #[test]
    fn malformed_payloads_are_rejected_as_a_whole() {
        for payload in [
            "n x",
            "n p123",
            "n pabcdefgh",
            "n pabcdefghx",
            "n s1",
            "n ezz",
            "n mm",
            "n t",
            "n tabcdefgh",
            "n t11111111",
            "n t111111111",
            "n t11111111xhello",
            "n t111111111you!",
            "n t111111111Hello",
            "n ",
        ] {
            assert_eq!(decode(payload), None, "{payload:?}");
        }
        assert_eq!(decode("n"), Some(("n", vec![])));
    }
}
