//! The door: a thread of its own, behind all others, that lets connections in.
//!
//! Games come first: a flood of connections keeps this thread busy and not those that serve.
//! Whoever comes too often is turned away here, before anything is made for them.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot};

/// How many connections wait to be attended to, beside those that the system holds.
const WAITING: usize = 256;
/// How long to wait when the system has no room for another connection.
const NO_ROOM: Duration = Duration::from_millis(50);

/// What the door asks about those who come.
pub(super) trait Host: Send + 'static {
    /// Whether somebody may come in, or comes too often.
    fn lets_in(&self, address: IpAddr) -> bool;
    /// The system has no room for another connection.
    fn make_room(&self);
}

/// The inner side of the door.
pub(super) struct Door {
    arrivals: mpsc::Receiver<(std::net::TcpStream, SocketAddr)>,
    is_closed: oneshot::Receiver<()>,
}

impl Door {
    /// Begins to let connections in.
    ///
    /// # Errors
    /// Why there is no thread for it.
    pub(super) fn open(listener: TcpListener, host: impl Host) -> io::Result<Self> {
        let listener = listener.into_std()?;
        let (sender, arrivals) = mpsc::channel(WAITING);
        let (closed, is_closed) = oneshot::channel();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        std::thread::Builder::new()
            .name("door".to_owned())
            .spawn(move || {
                stand_back();
                if let Err(error) = runtime.block_on(let_in(listener, &host, &sender)) {
                    tracing::error!(%error, "connections can no longer be accepted");
                }
                drop(runtime);
                let _nobody_waits = closed.send(());
            })?;
        Ok(Self {
            arrivals,
            is_closed,
        })
    }

    /// The next connection; nothing when there will be no more.
    pub(super) async fn next(&mut self) -> Option<(TcpStream, SocketAddr)> {
        loop {
            let (stream, peer) = self.arrivals.recv().await?;
            match TcpStream::from_std(stream) {
                Ok(stream) => return Some((stream, peer)),
                Err(error) => tracing::warn!(%error, "a connection could not be taken over"),
            }
        }
    }

    /// Lets nobody in any more; the address is free afterwards.
    pub(super) async fn close(self) {
        drop(self.arrivals);
        let _closed = self.is_closed.await;
    }
}

async fn let_in(
    listener: std::net::TcpListener,
    host: &impl Host,
    arrivals: &mpsc::Sender<(std::net::TcpStream, SocketAddr)>,
) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = arrivals.closed() => return Ok(()),
        };
        match accepted {
            Ok((stream, peer)) if host.lets_in(peer.ip()) => {
                let prepared = stream.set_nodelay(true).and_then(|()| stream.into_std());
                match prepared {
                    // Nobody takes it once the server stops, which is found above.
                    Ok(stream) => drop(arrivals.send((stream, peer)).await),
                    Err(error) => tracing::debug!(%error, "a connection was gone at once"),
                }
            }
            Ok(_too_often) => {}
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                host.make_room();
                tokio::time::sleep(NO_ROOM).await;
            }
        }
    }
}

/// Lets the other threads of the server go first.
fn stand_back() {
    // Elsewhere it would be the whole process.
    #[cfg(target_os = "linux")]
    {
        const NICENESS: i32 = 10;
        let me = rustix::thread::gettid();
        if let Err(error) = rustix::process::setpriority_process(Some(me), NICENESS) {
            tracing::debug!(%error, "the door does not stand back");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use tokio::io::AsyncReadExt as _;

    use super::*;

    /// Lets in the first three.
    #[derive(Default)]
    struct Three(AtomicU32);

    impl Host for Three {
        fn lets_in(&self, _: IpAddr) -> bool {
            self.0.fetch_add(1, Ordering::Relaxed) < 3
        }

        fn make_room(&self) {}
    }

    #[tokio::test]
    async fn whoever_comes_too_often_is_turned_away() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let mut door = Door::open(listener, Three::default()).expect("a thread");
        let mut inside = Vec::new();
        for _ in 0..3 {
            let ours = TcpStream::connect(address).await.expect("a connection");
            let (theirs, peer) = door.next().await.expect("an arrival");
            assert_eq!(peer, ours.local_addr().expect("an address"));
            inside.push((ours, theirs));
        }
        for _ in 0..3 {
            let mut ours = TcpStream::connect(address).await.expect("a connection");
            let read = ours.read(&mut [0]).await;
            assert!(matches!(read, Ok(0) | Err(_)), "turned away");
        }
        assert!(door.arrivals.try_recv().is_err(), "nobody else came in");
        door.close().await;
        TcpListener::bind(address).await.expect("it is free again");
        drop(inside);
    }
}
