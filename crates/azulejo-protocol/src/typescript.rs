//! TypeScript declarations of the protocol, for the web client.

use ts_rs::{Config, TS};

use crate::{frame, game, happening, http, options, record, table};

const HEADER: &str =
    "// Generated from crates/azulejo-protocol by `cargo xtask codegen`. Do not edit.\n\n";

/// Returns the TypeScript declarations of all wire types.
#[must_use]
pub fn typescript() -> String {
    let config = Config::default();
    let mut text = HEADER.to_owned();
    macro_rules! declare {
        ($($type:ty),* $(,)?) => {$(
            text.push_str("export ");
            text.push_str(&<$type as TS>::decl(&config));
            text.push_str("\n\n");
        )*};
    }
    declare!(
        table::Colour,
        table::Wall,
        table::Phase,
        table::LastRound,
        table::RowInSight,
        table::FloorPiece,
        table::LineView,
        table::Points,
        table::TiledView,
        table::RoundEndView,
        table::BonusView,
        table::BoardView,
        table::TableView,
        options::RefusalReason,
        options::Refusal,
        options::MoveOption,
        options::OfferOptions,
        options::TilingChoice,
        options::TilingLine,
        options::TilingOptions,
        game::Level,
        game::Clock,
        game::UndoPolicy,
        game::Settings,
        game::Status,
        game::SeatKind,
        game::TakeoverReason,
        game::SeatView,
        game::ClockView,
        game::UndoQuestion,
        game::EndedBy,
        game::RoundResult,
        game::PlayerResult,
        game::ResultView,
        game::DrawView,
        game::RematchView,
        game::VoteView,
        game::GameView,
        game::ChosenView,
        game::OwnView,
        game::AwayView,
        game::PresenceView,
        happening::TableEvent,
        happening::Happening,
        happening::Step,
        frame::Phrase,
        record::RecordPlace,
        record::RecordReason,
        record::RecordProblem,
        frame::SuspensionView,
        frame::ProblemCode,
        frame::Problem,
        frame::ClientFrame,
        frame::ServerFrame,
        http::SeatRequest,
        http::NewGame,
        http::GameAnswer,
        http::JoinGame,
        http::CommitNonce,
        http::SendNonce,
        http::SeatBot,
        http::InvitationAnswer,
        http::GameCard,
        http::LobbyView,
        http::MyGames,
        http::Me,
        http::NewGuest,
        http::GuestAnswer,
        http::Rename,
        http::GuestGames,
        http::Credentials,
        http::LoginAnswer,
        http::SignupAnswer,
        http::Recovery,
        http::NewRecoveryCodes,
        http::DeleteMe,
        http::RecoveryCodesAnswer,
        http::SecondFactorView,
        http::SecondFactorSecret,
        http::SecondFactorProof,
        http::ChangePassword,
        http::SessionKind,
        http::SessionView,
        http::NewToken,
        http::TokenAnswer,
        http::ReplayRequest,
        http::ReplayStep,
        http::ReplayView,
        http::HintReason,
        http::HintAnswer,
        http::ErrorAnswer,
    );
    text
}
