//! Creating games and rematches.

use std::collections::HashMap;

use azulejo_protocol::frame::{Problem, ProblemCode};
use azulejo_protocol::http::NewGame as Request;
use azulejo_store::{
    CommandKey, Created, ExistingGame, GameId, GameRequest, NewGame, PlayerId, PlayerRow, Secret,
    StoreError,
};
use sha2::{Digest as _, Sha256};

use crate::draws::{commitment, from_hex, to_hex};
use crate::live::actor::LoadedGame;
use crate::live::environment::Environment;
use crate::live::registry::Registry;
use crate::live::rows::{new_event, seat_rows, seats_mark, summary};
use azulejo_game::Table;
use azulejo_game::draw::DrawScheme;
use azulejo_game::event::{ClockRules, Event};
use azulejo_game::plan::{Host, Plan, rematch};
use azulejo_game::view::SeatName;

/// Checks a request for a new game.
pub(crate) fn plan(request: &Request, host: &PlayerRow) -> Result<Plan, Problem> {
    let host = Host {
        player: host.id,
        name: host.name.clone(),
        guest: !host.account,
    };
    let check = |name: &str| crate::http::names::check(name).map(|name| name.shown);
    azulejo_game::plan::plan(request, &host, check)
}

fn malformed(field: &str, detail: &str) -> Problem {
    Problem::at(ProblemCode::Malformed, field, detail)
}

/// Returns the idempotency key of a request for a game; `None` without an id.
pub(crate) fn request_of(
    request: &Request,
    player: PlayerId,
) -> Result<Option<GameRequest>, Problem> {
    let Some(id) = &request.id else {
        return Ok(None);
    };
    let is_id = from_hex(id).is_some_and(|bytes| bytes.len() == 16);
    if !is_id {
        return Err(malformed("id", "32 lower-case hex digits"));
    }
    let unnumbered = Request {
        id: None,
        ..request.clone()
    };
    // In canonical form: whitespace and key order do not matter.
    let asked = serde_json::to_vec(&unnumbered).expect("a request has a JSON form");
    Ok(Some(GameRequest {
        key: CommandKey {
            player,
            number: number("new", id),
        },
        digest: Sha256::digest(asked).into(),
    }))
}

/// Returns the idempotency key of a game's rematch, the same on every node.
fn rematch_request(table: &Table) -> Option<GameRequest> {
    let number = number("rematch", table.id.as_str());
    Some(GameRequest {
        key: CommandKey {
            player: table.host.player()?,
            number,
        },
        digest: [0; 32],
    })
}

/// Returns the key of a request in the store. It includes the kind, so kinds cannot collide.
fn number(kind: &str, id: &str) -> [u8; 16] {
    let hash = Sha256::digest(format!("{kind} {id}"));
    let mut number = [0; 16];
    number.copy_from_slice(&hash[..16]);
    number
}

