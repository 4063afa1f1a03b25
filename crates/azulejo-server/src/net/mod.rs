//! Connections: who sends nothing for a while is not waited for, and costs little until then.

mod acceptor;
mod admission;
mod concurrency;
mod slow_heads;
mod write_timeout;

use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ConnectInfo;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, sleep_until};

use self::acceptor::{Door, Host};
pub(crate) use self::admission::Crowd;
pub(crate) use self::admission::Sockets;
use self::admission::{Held, Place, UnderWay};
pub(crate) use self::concurrency::{ConcurrencyLimit, ConcurrencyPermit};
use self::slow_heads::{Complete, NextHead, Unhurried};
use self::write_timeout::WriteTimeout;
use crate::http::rate_limits::{Action, RateLimits};

/// How long a client may take to send the head of a request, or to begin one.
const HEAD_TIME: Duration = Duration::from_secs(20);
/// A client that accepts no byte of a response for so long is disconnected.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// How many headers a request may have.
const MAX_HEADERS: usize = 64;
/// How many bytes of a request's head are held; a longer one is refused.
const HEAD_BYTES: usize = 16 * 1024;
/// How many newcomers are looked at before those who are here have their turns: in a flood nobody
/// waits behind more of it than that.
const NEWCOMERS: usize = 8;
/// How long requests that are under way may take once the server is to stop.
const LAST_REQUESTS: Duration = Duration::from_secs(3);

/// Who may come in, and who has to go for them.
struct Usher {
    crowd: Arc<Crowd>,
    limits: Arc<RateLimits>,
}

impl Host for Usher {
    fn lets_in(&self, address: IpAddr) -> bool {
        let lets_in =
            self.crowd.is_proxy(address) || self.limits.check(Action::Connect, address).is_ok();
        if !lets_in {
            metrics::counter!("azulejo_connections_closed_total", "room" => "pace").increment(1);
        }
        lets_in
    }

    fn make_room(&self) {
        self.crowd.make_room();
    }
}

/// Serves connections until `stop`, and lets the requests under way come to their end.
///
/// HTTP/1.1 only: a browser speaks nothing else without TLS, and a proxy need not.
///
/// # Errors
/// Why nobody can be let in.
pub(crate) fn serve(
    listener: TcpListener,
    router: Router,
    crowd: Arc<Crowd>,
    limits: Arc<RateLimits>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<impl Future<Output = ()> + Send + 'static> {
    let usher = Usher {
        crowd: Arc::clone(&crowd),
        limits,
    };
    let door = Door::open(listener, usher)?;
    Ok(attend_all(door, router, crowd, stop))
}

async fn attend_all(
    mut door: Door,
    router: Router,
    crowd: Arc<Crowd>,
    stop: impl Future<Output = ()>,
) {
    let (stopping, is_stopping) = watch::channel(false);
    let turns = Arc::new(Semaphore::new(NEWCOMERS));
    let mut stop = pin!(stop);
    loop {
        let arriving = async {
            let turn = Arc::clone(&turns).acquire_owned().await;
            (turn, door.next().await)
        };
        let arrived = tokio::select! {
            arrived = arriving => arrived,
            () = &mut stop => break,
        };
        let (Ok(turn), Some((stream, peer))) = arrived else {
            // Those who are here may stay.
            stop.await;
            break;
        };
        let place = crowd.enter(peer.ip());
        let attending = attend(stream, peer, router.clone(), place, is_stopping.clone());
        tokio::spawn(with_turn(turn, attending));
    }
    door.close().await;
    drop(is_stopping);
    stopping.send_replace(true);
    // Every connection listens as long as it lives.
    if tokio::time::timeout(LAST_REQUESTS, stopping.closed())
        .await
        .is_err()
    {
        tracing::warn!("some requests did not come to their end");
    }
}

/// Gives a turn back as soon as a newcomer was looked at for the first time.
fn with_turn(
    turn: OwnedSemaphorePermit,
    attending: impl Future<Output = ()>,
) -> impl Future<Output = ()> {
    let mut attending = Box::pin(attending);
    let mut turn = Some(turn);
    poll_fn(move |cx| {
        let polled = attending.as_mut().poll(cx);
        drop(turn.take());
        polled
    })
}

