//! The table: prints events as they happen, and prompts for turns.

use std::rc::Rc;
use std::time::Instant;

use anyhow::{Result, anyhow};
use azulejo_protocol::frame::Phrase;
use azulejo_rules::record::Step;
use azulejo_rules::{Move, Phase, PlacementList, PlacementTarget, Position, Seat};

use super::super::input::Typed;
use super::super::show;
use super::{Input, Next, OnlineSession};
use crate::host::{
    Advice, GameHost as _, HostFailure, PlayerRequest, TableAction, TakenStep, Update,
};
use crate::i18n::Key;
use crate::local::append_record;
use crate::online::{ApiRequest, Mirror, OnlineHost};
use crate::tui::{Columns, PHRASES};
use crate::words::{Tally, Words};

/// The commands besides moves and those of every table.
const COMMANDS: [(&str, Key); 8] = [
    ("say", Key("term-online-command-say")),
    ("mute 2", Key("term-online-command-mute")),
    ("allow, refuse", Key("term-online-command-answer")),
    ("vote 2", Key("term-online-command-vote")),
    ("back", Key("term-online-command-back")),
    ("resign", Key("term-online-command-resign")),
    ("rematch", Key("term-online-command-rematch")),
    ("quit, lobby", Key("term-online-command-quit")),
];

/// The pending question to the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    Nothing,
    Move,
    Columns(Seat),
    /// The game is over, and the result was printed.
    Over,
}

struct TableState {
    host: OnlineHost,
    shown: Position,
    question: Question,
    columns: Option<Columns>,
    /// The seat for which resigning awaits confirmation.
    unconfirmed_resignation: Option<Seat>,
    /// The move that awaits confirmation because it ends the round.
    unconfirmed_move: Option<Move>,
    banners: Vec<String>,
    round_end_announced: bool,
}

