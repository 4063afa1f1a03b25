//! The sockets of a player: connecting, sending again, and other tabs.

use std::collections::HashMap;
use std::rc::Rc;

use anyhow::anyhow;
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;

use crate::field::{AGAIN, Answer, Field, Order};
use crate::heard::Heard;
use crate::people::Socket;

/// What was sent over a socket and not answered: it is sent again over the next one.
#[derive(Default)]
pub(crate) struct Wire {
    unanswered: HashMap<String, (String, u32)>,
}

impl Wire {
    pub(crate) fn sends(&mut self, id: &str, text: &str) {
        let entry = self.unanswered.entry(id.to_owned());
        entry.or_insert_with(|| (text.to_owned(), 0)).1 += 1;
    }

    pub(crate) fn answered(&mut self, id: &str) {
        if let Some((_, count)) = self.unanswered.get_mut(id) {
            *count -= 1;
            if *count == 0 {
                self.unanswered.remove(id);
            }
        }
    }

    pub(crate) fn again(&self) -> Vec<String> {
        let texts = self.unanswered.values();
        texts
            .flat_map(|(text, count)| (0..*count).map(|_| text.clone()))
            .collect()
    }
}

pub(crate) async fn send(socket: &mut Socket, text: String) -> bool {
    socket.send(Message::Text(text.into())).await.is_ok()
}

/// Connects to a server or, where that is asked for, to the next one that is there.
pub(crate) async fn connect(field: &Field, me: usize, server: &mut usize) -> Option<Socket> {
    loop {
        match field.servers.socket(*server, &field.people[me]).await {
            Ok(socket) => return Some(socket),
            Err(_) if field.reconnect && !field.finishing.get() => {
                *server += 1;
                tokio::time::sleep(AGAIN).await;
            }
            Err(_) if field.reconnect => return None,
            Err(error) => {
                field.fail(error);
                return None;
            }
        }
    }
}

/// Another tab of a player: sends what it is given, and passes the answers on.
pub(crate) async fn tab_task(
    field: Rc<Field>,
    me: usize,
    server: usize,
    mut texts: mpsc::UnboundedReceiver<(String, String)>,
) {
    let mut wire = Wire::default();
    let mut server = server;
    'sockets: while let Some(mut socket) = connect(&field, me, &mut server).await {
        for text in wire.again() {
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
                            if field.reconnect {
                                server += 1;
                                continue 'sockets;
                            }
                            return;
                        }
                        Some(Ok(_)) => continue,
                    };
                    let Ok(heard) = serde_json::from_str::<Heard<'_>>(&text) else {
                        return field.fail(anyhow!("a frame that does not read: {text}"));
                    };
                    let Some((id, answer)) = answer_of(&heard) else { continue };
                    wire.answered(id);
                    let order = Order::Answer { id: id.to_owned(), answer };
                    if field.inboxes[me].send(order).is_err() {
                        return;
                    }
                }
                order = texts.recv() => {
                    let Some((id, text)) = order else { return };
                    wire.sends(&id, &text);
                    if !send(&mut socket, text).await {
                        server += 1;
                        continue 'sockets;
                    }
                }
            }
        }
    }
}

pub(crate) fn answer_of<'a>(heard: &Heard<'a>) -> Option<(&'a str, Answer)> {
    let id = heard.id?;
    match (heard.t, heard.ply, &heard.error) {
        ("ack", Some(next), _) => Some((id, Ok(next))),
        ("refused", _, Some(error)) => Some((id, Err(error.code.to_owned()))),
        _ => None,
    }
}
