//! `azulejo play`: a game in the terminal, in full screen or line by line.

pub(in crate::commands) mod plain;

use std::fs::OpenOptions;
use std::io::{self, IsTerminal as _};
use std::time::Duration;

use anyhow::{Result, anyhow};
use azulejo_rules::record::Step;
use azulejo_rules::{Position, Wall};

use self::plain::{OnlineSession, Session};
use crate::args::{ColourWhen, PlayArgs, Start};
use crate::failure::{Usage, say};
use crate::i18n::Lang;
use crate::local::{
    GameSetup, LocalGame, Seats, append_record, games_folder, load_resumable, random_seed,
};
use crate::online::{Address, Connected, Identify, connect};
use crate::screen::Screen;
use crate::tui;
use crate::words::Words;

/// Plays a game in the terminal.
pub(crate) fn run(args: &PlayArgs, colour: ColourWhen, screen: &mut Screen) -> Result<()> {
    let words = Words::new(args.lang.unwrap_or_else(Lang::from_environment));
    check(args, &words)?;
    if let Some(address) = &args.online {
        return run_online(address.clone(), args, colour, words, screen);
    }
    if !args.plain && io::stdin().is_terminal() && screen.is_terminal() {
        return run_full_screen(args, colour, words);
    }
    say_why_plain(args, &words);
    run_plain(args, words, screen)
}

/// Explains why the game is played line by line, unless that was requested.
fn say_why_plain(args: &PlayArgs, words: &Words) {
    if !args.plain {
        say(&words.not_a_terminal());
    }
}

/// Validates the arguments before the game starts.
fn check(args: &PlayArgs, words: &Words) -> Result<()> {
    let count = args.occupants().len();
    if !(2..=4).contains(&count) {
        return Err(Usage(words.bad_seat_count(count)).into());
    }
    if let Some(Start::Seat(seat)) = args.start
        && seat.index() >= count
    {
        return Err(Usage(words.bad_start(seat, count)).into());
    }
    if let Some(path) = &args.save {
        OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .map_err(|error| anyhow!(words.record_not_saved(path, &error)))?;
    }
    Ok(())
}

/// Creates or resumes the requested game; also returns the steps that led to it.
fn game(args: &PlayArgs, words: &Words) -> Result<(LocalGame, Vec<(Position, Step)>)> {
    let seed = args.seed.unwrap_or_else(random_seed);
    if let Some(file) = &args.resume {
        return load_resumable(file.as_deref())
            .and_then(|(record, save)| LocalGame::resume(record, save, args.starter(), seed))
            .map_err(|error| anyhow!(words.resume_error(&error)));
    }
    let setup = GameSetup {
        seats: Seats::new(&args.occupants()),
        wall: args.wall.unwrap_or(Wall::Coloured),
        start: args.starter(),
        seed,
    };
    Ok((
        LocalGame::new(setup, games_folder().as_deref())?,
        Vec::new(),
    ))
}

fn run_full_screen(args: &PlayArgs, colour: ColourWhen, words: Words) -> Result<()> {
    let asked = if args.has_no_game_options() {
        None
    } else {
        Some(game(args, &words)?)
    };
    let options = tui::Options {
        colour,
        pace: Duration::from_millis(args.pace),
        save: args.save.clone(),
        has_phrases: !args.no_phrases,
    };
    tui::play(asked, words, options)
}

/// Plays on a server.
fn run_online(
    address: Address,
    args: &PlayArgs,
    colour: ColourWhen,
    words: Words,
    screen: &mut Screen,
) -> Result<()> {
    let identify = Identify {
        name: args.name.clone(),
        token_file: args.token_file.clone(),
    };
    let host = address.host().to_owned();
    let connected = connect(address, identify, words.lang());
    let Connected {
        link,
        entered,
        remarks,
    } = connected.map_err(|error| anyhow!(words.online_error(&error, &host)))?;
    let remarks: Vec<_> = remarks.iter().map(|remark| words.remark(remark)).collect();
    if args.plain || !io::stdin().is_terminal() || !screen.is_terminal() {
        say_why_plain(args, &words);
        for remark in &remarks {
            screen.wrapped(remark, 0)?;
        }
        let mut session = OnlineSession::new(link, words, args.save.clone(), screen);
        session.has_phrases = !args.no_phrases;
        return session.run(entered);
    }
    let options = tui::Options {
        colour,
        pace: Duration::from_millis(args.pace),
        save: args.save.clone(),
        has_phrases: !args.no_phrases,
    };
    tui::play_online(link, entered, &remarks, words, options)
}

fn run_plain(args: &PlayArgs, words: Words, screen: &mut Screen) -> Result<()> {
    let (game, _) = game(args, &words)?;
    let seed = args.seed.filter(|_| args.resume.is_none());
    let pace = Duration::from_millis(args.pace);
    let mut session = Session::new(game, words, pace, screen);
    let outcome = session.greet(seed).and_then(|()| session.run());
    // Even if the output was closed during the game, or a line of a script is wrong.
    if let Some(path) = &args.save {
        append_record(path, session.game.record())
            .map_err(|error| anyhow!(session.words.record_not_saved(path, &error)))?;
    }
    outcome?;
    session.print_locations(args.save.as_deref())
}
