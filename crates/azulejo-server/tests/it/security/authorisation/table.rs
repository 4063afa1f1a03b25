//! The table of rights: what it says, what it must say, and where the server says something else.

use std::collections::{BTreeMap, BTreeSet};

use azulejo_server::openapi::{Access, Route};

/// Who asks, in the order of the table's columns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Role {
    /// No cookie, no token.
    Nobody,
    /// A browser whose session has ended.
    OldCookie,
    /// A program whose token has ended.
    OldToken,
    /// A cookie and a token, both good.
    Both,
    /// A guest who has nothing to do with the game.
    Stranger,
    /// A guest who has the game's link and follows it.
    Watcher,
    /// A guest who has the invitation.
    Invited,
    /// A guest who sits in the game, on seat 2.
    Seated,
    /// The guest who set up the game and sits on seat 1.
    Host,
    /// An account that has nothing to do with the game, in a browser.
    Account,
    /// A program with a guest's token.
    Program,
    /// A program with a token that an account made.
    Token,
}

pub(super) const ROLES: [Role; 12] = [
    Role::Nobody,
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

/// How far the game is that they ask about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum State {
    Waiting,
    Running,
    Finished,
    /// Cancelled by its host; to the rules one that expired is the same.
    Cancelled,
    /// Nobody ever made it.
    NoGame,
}

pub(super) const STATES: [State; 5] = [
    State::Waiting,
    State::Running,
    State::Finished,
    State::Cancelled,
    State::NoGame,
];

/// What a word of the table means: status and the problem's code, or that nothing was refused.
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
    // Those who may ask, but ask with a wrong password or a record that is none.
    ("login", "401 bad_login"),
    ("unread", "400 malformed"),
];

/// The word for an answer.
pub(super) fn word(answer: &str) -> Option<&'static str> {
    let (word, _) = WORDS.iter().find(|(_, meaning)| *meaning == answer)?;
    Some(word)
}

/// A request: a route, and which seat it is about where that makes a difference.
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

/// One place of the table.
pub(super) type Place = (Case, State, Role);
/// What is said at each.
pub(super) type Answers = BTreeMap<Place, String>;

/// Reads the table.
///
/// # Errors
/// The first line that is not as it must be.
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
                    return Err(wrong("said twice"));
                }
            }
        }
    }
    Ok(answers)
}

/// `any`, or states with slashes between them.
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

/// What the table lacks of the routes that there are, and where it says something of others.
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
            if !answers.contains_key(&(case.clone(), state, Role::Nobody)) {
                gaps.push(format!("{case:?} lacks {state:?}"));
            }
        }
    }
    gaps
}

/// Whether somebody can have the right that a route asks for, in any game.
const fn may_have(access: Access, role: Role) -> bool {
    let has_session = !matches!(
        role,
        Role::Nobody | Role::OldCookie | Role::OldToken | Role::Both
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

/// Where the table lets somebody do what the list of routes does not.
pub(super) fn contradictions(answers: &Answers, routes: &[Route]) -> Vec<String> {
    let mut found = Vec::new();
    for ((case, state, role), said) in answers {
        let route = routes.iter().find(|route| case.is_of(route));
        let lets = ["ok", "login", "unread"].contains(&said.as_str());
        if lets && route.is_some_and(|route| !may_have(route.access, *role)) {
            found.push(format!("{case:?} {state:?} {role:?} may not be {said:?}"));
        }
    }
    found
}

/// Where the server said something else than the table, each with both.
pub(super) fn differences(table: &Answers, heard: &Answers) -> Vec<String> {
    let places: BTreeSet<&Place> = table.keys().chain(heard.keys()).collect();
    let nothing = "nothing".to_owned();
    let mut found = Vec::new();
    for place in places {
        let [expected, got] = [table, heard].map(|side| side.get(place).unwrap_or(&nothing));
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

/// The words that the table could do without.
pub(super) fn unused_words(answers: &Answers) -> Vec<&'static str> {
    let used: BTreeSet<&str> = answers.values().map(String::as_str).collect();
    let words = WORDS.iter().map(|(word, _)| *word);
    words.filter(|word| !used.contains(word)).collect()
}
