//! Hints over `NOTIFY`, sent after the commit and outside of any transaction with data.

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

use crate::bus::Receivers;
use crate::{Bus, BusMessage, BusReceiver, GameId, Notice};

const CHANNEL: &str = "azulejo";
/// PostgreSQL takes less than 8,000 bytes; this leaves room for the head of a payload.
const MAX_ENTRIES: usize = 7_800;
/// How many messages may wait to be sent.
const BACKLOG: usize = 4096;
/// How long it is waited for at the start.
const START: Duration = Duration::from_secs(30);
/// How long a lost connection is left alone.
const PAUSE: Duration = Duration::from_millis(100);
/// How long what is to be sent next is gathered, when there is much of it: the others then read
/// more at a time.
const GATHER: Duration = Duration::from_millis(2);
/// How often it is tried to send again.
const TRIES: u32 = 20;

/// A bus over the database that all nodes share.
///
/// Receivers of this node are told at once, without a way over the database.
pub(crate) struct PostgresBus {
    receivers: Receivers,
    outbox: mpsc::Sender<BusMessage>,
    /// Set when the outbox was full: the others must be told that something is missing.
    overflow: Arc<AtomicBool>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl PostgresBus {
    /// Starts to listen and to send. Returns when it listens, or has found that it cannot yet.
    pub(crate) async fn start(pool: &PgPool) -> Self {
        let receivers = Receivers::new();
        let node = format!("{:016x}", RandomState::new().build_hasher().finish());
        let (outbox, messages) = mpsc::channel(BACKLOG);
        let overflow = Arc::new(AtomicBool::new(false));
        let (listening, ready) = oneshot::channel();
        let tasks = vec![
            tokio::spawn(listen(
                pool.clone(),
                node.clone(),
                receivers.clone(),
                listening,
            )),
            tokio::spawn(send(pool.clone(), node, messages, Arc::clone(&overflow))),
        ];
        // A dead bus costs time and nothing else, so nobody waits for one that does not start.
        let _not_yet = tokio::time::timeout(START, ready).await;
        Self {
            receivers,
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
            self.receivers.tell(Notice {
                own: true,
                message: message.clone(),
            });
            if self.outbox.try_send(message).is_err() {
                self.overflow.store(true, Ordering::Relaxed);
            }
        }
    }

    fn subscribe(&self) -> BusReceiver {
        self.receivers.subscribe()
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

/// Sends what waits, as few payloads as possible at a time.
async fn send(
    pool: PgPool,
    node: String,
    mut messages: mpsc::Receiver<BusMessage>,
    overflow: Arc<AtomicBool>,
) {
    let mut waiting = Vec::new();
    while messages.recv_many(&mut waiting, BACKLOG).await > 0 {
        if overflow.swap(false, Ordering::Relaxed) {
            waiting.push(BusMessage::Missed);
        }
        let payloads = encode(&node, &waiting);
        waiting.clear();
        match deliver(&pool, &payloads).await {
            Ok(()) => {}
            Err(sqlx::Error::PoolClosed) => return,
            Err(error) => {
                tracing::warn!(%error, "the other nodes could not be told");
                overflow.store(true, Ordering::Relaxed);
            }
        }
        tokio::time::sleep(GATHER).await;
    }
}

/// Sends payloads, over another connection if one turns out to be lost: until the database is
/// back, that is, for nobody hears anything before.
async fn deliver(pool: &PgPool, payloads: &[String]) -> Result<(), sqlx::Error> {
    let mut tries = 0;
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
            Err(error) if tries == TRIES => return Err(error),
            Err(_) => tries += 1,
        }
        tokio::time::sleep(PAUSE * tries.min(5)).await;
    }
}

/// Hands on what other nodes tell, and begins again whenever the connection is lost.
async fn listen(pool: PgPool, node: String, receivers: Receivers, listening: oneshot::Sender<()>) {
    let mut listening = Some(listening);
    loop {
        match hear(&pool, &node, &receivers, &mut listening).await {
            Err(sqlx::Error::PoolClosed) => return,
            Err(error) => tracing::warn!(%error, "other nodes cannot be heard"),
            Ok(()) => tracing::warn!("the connection on which other nodes are heard was lost"),
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn hear(
    pool: &PgPool,
    node: &str,
    receivers: &Receivers,
    listening: &mut Option<oneshot::Sender<()>>,
) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    // Nobody waits for it any more if it took too long.
    let is_first_and_awaited = listening
        .take()
        .is_some_and(|listening| listening.send(()).is_ok());
    if !is_first_and_awaited {
        // Nobody knows what was said while nobody listened.
        receivers.tell(Notice {
            own: false,
            message: BusMessage::Missed,
        });
    }
    while let Some(notification) = listener.try_recv().await? {
        match decode(notification.payload()) {
            Some((sender, _)) if sender == node => {}
            Some((_, messages)) => {
                for message in messages {
                    receivers.tell(Notice {
                        own: false,
                        message,
                    });
                }
            }
            // Perhaps from a newer version of this program; the poll finds what it was about.
            None => receivers.tell(Notice {
                own: false,
                message: BusMessage::Missed,
            }),
        }
    }
    Ok(())
}

/// Payloads: the sender, then entries, each a letter and what it is about.
///
/// `p` a game and its next ply, `s` a game whose seats have changed, `e` a session that has ended,
/// `t` a game, a seat of one digit and the phrase that was told there, `m` that something is missing.
fn encode(node: &str, messages: &[BusMessage]) -> Vec<String> {
    let mut payloads = Vec::new();
    let mut payload = node.to_owned();
    let mut add = |entry: &str| {
        if payload.len() + 1 + entry.len() > MAX_ENTRIES {
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
                    write!(entry, "p{game}{ply}").expect("a string takes everything");
                    add(&entry);
                }
            }
            BusMessage::SeatsChanged(games) => {
                for game in games {
                    add(&format!("s{game}"));
                }
            }
            BusMessage::SessionEnded(token) => add(&format!("e{token}")),
            BusMessage::Said { game, seat, phrase } => add(&format!("t{game}{seat}{phrase}")),
            BusMessage::Missed => add("m"),
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
                messages.push(BusMessage::Said {
                    game: game.parse().ok()?,
                    seat: seat.parse().ok()?,
                    phrase: phrase.to_owned(),
                });
            }
            "m" if rest.is_empty() => messages.push(BusMessage::Missed),
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
    fn messages_are_read_back() {
        let messages = [
            BusMessage::SessionEnded(TokenHash::new([0x3c; 32]).prefix()),
            BusMessage::Missed,
            BusMessage::Said {
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
    fn long_lists_are_split_below_the_limit_and_nothing_is_lost() {
        let games: Vec<_> = (0..5_000).map(|number| (game(number), number)).collect();
        let payloads = encode("node", &[BusMessage::Appended(games.clone())]);
        assert!(payloads.len() > 5);
        assert!(payloads.iter().all(|payload| payload.len() < 8_000));
        let heard: Vec<_> = payloads
            .iter()
            .flat_map(|payload| decode(payload).expect("our own payload").1)
            .flat_map(|message| match message {
                BusMessage::Appended(games) => games,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(heard, games);
    }

    #[test]
    fn what_is_not_understood_is_not_half_read() {
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
