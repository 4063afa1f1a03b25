//! The views of a table: the public one, and the private one of each player.

use std::sync::Arc;

use azulejo_protocol::game::{
    ChosenView, ClockView, DrawView, GameView, OwnView, RematchView, ResultView, SeatKind,
    SeatView, Status, UndoQuestion, VoteView,
};
use azulejo_protocol::happening::{Happening, Step};
use azulejo_protocol::http::GameCard;
use azulejo_protocol::id::PlayerId;
use azulejo_protocol::options::{OfferOptions, TilingOptions};
use azulejo_protocol::replay::result_of;
use azulejo_rules::{Phase, Seat};

use crate::{Occupant, Person, SeatNumber, Table, Timestamp};

/// The names of the person on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatName {
    /// The name of the account or guest.
    pub name: Option<String>,
    /// Whether the person is a guest.
    pub guest: bool,
    /// The name at this table, if several players share a screen.
    pub alias: Option<String>,
    /// Since when the person is away, as far as it is stored.
    pub away: Option<Timestamp>,
}

impl SeatName {
    /// Returns whether both are shown alike.
    pub fn is_same_name(&self, other: &Self) -> bool {
        (&self.name, self.guest, &self.alias) == (&other.name, other.guest, &other.alias)
    }

    /// The name that is shown.
    pub fn shown(&self) -> Option<&str> {
        self.alias.as_deref().or(self.name.as_deref())
    }

    /// Returns whether the name is marked as not being that of an account.
    pub const fn is_marked(&self) -> bool {
        self.guest || self.alias.is_some()
    }
}

fn number(seat: Seat) -> u8 {
    SeatNumber::from(seat).get()
}

fn numbers(seats: &[Seat]) -> Vec<u8> {
    seats.iter().copied().map(number).collect()
}

/// Returns the public view.
pub fn game_view(table: &Table, names: &[SeatName]) -> GameView {
    let people = table.people();
    let seats = table
        .all_seats()
        .zip(&table.seats)
        .zip(names)
        .map(|((index, seat), name)| {
            let kind = match seat.occupant {
                Occupant::Open => SeatKind::Open,
                Occupant::Invited => SeatKind::Invited,
                Occupant::Human(_) => SeatKind::Human,
                Occupant::Bot(_) => SeatKind::Bot,
            };
            let person = seat
                .person()
                .and_then(|person| people.iter().position(|&other| other == person));
            SeatView {
                seat: number(index),
                kind,
                name: (kind == SeatKind::Human)
                    .then(|| name.shown().map(str::to_owned))
                    .flatten(),
                guest: kind == SeatKind::Human && name.is_marked(),
                level: seat.bot(),
                taken_over: seat.taken_over.map(|(_, reason)| reason),
                can_win: seat.can_win,
                person: person.map(|index| index as u8 + 1),
            }
        })
        .collect();
    let clock = table.clocks.is_used().then(|| ClockView {
        at: table.clocks.charged_at().unix_ms(),
        left: table
            .all_seats()
            .map(|seat| {
                table.seats[seat.index()]
                    .bot()
                    .is_none()
                    .then(|| table.clocks.left(seat).get())
            })
            .collect(),
        running: numbers(table.clocks.running()),
        lag: Some(table.clocks.lag().get()).filter(|&lag| lag != 0),
    });
    GameView {
        id: table.id.to_string(),
        ply: table.ply(),
        hash: table.hash().to_owned(),
        status: table.status,
        settings: table.settings.clone(),
        seats,
        table: table.view(),
        choosing: match table.status {
            Status::Running => numbers(&table.choosing()),
            _ => Vec::new(),
        },
        clock,
        undo: table.undo.as_ref().map(|asked| {
            let others = table.other_people(asked.seat);
            UndoQuestion {
                seat: number(asked.seat),
                to: asked.to,
                agreed: numbers(&asked.agreed),
                awaited: others
                    .into_iter()
                    .filter(|seat| !asked.agreed.contains(seat))
                    .map(number)
                    .collect(),
                until: asked.until.unix_ms(),
            }
        }),
        votes: table
            .all_seats()
            .zip(&table.votes)
            .filter(|(_, voted)| !voted.is_empty())
            .map(|(away, voted)| VoteView {
                seat: number(away),
                voted: numbers(voted),
                awaited: table
                    .other_people(away)
                    .into_iter()
                    .filter(|voter| !voted.contains(voter))
                    .map(number)
                    .collect(),
            })
            .collect(),
        result: result_view(table),
        rematch: table.rematch.as_ref().map(|rematch| RematchView {
            agreed: numbers(&rematch.agreed),
            until: rematch.until.unix_ms(),
            game: rematch.game.map(|game| game.to_string()),
        }),
        draw: DrawView {
            scheme: table.draw_scheme.name().to_owned(),
            commitment: table.commitment.clone(),
            nonce_commitments: table.nonce_commitments.clone(),
            closed: table.commitments_closed_at.is_some(),
            nonces: table.nonces.clone(),
            secret: table.secret.clone(),
        },
        created: table.created_at.unix_ms(),
    }
}

