//! The sockets of a player: connecting, resending, and additional tabs.

use std::collections::HashMap;
use std::rc::Rc;

use anyhow::anyhow;
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;

use crate::client::Socket;
use crate::frame::IncomingFrame;
use crate::shared::{PlayerMessage, RETRY_DELAY, Reply, SharedState};

/// The commands sent over a socket without a reply yet; they are resent over the next socket.
#[derive(Default)]
pub(crate) struct Unanswered {
    commands: HashMap<String, (String, u32)>,
}

impl Unanswered {
    pub(crate) fn record_sent(&mut self, id: &str, text: &str) {
        let entry = self.commands.entry(id.to_owned());
        entry.or_insert_with(|| (text.to_owned(), 0)).1 += 1;
    }

    pub(crate) fn record_reply(&mut self, id: &str) {
        if let Some((_, count)) = self.commands.get_mut(id) {
            *count -= 1;
            if *count == 0 {
                self.commands.remove(id);
            }
        }
    }

    pub(crate) fn to_resend(&self) -> Vec<String> {
        let texts = self.commands.values();
        texts
            .flat_map(|(text, count)| (0..*count).map(|_| text.clone()))
            .collect()
    }
}

/// Sends a text frame; returns false if the socket is closed.
pub(crate) async fn send(socket: &mut Socket, text: String) -> bool {
    socket.send(Message::Text(text.into())).await.is_ok()
}

/// Connects to a server. If the load reconnects, fails over to the next reachable one.
pub(crate) async fn connect(shared: &SharedState, me: usize, server: &mut usize) -> Option<Socket> {
    loop {
        match shared
            .servers
            .open_socket(*server, &shared.guests[me])
            .await
        {
            Ok(socket) => return Some(socket),
            Err(_) if shared.reconnect && !shared.finishing.get() => {
                *server += 1;
                tokio::time::sleep(RETRY_DELAY).await;
            }
            Err(_) if shared.reconnect => return None,
            Err(error) => {
                shared.fail(error);
                return None;
            }
        }
    }
}

/// Runs an additional tab of a player: sends the given frames, and forwards replies to the
/// player's inbox.
pub(crate) async fn run_tab(
    shared: Rc<SharedState>,
    me: usize,
    server: usize,
    mut texts: mpsc::UnboundedReceiver<(String, String)>,
) {
    let mut unanswered = Unanswered::default();
    let mut server = server;
    'sockets: while let Some(mut socket) = connect(&shared, me, &mut server).await {
        for text in unanswered.to_resend() {
            if !send(&mut socket, text).await {
                continue 'sockets;
            }
        }
        loop {
            tokio::select! {
                frame = socket.next() => {
                    let text = match frame {
                        Some(Ok(Message::Text(text))) => text,
                        Some(Ok(Message::Close(_)) | Err(_)) | None => {
                            if shared.reconnect {
                                server += 1;
                                continue 'sockets;
                            }
                            return;
                        }
                        Some(Ok(_)) => continue,
                    };
                    let Ok(frame) = serde_json::from_str::<IncomingFrame<'_>>(&text) else {
                        return shared.fail(anyhow!("invalid frame: {text}"));
                    };
                    let Some((id, reply)) = reply_of(&frame) else { continue };
                    unanswered.record_reply(id);
                    let message = PlayerMessage::Reply { id: id.to_owned(), reply };
                    if shared.inboxes[me].send(message).is_err() {
                        return;
                    }
                }
                command = texts.recv() => {
                    let Some((id, text)) = command else { return };
                    unanswered.record_sent(&id, &text);
                    if !send(&mut socket, text).await {
                        server += 1;
                        continue 'sockets;
                    }
                }
            }
        }
    }
}

/// Returns the command id and the reply, if the frame is one.
pub(crate) fn reply_of<'a>(frame: &IncomingFrame<'a>) -> Option<(&'a str, Reply)> {
    let id = frame.id?;
    match (frame.t, frame.ply, &frame.error) {
        ("ack", Some(next), _) => Some((id, Ok(next))),
        ("refused", _, Some(error)) => Some((id, Err(error.code.to_owned()))),
        _ => None,
    }
}
