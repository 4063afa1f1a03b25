//! Positions are parsed strictly: mutated texts never panic, and accepted texts round-trip exactly.

use azulejo_rules::rng::{FastRng, below};
use azulejo_rules::{FloorTile, ParsePositionError, Position, Setup};

use crate::reference::Game;
use crate::support::full_text;

/// Positions of every phase, wall and player count, in shorthand.
const TEXTS: [&str; 9] = [
    "c2 1 1>1 -/-/-/-/- * 20,20,20,20,20 0,0,0,0,0 = =",
    "c2 10 2>1 BBKW/-/YRRR/-/- *RR ~ 1,0,0,0,0 12;-/Y/-/KK/-;...../...R./...../...../.....;B =",
    "g2 3 1>2 -/-/-/-/- BYRKW ~ 1,0,0,0,0 120;-/Y/-/KK/-;...../...R./..Y../...../.....;BBBBBBB* =",
    "g2 999 2>2 -/-/-/-/- - ~ 1,0,0,0,0 999;-/Y/-/-/-;.;- 0;B/-/RRR/-/-;Y..../..K../...../...../W....;KY*W",
    "c2 9 2>2 -/-/-/-/- - ~ 0,0,0,0,0 1;-/W/WW/KKK/-;BY.KW/.BYRK/K.BYR/R..../YR.WB;- 0;-/-/YY/-/KKKK;.YRKW/WBYRK/KWB.R/.KW../....B;-",
    "c3 4 3>2 -/-/-/-/-/-/- YYYYY ~ 0,0,0,0,0 0;W/-/KKK/RRR/KK;.Y.K./.BYR./...../...../.....;*RRKKB 0;R/B/-/RR/YYY;...K./...../KW.../...../.....;RWWWWW =",
    "g3 7 1>1 -/-/-/-/-/-/- * ~ 6,5,6,3,2 0;-/K/WW/BBB/R;KY..R/..R.W/...../...../.....;- = =",
    "g4 8 4>3 -/-/-/-/-/YRRW/BYKK/RKKW/- BYYYRRRRKKKK ~ 0,0,0,0,0 = 7;-/-/K/YY/W;YWRK./..B../.Y.WB/...R./...Y.;*WWWWW = =",
    "c4 3 3>3 -/-/-/-/-/-/-/-/- - ~ 0,1,6,0,0 0;-/WW/YY/WWW/-;..R.W/.BY../...../...../.R...;W*WWYYY = 0;B/K/-/BB/KK;.Y..W/...../K..../...../.....;WYYBB =",
];

/// Characters to insert: those of the notation and others.
const ALPHABET: &str = "cgCG0123456789>/-*BYRKW.,;bx \t\n+_é２\u{0}🂡";

/// Parses any text, checks the result and returns whether it was accepted.
#[track_caller]
fn check(text: &str) -> bool {
    let parsed = text.parse::<Position>();
    match &parsed {
        Ok(position) => {
            assert_eq!(
                position.to_string(),
                text,
                "accepted text does not round-trip"
            );
            assert_eq!(position.setup().position().as_ref(), Ok(position));
        }
        Err(ParsePositionError::Syntax { column, reason }) => {
            assert!(
                (1..=text.chars().count() + 1).contains(column),
                "{column}: {reason}\n{text}"
            );
        }
        Err(ParsePositionError::Illegal(error)) => assert!(!error.0.is_empty(), "{text}"),
        Err(error) => panic!("{text}: {error}"),
    }
    // The reference also judges well-formed texts, except those with an overfull floor.
    if let Ok(setup) = text.parse::<Setup>() {
        let readable = |floor: &Vec<FloorTile>| {
            floor.len() < 8 || floor.len() == 8 && floor[7] == FloorTile::Marker
        };
        if setup.boards.iter().all(|board| readable(&board.floor)) {
            let faults = Game::parse(text).faults();
            assert_eq!(parsed.is_ok(), faults.is_empty(), "{faults:?}\n{text}");
        }
    }
    parsed.is_ok()
}

/// Applies a mutation at every position of every text.
#[track_caller]
fn check_changes(change: impl Fn(&[char], usize) -> Vec<String>) {
    let mut accepted = 0;
    for short in TEXTS {
        let text = full_text(short);
        assert!(check(&text), "the original is illegal: {text}");
        let chars: Vec<char> = text.chars().collect();
        for at in 0..chars.len() {
            for changed in change(&chars, at) {
                accepted += u32::from(check(&changed));
            }
        }
    }
    // Scores, rounds and seats have other legal values, so a few mutations must be accepted.
    assert!(accepted > 0);
}

fn join(parts: &[&[char]]) -> String {
    parts.concat().into_iter().collect()
}

#[test]
fn survives_a_deleted_character() {
    check_changes(|chars, at| vec![join(&[&chars[..at], &chars[at + 1..]])]);
}

#[test]
fn survives_a_doubled_character() {
    check_changes(|chars, at| vec![join(&[&chars[..=at], &chars[at..]])]);
}

#[test]
fn survives_a_replaced_character() {
    check_changes(|chars, at| {
        let others = ALPHABET.chars().filter(|&c| c != chars[at]);
        others
            .map(|c| join(&[&chars[..at], &[c], &chars[at + 1..]]))
            .collect()
    });
}

#[test]
fn survives_an_inserted_character() {
    check_changes(|chars, at| {
        ALPHABET
            .chars()
            .map(|c| join(&[&chars[..at], &[c], &chars[at..]]))
            .collect()
    });
}

#[test]
fn survives_two_swapped_characters() {
    check_changes(|chars, at| {
        let mut changed = chars.to_vec();
        changed.swap(at, (at + 1) % chars.len());
        vec![changed.into_iter().collect()]
    });
}

#[test]
fn survives_truncation_at_either_end() {
    for short in TEXTS {
        let chars: Vec<char> = full_text(short).chars().collect();
        for at in 1..chars.len() {
            check(&join(&[&chars[..at]]));
            check(&join(&[&chars[at..]]));
        }
    }
}

#[test]
fn survives_fields_spliced_from_another_text() {
    let texts = TEXTS.map(full_text);
    let mut rng = FastRng::new(1);
    for _ in 0..20_000 {
        let mut pick = || texts[below(&mut rng, texts.len() as u32) as usize].clone();
        let (mut ours, theirs) = (pick(), pick());
        let ours_fields: Vec<&str> = ours.split(' ').collect();
        let theirs_fields: Vec<&str> = theirs.split(' ').collect();
        let at = below(&mut rng, ours_fields.len() as u32) as usize;
        let from = below(&mut rng, theirs_fields.len() as u32) as usize;
        let mut fields = ours_fields.clone();
        fields[at] = theirs_fields[from];
        ours = fields.join(" ");
        check(&ours);
    }
}

#[test]
fn random_noise_is_rejected() {
    let alphabet: Vec<char> = ALPHABET.chars().collect();
    let mut rng = FastRng::new(2);
    for _ in 0..50_000 {
        let length = below(&mut rng, 60);
        let noise: String = (0..length)
            .map(|_| alphabet[below(&mut rng, alphabet.len() as u32) as usize])
            .collect();
        assert!(!check(&noise), "{noise}");
        assert!(!check(&format!("c2 1 1>1 {noise}")), "{noise}");
    }
}
