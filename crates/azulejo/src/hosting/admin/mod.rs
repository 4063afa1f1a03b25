//! `azulejo admin`: administration of accounts, games, sign-up and names.

mod args;

use anyhow::Result;
use azulejo_protocol::http::GameCard;
use azulejo_server::admin::{
    AccountSummary, Admin, AuditEntry, GameDetails, NameRuleKind, SignUp, Suspension,
};
use unicode_width::UnicodeWidthStr as _;

pub(crate) use self::args::{AccountCommand, AdminCommand};
use self::args::{GamesCommand, NamesCommand, days_ms};
use super::DatabaseArgs;
use super::maintenance::{block_on, existing};
use super::times::minute;
use crate::screen::Screen;

/// Runs a command on the database.
pub(super) fn run(
    database: &DatabaseArgs,
    command: AdminCommand,
    screen: &mut Screen,
) -> Result<()> {
    let url = existing(database)?;
    block_on(async {
        let admin = Admin::open(&url, actor()).await?;
        let done = carry_out(&admin, command, screen).await;
        admin.close().await;
        done
    })
}

/// The person who runs the command, as the system knows them.
fn actor() -> String {
    let names = ["SUDO_USER", "USER", "LOGNAME"];
    let mut set = names.iter().filter_map(|name| std::env::var(name).ok());
    set.find(|name| !name.is_empty())
        .unwrap_or_else(|| "unknown".to_owned())
}

async fn carry_out(admin: &Admin, command: AdminCommand, screen: &mut Screen) -> Result<()> {
    match command {
        AdminCommand::Accounts(command) => accounts(admin, command, screen).await,
        AdminCommand::Games(command) => games(admin, command, screen).await,
        AdminCommand::Signup { policy, why } => {
            if let Some(policy) = policy {
                admin.set_sign_up(policy, &why.reason).await?;
            }
            screen.line(match admin.sign_up().await? {
                SignUp::Open => "sign-up is open",
                SignUp::Invitation => "sign-up requires an invitation: azulejo admin invite",
                SignUp::Closed => "sign-up is closed",
            })?;
            Ok(())
        }
        AdminCommand::Invite { note, days } => {
            let code = admin.invite(&note, days_ms(days)).await?;
            screen.line(&code)?;
            if admin.sign_up().await? != SignUp::Invitation {
                screen.line("(not needed at present: azulejo admin signup invitation)")?;
            }
            Ok(())
        }
        AdminCommand::Invitations { revoke: true, why } => {
            let revoked = admin.revoke_invitations(&why.reason).await?;
            screen.line(&format!("{revoked} invitations revoked"))?;
            Ok(())
        }
        AdminCommand::Invitations { revoke: false, .. } => {
            let open = admin.invitations().await?;
            let rows = open.iter().map(|invitation| {
                let until = format!("until {}", minute(invitation.expires_ms));
                vec![
                    minute(invitation.created_ms),
                    until,
                    invitation.note.clone(),
                ]
            });
            table(
                screen,
                &rows.collect::<Vec<_>>(),
                "there are no open invitations",
            )
        }
        AdminCommand::Names(command) => names(admin, command, screen).await,
        AdminCommand::Log { limit } => {
            let entries = admin.audit_log(limit.limit).await?;
            let rows = entries.into_iter().map(|entry| {
                let AuditEntry {
                    at_ms,
                    actor,
                    action,
                    subject,
                    reason,
                    ..
                } = entry;
                vec![minute(at_ms), actor, action, subject, reason]
            });
            table(screen, &rows.collect::<Vec<_>>(), "the audit log is empty")
        }
    }
}

async fn accounts(admin: &Admin, command: AccountCommand, screen: &mut Screen) -> Result<()> {
    match command {
        AccountCommand::List { part, limit } => {
            let now_ms = admin.now_ms().await?;
            let accounts = admin.accounts(&part, limit.limit as usize).await?;
            let rows = accounts.iter().map(|account| account_row(account, now_ms));
            table(
                screen,
                &rows.collect::<Vec<_>>(),
                "there are no such accounts",
            )?;
        }
        AccountCommand::Show { name } => {
            let now_ms = admin.now_ms().await?;
            let found = admin.account(&name).await?;
            let account = &found.account;
            let factor = if account.second_factor { "on" } else { "off" };
            for (label, value) in [
                ("name", account.player.name.clone()),
                ("id", account.player.id.to_string()),
                ("created", minute(account.player.created_ms)),
                ("last seen", last_seen(account)),
                ("sessions", account.sessions.to_string()),
                ("second factor", factor.to_owned()),
                ("games", account.games.to_string()),
                (
                    "suspension",
                    suspension(account.suspension.as_ref(), now_ms),
                ),
            ] {
                screen.line(&format!("{label:<14}{value}"))?;
            }
            for card in &found.unfinished {
                screen.line(&format!("unfinished    {}  {}", card.id, players(card)))?;
            }
        }
        AccountCommand::Rename { name, new, why } => {
            let shown = admin.rename(&name, &new, &why.reason).await?;
            screen.line(&format!("{name} is now {shown}"))?;
        }
        AccountCommand::Reset { name, why } => {
            let reset = admin.reset(&name, &why.reason).await?;
            let password = &reset.password;
            screen.line(&format!("new password for {}: {password}", reset.name))?;
            let codes = reset.recovery_codes.join(" ");
            screen.line(&format!("new recovery codes: {codes}"))?;
            screen.line(
                "All sessions of the account were ended. Ask the user to choose a new password.",
            )?;
        }
        AccountCommand::Delete { name, why, .. } => {
            let games = admin.delete(&name, &why.reason).await?;
            screen.line(&format!("{name} is deleted; {games} games stay"))?;
        }
        AccountCommand::Suspend {
            name,
            until,
            reason,
        } => {
            let now_ms = admin.now_ms().await?;
            let until_ms = until.map(|until| until.unix_ms(now_ms));
            if until_ms.is_some_and(|until_ms| until_ms <= now_ms) {
                anyhow::bail!("the end of the suspension is in the past");
            }
            let set = admin.suspend(&name, until_ms, &reason).await?;
            let set = suspension(Some(&set), now_ms);
            screen.line(&format!("{name} is suspended: {set}"))?;
        }
        AccountCommand::Lift { name, why } => {
            admin.lift(&name, &why.reason).await?;
            screen.line(&format!("{name} may log in again"))?;
        }
    }
    Ok(())
}