/// Returns the seats that can no longer win.
fn forfeited_seats(table: &Table) -> Vec<Seat> {
    table
        .all_seats()
        .filter(|seat| !table.seats[seat.index()].can_win)
        .collect()
}

/// Returns the result, once the game has ended.
pub fn result_view(table: &Table) -> Option<ResultView> {
    let end = table.end?;
    let position = table.position()?;
    Some(result_of(
        (end.by, end.seat.map(number)),
        table.sources(),
        position,
        &forfeited_seats(table),
    ))
}

/// The scores of a game in lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The scores by seat; empty before the start.
    pub scores: Vec<u16>,
    /// The round; 0 before the start.
    pub round: u16,
    /// The winning seats, once the game has ended.
    pub winners: Vec<u8>,
}

impl Standing {
    /// Returns the standing of a table.
    pub fn of(table: &Table) -> Self {
        let result = result_view(table);
        Self {
            scores: table
                .position()
                .map_or_else(Vec::new, |position| match &result {
                    Some(result) => result.players.iter().map(|player| player.score).collect(),
                    None => position.boards().map(|(_, board)| board.score()).collect(),
                }),
            round: table.position().map_or(0, azulejo_rules::Position::round),
            winners: result.map_or_else(Vec::new, |result| result.winners),
        }
    }
}

/// Returns the card of a game in the list of a player.
pub fn card(table: &Table, names: &[SeatName], player: PlayerId) -> GameCard {
    let Standing {
        scores,
        round,
        winners,
    } = Standing::of(table);
    let GameView {
        id,
        status,
        settings,
        seats,
        ..
    } = game_view(table, names);
    let waits_for: Vec<_> = table
        .waits_for()
        .into_iter()
        .filter(|seat| table.seats[seat.index()].acting_person().is_some())
        .collect();
    GameCard {
        id,
        status,
        settings,
        seats,
        scores,
        round,
        waits_for: numbers(&waits_for),
        mine: table.seats_of(player).map(number).collect(),
        winners,
        changed: table.changed_at.unix_ms(),
        deadline: table.clocks.deadline().map(Timestamp::unix_ms),
    }
}

/// Returns the private view of a person, or of a spectator.
pub fn own_view(table: &Table, player: Option<PlayerId>) -> OwnView {
    let mut own = OwnView {
        ply: table.ply(),
        seats: Vec::new(),
        host: false,
        invitation: None,
        offer: None,
        tiling: Vec::new(),
        chosen: Vec::new(),
        undo_to: Vec::new(),
        hints: false,
    };
    let Some(player) = player else {
        return own;
    };
    let seats: Vec<_> = table.seats_of(player).collect();
    own.host = table.host == Person::Player(player);
    own.invitation =
        (own.host && table.status == Status::Waiting).then(|| table.invitation.clone());
    own.seats = numbers(&seats);
    if seats.is_empty() || table.status != Status::Running {
        return own;
    }
    own.hints = may_have_hints(table);
    let Some(position) = table.position() else {
        return own;
    };
    let acting = |seat: &Seat| table.seats[seat.index()].taken_over.is_none();
    if position.phase() == Phase::Offer
        && seats
            .iter()
            .filter(|seat| acting(seat))
            .any(|&seat| seat == position.to_move())
    {
        own.offer = OfferOptions::of(position);
    }
    let choosing = table.choosing();
    for &seat in seats.iter().filter(|seat| acting(seat)) {
        if choosing.contains(&seat) {
            own.tiling.extend(TilingOptions::of(position, seat));
        }
        if let Some(chosen) = &table.chosen[seat.index()] {
            own.chosen.push(ChosenView {
                seat: number(seat),
                placements: chosen.iter().map(ToString::to_string).collect(),
            });
        }
        own.undo_to.extend(table.undo_to(seat));
    }
    own.undo_to.sort_unstable_by(|a, b| b.cmp(a));
    own
}

/// Returns whether hints are allowed: all opponents are bots.
pub fn may_have_hints(table: &Table) -> bool {
    table.people().len() == 1
}

/// Returns the steps with names, which the log does not hold.
pub fn named_steps(steps: &[Arc<Step>], names: &[SeatName]) -> Vec<Step> {
    let mut steps: Vec<Step> = steps.iter().map(|step| Step::clone(step)).collect();
    for step in &mut steps {
        if let Happening::Seated { seat, name } = &mut step.what
            && let Some(known) = names.get(usize::from(*seat) - 1).and_then(SeatName::shown)
        {
            known.clone_into(name);
        }
    }
    steps
}
