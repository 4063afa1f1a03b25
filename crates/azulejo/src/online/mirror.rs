//! A game on a server as we know it: what the server says, followed step by step with our own rules.
//!
//! The server's word counts. We follow its steps with the rules so that there is something to show
//! for each of them, and compare the position after them with the server's; where they differ, or
//! where the past has changed, the game's record is fetched and shown from where it differs.

use std::collections::BTreeMap;

use azulejo_protocol::frame::{Phrase, ServerFrame};
use azulejo_protocol::game::{GameView, OwnView, PresenceView, Status};
use azulejo_protocol::happening::{Happening, Step as LogStep, TableEvent};
use azulejo_protocol::table::Colour as ProtocolColour;
use azulejo_rules::record::{Record, Step};
use azulejo_rules::{Colour, Deal, Draw, Game, Phase, Placement, Position, Seat};

use crate::host::Told;

/// What became different.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// A step was taken.
    Told(Box<Told>),
    /// Only so many steps are left.
    Undone {
        position: Position,
        steps: usize,
    },
    /// Something happened that is no step.
    Happened(Happening),
    Said {
        seat: u8,
        phrase: Phrase,
    },
    /// Anything else that is shown.
    View,
    /// The record is needed: [`Mirror::learn`].
    NeedRecord,
    /// What came does not follow what we have: the whole game is needed.
    NeedGame,
}

/// A game as we know it.
pub(crate) struct Mirror {
    pub(crate) game: String,
    pub(crate) view: GameView,
    pub(crate) own: Option<OwnView>,
    pub(crate) presence: Option<PresenceView>,
    local: Option<Game>,
    /// The steps that led to the local game, each with the position before it.
    steps: Vec<(Position, Step)>,
    /// The record as the server tells it once the game is over, with the proof of its draws.
    finished: Option<Record>,
    /// Who moved, by the event's place in the log: what can be taken back belongs to somebody.
    movers: BTreeMap<u32, u8>,
    awaits_record: bool,
}

impl Mirror {
    pub(crate) fn new(view: GameView, own: Option<OwnView>) -> Self {
        Self {
            game: view.id.clone(),
            view,
            own,
            presence: None,
            local: None,
            steps: Vec::new(),
            finished: None,
            movers: BTreeMap::new(),
            awaits_record: false,
        }
    }

    /// The game as followed so far; nothing before it has begun.
    pub(crate) fn local(&self) -> Option<&Game> {
        self.local.as_ref()
    }

    /// The record to show and to keep.
    pub(crate) fn record(&self) -> Option<&Record> {
        self.finished
            .as_ref()
            .or_else(|| self.local.as_ref().map(Game::record))
    }

    /// Whether the record is the server's own, of a game that is over.
    pub(crate) fn has_final_record(&self) -> bool {
        self.finished.is_some()
    }

    /// Whether the game is over, as far as we know, and the server's own record of it is not here yet.
    pub(crate) fn lacks_final_record(&self) -> bool {
        let is_over = self.local.as_ref().is_some_and(Game::has_ended);
        (is_over || self.view.status == Status::Finished) && self.finished.is_none()
    }

    pub(crate) fn steps(&self) -> &[(Position, Step)] {
        &self.steps
    }

    /// The seat whose event it was, if somebody moved with it.
    pub(crate) fn mover(&self, ply: u32) -> Option<u8> {
        self.movers.get(&ply).copied()
    }

    /// What we may do holds only for the view with the same number.
    pub(crate) fn current(&self) -> Option<&OwnView> {
        self.own.as_ref().filter(|own| own.ply == self.view.ply)
    }

    pub(crate) fn seats(&self) -> &[u8] {
        self.own.as_ref().map_or(&[], |own| &own.seats)
    }

    /// Follows a frame about this game.
    pub(crate) fn hear(&mut self, frame: ServerFrame) -> Vec<Change> {
        let mut changes = Vec::new();
        match frame {
            ServerFrame::Game { game, log, view } if game == self.game => {
                self.note_movers(&log);
                let known = self.view.ply;
                self.view = view;
                changes.push(Change::View);
                let new = log.iter().filter(|step| step.ply >= known);
                changes.extend(new.filter_map(around));
                self.check(&mut changes);
            }
            ServerFrame::Update { game, steps, view } if game == self.game => {
                self.update(&steps, view, &mut changes);
            }
            ServerFrame::Own { game, own } if game == self.game => {
                self.own = Some(own);
                changes.push(Change::View);
            }
            ServerFrame::Presence { game, presence } if game == self.game => {
                self.presence = Some(presence);
                changes.push(Change::View);
            }
            ServerFrame::Said { game, seat, phrase } if game == self.game => {
                changes.push(Change::Said { seat, phrase });
            }
            _ => {}
        }
        changes
    }

    fn update(&mut self, steps: &[LogStep], view: GameView, changes: &mut Vec<Change>) {
        let n = u32::try_from(steps.len()).unwrap_or(u32::MAX);
        if view.ply.checked_sub(n) != Some(self.view.ply) {
            changes.push(Change::NeedGame);
            return;
        }
        self.note_movers(steps);
        self.view = view;
        changes.push(Change::View);
        for step in steps {
            // What cannot be followed shows in the comparison below.
            let _whether_followed = self.follow(step, changes);
            changes.extend(around(step));
        }
        self.check(changes);
    }

