//! Server frames, of which only the fields that the load needs are decoded, and client frames.

use azulejo_protocol::options::TilingOptions;
use serde::Deserialize;

/// A server frame of any type. Missing fields are `None`; unknown fields are ignored.
#[derive(Deserialize)]
pub(crate) struct IncomingFrame<'a> {
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
    pub(crate) error: Option<ErrorBody<'a>>,
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
    pub(crate) moves: Vec<OfferedMove<'a>>,
}

#[derive(Deserialize)]
pub(crate) struct OfferedMove<'a> {
    #[serde(rename = "move")]
    pub(crate) text: &'a str,
}

#[derive(Deserialize)]
pub(crate) struct ErrorBody<'a> {
    pub(crate) code: &'a str,
}

/// An action that a player can take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// A move, valid at one ply only.
    Move { ply: u32, seat: u8, text: String },
    /// The column choices for all complete lines.
    Choose { seat: u8, placements: Vec<String> },
}

impl Action {
    /// Picks an available action by number; `None` if it is another player's turn.
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

    /// Returns the client frame for this action.
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
    use azulejo_protocol::game::{
        Clock, DrawView, GameView, OwnView, Settings, Status, UndoPolicy,
    };
    use azulejo_protocol::happening::{Happening, Step};
    use azulejo_protocol::options::OfferOptions;
    use azulejo_protocol::table::{TableView, Wall};
    use azulejo_rules::{Phase, PlayerCount, Position, Seat};

    use super::*;

    const GAME: &str = "7hKq2mPd";

    #[test]
    fn action_frames_match_the_protocol() {
        let game = "7hKq2mPd";
        let id = "0123456789abcdef0123456789abcdef";
        let action = Action::Move {
            ply: 7,
            seat: 2,
            text: "2B3".to_owned(),
        };
        let frame: ClientFrame = serde_json::from_str(&action.frame(game, id)).expect("a frame");
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
        let action = Action::Choose {
            seat: 1,
            placements: vec!["1a".to_owned(), "3b".to_owned()],
        };
        let frame: ClientFrame = serde_json::from_str(&action.frame(game, id)).expect("a frame");
        assert!(
            matches!(frame, ClientFrame::Choose { placements, .. } if placements == ["1a", "3b"])
        );
    }

    #[test]
    fn decodes_acknowledgement() {
        let frame = ServerFrame::Ack {
            game: "g".to_owned(),
            id: "i".to_owned(),
            ply: 9,
        };
        let json = json(&frame);
        let decoded = decode(&json);
        assert_eq!(
            (decoded.t, decoded.game, decoded.id, decoded.ply),
            ("ack", Some("g"), Some("i"), Some(9))
        );
    }

    fn json(frame: &ServerFrame) -> String {
        serde_json::to_string(frame).expect("a serialisable frame")
    }