async fn games(admin: &Admin, command: GamesCommand, screen: &mut Screen) -> Result<()> {
    match command {
        GamesCommand::List { status, limit } => {
            let games = admin.games(status, limit.limit as usize).await?;
            let rows: Vec<_> = games.iter().map(game_row).collect();
            table(screen, &rows, "there are no such games")?;
        }
        GamesCommand::Show { id } => {
            let game = admin.game(&id).await?;
            let listed = if game.public {
                "in the lobby"
            } else {
                "private"
            };
            for (label, value) in [
                ("id", game.card.id.clone()),
                ("status", status(&game.card)),
                ("listed", listed.to_owned()),
                ("created", minute(game.created_ms)),
                ("changed", minute(game.card.changed)),
                ("events", game.events.to_string()),
                ("round", game.card.round.to_string()),
                ("players", players(&game.card)),
            ] {
                screen.line(&format!("{label:<9}{value}"))?;
            }
        }
        GamesCommand::Void { id, reason } => {
            admin.void(&id, &reason).await?;
            screen.line(&format!("game {id} is void"))?;
        }
    }
    Ok(())
}

async fn names(admin: &Admin, command: NamesCommand, screen: &mut Screen) -> Result<()> {
    match command {
        NamesCommand::List => {
            let rules = admin.name_rules().await?;
            let rows = rules
                .into_iter()
                .map(|rule| vec![rule.kind.as_str().to_owned(), rule.name.shown]);
            let empty = "there are no rules besides the names of bots and staff";
            table(screen, &rows.collect::<Vec<_>>(), empty)?;
        }
        NamesCommand::Reserve { name, why } => {
            let kind = NameRuleKind::Reserved;
            admin.add_name_rule(&name, kind, &why.reason).await?;
            screen.line(&format!("the name {name} is reserved"))?;
        }
        NamesCommand::Refuse { word, why } => {
            let kind = NameRuleKind::Refused;
            admin.add_name_rule(&word, kind, &why.reason).await?;
            screen.line(&format!("names that contain {word} are refused"))?;
        }
        NamesCommand::Allow { name, why } => {
            admin.remove_name_rule(&name, &why.reason).await?;
            screen.line(&format!("the rule for {name} is removed"))?;
        }
    }
    Ok(())
}

fn account_row(account: &AccountSummary, now_ms: i64) -> Vec<String> {
    let active = account.suspension.as_ref();
    let active = active.filter(|suspension| suspension.is_active(now_ms));
    let state = active.map(|active| format!("suspended {}", suspension(Some(active), now_ms)));
    vec![
        account.player.name.clone(),
        format!("since {}", minute(account.player.created_ms)),
        format!("seen {}", last_seen(account)),
        format!("{} games", account.games),
        state.unwrap_or_default(),
    ]
}

fn last_seen(account: &AccountSummary) -> String {
    account.used_ms.map_or_else(|| "never".to_owned(), minute)
}

fn suspension(suspension: Option<&Suspension>, now_ms: i64) -> String {
    let Some(suspension) = suspension else {
        return "none".to_owned();
    };
    let reason = &suspension.reason;
    match suspension.end_ms() {
        None => format!("until lifted ({reason})"),
        Some(end_ms) if suspension.is_active(now_ms) => {
            format!("until {} ({reason})", minute(end_ms))
        }
        Some(end_ms) => format!("ended {} ({reason})", minute(end_ms)),
    }
}

fn game_row(game: &GameDetails) -> Vec<String> {
    vec![
        game.card.id.clone(),
        minute(game.created_ms),
        status(&game.card),
        if game.public { "public" } else { "private" }.to_owned(),
        players(&game.card),
    ]
}

fn status(card: &GameCard) -> String {
    format!("{:?}", card.status).to_lowercase()
}

/// The players of a game, by seat.
fn players(card: &GameCard) -> String {
    let seats = card
        .seats
        .iter()
        .map(|seat| match (&seat.name, seat.level) {
            (Some(name), _) => name.clone(),
            (None, Some(level)) => format!("bot {}", level.id()),
            (None, None) => "–".to_owned(),
        });
    seats.collect::<Vec<_>>().join(", ")
}

/// Prints rows in aligned columns, or a line if there are none.
fn table(screen: &mut Screen, rows: &[Vec<String>], empty: &str) -> Result<()> {
    if rows.is_empty() {
        screen.line(empty)?;
    }
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line += cell;
            line += &" ".repeat(width + 2 - cell.width());
        }
        screen.line(line.trim_end())?;
    }
    Ok(())
}
