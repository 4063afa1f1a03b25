//! A table as people see it, and as the store finds it.

use std::sync::Arc;

use azulejo_protocol::game::{
    ChosenView, ClockView, DrawView, GameView, OwnView, RematchView, ResultView, SeatKind,
    SeatView, Status, TakeoverReason, UndoQuestion, VoteView,
};
use azulejo_protocol::happening::{Happening, Step};
use azulejo_protocol::http::GameCard;
use azulejo_protocol::options::{OfferOptions, TilingOptions};
use azulejo_protocol::replay::result_of;
use azulejo_rules::{Phase, Seat};
use azulejo_store::{
    GameRow, GameStatus, GameSummary, Pace, PlayerId, SeatKind as StoredKind, SeatRow, SeatSet,
    SeatsFingerprint,
};
use serde::{Deserialize, Serialize};

use crate::table::tiling::seat_at;
use crate::table::{Holder, Table};

/// What the person on a seat is called.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct SeatName {
    pub(crate) name: Option<String>,
    pub(crate) guest: bool,
    /// The name at this table, where several share a screen.
    pub(crate) alias: Option<String>,
    /// Since when the person is away, as far as it was written down.
    pub(crate) away: Option<i64>,
}

impl SeatName {
    /// Whether both are shown alike.
    pub(crate) fn is_same_name(&self, other: &Self) -> bool {
        (&self.name, self.guest, &self.alias) == (&other.name, other.guest, &other.alias)
    }

    pub(crate) fn shown(&self) -> Option<&str> {
        self.alias.as_deref().or(self.name.as_deref())
    }

    /// Whether it is shown with a guest's mark: it is not the name of an account.
    pub(crate) const fn is_marked(&self) -> bool {
        self.guest || self.alias.is_some()
    }
}

fn number(index: usize) -> u8 {
    index as u8 + 1
}

fn numbers(indices: &[usize]) -> Vec<u8> {
    indices.iter().map(|&index| number(index)).collect()
}

/// What everybody may see.
pub(crate) fn game_view(table: &Table, names: &[SeatName]) -> GameView {
    let people = table.people();
    let seats = table
        .seats
        .iter()
        .zip(names)
        .enumerate()
        .map(|(index, (seat, name))| {
            let kind = match seat.holder {
                Holder::Open => SeatKind::Open,
                Holder::Invited => SeatKind::Invited,
                Holder::Human(_) => SeatKind::Human,
                Holder::Bot(_) => SeatKind::Bot,
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
                person: person.map(number),
            }
        })
        .collect();
    let clock = table.clocks.is_used().then(|| ClockView {
        at: table.clocks.charged_at(),
        left: (0..table.seats.len())
            .map(|seat| {
                table.seats[seat]
                    .bot()
                    .is_none()
                    .then(|| table.clocks.left(seat))
            })
            .collect(),
        running: numbers(table.clocks.running()),
    });
    GameView {
        id: table.id.clone(),
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
            let others = table.others_to_ask(asked.seat);
            UndoQuestion {
                seat: number(asked.seat),
                to: asked.to,
                agreed: numbers(&asked.agreed),
                awaited: others
                    .into_iter()
                    .filter(|seat| !asked.agreed.contains(seat))
                    .map(number)
                    .collect(),
                until: asked.until,
            }
        }),
        votes: table
            .votes
            .iter()
            .enumerate()
            .filter(|(_, voted)| !voted.is_empty())
            .map(|(away, voted)| VoteView {
                seat: number(away),
                voted: numbers(voted),
                awaited: table
                    .voters(away)
                    .into_iter()
                    .filter(|voter| !voted.contains(voter))
                    .map(number)
                    .collect(),
            })
            .collect(),
        result: result_view(table),
        rematch: table.rematch.as_ref().map(|rematch| RematchView {
            agreed: numbers(&rematch.agreed),
            until: rematch.until,
            game: rematch.game.clone(),
        }),
        draw: DrawView {
            scheme: crate::draw::SCHEME.to_owned(),
            commitment: table.commitment.clone(),
            nonces: table.nonces.clone(),
            secret: table.secret.clone(),
        },
        created: table.created_at,
    }
}

/// The seats that can no longer win.
fn out_of_it(table: &Table) -> Vec<Seat> {
    (0..table.seats.len())
        .filter(|&seat| !table.seats[seat].can_win)
        .map(seat_at)
        .collect()
}

