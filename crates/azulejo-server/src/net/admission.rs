//! How many connections and sockets are held at once.
//!
//! A newcomer is let in even where there is no room: somebody else's connection is closed instead,
//! the one that has waited longest for a request, or where none waits, the one whose request has
//! been under way longest. Browsers open connections anew without a word, so that people notice
//! nothing, and a flood throws out nobody but itself. Sockets are never closed for others; there
//! the newcomer is refused.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use azulejo_protocol::frame::{Problem, ProblemCode};
use tokio::sync::Notify;

use crate::http::is_one_of;
use crate::http::rate_limits::Key;

/// How many connections of one address are held. A browser opens six, and a club behind one
/// address loses those that nobody has used for longest.
const OF_ONE_ADDRESS: u32 = 256;
/// How many connections are held in all: what they cost at worst, with heads as long as they may
/// be, stays below 64 MiB.
const IN_ALL: u32 = 1_536;
/// How many sockets one address may have open: a large school, each pupil with a few tabs.
const SOCKETS_OF_ONE_ADDRESS: u32 = 1_000;

/// How many connections there is room for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) of_one_address: usize,
    pub(super) in_all: usize,
}

/// All connections, but those that have become sockets.
pub(crate) struct Crowd {
    /// Nothing where everybody is let in.
    room: Option<Room>,
    /// Who carries many people's requests, and has no bound of its own.
    proxies: Vec<IpAddr>,
    places: Mutex<Places>,
}

#[derive(Default)]
struct Places {
    /// The next number for [`Rank::since`].
    now: u64,
    by_rank: BTreeMap<Rank, Arc<Held>>,
    by_address: HashMap<Key, BTreeSet<Rank>>,
}

/// Who has to go first: whoever waits before whoever has a request under way, the oldest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Rank {
    under_way: bool,
    since: u64,
}

impl Crowd {
    /// So many times the usual room; without bounds for 0.
    pub(crate) fn new(times: u32, proxies: &[IpAddr]) -> Arc<Self> {
        let room = Room {
            of_one_address: OF_ONE_ADDRESS.saturating_mul(times) as usize,
            in_all: IN_ALL.saturating_mul(times) as usize,
        };
        Self::with_room((times > 0).then_some(room), proxies)
    }

    pub(super) fn with_room(room: Option<Room>, proxies: &[IpAddr]) -> Arc<Self> {
        Arc::new(Self {
            room,
            proxies: proxies.to_vec(),
            places: Mutex::default(),
        })
    }

    /// Takes in a connection that waits for its first request.
    pub(super) fn enter(self: &Arc<Self>, peer: IpAddr) -> Place {
        let held = Arc::new(Held {
            crowd: Arc::clone(self),
            address: (!self.is_proxy(peer)).then(|| peer.into()),
            state: Mutex::new(State::Outside),
            told: Notify::new(),
            has_asked: AtomicBool::new(false),
        });
        if let Some(room) = self.room {
            self.places().admit(room, &held, false);
        }
        Place(held)
    }

    /// Whether somebody carries many people's requests.
    pub(super) fn is_proxy(&self, address: IpAddr) -> bool {
        is_one_of(&self.proxies, address)
    }

