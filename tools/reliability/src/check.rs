//! `azulejo-load check`: what was acknowledged, compared with what the database has.

use std::collections::{BTreeMap, HashSet};

use anyhow::{Result, bail};
use azulejo_server::maintenance::{LogEntry, Logged, Logs};
use serde_json::json;

use crate::CheckArgs;
use crate::heard::Act;
use crate::ledger::{self, Line};
use crate::output::Output;

/// How many of the first faults are told one by one.
const TOLD: usize = 20;

/// What a ledger says about one game: all commands by id, which grow with time.
#[derive(Default, Debug)]
struct Sent {
    commands: BTreeMap<String, Command>,
}

#[derive(Debug)]
struct Command {
    act: Act,
    /// Every acknowledgement that arrived.
    answers: Vec<u32>,
    refused: bool,
}

impl Command {
    const fn new(act: Act) -> Self {
        Self {
            act,
            answers: Vec::new(),
            refused: false,
        }
    }
}

/// What the comparison comes to.
#[derive(Default, Debug, PartialEq, Eq)]
struct Findings {
    acknowledged: u64,
    /// In the log although the acknowledgement never arrived: that is all right.
    unacknowledged: u64,
    /// Acknowledged, and nowhere in the log.
    lost: u64,
    /// In the log more often than sent, or acknowledged at two places.
    doubled: u64,
    /// In the log, but not where it was acknowledged.
    reordered: u64,
    /// Refused, and in the log all the same.
    refused_but_done: u64,
    /// Games whose log does not follow from itself.
    broken: u64,
    faults: Vec<String>,
}

impl Findings {
    fn tell(&mut self, game: &str, fault: &str) {
        self.faults.push(format!("game {game}: {fault}"));
    }
}

pub(crate) async fn run(args: &CheckArgs, output: &mut Output) -> Result<()> {
    let mut games: BTreeMap<String, Sent> = BTreeMap::new();
    ledger::read(&args.ledger, |line| {
        add(&mut games, line);
        Ok(())
    })?;
    let logs = Logs::open(&args.database_url()?).await?;
    let mut all = Findings::default();
    let mut events = 0;
    for (game, sent) in &games {
        match logs.of(game).await {
            Ok(log) => {
                events += log.len();
                compare(game, sent, &log, &mut all);
            }
            Err(error) => {
                all.broken += 1;
                all.tell(game, &error.to_string());
                compare(game, sent, &[], &mut all);
            }
        }
    }
    logs.close().await;
    tell(args, output, games.len(), events, &all)
}

fn tell(
    args: &CheckArgs,
    output: &mut Output,
    games: usize,
    events: usize,
    all: &Findings,
) -> Result<()> {
    let wrong = all.lost + all.doubled + all.reordered + all.refused_but_done + all.broken;
    if args.json {
        let result = json!({
            "games": games, "events": events, "acknowledged": all.acknowledged,
            "unacknowledged": all.unacknowledged, "lost": all.lost, "doubled": all.doubled,
            "reordered": all.reordered, "refused_but_done": all.refused_but_done,
            "broken": all.broken, "faults": all.faults.iter().take(TOLD).collect::<Vec<_>>(),
        });
        output.line(&result.to_string())?;
    } else {
        for fault in all.faults.iter().take(TOLD) {
            output.line(fault)?;
        }
        output.line(&format!(
            "{games} games with {events} events; {} moves acknowledged: {} lost, {} doubled, {} \
             reordered; {} refused but done, {} games broken; {} done without an acknowledgement \
             that arrived",
            all.acknowledged,
            all.lost,
            all.doubled,
            all.reordered,
            all.refused_but_done,
            all.broken,
            all.unacknowledged
        ))?;
    }
    if wrong > 0 {
        bail!("the database does not hold what was acknowledged");
    }
    Ok(())
}