    fn note_movers(&mut self, steps: &[LogStep]) {
        for step in steps {
            if let Happening::Moved { seat, .. } | Happening::Chosen { seat } = step.what {
                self.movers.insert(step.ply, seat);
            }
        }
    }

    /// Takes the steps of one event; nothing where that is not possible.
    fn follow(&mut self, step: &LogStep, changes: &mut Vec<Change>) -> Option<()> {
        match &step.what {
            Happening::Moved { text, .. } => {
                let m = text.parse().ok()?;
                self.take(Step::Move(m), changes)
            }
            Happening::Dealt { .. } => {
                let players = self.local.as_ref()?.position().players();
                let draws: Option<Vec<_>> = step.events.iter().filter_map(draw).collect();
                let deal = Deal::new(players, &draws?).ok()?;
                self.take(Step::Deal(deal), changes)
            }
            Happening::Tiled { placements } => {
                let start = self.local.as_ref()?.position().start();
                let players = self.local.as_ref()?.position().players();
                for seat in start.clockwise(players) {
                    for text in placements.get(seat.index())? {
                        let placement: Placement = text.parse().ok()?;
                        self.take(Step::Tile(seat, placement), changes)?;
                    }
                }
                if self.local.as_ref()?.position().is_ready_to_settle() {
                    self.take(Step::Settle, changes)?;
                }
                Some(())
            }
            _ => Some(()),
        }
    }

    fn take(&mut self, step: Step, changes: &mut Vec<Change>) -> Option<()> {
        let game = self.local.as_mut()?;
        let before = *game.position();
        let events = game.step_explained(step).ok()?;
        let after = *game.position();
        self.steps.push((before, step));
        changes.push(Change::Told(Box::new(Told {
            before,
            step,
            events,
            after,
        })));
        Some(())
    }

    /// Whether what we have is what the server has; else the record is needed.
    fn check(&mut self, changes: &mut Vec<Change>) {
        let Some(table) = &self.view.table else {
            return;
        };
        let ours = self.local.as_ref().map(|game| game.position().to_string());
        let is_same = ours.as_ref() == Some(&table.position);
        // The record of a game that is over says more: how it ended, and the proof of its draws.
        let is_complete = self.view.status != Status::Finished || self.finished.is_some();
        if (!is_same || !is_complete) && !self.awaits_record {
            self.awaits_record = true;
            changes.push(Change::NeedRecord);
        }
    }

    /// The record could not be had: ask again with the next news.
    pub(crate) fn lack(&mut self) {
        self.awaits_record = false;
    }

    /// Learns the game from its record, and tells what is new in it.
    pub(crate) fn learn(&mut self, record: &Record) -> Vec<Change> {
        self.awaits_record = false;
        let mut taken = Vec::new();
        let walked = record.walk(|before, step, _| taken.push((*before, step)));
        let (Ok(_), Ok(game)) = (walked, Game::from_record(record.clone())) else {
            return vec![Change::NeedGame];
        };
        if self.view.status == Status::Finished && record.ended_by().is_some() {
            self.finished = Some(record.clone());
        }
        let same = self
            .steps
            .iter()
            .zip(&taken)
            .take_while(|(ours, theirs)| ours.1 == theirs.1)
            .count();
        let mut changes = vec![Change::View];
        if same < self.steps.len() {
            let position = taken
                .get(same)
                .map_or(*game.position(), |(before, _)| *before);
            changes.push(Change::Undone {
                position,
                steps: same,
            });
        }
        for &(before, step) in &taken[same..] {
            changes.push(Change::Told(Box::new(Told::again(before, step))));
        }
        self.steps = taken;
        self.local = Some(game);
        // The game may have gone on while the record was on its way.
        self.check(&mut changes);
        changes
    }

    /// Whether the game can be shown as a table.
    pub(crate) fn is_ready(&self) -> bool {
        self.local.is_some()
    }

    /// The seat of ours that is to choose columns now.
    pub(crate) fn to_choose(&self) -> Option<Seat> {
        let tiling = &self.current()?.tiling;
        let phase = self.local.as_ref()?.position().phase();
        let first = tiling.first().filter(|_| phase == Phase::Tiling)?;
        Seat::new(usize::from(first.seat))
    }
}

/// What happened around the table; its own steps are told by themselves.
fn around(step: &LogStep) -> Option<Change> {
    match &step.what {
        Happening::Moved { .. } | Happening::Dealt { .. } | Happening::Tiled { .. } => None,
        what => Some(Change::Happened(what.clone())),
    }
}

fn draw(event: &TableEvent) -> Option<Option<Draw>> {
    let TableEvent::Dealt { tiles, .. } = event else {
        return None;
    };
    let tiles: Vec<_> = tiles.iter().map(|&tile| colour(tile)).collect();
    Some(Draw::from_tiles(&tiles).ok())
}

const fn colour(colour: ProtocolColour) -> Colour {
    match colour {
        ProtocolColour::B => Colour::Blue,
        ProtocolColour::Y => Colour::Yellow,
        ProtocolColour::R => Colour::Red,
        ProtocolColour::K => Colour::Black,
        ProtocolColour::W => Colour::White,
    }
}