    /// Closes one connection, for the system has no room for another one.
    pub(super) fn make_room(&self) {
        self.places().close_one_of_all("system");
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Places {
    /// Takes somebody in, whoever has to go for it.
    fn admit(&mut self, room: Room, held: &Arc<Held>, under_way: bool) {
        if let Some(address) = held.address {
            let ranks = self.by_address.get(&address);
            if let Some(ranks) = ranks.filter(|ranks| ranks.len() >= room.of_one_address)
                && let Some(&first) = ranks.first()
            {
                self.close(first, "address");
            }
        }
        if self.by_rank.len() >= room.in_all {
            self.close_one_of_all("all");
        }
        self.insert(held, under_way);
    }

    fn insert(&mut self, held: &Arc<Held>, under_way: bool) {
        let since = self.now;
        self.now += 1;
        let rank = Rank { under_way, since };
        self.by_rank.insert(rank, Arc::clone(held));
        if let Some(address) = held.address {
            self.by_address.entry(address).or_default().insert(rank);
        }
        *held.state() = State::Inside(rank);
    }

    fn remove(&mut self, rank: Rank) -> Option<Arc<Held>> {
        let held = self.by_rank.remove(&rank)?;
        if let Some(address) = held.address
            && let Some(ranks) = self.by_address.get_mut(&address)
        {
            ranks.remove(&rank);
            if ranks.is_empty() {
                self.by_address.remove(&address);
            }
        }
        Some(held)
    }

    fn close_one_of_all(&mut self, room: &'static str) {
        if let Some((&first, _)) = self.by_rank.first_key_value() {
            self.close(first, room);
        }
    }

    /// Tells a connection to close. It counts no more from now on.
    fn close(&mut self, rank: Rank, room: &'static str) {
        if let Some(held) = self.remove(rank) {
            *held.state() = State::Told;
            held.told.notify_one();
            metrics::counter!("azulejo_connections_closed_total", "room" => room).increment(1);
        }
    }
}

/// One connection in the crowd.
pub(super) struct Held {
    crowd: Arc<Crowd>,
    /// Nothing for a proxy.
    address: Option<Key>,
    /// Only looked at by who has the lock on the places.
    state: Mutex<State>,
    told: Notify,
    has_asked: AtomicBool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Inside(Rank),
    /// Told to close.
    Told,
    /// Has closed, or nobody counts.
    Outside,
}

impl Held {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The head of a request has come. Until what is given back is dropped, it is under way.
    pub(super) fn ask(self: &Arc<Self>) -> UnderWay {
        self.has_asked.store(true, Ordering::Relaxed);
        self.move_to(true);
        UnderWay(Arc::clone(self))
    }

    fn move_to(self: &Arc<Self>, under_way: bool) {
        let Some(room) = self.crowd.room else {
            return;
        };
        let mut places = self.crowd.places();
        let state = *self.state();
        match state {
            State::Inside(rank) => {
                places.remove(rank);
                places.insert(self, under_way);
            }
            // It was told to close for it had nothing to ask, but its request was there already.
            State::Told if under_way => places.admit(room, self, true),
            State::Told | State::Outside => {}
        }
    }
}

/// A request under way.
pub(super) struct UnderWay(Arc<Held>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.move_to(false);
    }
}

/// The place of a connection; free again when it is dropped.
pub(super) struct Place(Arc<Held>);

impl Place {
    pub(super) const fn held(&self) -> &Arc<Held> {
        &self.0
    }

    /// Whether the head of a request has ever come.
    pub(super) fn has_asked(&self) -> bool {
        self.0.has_asked.load(Ordering::Relaxed)
    }