/// A stream that can tell that something has come before there is a buffer for it.
trait Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static {
    fn poll_heard(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>>;
}

impl Stream for TcpStream {
    fn poll_heard(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // Whether it is readable is only assumed at first: looking is the way to know.
        let mut byte = [0];
        let peeked = self.poll_peek(cx, &mut ReadBuf::new(&mut byte));
        peeked.map_ok(|_length| ())
    }
}

/// A connection from its beginning to its end.
///
/// Nothing is made for it before its first byte: a thousand silent connections cost what fifty
/// cost that have begun to ask.
async fn attend(
    mut stream: impl Stream,
    peer: SocketAddr,
    router: Router,
    place: Place,
    mut is_stopping: watch::Receiver<bool>,
) {
    let deadline = Instant::now() + HEAD_TIME;
    let heard = tokio::select! {
        biased;
        heard = poll_fn(|cx| stream.poll_heard(cx)) => heard,
        () = place.told_to_close() => return,
        () = sleep_until(deadline) => return,
        () = stopped(&mut is_stopping) => return,
    };
    let ended = match heard {
        Ok(()) => talk(stream, peer, router, place, deadline, is_stopping)
            .await
            .map_err(io::Error::other),
        Err(error) => Err(error),
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke off");
    }
}

/// A connection from its first byte. The head of the first request must be there by the deadline.
///
/// It is large, and boxed here so that whoever has not begun yet has no room for it.
fn talk(
    stream: impl Stream,
    peer: SocketAddr,
    router: Router,
    place: Place,
    deadline: Instant,
    mut is_stopping: watch::Receiver<bool>,
) -> Pin<Box<dyn Future<Output = hyper::Result<()>> + Send>> {
    Box::pin(async move {
        let held = Arc::clone(place.held());
        let mut connection = pin!(connection(stream, peer, router, held));
        loop {
            tokio::select! {
                // What has come is read first: whoever has asked by now is answered.
                biased;
                ended = connection.as_mut() => return ended,
                () = place.told_to_close() => return Ok(()),
                () = sleep_until(deadline), if !place.has_asked() => {
                    if !place.has_asked() {
                        return Ok(());
                    }
                }
                () = stopped(&mut is_stopping) => {
                    connection.as_mut().graceful_shutdown();
                    return connection.await;
                }
            }
        }
    })
}

/// Waits until it is said that the server stops, or nobody is left to say so.
async fn stopped(is_stopping: &mut watch::Receiver<bool>) {
    let _nobody_left = is_stopping.wait_for(|stopping| *stopping).await;
}

/// One connection, for a request after the other.
fn connection<I: Stream>(
    stream: I,
    peer: SocketAddr,
    router: Router,
    held: Arc<Held>,
) -> http1::UpgradeableConnection<
    TokioIo<WriteTimeout<Unhurried<I>>>,
    impl hyper::service::Service<
        hyper::Request<Incoming>,
        Response = hyper::Response<Answer>,
        Error = Infallible,
        Future: Send,
    >,
> {
    let router = TowerToHyperService::new(router);
    let head = NextHead::new();
    let stream = Unhurried::new(stream, Arc::clone(&head));
    let stream = WriteTimeout::new(stream, WRITE_TIMEOUT);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        let under_way = held.ask();
        let complete = head.has_come();
        request.extensions_mut().insert(ConnectInfo(peer));
        let answer = router.call(request);
        let head = Arc::clone(&head);
        async move {
            let answer = answer.await?;
            if answer.status() == hyper::StatusCode::SWITCHING_PROTOCOLS {
                head.becomes_socket();
            }
            Ok(answer.map(|body| Answer {
                body,
                _under_way: under_way,
                _complete: complete,
            }))
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_headers(MAX_HEADERS)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
}

/// The body of an answer. With its end the connection waits for the next request.
struct Answer {
    body: Body,
    _under_way: UnderWay,
    _complete: Complete,
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests;