fn result_view(table: &Table) -> Option<ResultView> {
    let end = table.end?;
    let position = table.position()?;
    Some(result_of(
        (end.by, end.seat.map(number)),
        table.sources(),
        position,
        &out_of_it(table),
    ))
}

/// What only one person may know.
pub(crate) fn own_view(table: &Table, player: Option<&str>) -> OwnView {
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
    own.host = table.host == player;
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
    let acting = |&seat: &usize| table.seats[seat].taken_over.is_none();
    if position.phase() == Phase::Offer
        && seats
            .iter()
            .filter(|seat| acting(seat))
            .any(|&seat| seat == position.to_move().index())
    {
        own.offer = OfferOptions::of(position);
    }
    let choosing = table.choosing();
    for &seat in seats.iter().filter(|seat| acting(seat)) {
        if choosing.contains(&seat) {
            own.tiling
                .extend(TilingOptions::of(position, seat_at(seat)));
        }
        if let Some(chosen) = &table.chosen[seat] {
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

/// Hints are for those who play without other people.
pub(crate) fn may_have_hints(table: &Table) -> bool {
    table.people().len() == 1
}

/// Steps with the names that the log does not hold.
pub(crate) fn named_steps(steps: &[Arc<Step>], names: &[SeatName]) -> Vec<Step> {
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

/// What lists of games show, kept beside the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct CardDetail {
    scores: Vec<u16>,
    round: u16,
    winners: Vec<u8>,
    /// When the clocks that run are up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deadline: Option<i64>,
}

/// What lists of games show of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SeatDetail {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) alias: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) away: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) taken_over: Option<TakeoverReason>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) out: bool,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// How long an unstarted real-time game waits without its host.
pub(crate) const REALTIME_EXPIRY_MS: i64 = 30 * 60_000;
/// How long other unstarted games wait after they last changed.
const OTHER_EXPIRY_MS: i64 = 7 * 24 * 60 * 60_000;

/// When an unstarted game expires, as far as its log tells: the host's being there is not in it,
/// and the store keeps the later time.
fn expiry(table: &Table) -> i64 {
    if table.clocks.is_real_time() {
        table.created_at + REALTIME_EXPIRY_MS
    } else {
        table.changed_at + OTHER_EXPIRY_MS
    }
}

/// What the store finds a table by.
pub(crate) fn summary(table: &Table) -> GameSummary {
    let over = matches!(table.status, Status::Finished | Status::Cancelled);
    let result = result_view(table);
    let detail = CardDetail {
        scores: table
            .position()
            .map_or_else(Vec::new, |position| match &result {
                Some(result) => result.players.iter().map(|player| player.score).collect(),
                None => position.boards().map(|(_, board)| board.score()).collect(),
            }),
        round: table.position().map_or(0, azulejo_rules::Position::round),
        winners: result.map_or_else(Vec::new, |result| result.winners),
        deadline: (table.status == Status::Running)
            .then(|| table.clocks.deadline())
            .flatten(),
    };
    GameSummary {
        status: match table.status {
            Status::Waiting => GameStatus::Open,
            Status::Running => GameStatus::Running,
            Status::Finished => GameStatus::Finished,
            Status::Cancelled => GameStatus::Aborted,
        },
        public: table.settings.public,
        pace: match table.settings.clock {
            azulejo_protocol::game::Clock::None => Pace::Untimed,
            azulejo_protocol::game::Clock::RealTime { .. } => Pace::Realtime,
            azulejo_protocol::game::Clock::Days { .. } => Pace::Days,
        },
        waiting: table
            .waits_for()
            .into_iter()
            .filter(|&seat| table.seats[seat].acting_person().is_some())
            .map(|seat| seat as u8)
            .collect::<SeatSet>(),
        deadline_ms: table.next_deadline().or_else(|| table.rematch_until()),
        expires_ms: (table.status == Status::Waiting).then(|| expiry(table)),
        ended_ms: over.then_some(table.changed_at),
        detail: serde_json::to_string(&detail).expect("numbers have a JSON form"),
    }
}

/// The seats as the store keeps them.
pub(crate) fn seat_rows(table: &Table, names: &[SeatName]) -> Vec<SeatRow> {
    table
        .seats
        .iter()
        .zip(names)
        .enumerate()
        .map(|(index, (seat, name))| {
            let player: Option<PlayerId> = seat.person().and_then(|person| person.parse().ok());
            let kind = match seat.holder {
                Holder::Open => StoredKind::Open,
                Holder::Invited => StoredKind::Invited,
                Holder::Human(_) if player.is_none() => StoredKind::Deleted,
                Holder::Human(_) => StoredKind::Person,
                Holder::Bot(_) => StoredKind::Bot,
            };
            let detail = SeatDetail {
                alias: name.alias.clone().filter(|_| kind == StoredKind::Person),
                away: name
                    .away
                    .filter(|_| matches!(kind, StoredKind::Person | StoredKind::Deleted)),
                taken_over: seat.taken_over.map(|(_, reason)| reason),
                out: !seat.can_win,
            };
            SeatRow {
                seat: index as u8,
                kind,
                player,
                bot: seat.bot().map(|level| level.id().to_owned()),
                detail: serde_json::to_string(&detail).expect("a seat has a JSON form"),
            }
        })
        .collect()
}

/// The mark that the store gives to seats which are kept like this.
pub(crate) fn seats_mark(rows: &[SeatRow], names: &[SeatName]) -> SeatsFingerprint {
    SeatsFingerprint::of(rows.iter().zip(names).map(|(row, name)| {
        let known = name.name.as_deref().filter(|_| row.player.is_some());
        (row, known.map(|known| (known, !name.guest)))
    }))
}

/// What the people of a stored game are called.
pub(crate) fn names_of(row: &GameRow) -> Vec<SeatName> {
    row.seats
        .iter()
        .map(|seat| {
            let detail: SeatDetail = serde_json::from_str(&seat.row.detail).unwrap_or_default();
            SeatName {
                name: seat.name.as_ref().map(|shown| shown.name.clone()),
                guest: seat.name.as_ref().is_some_and(|shown| !shown.account),
                alias: detail.alias.filter(|_| seat.name.is_some()),
                away: detail.away,
            }
        })
        .collect()
}

/// A stored game in a list; nothing when it does not read, which the log is told.
pub(crate) fn card(row: &GameRow, player: Option<PlayerId>) -> Option<GameCard> {
    let settings = serde_json::from_str(&row.settings);
    let detail = serde_json::from_str::<CardDetail>(&row.summary.detail);
    let (settings, detail) = match (settings, detail) {
        (Ok(settings), Ok(detail)) => (settings, detail),
        (Err(error), _) | (_, Err(error)) => {
            tracing::error!(game = %row.id, %error, "a stored game does not read");
            return None;
        }
    };
    let names = names_of(row);
    let mut people: Vec<PlayerId> = Vec::new();
    let seats = row
        .seats
        .iter()
        .zip(&names)
        .map(|(seat, name)| {
            let detail: SeatDetail = serde_json::from_str(&seat.row.detail).unwrap_or_default();
            let person = seat.row.player.map(|player| {
                people
                    .iter()
                    .position(|&other| other == player)
                    .unwrap_or_else(|| {
                        people.push(player);
                        people.len() - 1
                    })
            });
            SeatView {
                seat: seat.row.seat + 1,
                kind: match seat.row.kind {
                    StoredKind::Open => SeatKind::Open,
                    StoredKind::Invited => SeatKind::Invited,
                    StoredKind::Person | StoredKind::Deleted => SeatKind::Human,
                    StoredKind::Bot => SeatKind::Bot,
                },
                name: name.shown().map(str::to_owned),
                guest: name.is_marked(),
                level: seat.row.bot.as_deref().and_then(level_of),
                taken_over: detail.taken_over,
                can_win: !detail.out,
                person: person.map(number),
            }
        })
        .collect();
    let bits = |set: SeatSet| {
        (0..8)
            .filter(move |&seat| set.contains(seat))
            .map(|seat| seat + 1)
    };
    Some(GameCard {
        id: row.id.to_string(),
        status: match row.summary.status {
            GameStatus::Open => Status::Waiting,
            GameStatus::Running => Status::Running,
            GameStatus::Finished => Status::Finished,
            GameStatus::Aborted | GameStatus::Expired => Status::Cancelled,
        },
        settings,
        seats,
        scores: detail.scores,
        round: detail.round,
        waits_for: bits(row.summary.waiting).collect(),
        mine: player.map_or_else(Vec::new, |player| bits(row.seats_of(player)).collect()),
        winners: detail.winners,
        changed: row.changed_ms,
        deadline: detail.deadline,
    })
}

fn level_of(id: &str) -> Option<azulejo_protocol::game::Level> {
    azulejo_protocol::game::Level::ALL
        .into_iter()
        .find(|level| level.id() == id)
}
