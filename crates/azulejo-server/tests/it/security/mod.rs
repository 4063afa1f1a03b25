//! Security tests: authentication, authorisation, CSRF, floods and hostile input, against a real
//! server over real connections.
//!
//! The HTTP client is written by hand, so that it can send what no proper client sends.

mod accounts;
mod administration;
mod authorisation;
mod bounds;
mod browser;
mod floods;
mod hostile;
mod hosts;
mod login;
mod middleware;
mod names;
mod openapi;
mod previews;
mod quotas;
mod rates;
mod replays;
mod second_factor;
mod sessions;
mod takeover;
