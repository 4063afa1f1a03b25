//! HTTP: routes, sessions, passwords, the origin check, rate limits and security headers.

pub mod bounds;
mod client;
mod common_passwords;
pub(crate) mod guesses;
pub(crate) mod guest_names;
mod headers;
pub(crate) mod language;
mod middleware;
pub(crate) mod names;
pub(crate) mod offers;
pub mod openapi;
mod origin;
#[cfg(test)]
mod origin_control;
pub(crate) mod passwords;
pub(crate) mod previews;
pub(crate) mod problem;
pub(crate) mod rate_limits;
pub(crate) mod routes;
pub(crate) mod sessions;
pub(crate) mod strict;
mod totp;
pub(crate) mod web_client;

pub(crate) use self::client::{Client, is_one_of};
pub(crate) use self::middleware::{check_origins, protect};
pub(crate) use self::strict::{OptionalJson, Path, Query, StrictJson};