    /// Waits until the connection has to close for another one.
    pub(super) async fn told_to_close(&self) {
        loop {
            self.0.told.notified().await;
            let _places = self.0.crowd.places();
            if *self.0.state() == State::Told {
                return;
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut places = self.0.crowd.places();
        let state = std::mem::replace(&mut *self.0.state(), State::Outside);
        if let State::Inside(rank) = state {
            places.remove(rank);
        }
    }
}

/// How many sockets each address has open.
pub(crate) struct Sockets {
    /// Nothing where there is no bound.
    most: Option<usize>,
    open: Mutex<HashMap<Key, usize>>,
}

impl Sockets {
    /// So many times the usual number; without a bound for 0.
    pub(crate) fn new(times: u32) -> Arc<Self> {
        let most = SOCKETS_OF_ONE_ADDRESS.saturating_mul(times) as usize;
        Self::with_most((times > 0).then_some(most))
    }

    fn with_most(most: Option<usize>) -> Arc<Self> {
        Arc::new(Self {
            most,
            open: Mutex::default(),
        })
    }

    /// Counts one more socket of an address, until what is given back is dropped.
    ///
    /// # Errors
    /// [`ProblemCode::TooMany`] when it has as many as it may.
    pub(crate) fn open(self: &Arc<Self>, address: IpAddr) -> Result<OpenSocket, Problem> {
        let address = Key::from(address);
        let mut open = self.lock();
        let number = open.entry(address).or_default();
        if let Some(most) = self.most.filter(|&most| *number >= most) {
            metrics::counter!("azulejo_sockets_refused_total").increment(1);
            let detail = format!("{most} are open from this address");
            return Err(Problem::at(ProblemCode::TooMany, "sockets", detail));
        }
        *number += 1;
        Ok(OpenSocket {
            sockets: Arc::clone(self),
            address,
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One open socket of an address.
pub(crate) struct OpenSocket {
    sockets: Arc<Sockets>,
    address: Key,
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        let mut open = self.sockets.lock();
        if let Some(number) = open.get_mut(&self.address) {
            *number -= 1;
            if *number == 0 {
                open.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpStream;

    use super::*;

    const ROOM: Room = Room {
        of_one_address: 3,
        in_all: 5,
    };

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn enter(crowd: &Arc<Crowd>, from: &str, number: usize) -> Vec<Place> {
        (0..number).map(|_| crowd.enter(address(from))).collect()
    }

    /// Which of these have been told to close, by their numbers.
    fn told(places: &[Place]) -> Vec<usize> {
        let is_told = |(idx, place): (usize, &Place)| {
            let _places = place.0.crowd.places();
            (*place.0.state() == State::Told).then_some(idx)
        };
        places.iter().enumerate().filter_map(is_told).collect()
    }

    #[test]
    fn of_one_address_the_oldest_goes() {
        let crowd = Crowd::with_room(Some(ROOM), &[]);
        let other = enter(&crowd, "192.0.2.9", 1);
        let flood = enter(&crowd, "192.0.2.1", 10);
        assert_eq!(told(&flood), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(told(&other), [0; 0]);
    }

    #[test]
    fn an_ipv6_network_is_one_address() {
        let crowd = Crowd::with_room(Some(ROOM), &[]);
        let flood: Vec<_> = (0..4)
            .map(|n| crowd.enter(address(&format!("2001:db8::{n}"))))
            .collect();
        assert_eq!(told(&flood), [0]);
    }

    #[test]
    fn in_all_the_oldest_goes_whoever_it_is() {
        let crowd = Crowd::with_room(Some(ROOM), &[]);
        let all: Vec<_> = (0..8)
            .map(|n| crowd.enter(address(&format!("192.0.2.{n}"))))
            .collect();
        assert_eq!(told(&all), [0, 1, 2]);
    }

    #[test]
    fn without_bounds_nobody_goes() {
        let crowd = Crowd::new(0, &[]);
        let flood = enter(&crowd, "192.0.2.1", 10_000);
        let asked: Vec<_> = flood.iter().map(|place| place.held().ask()).collect();
        drop(asked);
        crowd.make_room();
        assert_eq!(told(&flood), [0; 0]);
        assert_eq!(crowd.places().by_rank.len(), 0, "nobody is written down");
    }

    #[test]
    fn a_proxy_has_no_bound_of_its_own_but_counts_in_all() {
        let proxy = "192.0.2.1";
        let crowd = Crowd::with_room(Some(ROOM), &[address(proxy)]);
        let through_proxy = enter(&crowd, &format!("::ffff:{proxy}"), 5);
        assert_eq!(told(&through_proxy), [0; 0]);
        let _one_more = crowd.enter(address(proxy));
        assert_eq!(told(&through_proxy), [0]);
    }

    #[test]
    fn who_asks_stays_and_is_the_youngest_afterwards() {
        let crowd = Crowd::with_room(Some(ROOM), &[]);
        let mut all = enter(&crowd, "192.0.2.1", 3);
        let request = all[0].held().ask();
        all.extend(enter(&crowd, "192.0.2.1", 2));
        assert_eq!(told(&all), [1, 2], "0 is the oldest, but not idle");
        drop(request);
        all.extend(enter(&crowd, "192.0.2.1", 2));
        assert_eq!(told(&all), [1, 2, 3, 4], "0 has only just become idle");
        all.extend(enter(&crowd, "192.0.2.1", 1));
        assert_eq!(told(&all), [0, 1, 2, 3, 4]);
        assert!(all[0].has_asked() && !all[6].has_asked());
    }

    #[test]
    fn where_nobody_waits_the_longest_request_goes() {
        let crowd = Crowd::with_room(Some(ROOM), &[]);
        let mut all = enter(&crowd, "192.0.2.1", 3);
        let _requests = [1, 0, 2].map(|idx: usize| all[idx].held().ask());
        all.extend(enter(&crowd, "192.0.2.1", 1));
        assert_eq!(told(&all), [1]);
    }

    #[test]
    fn a_request_that_was_there_already_is_still_answered() {
        let crowd = Crowd::with_room(Some(ROOM), &[]);
        let all = enter(&crowd, "192.0.2.1", 4);
        assert_eq!(told(&all), [0]);
        let request = all[0].held().ask();
        assert_eq!(told(&all), [1], "another one goes, and the bound holds");
        assert_eq!(crowd.places().by_rank.len(), 3);
        drop(request);
        assert_eq!(crowd.places().by_rank.len(), 3);
    }

    #[test]
    fn who_has_gone_leaves_nothing_behind() {
        let crowd = Crowd::with_room(Some(ROOM), &[]);
        let mut all = enter(&crowd, "192.0.2.1", 4);
        let late = all[3].held().ask();
        let told_and_late = all[0].held().ask();
        all.clear();
        // A request's end that is noticed after its connection's.
        drop((late, told_and_late));
        let places = crowd.places();
        assert!(places.by_rank.is_empty() && places.by_address.is_empty());
    }

    #[test]
    fn when_the_system_has_no_room_one_goes() {
        let crowd = Crowd::with_room(Some(ROOM), &[]);
        crowd.make_room();
        let all = enter(&crowd, "192.0.2.1", 2);
        crowd.make_room();
        assert_eq!(told(&all), [0]);
    }

    #[test]
    fn an_address_has_so_many_sockets_and_no_more() {
        let sockets = Sockets::with_most(Some(2));
        let mut open = vec![
            sockets.open(address("2001:db8::1")).expect("the first"),
            sockets.open(address("2001:db8::2")).expect("the second"),
        ];
        let refused = sockets.open(address("2001:db8::3")).err();
        let problem = refused.expect("there are two");
        assert_eq!(problem.code, ProblemCode::TooMany);
        assert_eq!(problem.field.as_deref(), Some("sockets"));
        assert!(sockets.open(address("2001:db8:0:1::1")).is_ok());
        open.pop();
        assert!(sockets.open(address("2001:db8::3")).is_ok());
        open.clear();
        assert!(sockets.lock().is_empty(), "nobody is written down");
    }

    #[test]
    fn without_limits_an_address_has_as_many_sockets_as_it_likes() {
        let sockets = Sockets::new(0);
        let all: Vec<_> = (0..2 * SOCKETS_OF_ONE_ADDRESS)
            .map(|_| sockets.open(address("192.0.2.1")))
            .collect();
        assert!(all.iter().all(Result::is_ok));
    }

    /// Asks a server for a socket, and gives the status of the answer with the connection.
    async fn ask_for_socket(server: &crate::Server) -> (String, TcpStream) {
        let address = server.address();
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let request = format!(
            "GET /api/v1/socket HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut start = [0; 12];
        stream.read_exact(&mut start).await.expect("an answer");
        let start = std::str::from_utf8(&start).expect("text");
        (start["HTTP/1.1 ".len()..].to_owned(), stream)
    }

    #[tokio::test]
    async fn a_server_counts_the_sockets_that_are_open() {
        let data = tempfile::tempdir().expect("a folder");
        let path = data.path().join("azulejo.db");
        let mut config = crate::Config::new(format!("sqlite:{}", path.display()));
        config.listen = Some(([127, 0, 0, 1], 0).into());
        let server = crate::Server::start(config).await.expect("a server");
        let address = server.address().ip();
        // The others of this address.
        let mut others: Vec<_> = (1..SOCKETS_OF_ONE_ADDRESS)
            .map(|_| server.app.sockets.open(address).expect("there is room"))
            .collect();
        let (status, last) = ask_for_socket(&server).await;
        assert_eq!(status, "101");
        let (status, _refused) = ask_for_socket(&server).await;
        assert_eq!(status, "429");
        drop(last);
        // The server hears of the end when it comes to it.
        let again = loop {
            match server.app.sockets.open(address) {
                Ok(open) => break open,
                Err(_full) => tokio::task::yield_now().await,
            }
        };
        others.push(again);
        let (status, _refused) = ask_for_socket(&server).await;
        assert_eq!(status, "429");
        others.pop();
        let (status, _last) = ask_for_socket(&server).await;
        assert_eq!(status, "101");
        server.stop().await;
    }
}
