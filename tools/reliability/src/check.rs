//! `azulejo-load check`: compares acknowledged commands with the event log in the database.

use std::collections::{BTreeMap, HashSet};

use anyhow::{Result, bail};
use azulejo_server::maintenance::{LogEntry, Logged, Logs};
use serde_json::json;

use crate::CheckArgs;
use crate::frame::Action;
use crate::ledger::{self, Line};
use crate::output::Output;

/// The number of faults that are reported individually.
const MAX_REPORTED_FAULTS: usize = 20;

/// The commands of one game in a ledger, by id. Ids are in the order of sending.
#[derive(Default, Debug)]
struct SentCommands {
    commands: BTreeMap<String, Command>,
}

#[derive(Debug)]
struct Command {
    action: Action,
    /// The event count from each acknowledgement received.
    acks: Vec<u32>,
    refused: bool,
}

impl Command {
    const fn new(action: Action) -> Self {
        Self {
            action,
            acks: Vec::new(),
            refused: false,
        }
    }
}

/// The result of the comparison.
#[derive(Default, Debug, PartialEq, Eq)]
struct Findings {
    acknowledged: u64,
    /// In the log, but the acknowledgement never arrived. This is not a fault.
    unacknowledged: u64,
    /// Acknowledged, but not in the log.
    lost: u64,
    /// In the log more often than sent, or acknowledged at two positions.
    doubled: u64,
    /// In the log, but at another position than acknowledged.
    reordered: u64,
    /// Refused, but in the log.
    refused_but_done: u64,
    /// Games whose log cannot be replayed.
    broken: u64,
    faults: Vec<String>,
}

impl Findings {
    fn add_fault(&mut self, game: &str, fault: &str) {
        self.faults.push(format!("game {game}: {fault}"));
    }
}

pub(crate) async fn run(args: &CheckArgs, output: &mut Output) -> Result<()> {
    let mut games: BTreeMap<String, SentCommands> = BTreeMap::new();
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
                all.add_fault(game, &error.to_string());
                compare(game, sent, &[], &mut all);
            }
        }
    }
    logs.close().await;
    report(args, output, games.len(), events, &all)
}

