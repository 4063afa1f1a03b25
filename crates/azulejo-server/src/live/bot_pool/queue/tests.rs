//! Fairness and bounds of the queue.

use std::net::IpAddr;

use azulejo_store::PlayerId;

use super::*;
use crate::live::bot_pool::CancelOnDrop;

/// Returns the player with this name, spelt in Base58 and padded to a player id.
fn person(name: &str) -> Person {
    let spelt: String = name
        .chars()
        .map(|c| match c {
            ' ' => 'x',
            '0' => 'z',
            'l' => 'L',
            other => other,
        })
        .collect();
    let id: PlayerId = format!("{spelt:1<16}").parse().expect("a player id");
    id.into()
}

fn payer(address: u8, player: &str) -> Payer {
    Payer {
        address: Some(Key::from(IpAddr::from([10, 0, 0, address]))),
        player: person(player),
    }
}

fn request(payer: Payer, kind: Kind) -> (Request, CancelOnDrop) {
    let guard = CancelOnDrop(Arc::default());
    let request = Request {
        payer,
        kind,
        job: Box::new(|_, _| {}),
        cancelled: Arc::clone(&guard.0),
    };
    (request, guard)
}

/// Pushes a request for each payer and returns the order in which they are served, if each
/// search takes `used`.
fn order(requests: Vec<(Payer, Kind)>, used: Duration) -> Vec<Person> {
    let mut queue = Queue::new(1);
    let mut guards = Vec::new();
    for (payer, kind) in requests {
        let (request, guard) = request(payer, kind);
        queue.push(request).expect("room in the queue");
        guards.push(guard);
    }
    let now = Instant::now();
    std::iter::from_fn(|| {
        let request = queue.pop(now)?;
        queue.charge(&request.payer, request.kind, used, now);
        Some(request.payer.player)
    })
    .collect()
}

const LEGEND: Kind = Kind::Move(Level::Legend);
const BEGINNER: Kind = Kind::Move(Level::Beginner);

#[test]
fn cheap_request_overtakes_expensive_flood() {
    let mut requests: Vec<_> = (0..240)
        .map(|n| (payer(n % 32, &format!("flooder {n}")), LEGEND))
        .collect();
    requests.push((payer(100, "honest"), BEGINNER));
    let order = order(requests, Duration::from_millis(500));
    assert_eq!(order.len(), 241);
    assert_eq!(order[0], person("honest"));
}

#[test]
fn players_of_one_address_take_turns() {
    let requests = ["ana", "ana", "ana", "ben", "ben", "cleo"]
        .map(|player| (payer(1, player), LEGEND))
        .to_vec();
    let order = order(requests, Duration::from_secs(1));
    assert_eq!(
        order,
        ["ana", "ben", "cleo", "ana", "ben", "ana"].map(person)
    );
}

#[test]
fn addresses_take_turns_however_many_players_they_have() {
    let mut requests: Vec<_> = (0..8)
        .map(|n| (payer(1, &format!("one {n}")), LEGEND))
        .collect();
    requests.extend([(payer(2, "two"), LEGEND), (payer(2, "two"), LEGEND)]);
    let order = order(requests, Duration::from_secs(1));
    assert_eq!(order[..4], ["one 0", "two", "one 1", "two"].map(person));
}

#[test]
fn usage_is_forgotten() {
    let mut usage = Usage::default();
    let now = Instant::now();
    usage.add("ana", 8.0, now);
    let later = now + 3 * USAGE_HALF_LIFE;
    assert!((usage.seconds(&"ana", later) - 1.0).abs() < 1e-9);
    for number in 0..USAGE_ENTRIES {
        usage.add(Box::leak(number.to_string().into_boxed_str()), 1.0, now);
    }
    usage.add("ben", 1.0, now + 60 * USAGE_HALF_LIFE);
    assert_eq!(usage.0.len(), 1);
}