fn add(games: &mut BTreeMap<String, Sent>, line: Line) {
    match line {
        Line::Sent { game, id, act } => {
            let commands = &mut games.entry(game).or_default().commands;
            commands.entry(id).or_insert_with(|| Command::new(act));
        }
        Line::Acknowledged { game, id, next } => {
            let commands = &mut games.entry(game).or_default().commands;
            if let Some(command) = commands.get_mut(&id) {
                command.answers.push(next);
            }
        }
        Line::Refused { game, id } => {
            let commands = &mut games.entry(game).or_default().commands;
            if let Some(command) = commands.get_mut(&id) {
                command.refused = true;
            }
        }
    }
}

/// First every acknowledged command claims its event, then those whose answer never came; what
/// nobody claims was done more often than it was sent.
fn compare(game: &str, sent: &Sent, log: &[LogEntry], all: &mut Findings) {
    let mut claimed: HashSet<u32> = HashSet::new();
    let mut missing = Vec::new();
    for (id, command) in &sent.commands {
        let Some(&next) = command.answers.first() else {
            continue;
        };
        all.acknowledged += 1;
        if command.answers.iter().any(|&other| other != next) {
            all.doubled += 1;
            let answers = &command.answers;
            all.tell(game, &format!("{id} was acknowledged as {answers:?}"));
        }
        match command.act.place(log, next, &claimed) {
            Some(ply) if claimed.insert(ply) => {}
            Some(ply) => {
                all.doubled += 1;
                all.tell(
                    game,
                    &format!("two moves were acknowledged for event {ply}"),
                );
            }
            None => missing.push(command),
        }
    }
    for command in missing {
        let elsewhere = log
            .iter()
            .find(|entry| !claimed.contains(&entry.ply) && command.act.is(&entry.what));
        let act = &command.act;
        if let Some(entry) = elsewhere {
            claimed.insert(entry.ply);
            all.reordered += 1;
            all.tell(game, &format!("{act:?} is at {}", entry.ply));
        } else {
            all.lost += 1;
            all.tell(game, &format!("{act:?} was acknowledged and is not there"));
        }
    }
    for command in sent.commands.values().filter(|c| c.answers.is_empty()) {
        let end = log.len() as u32;
        let Some(ply) = command.act.place(log, end, &claimed) else {
            continue;
        };
        if !claimed.insert(ply) {
            continue;
        }
        if command.refused {
            all.refused_but_done += 1;
            all.tell(game, &format!("{:?} was refused and is there", command.act));
        } else {
            all.unacknowledged += 1;
        }
    }
    for entry in log {
        let by_hand = matches!(entry.what, Logged::Moved { .. } | Logged::Chosen { .. });
        if by_hand && !claimed.contains(&entry.ply) {
            all.doubled += 1;
            all.tell(game, &format!("nobody sent {entry:?}"));
        }
    }
}

impl Act {
    fn is(&self, logged: &Logged) -> bool {
        match (self, logged) {
            (Self::Move { seat, text, .. }, Logged::Moved { seat: s, text: t }) => {
                seat == s && text == t
            }
            (
                Self::Choose { seat, placements },
                Logged::Chosen {
                    seat: s,
                    placements: p,
                },
            ) => seat == s && placements == p,
            _ => false,
        }
    }