fn report(
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
            "broken": all.broken, "faults": all.faults.iter().take(MAX_REPORTED_FAULTS).collect::<Vec<_>>(),
        });
        output.line(&result.to_string())?;
    } else {
        for fault in all.faults.iter().take(MAX_REPORTED_FAULTS) {
            output.line(fault)?;
        }
        output.line(&format!(
            "{games} games with {events} events; {} moves acknowledged: {} lost, {} duplicated, \
             {} reordered; {} refused but applied, {} games broken; {} applied without a received \
             acknowledgement",
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
        bail!("the database contradicts the acknowledgements");
    }
    Ok(())
}

fn add(games: &mut BTreeMap<String, SentCommands>, line: Line) {
    match line {
        Line::Sent { game, id, action } => {
            let commands = &mut games.entry(game).or_default().commands;
            commands.entry(id).or_insert_with(|| Command::new(action));
        }
        Line::Acknowledged { game, id, next } => {
            let commands = &mut games.entry(game).or_default().commands;
            if let Some(command) = commands.get_mut(&id) {
                command.acks.push(next);
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

/// Matches commands with events: first the acknowledged commands, then those without a reply. An
/// event left unmatched was applied more often than it was sent.
fn compare(game: &str, sent: &SentCommands, log: &[LogEntry], all: &mut Findings) {
    let mut claimed: HashSet<u32> = HashSet::new();
    let mut missing = Vec::new();
    for (id, command) in &sent.commands {
        let Some(&next) = command.acks.first() else {
            continue;
        };
        all.acknowledged += 1;
        if command.acks.iter().any(|&other| other != next) {
            all.doubled += 1;
            let acks = &command.acks;
            all.add_fault(
                game,
                &format!("conflicting acknowledgements of {id}: {acks:?}"),
            );
        }
        match command.action.find_ply(log, next, &claimed) {
            Some(ply) if claimed.insert(ply) => {}
            Some(ply) => {
                all.doubled += 1;
                all.add_fault(
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
            .find(|entry| !claimed.contains(&entry.ply) && command.action.matches(&entry.what));
        let action = &command.action;
        if let Some(entry) = elsewhere {
            claimed.insert(entry.ply);
            all.reordered += 1;
            all.add_fault(game, &format!("{action:?} is at ply {}", entry.ply));
        } else {
            all.lost += 1;
            all.add_fault(game, &format!("{action:?} was acknowledged but is missing"));
        }
    }
    for command in sent.commands.values().filter(|c| c.acks.is_empty()) {
        let end = log.len() as u32;
        let Some(ply) = command.action.find_ply(log, end, &claimed) else {
            continue;
        };
        if !claimed.insert(ply) {
            continue;
        }
        if command.refused {
            all.refused_but_done += 1;
            all.add_fault(
                game,
                &format!("{:?} was refused but applied", command.action),
            );
        } else {
            all.unacknowledged += 1;
        }
    }
    for entry in log {
        let is_command = matches!(entry.what, Logged::Moved { .. } | Logged::Chosen { .. });
        if is_command && !claimed.contains(&entry.ply) {
            all.doubled += 1;
            all.add_fault(game, &format!("{entry:?} was never sent"));
        }
    }
}

impl Action {
    fn matches(&self, logged: &Logged) -> bool {
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

    /// Returns the ply of this action among the first `before` events of the log. A move names its
    /// ply; a column choice does not, so the last matching unclaimed event is taken.
    fn find_ply(&self, log: &[LogEntry], before: u32, claimed: &HashSet<u32>) -> Option<u32> {
        let log = &log[..log.len().min(before as usize)];
        let found = match self {
            Self::Move { ply, .. } => log
                .get(*ply as usize)
                .filter(|entry| self.matches(&entry.what)),
            Self::Choose { .. } => log
                .iter()
                .rev()
                .find(|entry| !claimed.contains(&entry.ply) && self.matches(&entry.what)),
        };
        found.map(|entry| entry.ply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn move_at(ply: u32, text: &str) -> Action {
        Action::Move {
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

    /// Compares commands, given with their acknowledgements, with a log of moves from ply 2 on.
    fn check(commands: &[(Action, &[u32], bool)], moves: &[&str]) -> Findings {
        let mut sent = SentCommands::default();
        for (number, (action, acks, refused)) in commands.iter().enumerate() {
            let mut command = Command::new(action.clone());
            command.acks = acks.to_vec();
            command.refused = *refused;
            sent.commands.insert(number.to_string(), command);
        }
        let mut all = Findings::default();
        compare("g", &sent, &log(moves), &mut all);
        all
    }

    #[test]
    fn consistent_log_has_no_faults() {
        let found = check(
            &[
                (move_at(2, "1B1"), &[3], false),
                (move_at(3, "2R2"), &[4], false),
                (move_at(4, "3Y3"), &[], false),
                (move_at(4, "4K4"), &[], true),
                (move_at(5, "5W5"), &[], false),
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
    fn every_kind_of_fault_is_reported() {
        let lost = check(&[(move_at(2, "1B1"), &[3], false)], &[]);
        assert_eq!((lost.lost, lost.doubled, lost.reordered), (1, 0, 0));
        let replaced = check(
            &[
                (move_at(2, "1B1"), &[3], false),
                (move_at(2, "9B1"), &[], false),
            ],
            &["9B1"],
        );
        assert_eq!((replaced.lost, replaced.unacknowledged), (1, 1));
        let twice = check(&[(move_at(2, "1B1"), &[3], false)], &["1B1", "1B1"]);
        assert_eq!((twice.lost, twice.doubled), (0, 1));
        let both = check(
            &[
                (move_at(2, "1B1"), &[3], false),
                (move_at(2, "1B1"), &[3], false),
            ],
            &["1B1"],
        );
        assert_eq!(both.doubled, 1);
        let swapped = check(
            &[
                (move_at(2, "1B1"), &[3], false),
                (move_at(3, "2R2"), &[4], false),
            ],
            &["2R2", "1B1"],
        );
        assert_eq!((swapped.lost, swapped.reordered), (0, 2));
        let two_acks = check(&[(move_at(2, "1B1"), &[3, 4], false)], &["1B1"]);
        assert_eq!(two_acks.doubled, 1);
        let refused = check(&[(move_at(2, "1B1"), &[], true)], &["1B1"]);
        assert_eq!(refused.refused_but_done, 1);
        for found in [lost, replaced, twice, both, swapped, two_acks, refused] {
            assert!(!found.faults.is_empty(), "{found:?}");
        }
    }

    #[test]
    fn column_choices_match_events_before_their_acknowledgement() {
        let choose = Action::Choose {
            seat: 2,
            placements: vec!["1a".to_owned()],
        };
        let chosen = Logged::Chosen {
            seat: 2,
            placements: vec!["1a".to_owned()],
        };
        let mut sent = SentCommands::default();
        for (id, ack) in [("a", 2), ("b", 4)] {
            let mut command = Command::new(choose.clone());
            command.acks.push(ack);
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
