//! The authorisation table: parsing, completeness, and comparison with the server's responses.

use std::collections::{BTreeMap, BTreeSet};

use azulejo_server::openapi::{Access, Route};

/// The principals, in the order of the table's columns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Role {
    /// No cookie, no token.
    Anonymous,
    /// A browser whose session has ended.
    OldCookie,
    /// A program whose token has ended.
    OldToken,
    /// A cookie and a bearer token, both valid.
    Both,
    /// A guest outside the game.
    Stranger,
    /// A guest who watches the game.
    Watcher,
    /// A guest with the invitation.
    Invited,
    /// A guest on seat 2.
    Seated,
    /// The guest who hosts the game, on seat 1.
    Host,
    /// An account outside the game, in a browser.
    Account,
    /// A program with a guest's token.
    Program,
    /// A program with an account's token.
    Token,
}

pub(super) const ROLES: [Role; 12] = [
    Role::Anonymous,
    Role::OldCookie,
    Role::OldToken,
    Role::Both,
    Role::Stranger,
    Role::Watcher,
    Role::Invited,
    Role::Seated,
    Role::Host,
    Role::Account,
    Role::Program,
    Role::Token,
];

/// The state of the requested game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum State {
    Waiting,
    Running,
    Finished,
    /// Cancelled by its host, which is equivalent to expired.
    Cancelled,
    /// The game does not exist.
    NoGame,
}

pub(super) const STATES: [State; 5] = [
    State::Waiting,
    State::Running,
    State::Finished,
    State::Cancelled,
    State::NoGame,
];

/// The words of the table: success, or a status and a problem code.
const WORDS: &[(&str, &str)] = &[
    ("ok", "done"),
    ("-", "401 no_session"),
    ("two", "401 two_credentials"),
    ("no", "403 forbidden"),
    ("seat", "403 not_your_seat"),
    ("invite", "403 bad_invitation"),
    ("people", "403 no_hints"),
    ("early", "409 not_started"),
    ("begun", "409 started"),
    ("over", "409 ended"),
    ("phase", "409 wrong_phase"),
    ("sits", "409 already_seated"),
    ("taken", "409 seat_taken"),
    ("none", "404 not_found"),
    // Authorised requests with a wrong password or an invalid record.
    ("login", "401 bad_login"),
    ("unread", "400 malformed"),
];

/// Returns the word for a response.
pub(super) fn word(answer: &str) -> Option<&'static str> {
    let (word, _) = WORDS.iter().find(|(_, meaning)| *meaning == answer)?;
    Some(word)
}

/// A request: a route, and a seat where it matters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Case {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) seat: Option<u8>,
}

impl Case {
    pub(super) fn is_of(&self, route: &Route) -> bool {
        (self.method.as_str(), self.path.as_str()) == (route.method, route.path)
    }
}

/// A cell of the table.
pub(super) type Place = (Case, State, Role);
/// The words of all cells.
pub(super) type Answers = BTreeMap<Place, String>;

/// Parses the table.
///
/// # Errors
/// The first invalid line.
pub(super) fn read(text: &str) -> Result<Answers, String> {
    let mut answers = Answers::new();
    let lines = text.lines().map(str::trim);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let head = lines.next().unwrap_or_default();
    let roles: Vec<_> = ROLES.iter().map(|role| format!("{role:?}")).collect();
    if head.split_whitespace().ne(&roles) {
        return Err(format!("the columns are {}", roles.join(" ")));
    }
    for line in lines {
        let wrong = |why: &str| format!("{why}: {line}");
        let mut words = line.split_whitespace().peekable();
        let (Some(method), Some(path)) = (words.next(), words.next()) else {
            return Err(wrong("method and path"));
        };
        let (method, path) = (method.to_owned(), path.to_owned());
        let seat = words.peek().and_then(|word| word.parse().ok());
        if seat.is_some() {
            words.next();
        }
        let case = Case { method, path, seat };
        let states = states(words.next().unwrap_or_default()).ok_or_else(|| wrong("a state"))?;
        let said: Vec<_> = words.collect();
        if said.len() != ROLES.len() {
            return Err(wrong(&format!("{} answers", ROLES.len())));
        }
        if let Some(unknown) = said
            .iter()
            .find(|said| WORDS.iter().all(|(word, _)| word != *said))
        {
            return Err(wrong(&format!("there is no word {unknown:?}")));
        }
        for state in states {
            for (role, said) in ROLES.into_iter().zip(&said) {
                let place = (case.clone(), state, role);
                if answers.insert(place, (*said).to_owned()).is_some() {
                    return Err(wrong("duplicate"));
                }
            }
        }
    }
    Ok(answers)
}

