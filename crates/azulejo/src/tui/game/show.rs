//! Building of the [`Scene`] of a game.

use azulejo_rules::{Line, Move, Phase, Position, Seat};

use super::pick::{Pick, destinations, groups};
use super::{GameScreen, Stage};
use crate::i18n::Key;
use crate::tui::scene::{Choice, Choosing, Ghost, Panel, Scene, StyledText, Tone};
use crate::words::{Tally, Words};

impl GameScreen {
    pub(crate) fn scene<'a>(&'a self, words: &Words) -> Scene<'a> {
        let stage = self.stage();
        let seat = self.active_seat();
        let ghost = self.ghost();
        let mut open_lines = [false; 6];
        if let Some((source, colour)) = self.pick.group() {
            for (is_open, to) in open_lines.iter_mut().zip(destinations()) {
                *is_open = self.shown.is_legal(Move::new(source, colour, to));
            }
        }
        let choosing = self.columns.as_ref().map(|columns| Choosing {
            seat: columns.seat(),
            board: columns.board(),
            made: columns.cells().collect(),
            next: columns.next().map(|(_, colour, choices)| (colour, choices)),
            cursor: columns.cursor(),
        });
        Scene {
            position: &self.shown,
            names: self.host.names(),
            active: matches!(stage, Stage::Take | Stage::Columns | Stage::Wait).then_some(seat),
            picked: self.pick.source.map(|source| (source, self.pick.colour)),
            open_lines,
            ghost,
            choosing,
            highlight: self.highlight,
            panel: self.panel(stage, words),
            log: self.log.entries(),
            log_scroll: self.log_scroll,
            prompt: self.prompt(stage, words),
            tags: self.host.tags(),
            keys: self.keys(stage, words),
        }
    }

    fn ghost(&self) -> Option<Ghost> {
        let m = self.pick.complete()?;
        let preview = self.shown.preview(m).ok()?;
        let seat = self.shown.to_move();
        let mut after = self.shown;
        after.play(m).ok()?;
        // If the move ends the round at once, the score already includes the change.
        let change = if after.phase() == Phase::Offer {
            after.round_end(seat).change()
        } else {
            i32::from(after.board(seat).score()) - i32::from(self.shown.board(seat).score())
                + after.round_end(seat).change()
        };
        Some(Ghost {
            seat,
            m,
            preview,
            change,
        })
    }

    fn panel(&self, stage: Stage, words: &Words) -> Panel {
        let mut panel = Panel::default();
        panel.messages.extend(self.host.banners());
        panel.messages.extend(self.notice.clone());
        match stage {
            Stage::Take => self.panel_take(&mut panel, words),
            Stage::Columns => self.panel_columns(&mut panel, words),
            Stage::Wait => self.panel_wait(&mut panel, words),
            Stage::Scoring | Stage::RoundOver => self.panel_scoring(stage, &mut panel, words),
            Stage::Result => self.panel_result(&mut panel, words),
        }
        panel
    }

    fn turn_of(&self, seat: Seat, words: &Words) -> String {
        let names = self.host.names();
        if names.you == Some(seat) {
            words.text(Key("turn-yours"))
        } else {
            words.format(Key("turn-of"), &[("name", names.of(seat).into())])
        }
    }

    fn panel_take(&self, panel: &mut Panel, words: &Words) {
        let shown = &self.shown;
        if self.awaits_hint {
            let name = words.bot(crate::tui::bot_thread::ADVISER.into());
            let text = words.format(Key("turn-thinking"), &[("name", name.into())]);
            panel.messages.push(StyledText::new(Tone::Dim, text));
        }
        match (self.pick.group(), self.pick.complete()) {
            (_, Some(m)) => {
                if self.awaits_confirmation() {
                    let text = words.text(Key("confirm-ends-round"));
                    panel.messages.push(StyledText::new(Tone::Strong, text));
                }
                let text = words.preview(shown, m);
                panel.messages.push(StyledText::new(Tone::Plain, text));
            }
            (Some((source, colour)), None) => {
                let text = words.taking(shown, source, colour);
                panel.messages.push(StyledText::new(Tone::Plain, text));
            }
            (None, None) if self.pick.source.is_some() => {
                let text = words.text(Key("term-which-colour"));
                panel.messages.push(StyledText::new(Tone::Strong, text));
            }
            (None, None) => {
                let turn = self.turn_of(shown.to_move(), words);
                let take = words.text(Key("turn-take"));
                panel
                    .messages
                    .push(StyledText::new(Tone::Strong, format!("{turn} {take}")));
                panel.messages.extend(last_round(shown, self, words));
                if let Some(caption) = &self.caption {
                    panel
                        .messages
                        .push(StyledText::new(Tone::Dim, caption.clone()));
                }
                // Explain how to begin in the first round only.
                if shown.round() == 1 {
                    let text = words.text(Key("term-take-keys"));
                    panel.messages.push(StyledText::new(Tone::Dim, text));
                }
            }
        }
        if let Pick {
            source: Some(source),
            colour: None,
            ..
        } = self.pick
        {
            panel.choices = groups(shown)
                .into_iter()
                .filter(|(at, _)| *at == source)
                .map(|(_, colour)| Choice {
                    key: colour.to_string(),
                    text: words.group(shown, source, colour),
                    is_legal: true,
                    is_chosen: false,
                })
                .collect();
        }
        if let Some((source, colour)) = self.pick.group() {
            panel.choices = destinations()
                .map(|to| {
                    let m = Move::new(source, colour, to);
                    Choice {
                        key: to.to_string(),
                        text: words.option(shown, m),
                        is_legal: shown.is_legal(m),
                        is_chosen: self.pick.destination == Some(to),
                    }
                })
                .collect();
        }
    }

    fn panel_columns(&self, panel: &mut Panel, words: &Words) {
        let Some(columns) = &self.columns else { return };
        let Some((line, colour, choices)) = columns.next() else {
            let done = words.text(Key("choose-done"));
            let confirm = words.text(Key("turn-confirm"));
            panel
                .messages
                .push(StyledText::new(Tone::Strong, format!("{done} {confirm}")));
            return;
        };
        let names = self.host.names();
        if names.you.is_none() {
            let name = names.of(columns.seat());
            let text = words.format(Key("turn-choosing"), &[("name", name.into())]);
            panel.messages.push(StyledText::new(Tone::Strong, text));
        }
        let text = words.which_column(line, colour);
        panel.messages.push(StyledText::new(Tone::Strong, text));
        for choice in &choices {
            if let azulejo_rules::PlacementTarget::Column(column) = choice.target {
                panel.choices.push(Choice {
                    key: column.to_string(),
                    text: words.scored(columns.board().points_at(line, column)),
                    is_legal: true,
                    is_chosen: columns.cursor() == Some(column),
                });
            }
        }
    }

    fn panel_wait(&self, panel: &mut Panel, words: &Words) {
        let text = self.host.waiting_text().unwrap_or_else(|| {
            let seat = self.host.thinking().unwrap_or(self.shown.to_move());
            let name = self.host.names().of(seat);
            words.format(Key("turn-thinking"), &[("name", name.into())])
        });
        panel.messages.push(StyledText::new(Tone::Strong, text));
        if let Some(caption) = &self.caption {
            panel
                .messages
                .push(StyledText::new(Tone::Dim, caption.clone()));
        }
    }

    fn panel_scoring(&self, stage: Stage, panel: &mut Panel, words: &Words) {
        // A round that has just ended already counts as the next one.
        let round = match self.shown.phase() {
            Phase::Refill => self.shown.round() - 1,
            _ => self.shown.round(),
        };
        panel
            .messages
            .push(StyledText::new(Tone::Strong, words.round_ends(round)));
        if let Some(caption) = self.caption.as_ref().filter(|text| !text.is_empty()) {
            panel
                .messages
                .push(StyledText::new(Tone::Plain, caption.clone()));
        }
        if stage == Stage::RoundOver {
            let scores = self.shown.boards().map(|(_, board)| board.score());
            let text = words.scores(self.host.names(), scores);
            panel.messages.push(StyledText::new(Tone::Strong, text));
            let text = words.starts_next(self.host.names(), self.shown.start());
            panel.messages.push(StyledText::new(Tone::Plain, text));
        }
    }

    fn panel_result(&self, panel: &mut Panel, words: &Words) {
        let (record, names) = (self.host.record(), self.host.names());
        let ending = self.host.ending();
        let text = ending.unwrap_or_else(|| words.ending(names, record, &self.shown));
        panel.messages.push(StyledText::new(Tone::Strong, text));
        if self.shown.phase() == Phase::Over {
            let table = words.points_table(names, &Tally::of(record));
            for (i, line) in table.into_iter().enumerate() {
                let tone = if i == 0 { Tone::Dim } else { Tone::Plain };
                panel.fixed.push(StyledText::new(tone, line));
            }
        }
        panel.is_large = true;
    }

    fn prompt(&self, stage: Stage, words: &Words) -> String {
        if let Some(field) = &self.saving {
            return format!("{} {}_", words.text(Key("term-file")), field.text());
        }
        match stage {
            Stage::Take => {
                let parts = [
                    self.pick.source.map(|part| part.to_string()),
                    self.pick.colour.map(|part| part.to_string()),
                    self.pick.destination.map(|part| part.to_string()),
                ];
                let typed: Vec<_> = parts.into_iter().flatten().collect();
                format!(
                    "> {}_",
                    typed.join(" ") + if typed.is_empty() { "" } else { " " }
                )
            }
            Stage::Columns => {
                let made = self.columns.iter().flat_map(super::Columns::placements);
                let typed: Vec<_> = made.map(|placement| placement.to_string()).collect();
                format!(
                    "> {}_",
                    typed.join(" ") + if typed.is_empty() { "" } else { " " }
                )
            }
            _ => String::new(),
        }
    }

    fn keys(&self, stage: Stage, words: &Words) -> Vec<(&'static str, String)> {
        let text = |key| words.text(key);
        if self.saving.is_some() {
            return vec![
                ("Enter", text(Key("action-confirm"))),
                ("Esc", text(Key("action-cancel"))),
            ];
        }
        let mut keys = Vec::new();
        match stage {
            Stage::Take if self.awaits_confirmation() => {
                keys.push(("Enter", text(Key("action-confirm"))));
                keys.push(("Esc", text(Key("action-cancel"))));
            }
            Stage::Take | Stage::Columns => {
                let is_ready = self.pick.complete().is_some()
                    || self
                        .columns
                        .as_ref()
                        .is_some_and(|c| c.next().is_none() || c.cursor().is_some());
                if is_ready {
                    keys.push(("Enter", text(Key("action-confirm"))));
                }
                let can_undo = self.host.can_undo() || self.pick.source.is_some();
                if can_undo || stage == Stage::Columns {
                    keys.push(("U", text(Key("action-undo"))));
                }
                if self.host.can_hint() {
                    keys.push(("H", text(Key("action-hint"))));
                }
            }
            Stage::Scoring => {
                keys.push(("Enter", text(Key("term-next-step"))));
                keys.push(("A", text(Key("term-all-steps"))));
            }
            Stage::RoundOver => {
                keys.push(("Enter", text(Key("term-next-round"))));
                if self.host.can_undo() {
                    keys.push(("U", text(Key("action-undo"))));
                }
            }
            Stage::Result => {
                keys.extend(self.again_key(words));
                keys.push(("V", text(Key("action-replay"))));
                keys.push(("S", text(Key("term-save-record"))));
                keys.push(("M", text(Key("term-menu"))));
            }
            Stage::Wait => {
                if self.host.is_live() && self.host.can_undo() {
                    keys.push(("U", text(Key("action-undo"))));
                }
            }
        }
        if stage != Stage::Result && !self.host.actions().is_empty() {
            keys.push(("M", text(Key("term-menu"))));
        }
        keys.push(("?", text(Key("term-help"))));
        keys.push(("Q", text(Key("term-quit"))));
        keys
    }
}

/// The warning that a row will be complete at the end of the round, which makes it the last.
fn last_round(position: &Position, screen: &GameScreen, words: &Words) -> Option<StyledText> {
    let names = screen.host.names();
    position.boards().find_map(|(seat, board)| {
        let row = Line::ALL.into_iter().find(|&line| {
            let filled = (board.wall_bits() >> (5 * line.index()) & 31).count_ones();
            filled == 4 && board.is_complete(line)
        })?;
        let text = words.last_round(names, seat, row, position.wall());
        Some(StyledText::new(Tone::Strong, text))
    })
}