    /// Where in the log it is, among its first `before` events. A move belongs to one ply;
    /// columns do not say theirs, so it is the last ones that are nobody else's.
    fn place(&self, log: &[LogEntry], before: u32, claimed: &HashSet<u32>) -> Option<u32> {
        let log = &log[..log.len().min(before as usize)];
        let found = match self {
            Self::Move { ply, .. } => log.get(*ply as usize).filter(|entry| self.is(&entry.what)),
            Self::Choose { .. } => log
                .iter()
                .rev()
                .find(|entry| !claimed.contains(&entry.ply) && self.is(&entry.what)),
        };
        found.map(|entry| entry.ply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn act(ply: u32, text: &str) -> Act {
        Act::Move {
            ply,
            seat: 1,
            text: text.to_owned(),
        }
    }

    fn log(moves: &[&str]) -> Vec<LogEntry> {
        let other = ["created", "dealt"].map(|_| Logged::Other);
        let moved = moves.iter().map(|text| Logged::Moved {
            seat: 1,
            text: (*text).to_owned(),
        });
        (0..)
            .zip(other.into_iter().chain(moved))
            .map(|(ply, what)| LogEntry { ply, what })
            .collect()
    }

    /// Compares commands, each with its answers, with a log of moves from ply 2 on.
    fn check(commands: &[(Act, &[u32], bool)], moves: &[&str]) -> Findings {
        let mut sent = Sent::default();
        for (number, (act, answers, refused)) in commands.iter().enumerate() {
            let mut command = Command::new(act.clone());
            command.answers = answers.to_vec();
            command.refused = *refused;
            sent.commands.insert(number.to_string(), command);
        }
        let mut all = Findings::default();
        compare("g", &sent, &log(moves), &mut all);
        all
    }

    #[test]
    fn what_is_as_it_was_acknowledged_is_in_order() {
        let found = check(
            &[
                (act(2, "1B1"), &[3], false),
                (act(3, "2R2"), &[4], false),
                (act(4, "3Y3"), &[], false),
                (act(4, "4K4"), &[], true),
                (act(5, "5W5"), &[], false),
            ],
            &["1B1", "2R2", "3Y3"],
        );
        let expected = Findings {
            acknowledged: 2,
            unacknowledged: 1,
            ..Findings::default()
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn every_kind_of_fault_is_found() {
        let lost = check(&[(act(2, "1B1"), &[3], false)], &[]);
        assert_eq!((lost.lost, lost.doubled, lost.reordered), (1, 0, 0));
        let replaced = check(
            &[(act(2, "1B1"), &[3], false), (act(2, "9B1"), &[], false)],
            &["9B1"],
        );
        assert_eq!((replaced.lost, replaced.unacknowledged), (1, 1));
        let twice = check(&[(act(2, "1B1"), &[3], false)], &["1B1", "1B1"]);
        assert_eq!((twice.lost, twice.doubled), (0, 1));
        let both = check(
            &[(act(2, "1B1"), &[3], false), (act(2, "1B1"), &[3], false)],
            &["1B1"],
        );
        assert_eq!(both.doubled, 1);
        let swapped = check(
            &[(act(2, "1B1"), &[3], false), (act(3, "2R2"), &[4], false)],
            &["2R2", "1B1"],
        );
        assert_eq!((swapped.lost, swapped.reordered), (0, 2));
        let two_answers = check(&[(act(2, "1B1"), &[3, 4], false)], &["1B1"]);
        assert_eq!(two_answers.doubled, 1);
        let refused = check(&[(act(2, "1B1"), &[], true)], &["1B1"]);
        assert_eq!(refused.refused_but_done, 1);
        for found in [lost, replaced, twice, both, swapped, two_answers, refused] {
            assert!(!found.faults.is_empty(), "{found:?}");
        }
    }

    #[test]
    fn columns_are_found_before_their_acknowledgement() {
        let choose = Act::Choose {
            seat: 2,
            placements: vec!["1a".to_owned()],
        };
        let chosen = Logged::Chosen {
            seat: 2,
            placements: vec!["1a".to_owned()],
        };
        let mut sent = Sent::default();
        for (id, answer) in [("a", 2), ("b", 4)] {
            let mut command = Command::new(choose.clone());
            command.answers.push(answer);
            sent.commands.insert(id.to_owned(), command);
        }
        let what = [Logged::Other, chosen.clone(), Logged::Other, chosen];
        let mut log: Vec<_> = (0..)
            .zip(what)
            .map(|(ply, what)| LogEntry { ply, what })
            .collect();
        let mut found = Findings::default();
        compare("g", &sent, &log, &mut found);
        assert_eq!((found.acknowledged, found.lost, found.doubled), (2, 0, 0));
        log[3].what = Logged::Other;
        let mut found = Findings::default();
        compare("g", &sent, &log, &mut found);
        assert_eq!(found.lost, 1);
    }
}