impl Registry {
    /// Creates a game, or returns the one that the same request created before.
    pub(crate) async fn create(
        &self,
        plan: Plan,
        request: Option<GameRequest>,
    ) -> Result<ExistingGame, StoreError> {
        let digest = request.map_or([0; 32], |request| request.digest);
        let now = self.clock.now();
        let mut attempts = 0;
        loop {
            let id = (self.seams.new_id)(&self.seams.environment);
            let secret = Secret::new(&mut self.seams.environment.random_bytes());
            let promise = commitment(secret.expose(), id.as_str());
            let event = Event::Created {
                settings: plan.settings.clone(),
                seats: plan.seats.clone(),
                host: plan.host,
                invitation: new_invitation(&self.seams.environment),
                commitment: to_hex(&promise),
                clock_rules: ClockRules::CURRENT,
                draw_scheme: DrawScheme::CURRENT,
            };
            let table = Table::new(id, &event, now)
                .map_err(|error| StoreError::Corrupt(error.to_string()))?;
            let game = NewGame {
                id,
                host: plan.host.player(),
                created_ms: now.unix_ms(),
                settings: serde_json::to_string(&plan.settings).expect("settings have JSON"),
                secret,
                commitment: promise,
                invitation: None,
                events: vec![new_event(&event, table.hash(), now)],
                summary: summary(&table),
                seats: seat_rows(&table, &plan.names),
                request,
            };
            let loaded = LoadedGame {
                table,
                names: plan.names.clone(),
                seats: seats_mark(&game.seats, &plan.names),
                completed_commands: HashMap::new(),
            };
            attempts += 1;
            match self.store.create_game(game).await {
                Ok(Created::Existing(earlier)) => return Ok(earlier),
                Ok(Created::New) => {
                    metrics::counter!("azulejo_games_created_total").increment(1);
                    self.insert(id, loaded);
                    if plan.settings.public {
                        self.lobby.changed();
                    }
                    return Ok(ExistingGame { game: id, digest });
                }
                // An id collision: with 58^8 ids, bad luck or a broken generator.
                Err(StoreError::GameExists(_)) if attempts < 3 => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(crate) async fn create_rematch(
        &self,
        table: &Table,
        names: &[SeatName],
    ) -> Result<GameId, StoreError> {
        let plan = rematch(table, names);
        let made = self.create(plan, rematch_request(table)).await?;
        Ok(made.game)
    }
}

/// Returns a new invitation: 128 random bits in hex.
pub(crate) fn new_invitation(environment: &Environment) -> String {
    to_hex(&environment.random_bytes::<16>())
}

#[cfg(test)]
mod tests {
    use azulejo_protocol::game::{Clock, Settings, UndoPolicy};
    use azulejo_protocol::http::SeatRequest;
    use azulejo_protocol::table::Wall;
    use azulejo_rules::Seat;

    use super::*;
    use azulejo_game::event::SeatSetup;
    use azulejo_game::{Rematch, SeatNumber, Timestamp};

    /// Returns a player with a short name.
    fn player(name: &str) -> PlayerId {
        format!("{name:1<16}")
            .parse()
            .expect("a name of Base58 characters")
    }

    fn human(name: &str) -> SeatSetup {
        let player = player(name).into();
        SeatSetup::Human { player }
    }

    /// A table at which all players want a rematch.
    fn table(seats: Vec<SeatSetup>, joined: &[(u8, &str)]) -> Table {
        let settings = Settings {
            wall: Wall::Coloured,
            clock: Clock::None,
            undo: UndoPolicy::Off,
            public: false,
            start: None,
        };
        let agreed = Seat::ALL.into_iter().take(seats.len()).collect();
        let created = Event::Created {
            settings,
            seats,
            host: player("ana").into(),
            invitation: String::new(),
            commitment: String::new(),
            clock_rules: ClockRules::CURRENT,
            draw_scheme: DrawScheme::CURRENT,
        };
        let id = GameId::from_entropy([0; 16]);
        let mut table = Table::new(id, &created, Timestamp::EPOCH).expect("a table");
        for (seat, name) in joined {
            let event = Event::Seated {
                seat: SeatNumber::new(*seat),
                player: player(name),
            };
            table.apply(&event, Timestamp::EPOCH).expect("a free seat");
        }
        table.rematch = Some(Rematch {
            until: Timestamp::EPOCH,
            agreed,
            game: None,
        });
        table
    }

    fn seats_after(table: &Table) -> Vec<SeatSetup> {
        let names = vec![SeatName::default(); table.seats.len()];
        rematch(table, &names).seats
    }

    #[test]
    fn rematch_keeps_players_and_seats() {
        let open = [human("ana"), SeatSetup::Open, SeatSetup::Open];
        let online = table(open.to_vec(), &[(2, "ben"), (3, "cid")]);
        assert_eq!(seats_after(&online), ["ana", "ben", "cid"].map(human));
        let one_screen = table(vec![human("ana"), human("ana")], &[]);
        assert_eq!(seats_after(&one_screen), ["ana", "ana"].map(human));
    }

    #[test]
    fn rematch_keeps_settings_and_moves_the_start_on() {
        let level = azulejo_protocol::game::Level::Master;
        for (seats, chosen) in [(2_u8, true), (3, true), (4, true), (3, false)] {
            for first in 1..=seats {
                let mut holders = vec![human("ana"); usize::from(seats)];
                holders[1] = SeatSetup::Bot { level };
                let mut old = table(holders.clone(), &[]);
                old.settings = Settings {
                    wall: Wall::Grey,
                    clock: Clock::RealTime {
                        seconds: 600,
                        increment: 7,
                    },
                    undo: UndoPolicy::Ask,
                    public: chosen,
                    start: chosen.then_some(first),
                };
                let start = SeatNumber::new(first);
                old.apply(&Event::Started { start }, Timestamp::EPOCH)
                    .expect("a full table");
                let names = vec![SeatName::default(); usize::from(seats)];
                let plan = rematch(&old, &names);
                // After the last seat comes the first, also where chance had chosen.
                let expected = Settings {
                    start: Some(if first == seats { 1 } else { first + 1 }),
                    ..old.settings.clone()
                };
                assert_eq!(plan.settings, expected);
                assert_eq!(plan.seats, holders);
            }
        }
    }

    #[test]
    fn rematch_opens_seats_of_players_who_did_not_agree() {
        let open = [human("ana"), SeatSetup::Open, SeatSetup::Open];
        let mut online = table(open.to_vec(), &[(2, "ben"), (3, "cid")]);
        if let Some(rematch) = &mut online.rematch {
            rematch.agreed = vec![Seat::TWO, Seat::THREE];
        }
        let names = vec![SeatName::default(); 3];
        let plan = rematch(&online, &names);
        assert_eq!(plan.seats, [SeatSetup::Open, human("ben"), human("cid")]);
        assert_eq!(plan.host, player("ben").into(), "one who has agreed");
    }

    #[test]
    fn rematch_gives_merged_players_one_seat() {
        let after = [human("ana"), SeatSetup::Open, human("cid")];
        let open = [human("ana"), SeatSetup::Open, SeatSetup::Open];
        let mut merged = table(open.to_vec(), &[(2, "guest"), (3, "cid")]);
        merged.set_person(Seat::TWO, player("ana").into());
        assert_eq!(seats_after(&merged), after);
        // The same where all were seated from the beginning, as in a rematch.
        let mut merged = table(["ana", "guest", "cid"].map(human).to_vec(), &[]);
        merged.set_person(Seat::TWO, player("ana").into());
        assert_eq!(seats_after(&merged), after);
    }

    #[tokio::test]
    async fn two_nodes_create_one_rematch() {
        let data = tempfile::tempdir().expect("a folder");
        let path = data.path().join("azulejo.db");
        let mut config = crate::Config::new(format!("sqlite:{}", path.display()));
        config.listen = Some(std::net::SocketAddr::from(([127, 0, 0, 1], 0)));
        let server = crate::Server::start(config).await.expect("a server");
        let registry = &server.app.registry;
        let host = PlayerId::from_entropy([7; 16]);
        let name = crate::http::guest_names::generate(crate::http::language::Language::English);
        let made = registry.store.create_guest(host, name, 0).await;
        made.expect("a guest");
        let seat = SeatSetup::Human {
            player: host.into(),
        };
        let mut old = table(vec![seat, SeatSetup::Open], &[]);
        old.host = host.into();
        let names = vec![SeatName::default(); 2];
        let first = registry.create_rematch(&old, &names).await.expect("a game");
        // Another node, or this one after it could not write down what it had made.
        assert_eq!(registry.create_rematch(&old, &names).await, Ok(first));
        old.id = GameId::from_entropy([1; 16]);
        let other = registry.create_rematch(&old, &names).await.expect("a game");
        assert_ne!(other, first);
        server.stop().await;
    }

    #[test]
    fn client_id_cannot_collide_with_a_rematch() {
        let id = "0".repeat(32);
        assert_ne!(number("new", &id), number("rematch", &id));
        assert_eq!(number("new", &id), number("new", &id));
    }

    fn guest_host() -> PlayerRow {
        PlayerRow {
            id: PlayerId::from_entropy([1; 16]),
            name: "Ana".to_owned(),
            account: false,
            created_ms: 0,
        }
    }

    fn request(seats: Vec<SeatRequest>) -> Request {
        Request {
            seats,
            wall: Wall::Coloured,
            start: None,
            clock: None,
            public: None,
            undo: None,
            id: None,
        }
    }

    /// Every way to fill the given number of seats from `kinds`.
    fn arrangements(kinds: &[SeatRequest], seats: usize) -> Vec<Vec<SeatRequest>> {
        let mut all = vec![Vec::new()];
        for _ in 0..seats {
            let extend = |head: &Vec<SeatRequest>| {
                let with = |kind: &SeatRequest| [&head[..], std::slice::from_ref(kind)].concat();
                kinds.iter().map(with).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(extend).collect();
        }
        all
    }

    #[test]
    fn every_seat_arrangement_with_an_own_seat_is_accepted() {
        let kinds = [
            SeatRequest::Me { name: None },
            SeatRequest::Me {
                name: Some("Tia Rosa".to_owned()),
            },
            SeatRequest::Bot {
                level: azulejo_protocol::game::Level::Tiler,
            },
            SeatRequest::Invited,
            SeatRequest::Open,
        ];
        let guest = guest_host();
        let account = PlayerRow {
            account: true,
            ..guest_host()
        };
        for host in [&guest, &account] {
            for seats in (2..=4).flat_map(|count| arrangements(&kinds, count)) {
                let has_own_seat = seats
                    .iter()
                    .any(|seat| matches!(seat, SeatRequest::Me { .. }));
                let planned = plan(&request(seats.clone()), host);
                assert_eq!(planned.is_ok(), has_own_seat, "{seats:?}");
                let Ok(plan) = planned else { continue };
                for (seat, name) in seats.iter().zip(&plan.names) {
                    let alias = match seat {
                        SeatRequest::Me { name } => name.as_ref(),
                        _ => None,
                    };
                    assert_eq!(name.alias.as_ref(), alias, "{seats:?}");
                }
            }
        }
    }

    #[test]
    fn table_names_are_public_if_others_can_see_them() {
        let named = || SeatRequest::Me {
            name: Some("Tia Rosa".to_owned()),
        };
        let bot = || SeatRequest::Bot {
            level: azulejo_protocol::game::Level::Tiler,
        };
        for (seats, public, expected) in [
            (vec![bot(), named()], false, false),
            (vec![bot(), named()], true, true),
            (vec![SeatRequest::Invited, named()], false, true),
            (vec![SeatRequest::Open, named()], false, true),
        ] {
            let request = Request {
                public: Some(public),
                ..request(seats)
            };
            let plan = plan(&request, &guest_host()).expect("a plan");
            let aliases: Vec<_> = plan.public_aliases().collect();
            let named = [(1, "Tia Rosa")];
            let expected = if expected { &named[..] } else { &[] };
            assert_eq!(aliases, expected, "{:?}", request.seats);
        }
    }

    #[test]
    fn defaults_ask_for_undo_among_people_and_draw_the_start() {
        let host = guest_host();
        let me = || SeatRequest::Me { name: None };
        let bot = SeatRequest::Bot {
            level: azulejo_protocol::game::Level::Tiler,
        };
        for (seats, undo) in [
            (vec![me(), bot], UndoPolicy::Free),
            (vec![me(), me(), me()], UndoPolicy::Free),
            (vec![me(), SeatRequest::Open], UndoPolicy::Ask),
            (vec![me(), SeatRequest::Invited], UndoPolicy::Ask),
        ] {
            let request = request(seats);
            let plan = plan(&request, &host).expect("a plan");
            assert_eq!(plan.settings.undo, undo, "{:?}", request.seats);
            // Nothing else is fixed without a request.
            let Settings {
                start,
                clock,
                public,
                ..
            } = plan.settings;
            assert_eq!((start, clock, public), (None, Clock::None, false));
        }
    }
}