/// Parses `any`, or states separated by slashes.
fn states(text: &str) -> Option<Vec<State>> {
    if text == "any" {
        return Some(STATES.to_vec());
    }
    let named = |name: &str| {
        let mut states = STATES.into_iter();
        states.find(|state| format!("{state:?}") == name)
    };
    text.split('/').map(named).collect()
}

/// Returns the routes that the table lacks, and the rows for routes that do not exist.
pub(super) fn gaps(answers: &Answers, routes: &[Route]) -> Vec<String> {
    let cases: BTreeSet<&Case> = answers.keys().map(|(case, ..)| case).collect();
    let mut gaps = Vec::new();
    for route in routes {
        if !cases.iter().any(|case| case.is_of(route)) {
            gaps.push(format!("{} {} is not in it", route.method, route.path));
        }
    }
    for case in cases {
        if !routes.iter().any(|route| case.is_of(route)) {
            gaps.push(format!("there is no {} {}", case.method, case.path));
        }
        for state in STATES {
            if !answers.contains_key(&(case.clone(), state, Role::Anonymous)) {
                gaps.push(format!("{case:?} lacks {state:?}"));
            }
        }
    }
    gaps
}

/// Returns true if a role can have the access that a route requires, in any game.
const fn may_have(access: Access, role: Role) -> bool {
    let has_session = !matches!(
        role,
        Role::Anonymous | Role::OldCookie | Role::OldToken | Role::Both
    );
    match access {
        Access::Anyone => true,
        Access::Browser => !matches!(
            role,
            Role::OldToken | Role::Both | Role::Program | Role::Token
        ),
        Access::Newcomer => may_have(Access::Browser, role) && !matches!(role, Role::Account),
        Access::Session => has_session,
        Access::Owner => has_session && !matches!(role, Role::Token),
        Access::Account => matches!(role, Role::Account),
        Access::Seat | Access::HostOrSeat => matches!(role, Role::Seated | Role::Host),
        Access::Host => matches!(role, Role::Host),
    }
}

/// Returns the cells that allow what the access table of the routes does not.
pub(super) fn contradictions(answers: &Answers, routes: &[Route]) -> Vec<String> {
    let mut found = Vec::new();
    for ((case, state, role), said) in answers {
        let route = routes.iter().find(|route| case.is_of(route));
        let is_allowed = ["ok", "login", "unread"].contains(&said.as_str());
        if is_allowed && route.is_some_and(|route| !may_have(route.access, *role)) {
            found.push(format!("{case:?} {state:?} {role:?} may not be {said:?}"));
        }
    }
    found
}

/// Returns the cells in which the server's response differs, with both.
pub(super) fn differences(table: &Answers, responses: &Answers) -> Vec<String> {
    let places: BTreeSet<&Place> = table.keys().chain(responses.keys()).collect();
    let nothing = "nothing".to_owned();
    let mut found = Vec::new();
    for place in places {
        let [expected, got] = [table, responses].map(|side| side.get(place).unwrap_or(&nothing));
        if expected != got {
            let (case, state, role) = place;
            let seat = case.seat.map(|seat| format!(" {seat}")).unwrap_or_default();
            let (method, path) = (&case.method, &case.path);
            found.push(format!(
                "{method} {path}{seat}, {state:?}, {role:?}: expected {expected}, got {got}"
            ));
        }
    }
    found
}

/// Returns the words that the table does not use.
pub(super) fn unused_words(answers: &Answers) -> Vec<&'static str> {
    let used: BTreeSet<&str> = answers.values().map(String::as_str).collect();
    let words = WORDS.iter().map(|(word, _)| *word);
    words.filter(|word| !used.contains(word)).collect()
}
