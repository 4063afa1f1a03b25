//! `azulejo-load hold`: sockets that only stay open.

use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use cpu_time::ProcessTime;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Message;

use crate::HoldArgs;
use crate::output::Output;
use crate::people::{Servers, Socket, all};
use crate::tally::Times;

/// How many guests and sockets are made at once.
const AT_ONCE: usize = 64;
/// How long a server may take to answer when it is asked at the end whether it is there.
const ANSWER: Duration = Duration::from_secs(30);
/// Over how long the last questions are spread, for each thousand sockets.
const SPREAD: Duration = Duration::from_millis(500);

pub(crate) async fn run(args: &HoldArgs, output: &mut Output) -> Result<()> {
    let cpu = ProcessTime::now();
    let servers = Rc::new(Servers::new(&args.urls)?);
    let n_guests = args
        .guests
        .unwrap_or(args.connections)
        .clamp(1, args.connections.max(1));
    let guests = {
        let servers = Rc::clone(&servers);
        all(n_guests, AT_ONCE, move |number| {
            let servers = Rc::clone(&servers);
            async move { servers.guest(number).await }
        })
        .await?
    };
    let guests = Rc::new(guests);
    let begun = Instant::now();
    let sockets = all(args.connections, AT_ONCE, |number| {
        let (servers, guests) = (Rc::clone(&servers), Rc::clone(&guests));
        async move {
            let guest = &guests[number % guests.len()];
            servers.socket(number, guest).await
        }
    })
    .await?;
    let opening = begun.elapsed();
    let (end, ended) = watch::channel(false);
    let mut tasks = tokio::task::JoinSet::new();
    let spread = SPREAD * u32::try_from(args.connections / 1000 + 1).unwrap_or(u32::MAX);
    for (number, socket) in sockets.into_iter().enumerate() {
        let share = number as f64 / args.connections as f64;
        tasks.spawn_local(hold(socket, ended.clone(), spread.mul_f64(share)));
    }
    drop(ended);
    tokio::time::sleep(Duration::from_secs_f64(args.seconds)).await;
    end.send_replace(true);
    let (mut dropped, mut answered) = (0_usize, Times::default());
    while let Some(held) = tasks.join_next().await {
        match held? {
            Some(time) => answered.add(time),
            None => dropped += 1,
        }
    }
    let n = args.connections;
    if args.json {
        let result = json!({
            "connections": n, "guests": n_guests, "opening_seconds": opening.as_secs_f64(),
            "seconds": args.seconds, "dropped": dropped, "pong_ms": answered.json(),
            "cpu_seconds": cpu.elapsed().as_secs_f64(),
        });
        output.line(&result.to_string())?;
    } else {
        output.line(&format!(
            "{n} sockets of {n_guests} guests, opened in {:.1} s, held for {:.1} s: {dropped} lost",
            opening.as_secs_f64(),
            args.seconds
        ))?;
        output.line(&format!(
            "asked at the end, the others were answered: {}",
            answered.text()
        ))?;
    }
    if dropped > 0 {
        bail!("{dropped} of {n} sockets were lost");
    }
    Ok(())
}

/// Listens until the end, then asks whether the server is there; gives how long that took, or
/// nothing if the socket was lost.
async fn hold(
    mut socket: Socket,
    mut ended: watch::Receiver<bool>,
    wait: Duration,
) -> Option<Duration> {
    loop {
        tokio::select! {
            frame = socket.next() => {
                match frame? {
                    Ok(Message::Close(_)) | Err(_) => return None,
                    Ok(_) => {}
                }
            }
            _ = ended.wait_for(|ended| *ended) => break,
        }
    }
    // Pings of the server are answered while this waits.
    let waited = tokio::time::sleep(wait);
    tokio::pin!(waited);
    loop {
        tokio::select! {
            frame = socket.next() => match frame? {
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            },
            () = &mut waited => break,
        }
    }
    let asked = Instant::now();
    socket
        .send(Message::Text(r#"{"t":"ping"}"#.into()))
        .await
        .ok()?;
    let answer = async {
        loop {
            match socket.next().await? {
                Ok(Message::Text(text)) if text.contains("pong") => return Some(asked.elapsed()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    };
    tokio::time::timeout(ANSWER, answer).await.ok().flatten()
}
