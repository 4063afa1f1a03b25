//! `azulejo-load play`: sets everything up, lets the players play, and tells what came of it.

use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use cpu_time::ProcessTime;
use tokio::sync::mpsc;

use crate::PlayArgs;
use crate::field::{Field, Order, Place, Schedule};
use crate::ledger::Ledger;
use crate::output::Output;
use crate::people::{Servers, all};
use crate::player::Player;
use crate::tally::Tally;
use crate::wire::tab_task;

/// How many guests and games are set up at once.
const AT_ONCE: usize = 32;
/// How long it may take until everybody has heard of their games.
const ALL_HERE: Duration = Duration::from_secs(300);
/// How long answers may take after the end.
const LAST_ANSWERS: Duration = Duration::from_secs(10);
/// How often the ledger is written out and progress is shown.
const PROGRESS: Duration = Duration::from_millis(100);

pub(crate) async fn run(args: &PlayArgs, output: &mut Output) -> Result<()> {
    let cpu = ProcessTime::now();
    let seats = usize::from(args.seats);
    let connections = args.connections.unwrap_or(args.games * seats);
    if args.games == 0 || connections < seats {
        bail!("a game needs as many connections as seats");
    }
    if args
        .rate
        .is_some_and(|rate| !rate.is_finite() || rate <= 0.0)
    {
        bail!("--rate must be a positive number of moves per second");
    }
    let (field, players) = set_up(args, seats, connections).await?;
    let mut tasks = tokio::task::JoinSet::new();
    for player in players {
        tasks.spawn_local(player.run());
    }
    let mut stopped = false;
    let stop = tokio::signal::ctrl_c();
    tokio::pin!(stop);
    // A schedule that began before the sockets are open would measure how they are opened.
    tokio::select! {
        () = field.all_here.notified() => {}
        () = field.failed.notified() => {}
        told = &mut stop => {
            told?;
            stopped = true;
        }
        () = tokio::time::sleep(ALL_HERE) => bail!("not everybody has come to their tables"),
    }
    let begun = Instant::now();
    field.tally.borrow_mut().begun = begun;
    let schedule = args.rate.map(|rate| Schedule {
        begun,
        rate,
        places: args.games,
    });
    for inbox in &field.inboxes {
        // Whoever is gone has failed, and said so.
        let _gone = inbox.send(Order::Begin(schedule));
    }
    let end = begun + Duration::from_secs_f64(args.seconds);
    loop {
        let next = (Instant::now() + PROGRESS).min(end);
        tokio::select! {
            () = tokio::time::sleep_until(next.into()) => {}
            () = field.failed.notified() => {}
            told = &mut stop, if !stopped => {
                told?;
                stopped = true;
            }
        }
        field.ledger.borrow_mut().flush()?;
        let failed = field.failure.borrow_mut().take();
        if let Some(error) = failed {
            return Err(error);
        }
        let now = Instant::now();
        let acked = field.tally.borrow().acked;
        let so_far = now.duration_since(begun).as_secs_f64();
        output.progress(&format!("{so_far:.0} s: {acked} moves acknowledged"))?;
        if now >= end || stopped || args.moves.is_some_and(|moves| acked >= moves) {
            break;
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    let scheduled = args.rate.map(|rate| (rate * seconds) as u64);
    let at_the_end = field.tally.replace(Tally::new());
    field.finishing.set(true);
    for inbox in &field.inboxes {
        // Whoever is gone has finished.
        let _gone = inbox.send(Order::Finish);
    }
    let last = async { while tasks.join_next().await.is_some() {} };
    let late = tokio::time::timeout(LAST_ANSWERS, last).await.is_err();
    field.ledger.borrow_mut().flush()?;
    output.progress("")?;
    let after = field.tally.borrow();
    let mut tally = at_the_end;
    // What was sent before the end and answered after it counts for the checks, not for the rate.
    tally.repeated_alike += after.repeated_alike;
    tally.repeated_otherwise += after.repeated_otherwise;
    tally.went_back += after.went_back;
    if args.json {
        let mut json = tally.json(seconds, cpu.elapsed(), scheduled);
        json["games"] = args.games.into();
        json["connections"] = connections.into();
        json["unanswered_at_the_end"] = late.into();
        json["races"] = (tally.races + after.races).into();
        json["undecided_races"] = (tally.undecided + after.undecided).into();
        output.line(&json.to_string())?;
    } else {
        for line in tally.text(seconds, cpu.elapsed(), scheduled) {
            output.line(&line)?;
        }
        if args.race > 1 {
            output.line(&format!(
                "races: {}; with none or several winners: {}",
                tally.races + after.races,
                tally.undecided + after.undecided
            ))?;
        }
        if late {
            output.line("some commands were not answered by the end")?;
        }
    }
    let wrong = tally.went_back + tally.repeated_otherwise + tally.undecided + after.undecided;
    if wrong > 0 {
        bail!("the server contradicted itself {wrong} times");
    }
    Ok(())
}

/// Guests, games and sockets, before time is taken.
async fn set_up(
    args: &PlayArgs,
    seats: usize,
    connections: usize,
) -> Result<(Rc<Field>, Vec<Player>)> {
    let ledger = Ledger::create(args.ledger.as_deref())?;
    let servers = Rc::new(Servers::new(&args.urls)?);
    let people = {
        let servers = Rc::clone(&servers);
        all(connections, AT_ONCE, move |number| {
            let servers = Rc::clone(&servers);
            async move { servers.guest(number).await }
        })
        .await?
    };
    let places = (0..args.games).map(|place| Place {
        people: (0..seats)
            .map(|seat| (place * seats + seat) % connections)
            .collect(),
        ..Place::default()
    });
    let (inboxes, receivers): (Vec<_>, Vec<_>) =
        people.iter().map(|_| mpsc::unbounded_channel()).unzip();
    let run = u64::from_le_bytes(random_bytes()?);
    let field = Rc::new(Field::new(
        Servers::new(&args.urls)?,
        people,
        places.collect(),
        inboxes,
        ledger,
        args.wall,
        args.reconnect,
        run,
    ));
    {
        let field = Rc::clone(&field);
        all(args.games, AT_ONCE, move |place| {
            let field = Rc::clone(&field);
            async move {
                let server = field.places.borrow()[place].people[0];
                field.set_up(place, server).await
            }
        })
        .await?;
    }
    let tabs = usize::from(args.race).max(if args.repeat > 0 { 2 } else { 1 });
    let players = receivers.into_iter().enumerate().map(|(me, inbox)| {
        let others = (1..tabs).map(|tab| {
            let (sender, texts) = mpsc::unbounded_channel();
            tokio::task::spawn_local(tab_task(Rc::clone(&field), me, me + tab, texts));
            sender
        });
        Player::new(&field, me, inbox, others.collect(), args)
    });
    let players = players.collect();
    Ok((field, players))
}

fn random_bytes() -> Result<[u8; 8]> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("no random bytes: {error}"))?;
    Ok(bytes)
}
