//! A local replica of a game on a server, replayed with the rules engine.
//!
//! The server is authoritative. Its steps are replayed locally, so that each can be shown, and the
//! resulting position is compared with the server's. If they differ, or if the past has changed,
//! the record is fetched and shown from the first difference.

use std::collections::BTreeMap;

use azulejo_protocol::frame::{Phrase, ServerFrame};
use azulejo_protocol::game::{GameView, OwnView, PresenceView, Status};
use azulejo_protocol::happening::{Happening, Step as LogStep, TableEvent};
use azulejo_protocol::table::Colour as ProtocolColour;
use azulejo_rules::record::{Record, Step};
use azulejo_rules::{Colour, Deal, Draw, Game, Phase, Placement, Position, Seat};

use crate::host::TakenStep;

/// A change of the replica.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// A step was taken.
    Step(Box<TakenStep>),
    /// Steps were taken back; `steps` remain.
    Undone {
        position: Position,
        steps: usize,
    },
    /// An event that is not a step.
    Happened(Happening),
    PhraseSent {
        seat: u8,
        phrase: Phrase,
    },
    /// Any other visible change.
    View,
    /// The record must be fetched: [`Mirror::load_record`].
    NeedRecord,
    /// The update does not continue the local state: the whole game must be fetched.
    NeedGame,
}

/// A local replica of a game.
pub(crate) struct Mirror {
    pub(crate) game: String,
    pub(crate) view: GameView,
    pub(crate) own: Option<OwnView>,
    pub(crate) presence: Option<PresenceView>,
    local: Option<Game>,
    /// The steps that led to the local game, each with the position before it.
    steps: Vec<(Position, Step)>,
    /// The server's final record, with the proof of the draws.
    finished: Option<Record>,
    /// The seat that moved, by the event's index in the log: only its player can take the move
    /// back.
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

    /// The game as replayed so far; `None` before the start.
    pub(crate) fn local(&self) -> Option<&Game> {
        self.local.as_ref()
    }

    /// The record to show and save.
    pub(crate) fn record(&self) -> Option<&Record> {
        self.finished
            .as_ref()
            .or_else(|| self.local.as_ref().map(Game::record))
    }

    /// Returns whether the record is the server's final one.
    pub(crate) fn has_final_record(&self) -> bool {
        self.finished.is_some()
    }

    /// Returns whether the game is over and the server's final record is still missing.
    pub(crate) fn is_missing_final_record(&self) -> bool {
        let is_over = self.local.as_ref().is_some_and(Game::has_ended);
        (is_over || self.view.status == Status::Finished) && self.finished.is_none()
    }

    pub(crate) fn steps(&self) -> &[(Position, Step)] {
        &self.steps
    }

    /// The seat that moved in an event, if any.
    pub(crate) fn mover(&self, ply: u32) -> Option<u8> {
        self.movers.get(&ply).copied()
    }

    /// Our own view, if it belongs to the current view of the game.
    pub(crate) fn current(&self) -> Option<&OwnView> {
        self.own.as_ref().filter(|own| own.ply == self.view.ply)
    }

    pub(crate) fn seats(&self) -> &[u8] {
        self.own.as_ref().map_or(&[], |own| &own.seats)
    }

    /// Applies a frame about this game.
    pub(crate) fn apply(&mut self, frame: ServerFrame) -> Vec<Change> {
        let mut changes = Vec::new();
        match frame {
            ServerFrame::Game { game, log, view } if game == self.game => {
                self.record_movers(&log);
                let known = self.view.ply;
                self.view = view;
                changes.push(Change::View);
                let new = log.iter().filter(|step| step.ply >= known);
                changes.extend(new.filter_map(table_change));
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
                changes.push(Change::PhraseSent { seat, phrase });
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
        self.record_movers(steps);
        self.view = view;
        changes.push(Change::View);
        for step in steps {
            // A failure shows up in the comparison below.
            let _ignored = self.replay_event(step, changes);
            changes.extend(table_change(step));
        }
        self.check(changes);
    }

    fn record_movers(&mut self, steps: &[LogStep]) {
        for step in steps {
            if let Happening::Moved { seat, .. } | Happening::Chosen { seat } = step.what {
                self.movers.insert(step.ply, seat);
            }
        }
    }

    /// Replays the steps of one event; `None` if that is impossible.
    fn replay_event(&mut self, step: &LogStep, changes: &mut Vec<Change>) -> Option<()> {
        match &step.what {
            Happening::Moved { text, .. } => {
                let m = text.parse().ok()?;
                self.take_step(Step::Move(m), changes)
            }
            Happening::Dealt { .. } => {
                let players = self.local.as_ref()?.position().players();
                let draws: Option<Vec<_>> = step.events.iter().filter_map(draw).collect();
                let deal = Deal::new(players, &draws?).ok()?;
                self.take_step(Step::Deal(deal), changes)
            }
            Happening::Tiled { placements } => {
                let start = self.local.as_ref()?.position().start();
                let players = self.local.as_ref()?.position().players();
                for seat in start.clockwise(players) {
                    for text in placements.get(seat.index())? {
                        let placement: Placement = text.parse().ok()?;
                        self.take_step(Step::Tile(seat, placement), changes)?;
                    }
                }
                if self.local.as_ref()?.position().is_ready_to_settle() {
                    self.take_step(Step::Settle, changes)?;
                }
                Some(())
            }
            _ => Some(()),
        }
    }

    fn take_step(&mut self, step: Step, changes: &mut Vec<Change>) -> Option<()> {
        let game = self.local.as_mut()?;
        let before = *game.position();
        let events = game.step_explained(step).ok()?;
        let after = *game.position();
        self.steps.push((before, step));
        changes.push(Change::Step(Box::new(TakenStep {
            before,
            step,
            events,
            after,
        })));
        Some(())
    }

    /// Compares the replica with the server's state, and requests the record if they differ.
    fn check(&mut self, changes: &mut Vec<Change>) {
        let Some(table) = &self.view.table else {
            return;
        };
        let ours = self.local.as_ref().map(|game| game.position().to_string());
        let is_same = ours.as_ref() == Some(&table.position);
        // The record of a finished game contains more: the result and the proof of the draws.
        let is_complete = self.view.status != Status::Finished || self.finished.is_some();
        if (!is_same || !is_complete) && !self.awaits_record {
            self.awaits_record = true;
            changes.push(Change::NeedRecord);
        }
    }

    /// The fetch failed; retry on the next update.
    pub(crate) fn record_unavailable(&mut self) {
        self.awaits_record = false;
    }

    /// Rebuilds the game from its record, and returns the changes.
    pub(crate) fn load_record(&mut self, record: &Record) -> Vec<Change> {
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
            changes.push(Change::Step(Box::new(TakenStep::replayed(before, step))));
        }
        self.steps = taken;
        self.local = Some(game);
        // The game may have advanced while the record was being fetched.
        self.check(&mut changes);
        changes
    }

    /// Returns whether the game can be shown as a table.
    pub(crate) fn is_ready(&self) -> bool {
        self.local.is_some()
    }

    /// Our seat that has to choose columns now.
    pub(crate) fn to_choose(&self) -> Option<Seat> {
        let tiling = &self.current()?.tiling;
        let phase = self.local.as_ref()?.position().phase();
        let first = tiling.first().filter(|_| phase == Phase::Tiling)?;
        Seat::new(usize::from(first.seat))
    }
}

/// The change for an event that is not a step of the game.
fn table_change(step: &LogStep) -> Option<Change> {
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
