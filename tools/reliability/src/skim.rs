//! The frames that come with every move, read by what stands in front of the few things that a
//! player of a load needs. Whole frames are long, and whoever reads all of each takes a fifth of the
//! time that is to be measured from the servers on the same machine.
//!
//! Text between quotes holds no quote without a backslash before it, so `"view":{` stands for that
//! key and for nothing else. What does not look as expected is read as a whole by the caller.

use crate::heard::{Heard, Move, Offer, Own, View};

/// Reads an `update`, a `game`, or an `own` without tiling; nothing if it is none.
pub(crate) fn skim(text: &str) -> Option<Heard<'_>> {
    let (t, rest) = text.strip_prefix(r#"{"t":""#)?.split_once('"')?;
    let (game, rest) = rest.strip_prefix(r#","game":""#)?.split_once('"')?;
    let mut heard = Heard {
        t,
        game: Some(game),
        id: None,
        ply: None,
        view: None,
        own: None,
        error: None,
    };
    match t {
        "update" | "game" => heard.view = Some(view(rest)?),
        "own" => heard.own = Some(own(rest)?),
        _ => return None,
    }
    Some(heard)
}

fn view(text: &str) -> Option<View<'_>> {
    let (_, view) = text.split_once(r#""view":{"id":""#)?;
    let (ply, rest) = view.split_once(r#"","ply":"#)?.1.split_once(',')?;
    let (_, rest) = rest.strip_prefix(r#""hash":""#)?.split_once('"')?;
    let (status, _) = rest.strip_prefix(r#","status":""#)?.split_once('"')?;
    Some(View {
        ply: ply.parse().ok()?,
        status,
    })
}

fn own(text: &str) -> Option<Own<'_>> {
    let (ply, rest) = text.strip_prefix(r#","own":{"ply":"#)?.split_once(',')?;
    let (_, rest) = rest.split_once(r#""offer":"#)?;
    let (offer, rest) = match rest.strip_prefix("null") {
        Some(rest) => (None, rest),
        None => {
            let (seat, rest) = rest.strip_prefix(r#"{"seat":"#)?.split_once(',')?;
            let (moves, rest) = rest
                .strip_prefix(r#""moves":["#)?
                .split_once(r#"],"refused":["#)?;
            let seat = seat.parse().ok()?;
            let moves = moves.split(r#"{"move":""#).skip(1);
            let moves = moves.map(|one| {
                Some(Move {
                    text: one.split_once('"')?.0,
                })
            });
            let moves = moves.collect::<Option<_>>()?;
            (Some(Offer { seat, moves }), rest)
        }
    };
    // Whoever has columns to choose gets a tree of them.
    rest.contains(r#""tiling":[],"#).then_some(Own {
        ply: ply.parse().ok()?,
        offer,
        tiling: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use azulejo_protocol::frame::ServerFrame;
    use azulejo_protocol::game::{
        Clock, DrawView, GameView, OwnView, Settings, Status, UndoPolicy,
    };
    use azulejo_protocol::happening::{Happening, Step};
    use azulejo_protocol::options::{OfferOptions, TilingOptions};
    use azulejo_protocol::table::{TableView, Wall};
    use azulejo_rules::{Phase, PlayerCount, Position, Seat};

    use super::*;

    const GAME: &str = "7hKq2mPd";

    fn text(frame: &ServerFrame) -> String {
        serde_json::to_string(frame).expect("a frame has JSON")
    }

    /// Both ways of reading, as far as they can be compared.
    fn shown(heard: &Heard<'_>) -> String {
        let Heard {
            t,
            game,
            id,
            ply,
            view,
            own,
            error,
        } = heard;
        let view = view.as_ref().map(|view| (view.ply, view.status));
        let own = own.as_ref().map(|own| {
            let offer = own.offer.as_ref().map(|offer| {
                let moves: Vec<_> = offer.moves.iter().map(|one| one.text).collect();
                (offer.seat, moves)
            });
            (own.ply, offer, own.tiling.len())
        });
        let error = error.as_ref().map(|error| error.code);
        format!("{t} {game:?} {id:?} {ply:?} {view:?} {own:?} {error:?}")
    }

    fn read_whole(text: &str) -> String {
        shown(&serde_json::from_str(text).expect("it reads"))
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

    /// Positions of a game on the grey wall in which always the first move is made.
    fn positions() -> Vec<Position> {
        let mut rng = azulejo_rules::rng::FastRng::new(7);
        let mut position = Position::new(azulejo_rules::Wall::Grey, PlayerCount::Two, Seat::ALL[0]);
        let mut seen = Vec::new();
        while position.phase() != Phase::Over && seen.len() < 200 {
            seen.push(position);
            match position.phase() {
                Phase::Refill => {
                    let deal = position.sample_deal(&mut rng);
                    position.deal(&deal).expect("a deal of the bag");
                }
                Phase::Offer => {
                    let m = position.legal_moves()[0];
                    position.play(m).expect("a legal move");
                }
                _ => {
                    let seat = position.to_move();
                    match position.placements(seat).first() {
                        Some(&placement) => position.tile_unchecked(seat, placement),
                        None => position.settle().expect("all is tiled"),
                    }
                }
            }
        }
        seen
    }

    #[test]
    fn what_a_player_may_do_is_read_as_from_the_whole_frame() {
        let (mut moves, mut others, mut trees) = (0, 0, 0);
        for position in positions() {
            for seat in &Seat::ALL[..2] {
                let text = text(&own_frame(&position, *seat));
                match skim(&text) {
                    Some(heard) => {
                        assert_eq!(shown(&heard), read_whole(&text));
                        match heard.own.expect("an own").offer {
                            Some(_) => moves += 1,
                            None => others += 1,
                        }
                    }
                    None => trees += 1,
                }
            }
        }
        assert!(
            moves > 20 && others > 2 && trees > 2,
            "{moves} {others} {trees}"
        );
    }

    #[test]
    fn how_far_a_game_is_is_read_as_from_the_whole_frame() {
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
                nonces: Vec::new(),
                secret: None,
            },
            created: 5,
        };
        // A name that looks like what is searched for.
        let steps = vec![Step {
            ply: 60,
            at: 7,
            what: Happening::Seated {
                seat: 1,
                name: r#""view":{"id":"x","ply":1,"#.to_owned(),
            },
            events: Vec::new(),
        }];
        for status in [Status::Waiting, Status::Running, Status::Finished] {
            let game = GAME.to_owned();
            let update = text(&ServerFrame::Update {
                game: game.clone(),
                steps: steps.clone(),
                view: view(status),
            });
            let whole = text(&ServerFrame::Game {
                game,
                log: steps.clone(),
                view: view(status),
            });
            for text in [update, whole] {
                let heard = skim(&text).expect("it is as expected");
                assert_eq!(shown(&heard), read_whole(&text));
            }
        }
    }

    #[test]
    fn everything_else_is_left_to_be_read_as_a_whole() {
        let ack = ServerFrame::Ack {
            game: GAME.to_owned(),
            id: "i".to_owned(),
            ply: 9,
        };
        let cut = r#"{"t":"update","game":"7hKq2mPd","steps":[],"view":{"id":"7hKq2mPd","ply":"#;
        for text in [&text(&ack), &text(&ServerFrame::Pong), "", "{", "[]", cut] {
            assert!(skim(text).is_none(), "{text}");
        }
    }
}
