//! The arguments of `azulejo admin` and `azulejo account`.

use azulejo_server::admin::{GameStatus, SignUp};
use clap::{Args, Subcommand};

use crate::hosting::times::{DAY_MS, parse_until};

/// The administration commands.
#[derive(Subcommand)]
pub(crate) enum AdminCommand {
    /// List, show, rename, reset, delete and suspend accounts
    #[command(subcommand)]
    Accounts(AccountCommand),

    /// List, show and void games
    #[command(subcommand)]
    Games(GamesCommand),

    /// Show or set who may create an account: open, invitation or closed
    Signup {
        /// The new policy; without it, the current one is shown
        #[arg(value_parser = parse_sign_up)]
        policy: Option<SignUp>,
        #[command(flatten)]
        why: Reason,
    },

    /// Create an invitation for one new account and print its code
    Invite {
        /// A note for the list of invitations, such as the name of the invited person
        #[arg(default_value = "")]
        note: String,
        /// The days for which it is valid
        #[arg(long, value_name = "N", default_value = "14", value_parser = clap::value_parser!(u16).range(1..=365))]
        days: u16,
    },

    /// List the open invitations, or revoke them all
    Invitations {
        /// Revoke all open invitations
        #[arg(long)]
        revoke: bool,
        #[command(flatten)]
        why: Reason,
    },

    /// List, reserve, refuse and allow names
    #[command(subcommand)]
    Names(NamesCommand),

    /// Show the audit log: every act of administration, the newest first
    Log {
        #[command(flatten)]
        limit: Limit,
    },
}

/// The account commands.
#[derive(Subcommand)]
pub(crate) enum AccountCommand {
    /// List the accounts by name
    List {
        /// A part of the name
        #[arg(default_value = "")]
        part: String,
        #[command(flatten)]
        limit: Limit,
    },

    /// Show an account and its unfinished games
    Show {
        /// The account's name
        name: String,
    },

    /// Rename an account
    Rename {
        /// The account's name
        name: String,
        /// The new name
        new: String,
        #[command(flatten)]
        why: Reason,
    },

    /// Give an account a new password and end its sessions
    ///
    /// For people who have lost their password and recovery codes. Prints the new password once.
    Reset {
        /// The account's name
        name: String,
        #[command(flatten)]
        why: Reason,
    },

    /// Delete an account; its games stay, with a deleted player
    Delete {
        /// The account's name
        name: String,
        /// Confirm: the account cannot be restored
        #[arg(long, required = true)]
        yes: bool,
        #[command(flatten)]
        why: Reason,
    },

    /// Suspend an account: its logins and sessions are refused, with the reason
    Suspend {
        /// The account's name
        name: String,
        /// The end: 30m, 12h, 7d or 2026-12-01 (UTC); without it, until it is lifted
        #[arg(long, value_name = "WHEN", value_parser = parse_until)]
        until: Option<crate::hosting::times::Until>,
        /// The reason, which the player is shown
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },

    /// Lift the suspension of an account
    Lift {
        /// The account's name
        name: String,
        #[command(flatten)]
        why: Reason,
    },
}

/// The commands about games.
#[derive(Subcommand)]
pub(crate) enum GamesCommand {
    /// List the games, private ones included, the newest first
    List {
        /// Only games that are open, running, finished, aborted or expired
        #[arg(long, value_name = "STATUS", value_parser = parse_status)]
        status: Option<GameStatus>,
        #[command(flatten)]
        limit: Limit,
    },

    /// Show a game
    Show {
        /// The game's id, as in its address
        id: String,
    },

    /// Cancel an open or running game, without a result
    Void {
        /// The game's id, as in its address
        id: String,
        /// The reason, for the audit log
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
}

/// The commands about names.
#[derive(Subcommand)]
pub(crate) enum NamesCommand {
    /// List the reserved names and refused words
    List,
    /// Reserve a name: no player can choose it or one that looks like it
    Reserve {
        /// The name
        name: String,
        #[command(flatten)]
        why: Reason,
    },
    /// Refuse all names that contain a word
    Refuse {
        /// The word
        word: String,
        #[command(flatten)]
        why: Reason,
    },
    /// Remove a reserved name or refused word from the list
    Allow {
        /// The name or word
        name: String,
        #[command(flatten)]
        why: Reason,
    },
}

/// The reason of an act.
#[derive(Args)]
pub(crate) struct Reason {
    /// The reason, for the audit log
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub(crate) reason: String,
}

/// The length of a list.
#[derive(Args)]
pub(crate) struct Limit {
    /// The most entries to list
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: u32,
}

/// The milliseconds in a number of days.
pub(super) fn days_ms(days: u16) -> i64 {
    i64::from(days) * DAY_MS
}

fn parse_sign_up(text: &str) -> Result<SignUp, String> {
    text.parse()
        .map_err(|_| "write open, invitation or closed".to_owned())
}

fn parse_status(text: &str) -> Result<GameStatus, String> {
    text.parse()
        .map_err(|_| "write open, running, finished, aborted or expired".to_owned())
}