impl OnlineSession<'_> {
    /// Plays or watches a game to its end.
    pub(super) fn table(&mut self, mirror: Mirror) -> Result<Next> {
        let mut host = OnlineHost::new(Rc::clone(&self.link), mirror, Rc::clone(&self.words))
            .showing_phrases(self.has_phrases);
        let (_, shown) = host.history();
        let mut state = TableState {
            host,
            shown,
            question: Question::Nothing,
            columns: None,
            unconfirmed_resignation: None,
            unconfirmed_move: None,
            banners: Vec::new(),
            round_end_announced: shown.phase() == Phase::Tiling,
        };
        let names = self.words.list(&state.host.names().shown);
        let wall = self.words.wall(shown.wall());
        self.say(&format!("{wall}: {names}"))?;
        self.say_key(Key("term-greeting-help"))?;
        // The player to move sees the table along with the prompt.
        let is_our_turn =
            state.host.is_mine(shown.to_move()) || state.host.to_tile(&shown).is_some();
        if !is_our_turn {
            self.draw(&state, PlacementList::new())?;
        }
        let outcome = self.play(&mut state);
        // Even if a line of a script is wrong.
        self.save_record(&state)?;
        let next = outcome?;
        let farewell = state.host.farewell(&self.words);
        if let Some(text) = farewell.filter(|_| !matches!(next, Next::Game(_))) {
            self.say_unwrapped(&text)?;
        }
        Ok(next)
    }

    fn play(&mut self, state: &mut TableState) -> Result<Next> {
        loop {
            for update in state.host.poll(Instant::now()) {
                self.show_update(state, update)?;
            }
            self.show_banners(state)?;
            self.ask(state)?;
            let is_script = self.stdin.is_script();
            if state.question == Question::Over && (is_script || !state.host.has_people()) {
                return Ok(Next::Quit);
            }
            // A script is read only when there is a prompt; people may type at any time.
            if (state.question != Question::Nothing || !is_script)
                && let Some(input) = self.stdin.next()
            {
                match input {
                    // Spectators need no input.
                    Input::End if !state.host.has_people() => {}
                    Input::End => {
                        self.say_unwrapped("")?;
                        return Ok(Next::Quit);
                    }
                    Input::Line(line) => {
                        self.echo(&line)?;
                        if let Some(next) = self.line(state, &line)? {
                            return Ok(next);
                        }
                        self.prompt_again(state)?;
                    }
                }
            }
            self.wait()?;
        }
    }

    fn draw(&mut self, state: &TableState, choices: PlacementList) -> Result<()> {
        let (position, next) = match &state.columns {
            Some(columns) => (columns.position(), columns.seat()),
            None => (&state.shown, state.shown.to_move()),
        };
        let names = state.host.names();
        show::draw_table(position, next, choices, names, &self.words, self.screen)
    }

    fn show_update(&mut self, state: &mut TableState, update: Update) -> Result<()> {
        match update {
            Update::Step(taken) => self.show_step(state, &taken)?,
            Update::Undone { position, .. } => {
                state.shown = position;
                state.question = Question::Nothing;
                state.columns = None;
                state.unconfirmed_move = None;
                state.round_end_announced = position.phase() == Phase::Tiling;
                self.say_key(Key("term-undone"))?;
            }
            Update::Hint { from, advice } => {
                let text = match advice {
                    Advice::Move(m) => {
                        let hint = self.words.hint(from, &m.to_string());
                        let why = self.words.why(state.host.names(), &state.shown, m);
                        format!("{hint} {why}")
                    }
                    Advice::Place(placement) => self.words.hint(from, &placement.to_string()),
                };
                self.screen.wrapped(&text, 4)?;
                self.prompt_again(state)?;
            }
            Update::Note(message) => self.say(&message.text)?,
            Update::Notice(message) => {
                self.say(&message.text)?;
                // Prompt again after a refusal.
                state.question = Question::Nothing;
            }
            Update::Redraw
            | Update::Failure(HostFailure::NotSaved(_) | HostFailure::BotFailed(_)) => {}
        }
        Ok(())
    }

    fn show_step(&mut self, state: &mut TableState, taken: &TakenStep) -> Result<()> {
        let is_tiling = matches!(taken.step, Step::Tile(..) | Step::Settle);
        if is_tiling && !state.round_end_announced {
            state.round_end_announced = true;
            let text = self.words.round_ends(taken.before.round());
            self.say_unwrapped("")?;
            self.say(&text)?;
        }
        if let Step::Deal(_) = taken.step {
            state.round_end_announced = false;
            self.say_unwrapped("")?;
        }
        let names = state.host.names();
        if let Step::Move(m) = taken.step {
            let text = self.words.move_text(names, m, &taken.events);
            self.screen.wrapped(&text, 4)?;
        }
        show::say_events(&taken.after, &taken.events, names, &self.words, self.screen)?;
        state.shown = taken.after;
        state.unconfirmed_move = None;
        state.question = Question::Nothing;
        state.columns = None;
        Ok(())
    }

    /// Prints new banners.
    fn show_banners(&mut self, state: &mut TableState) -> Result<()> {
        let lost = self.words.text(Key("connection-lost"));
        let banners: Vec<_> = state
            .host
            .banners()
            .into_iter()
            .map(|message| message.text.replace(" (M)", ""))
            // Connection changes are reported elsewhere.
            .filter(|text| *text != lost)
            .collect();
        for text in &banners {
            if !state.banners.contains(text) {
                self.say(text)?;
            }
        }
        state.banners = banners;
        Ok(())
    }

    /// Prints the pending prompt, once.
    fn ask(&mut self, state: &mut TableState) -> Result<()> {
        let shown = state.shown;
        let question = if state.host.has_ended() {
            Question::Over
        } else if let Some(seat) = state.host.to_tile(&shown) {
            Question::Columns(seat)
        } else if shown.phase() == Phase::Offer && state.host.is_mine(shown.to_move()) {
            Question::Move
        } else {
            Question::Nothing
        };
        if question == state.question {
            return Ok(());
        }
        // The record of a finished game may still be in flight.
        if question == Question::Over && !state.host.has_final_record() {
            return Ok(());
        }
        state.question = question;
        match question {
            Question::Nothing => Ok(()),
            Question::Move => {
                self.draw(state, PlacementList::new())?;
                self.prompt_again(state)
            }
            Question::Columns(seat) => {
                state.columns = Some(Columns::new(&shown, seat));
                self.ask_column(state)?;
                self.prompt_again(state)
            }
            Question::Over => self.show_result(state),
        }
    }

    /// Shows the next choice of a column; the caller prompts for it.
    fn ask_column(&mut self, state: &mut TableState) -> Result<()> {
        let Some(columns) = &state.columns else {
            return Ok(());
        };
        let (position, seat) = (*columns.position(), columns.seat());
        let choices = position.placements(seat);
        if choices.is_empty() {
            let placements = columns.placements();
            state.columns = None;
            state.host.request(PlayerRequest::Columns(seat, placements));
            return Ok(());
        }
        self.draw(state, choices)?;
        show::list_choices(&position, seat, &self.words, self.screen)
    }

    fn prompt_again(&mut self, state: &TableState) -> Result<()> {
        match state.question {
            Question::Nothing => Ok(()),
            Question::Move | Question::Columns(_) => {
                let seat = match state.question {
                    Question::Columns(seat) => seat,
                    _ => state.shown.to_move(),
                };
                let is_our_turn = state.host.is_mine(seat);
                let text = Words::prompt(state.host.names(), seat);
                if is_our_turn {
                    self.prompt(&text)
                } else {
                    Ok(())
                }
            }
            Question::Over => self.prompt("> "),
        }
    }

    fn show_result(&mut self, state: &TableState) -> Result<()> {
        let (record, names) = (state.host.record(), state.host.names());
        if state.shown.phase() == Phase::Over {
            self.draw(state, PlacementList::new())?;
            for line in self.words.points_table(names, &Tally::of(record)) {
                self.screen.line(line.trim_end())?;
            }
        }
        let ending = state.host.ending();
        let text = ending.unwrap_or_else(|| self.words.ending(names, record, &state.shown));
        self.say(&text)?;
        if !self.stdin.is_script() && state.host.has_people() {
            self.help_commands()?;
            self.prompt("> ")?;
        }
        Ok(())
    }

    fn save_record(&mut self, state: &TableState) -> Result<()> {
        let record = state.host.record();
        let is_begun = record.rounds.iter().any(|round| !round.moves.is_empty());
        if let Some(path) = self.save.clone().filter(|_| is_begun) {
            let name = path.display().to_string();
            append_record(&path, record)
                .map_err(|error| anyhow!(self.words.record_not_saved(&path, &error)))?;
            let text = self.words.record_added(&name);
            self.say_unwrapped(&text)?;
        }
        Ok(())
    }

    fn help_commands(&mut self) -> Result<()> {
        for (command, about) in COMMANDS {
            let about = self.words.text(about);
            self.screen
                .wrapped(&format!("  {command:<14} {about}"), 17)?;
        }
        Ok(())
    }

    /// Handles a line; returns the next screen, if any.
    fn line(&mut self, state: &mut TableState, line: &str) -> Result<Option<Next>> {
        let words: Vec<_> = line.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let resigns = state.unconfirmed_resignation.take();
        let unconfirmed = state.unconfirmed_move.take();
        let action = match words[..] {
            ["lobby"] => return Ok(Some(Next::Lobby)),
            ["say"] => {
                for (i, &phrase) in PHRASES.iter().enumerate() {
                    let text = self.words.phrase(phrase);
                    self.say(&format!("  {}  {text}", i + 1))?;
                }
                return Ok(None);
            }
            ["say", number] => match phrase(number) {
                Some(phrase) => TableAction::Say(phrase),
                None => return self.no_command(line).map(|()| None),
            },
            ["allow"] => TableAction::AnswerUndo(true),
            ["refuse"]
                if state
                    .host
                    .actions()
                    .iter()
                    .any(|(a, _)| *a == TableAction::WithdrawUndo) =>
            {
                TableAction::WithdrawUndo
            }
            ["refuse"] => TableAction::AnswerUndo(false),
            ["back"] => TableAction::TakeBack,
            ["vote", number] => match number.parse().ok().and_then(Seat::new) {
                Some(seat) => TableAction::Vote(seat),
                None => return self.no_command(line).map(|()| None),
            },
            ["resign"] => match resigns {
                Some(seat) => TableAction::Resign(seat),
                None => return self.ask_to_resign(state, line).map(|()| None),
            },
            ["rematch"] => {
                if let Some(game) = state.host.next_game() {
                    let invitation = None;
                    self.link.request(ApiRequest::Enter { game, invitation });
                    return self.entering().map(Some);
                }
                TableAction::Rematch(true)
            }
            ["mute", number] => match mute(state, number) {
                Some(action) => action,
                None => return self.no_command(line).map(|()| None),
            },
            _ => return self.typed(state, line, unconfirmed),
        };
        let can = state.host.actions().iter().any(|(known, _)| {
            *known == action
                || matches!((known, action), (TableAction::Say(_), TableAction::Say(_)))
        });
        if can {
            state.host.perform(action);
        } else {
            self.no_command(line)?;
        }
        Ok(None)
    }

    /// Asks for confirmation to resign: for the seat to move, if several seats are ours.
    fn ask_to_resign(&mut self, state: &mut TableState, line: &str) -> Result<()> {
        let actions = state.host.actions().into_iter();
        let resignations = actions.filter_map(|(action, text)| match action {
            TableAction::Resign(seat) => Some((seat, text)),
            _ => None,
        });
        let resignations: Vec<_> = resignations.collect();
        let Some((seat, text)) = resignations.first() else {
            return self.no_command(line);
        };
        state.unconfirmed_resignation = Some(*seat);
        if resignations.len() > 1 {
            self.say(text)?;
        }
        self.say_key(Key("ask-resign"))
    }

    /// Handles the commands of every table.
    fn typed(
        &mut self,
        state: &mut TableState,
        line: &str,
        unconfirmed: Option<Move>,
    ) -> Result<Option<Next>> {
        let shown = state.shown;
        let typed = match (Typed::new(line), unconfirmed) {
            // Enter alone confirms the move.
            (Typed::Nothing, Some(m)) => Typed::Move(m),
            (typed, _) => typed,
        };
        match typed {
            Typed::Quit => return Ok(Some(Next::Quit)),
            Typed::Help => {
                let mut help = self.words.help();
                // Saving and leaving work differently online.
                help.retain(|line| !line.trim_start().starts_with("quit "));
                show::paragraphs(&help, self.screen)?;
                self.help_commands()?;
            }
            Typed::Rules => show::paragraphs(&self.words.rules(shown.wall()), self.screen)?,
            Typed::Table => self.draw(state, PlacementList::new())?,
            Typed::Position => self.say_unwrapped(&shown.to_string())?,
            Typed::Undo => {
                let went_back = state.columns.as_mut().is_some_and(Columns::back);
                if went_back {
                    self.ask_column(state)?;
                } else if state.host.can_undo() {
                    state.host.request(PlayerRequest::Undo);
                } else {
                    self.say_key(Key("undo-nothing"))?;
                }
            }
            Typed::Hint if !state.host.can_hint() => self.say_key(Key("problem-no-hints"))?,
            Typed::Hint if state.question == Question::Nothing => {
                self.say_key(Key("illegal-turn"))?;
            }
            Typed::Hint => {
                let position = state.columns.as_ref().map_or(shown, |c| *c.position());
                state.host.request(PlayerRequest::Hint(position));
            }
            typed => match state.question {
                Question::Move => self.typed_move(state, typed, unconfirmed)?,
                Question::Columns(_) => self.typed_column(state, line)?,
                Question::Nothing | Question::Over if typed == Typed::Nothing => {}
                Question::Nothing => self.say_key(Key("illegal-turn"))?,
                Question::Over => self.no_command(line)?,
            },
        }
        Ok(None)
    }

    fn typed_move(
        &mut self,
        state: &mut TableState,
        typed: Typed,
        unconfirmed: Option<Move>,
    ) -> Result<()> {
        let shown = state.shown;
        let words = Rc::clone(&self.words);
        match typed {
            Typed::Moves => show::list_moves(&shown, self.screen),
            Typed::Source(source) => show::show_source(&shown, source, &words, self.screen),
            Typed::Colour(colour) => show::show_colour(&shown, colour, &words, self.screen),
            Typed::Group(source, colour) => {
                show::show_group(&shown, source, colour, &words, self.screen)
            }
            Typed::Move(m) => match shown.check(m) {
                Ok(()) if unconfirmed != Some(m) && self.needs_confirmation(state) => {
                    state.unconfirmed_move = Some(m);
                    self.say_key(Key("confirm-ends-round"))?;
                    self.say_key(Key("term-confirm-or-other"))
                }
                Ok(()) => {
                    state.host.request(PlayerRequest::Move(m));
                    Ok(())
                }
                Err(reason) => {
                    let why = words.illegal(m, reason);
                    self.refuse(&format!("{m}: {why}"))
                }
            },
            Typed::Other(text) => self.refuse(&words.not_understood(&text)),
            _ => self.say_key(Key("term-type-a-move")),
        }
    }

    /// Returns whether a move needs confirmation: it ends the round, so it can't be taken back.
    fn needs_confirmation(&self, state: &TableState) -> bool {
        let is_person = !self.stdin.is_script();
        is_person && state.host.undo_ends_with_round() && state.shown.group_count() == 1
    }

    fn typed_column(&mut self, state: &mut TableState, line: &str) -> Result<()> {
        let Some(columns) = &mut state.columns else {
            return Ok(());
        };
        let Some((first, ..)) = columns.next() else {
            return Ok(());
        };
        let placement = show::placement(line, first);
        let (position, seat) = (*columns.position(), columns.seat());
        let chosen = match placement {
            Some(placement) => position
                .check_placement(seat, placement)
                .map(|()| placement)
                .map_err(|reason| {
                    let why = self
                        .words
                        .illegal_placement(&position, seat, placement, reason);
                    format!("{placement}: {why}")
                }),
            None => Err(self.words.no_column(line.trim())),
        };
        match chosen.map(|placement| placement.target) {
            Ok(PlacementTarget::Column(column)) => {
                // Checked above.
                let _legal = columns.choose(column);
                self.ask_column(state)
            }
            // A line that must be dropped offers no choice.
            Ok(PlacementTarget::Floor) => Ok(()),
            Err(why) => self.refuse(&why),
        }
    }
}

/// Mutes a player's phrases, or unmutes them.
fn mute(state: &TableState, number: &str) -> Option<TableAction> {
    let wanted = number.parse().ok().and_then(Seat::new)?;
    let actions = state.host.actions().into_iter();
    let mut mutes = actions.filter_map(|(action, _)| {
        matches!(action, TableAction::Mute(seat, _) if seat == wanted).then_some(action)
    });
    mutes.next()
}

fn phrase(number: &str) -> Option<Phrase> {
    let index = number.parse::<usize>().ok()?.checked_sub(1)?;
    PHRASES.get(index).copied()
}