#[test]
fn queue_is_bounded_per_player_address_and_in_all() {
    let fill = |payers: &mut dyn Iterator<Item = Payer>| {
        let (mut queue, mut guards, mut accepted) = (Queue::new(1), Vec::new(), 0);
        for payer in payers {
            let (request, guard) = request(payer, BEGINNER);
            accepted += usize::from(queue.push(request).is_ok());
            guards.push(guard);
        }
        accepted
    };
    let one_player = &mut (0..100).map(|_| payer(1, "ana"));
    assert_eq!(fill(one_player), BOTS.queue_per_player);
    let one_address = &mut (0..1_000).map(|n| payer(1, &n.to_string()));
    assert_eq!(fill(one_address), BOTS.queue_per_address);
    let all = &mut (0..2_000).map(|n| payer((n % 20) as u8, &n.to_string()));
    assert_eq!(fill(all), BOTS.queue);
}

#[test]
fn cancelled_requests_leave_the_queue() {
    let mut queue = Queue::new(1);
    for _ in 0..10 * BOTS.queue_per_player {
        let (request, guard) = request(payer(1, "ana"), LEGEND);
        drop(guard);
        queue
            .push(request)
            .expect("cancelled requests take no room");
    }
    assert!(queue.pop(Instant::now()).is_none());
}

#[test]
fn exhausted_player_waits_for_others_but_is_served() {
    let mut queue = Queue::new(1);
    let now = Instant::now();
    // Ben has used more lately than Ana has, but Ana has no thinking time left.
    queue.charge(&payer(1, "ana"), LEGEND, BOTS.thinking_time, now);
    queue.charge(&payer(2, "ben"), LEGEND, BOTS.thinking_time / 2, now);
    queue.charge(&payer(2, "cleo"), LEGEND, BOTS.thinking_time, now);
    let mut guards = Vec::new();
    for (address, player) in [(1, "ana"), (2, "ben")] {
        let (request, guard) = request(payer(address, player), BEGINNER);
        queue.push(request).expect("room in the queue");
        guards.push(guard);
    }
    let served: Vec<_> = std::iter::from_fn(|| queue.pop(now))
        .map(|request| request.payer.player)
        .collect();
    assert_eq!(served, ["ben", "ana"].map(person));
}

#[test]
fn thinking_time_is_bounded_per_player_and_minute() {
    let mut queue = Queue::new(1);
    let begun = Instant::now();
    let (ana, second) = (payer(1, "ana"), Duration::from_secs(1));
    for _ in 0..BOTS.thinking_time.as_secs() {
        assert_eq!(queue.check_thinking_time(person("ana"), begun), Ok(()));
        queue.charge(&ana, LEGEND, second, begun);
    }
    assert!(queue.check_thinking_time(person("ana"), begun).is_err());
    assert_eq!(queue.check_thinking_time(person("ben"), begun), Ok(()));
    // Searches under way are charged as well.
    queue.charge(&ana, LEGEND, 4 * second, begun);
    let refused = queue
        .check_thinking_time(person("ana"), begun)
        .expect_err("refused");
    assert_eq!(refused.wait.as_secs_f64().round(), 4.0);
    let later = begun + refused.wait + second;
    assert_eq!(queue.check_thinking_time(person("ana"), later), Ok(()));
    // A minute later it is all there again.
    let later = later + MINUTE;
    queue.charge(&ana, LEGEND, BOTS.thinking_time - second, later);
    assert_eq!(queue.check_thinking_time(person("ana"), later), Ok(()));
}

#[test]
fn one_game_never_runs_out_of_thinking_time() {
    let mut queue = Queue::new(1);
    let mut now = Instant::now();
    for _ in 0..1_000 {
        now += BOTS.search_time;
        queue.charge(&payer(1, "ana"), LEGEND, BOTS.search_time, now);
        assert_eq!(queue.check_thinking_time(person("ana"), now), Ok(()));
    }
}

#[test]
fn thinking_time_is_multiplied_or_unlimited() {
    let now = Instant::now();
    for (times, allowed) in [(1, false), (2, true), (0, true)] {
        let mut queue = Queue::new(times);
        queue.charge(&payer(1, "ana"), LEGEND, BOTS.thinking_time, now);
        let checked = queue.check_thinking_time(person("ana"), now);
        assert_eq!(checked.is_ok(), allowed, "{times}");
    }
}
