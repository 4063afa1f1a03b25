//! `azulejo-load hold`: holds idle sockets open.

use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use cpu_time::ProcessTime;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Message;

use crate::HoldArgs;
use crate::client::{Servers, Socket, run_bounded};
use crate::output::Output;
use crate::stats::Latencies;

/// The number of guests or sockets created concurrently.
const SETUP_CONCURRENCY: usize = 64;
/// The timeout of the final ping.
const PONG_TIMEOUT: Duration = Duration::from_secs(30);
/// The time over which the final pings are spread, per thousand sockets.
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
        run_bounded(n_guests, SETUP_CONCURRENCY, move |number| {
            let servers = Rc::clone(&servers);
            async move { servers.create_guest(number).await }
        })
        .await?
    };
    let guests = Rc::new(guests);
    let begun = Instant::now();
    let sockets = run_bounded(args.connections, SETUP_CONCURRENCY, |number| {
        let (servers, guests) = (Rc::clone(&servers), Rc::clone(&guests));
        async move {
            let guest = &guests[number % guests.len()];
            servers.open_socket(number, guest).await
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
    let (mut dropped, mut pongs) = (0_usize, Latencies::default());
    while let Some(held) = tasks.join_next().await {
        match held? {
            Some(time) => pongs.add(time),
            None => dropped += 1,
        }
    }
    let n = args.connections;
    if args.json {
        let result = json!({
            "connections": n, "guests": n_guests, "opening_seconds": opening.as_secs_f64(),
            "seconds": args.seconds, "dropped": dropped, "pong_ms": pongs.json(),
            "cpu_seconds": cpu.elapsed().as_secs_f64(),
        });
        output.line(&result.to_string())?;
    } else {
        output.line(&format!(
            "{n} sockets of {n_guests} guests, opened in {:.1} s, held for {:.1} s: {dropped} lost",
            opening.as_secs_f64(),
            args.seconds
        ))?;
        output.line(&format!("final ping of the others: {}", pongs.text()))?;
    }
    if dropped > 0 {
        bail!("{dropped} of {n} sockets were lost");
    }
    Ok(())
}

/// Reads until the end, then pings the server. Returns the round-trip time, or `None` if the
/// socket was lost.
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
    // Keep reading while waiting, so that pings from the server are answered.
    let delay = tokio::time::sleep(wait);
    tokio::pin!(delay);
    loop {
        tokio::select! {
            frame = socket.next() => match frame? {
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            },
            () = &mut delay => break,
        }
    }
    let sent = Instant::now();
    socket
        .send(Message::Text(r#"{"t":"ping"}"#.into()))
        .await
        .ok()?;
    let pong = async {
        loop {
            match socket.next().await? {
                Ok(Message::Text(text)) if text.contains("pong") => return Some(sent.elapsed()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    };
    tokio::time::timeout(PONG_TIMEOUT, pong)
        .await
        .ok()
        .flatten()
}