    fn decode(json: &str) -> IncomingFrame<'_> {
        serde_json::from_str(json).expect("a valid frame")
    }

    fn own_frame(position: &Position, seat: Seat) -> ServerFrame {
        let own = OwnView {
            ply: 12,
            seats: vec![2],
            host: true,
            invitation: Some("a \"token\"".to_owned()),
            offer: OfferOptions::of(position),
            tiling: TilingOptions::of(position, seat).into_iter().collect(),
            chosen: Vec::new(),
            undo_to: vec![11, 9],
            hints: false,
        };
        let game = GAME.to_owned();
        ServerFrame::Own { game, own }
    }

    /// The positions of a game on the grey wall in which the first legal move is always played.
    fn positions() -> Vec<Position> {
        let mut rng = azulejo_rules::rng::FastRng::new(7);
        let mut position = Position::new(azulejo_rules::Wall::Grey, PlayerCount::Two, Seat::ALL[0]);
        let mut seen = Vec::new();
        while position.phase() != Phase::Over && seen.len() < 200 {
            seen.push(position);
            match position.phase() {
                Phase::Refill => {
                    let deal = position.sample_deal(&mut rng);
                    position.deal(&deal).expect("a valid deal");
                }
                Phase::Offer => {
                    let m = position.legal_moves()[0];
                    position.play(m).expect("a legal move");
                }
                _ => {
                    let seat = position.to_move();
                    match position.placements(seat).first() {
                        Some(&placement) => position.tile_unchecked(seat, placement),
                        None => position.settle().expect("a fully tiled board"),
                    }
                }
            }
        }
        seen
    }

    #[test]
    fn decodes_available_actions() {
        let (mut offers, mut choices, mut waits) = (0, 0, 0);
        for position in positions() {
            for seat in &Seat::ALL[..2] {
                let frame = own_frame(&position, *seat);
                let json = json(&frame);
                let ServerFrame::Own { own: expected, .. } = frame else {
                    unreachable!("an own frame");
                };
                let decoded = decode(&json);
                assert_eq!((decoded.t, decoded.game), ("own", Some(GAME)));
                let own = decoded.own.expect("an own view");
                assert_eq!(own.ply, expected.ply);
                let offer = own.offer.as_ref().map(|offer| {
                    let moves = offer.moves.iter().map(|offered| offered.text.to_owned());
                    (offer.seat, moves.collect::<Vec<_>>())
                });
                let expected_offer = expected.offer.as_ref().map(|offer| {
                    let moves = offer.moves.iter().map(|offered| offered.m.to_string());
                    (offer.seat, moves.collect::<Vec<_>>())
                });
                assert_eq!(offer, expected_offer);
                assert_eq!(own.tiling, expected.tiling);
                match Action::choose(&own, 7) {
                    Some(Action::Move { ply, .. }) => {
                        assert_eq!(ply, expected.ply);
                        offers += 1;
                    }
                    Some(Action::Choose { .. }) => choices += 1,
                    None => waits += 1,
                }
            }
        }
        assert!(
            offers > 20 && choices > 2 && waits > 2,
            "{offers} {choices} {waits}"
        );
    }

    #[test]
    fn decodes_progress_of_a_game() {
        let view = |status| GameView {
            id: GAME.to_owned(),
            ply: 61,
            hash: "0123456789abcdef".to_owned(),
            status,
            settings: Settings {
                wall: Wall::Grey,
                clock: Clock::None,
                public: false,
                undo: UndoPolicy::Off,
                start: None,
            },
            seats: Vec::new(),
            table: positions().last().map(TableView::of),
            choosing: vec![1, 2],
            clock: None,
            undo: None,
            votes: Vec::new(),
            result: None,
            rematch: None,
            draw: DrawView {
                scheme: "a scheme".to_owned(),
                commitment: String::new(),
                nonce_commitments: Vec::new(),
                closed: false,
                nonces: Vec::new(),
                secret: None,
            },
            created: 5,
        };
        // A name with escapes and with text that looks like a view.
        let steps = vec![Step {
            ply: 60,
            at: 7,
            what: Happening::Seated {
                seat: 1,
                name: r#""view":{"id":"x","ply":1,"#.to_owned(),
            },
            events: Vec::new(),
        }];
        for (status, name) in [
            (Status::Waiting, "waiting"),
            (Status::Running, "running"),
            (Status::Finished, "finished"),
        ] {
            let game = GAME.to_owned();
            let update = ServerFrame::Update {
                game: game.clone(),
                steps: steps.clone(),
                view: view(status),
            };
            let whole = ServerFrame::Game {
                game,
                log: steps.clone(),
                view: view(status),
            };
            for (t, frame) in [("update", update), ("game", whole)] {
                let json = json(&frame);
                let decoded = decode(&json);
                assert_eq!((decoded.t, decoded.game), (t, Some(GAME)));
                let view = decoded.view.expect("a view");
                assert_eq!((view.ply, view.status), (61, name));
                assert!(decoded.own.is_none() && decoded.error.is_none());
            }
        }
    }

    #[test]
    fn rejects_truncated_frames() {
        let truncated =
            r#"{"t":"update","game":"7hKq2mPd","steps":[],"view":{"id":"7hKq2mPd","ply":"#;
        for text in ["", "{", "[]", truncated] {
            assert!(
                serde_json::from_str::<IncomingFrame<'_>>(text).is_err(),
                "{text}"
            );
        }
        assert_eq!(decode(&json(&ServerFrame::Pong)).t, "pong");
    }
}
