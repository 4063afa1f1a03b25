//! Frames of the server, read no further than a load needs.

use azulejo_protocol::options::TilingOptions;
use serde::Deserialize;

/// Any frame. Fields that it does not have stay empty; others are skipped.
#[derive(Deserialize)]
pub(crate) struct Heard<'a> {
    pub(crate) t: &'a str,
    #[serde(borrow, default)]
    pub(crate) game: Option<&'a str>,
    #[serde(borrow, default)]
    pub(crate) id: Option<&'a str>,
    #[serde(default)]
    pub(crate) ply: Option<u32>,
    #[serde(borrow, default)]
    pub(crate) view: Option<View<'a>>,
    #[serde(borrow, default)]
    pub(crate) own: Option<Own<'a>>,
    #[serde(borrow, default)]
    pub(crate) error: Option<Problem<'a>>,
}

#[derive(Deserialize)]
pub(crate) struct View<'a> {
    pub(crate) ply: u32,
    pub(crate) status: &'a str,
}

#[derive(Deserialize)]
pub(crate) struct Own<'a> {
    pub(crate) ply: u32,
    #[serde(borrow)]
    pub(crate) offer: Option<Offer<'a>>,
    pub(crate) tiling: Vec<TilingOptions>,
}

#[derive(Deserialize)]
pub(crate) struct Offer<'a> {
    pub(crate) seat: u8,
    #[serde(borrow)]
    pub(crate) moves: Vec<Move<'a>>,
}

#[derive(Deserialize)]
pub(crate) struct Move<'a> {
    #[serde(rename = "move")]
    pub(crate) text: &'a str,
}

#[derive(Deserialize)]
pub(crate) struct Problem<'a> {
    pub(crate) code: &'a str,
}

/// What a player can do now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    /// A move that is right at one ply only.
    Move { ply: u32, seat: u8, text: String },
    /// The columns of all complete lines.
    Choose { seat: u8, placements: Vec<String> },
}

impl Act {
    /// Chooses by a number among what there is to do; nothing when it is others' turn.
    pub(crate) fn choose(own: &Own<'_>, number: u64) -> Option<Self> {
        if let Some(offer) = &own.offer {
            let which = usize::try_from(number % offer.moves.len().max(1) as u64).ok()?;
            return Some(Self::Move {
                ply: own.ply,
                seat: offer.seat,
                text: offer.moves.get(which)?.text.to_owned(),
            });
        }
        let options = own.tiling.first()?;
        let mut placements = Vec::new();
        let mut line = Some(&options.first);
        while let Some(next) = line {
            let which = usize::try_from(number % next.choices.len().max(1) as u64).ok()?;
            let choice = next.choices.get(which)?;
            placements.push(choice.placement.clone());
            line = choice.next.as_deref();
        }
        Some(Self::Choose {
            seat: options.seat,
            placements,
        })
    }

    /// The frame that does it.
    pub(crate) fn frame(&self, game: &str, id: &str) -> String {
        match self {
            Self::Move { ply, seat, text } => format!(
                r#"{{"t":"move","game":"{game}","id":"{id}","ply":{ply},"seat":{seat},"move":"{text}"}}"#
            ),
            Self::Choose { seat, placements } => {
                let placements: Vec<_> = placements.iter().map(|p| format!("\"{p}\"")).collect();
                format!(
                    r#"{{"t":"choose","game":"{game}","id":"{id}","seat":{seat},"placements":[{}]}}"#,
                    placements.join(",")
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use azulejo_protocol::frame::{ClientFrame, ServerFrame};

    use super::*;

    #[test]
    fn the_frames_are_those_of_the_protocol() {
        let game = "7hKq2mPd";
        let id = "0123456789abcdef0123456789abcdef";
        let act = Act::Move {
            ply: 7,
            seat: 2,
            text: "2B3".to_owned(),
        };
        let frame: ClientFrame = serde_json::from_str(&act.frame(game, id)).expect("a frame");
        assert_eq!(
            frame,
            ClientFrame::Move {
                game: game.to_owned(),
                id: id.to_owned(),
                ply: 7,
                seat: 2,
                text: "2B3".to_owned(),
            }
        );
        let act = Act::Choose {
            seat: 1,
            placements: vec!["1a".to_owned(), "3b".to_owned()],
        };
        let frame: ClientFrame = serde_json::from_str(&act.frame(game, id)).expect("a frame");
        assert!(
            matches!(frame, ClientFrame::Choose { placements, .. } if placements == ["1a", "3b"])
        );
    }

    #[test]
    fn an_acknowledgement_is_read() {
        let frame = ServerFrame::Ack {
            game: "g".to_owned(),
            id: "i".to_owned(),
            ply: 9,
        };
        let text = serde_json::to_string(&frame).expect("a frame has JSON");
        let heard: Heard<'_> = serde_json::from_str(&text).expect("it reads");
        assert_eq!(
            (heard.t, heard.game, heard.id, heard.ply),
            ("ack", Some("g"), Some("i"), Some(9))
        );
    }
}
