//! The position notation: one line of fields separated by single spaces.

use super::{Board, COLOURS, Game, counts};

impl Game {
    /// Returns the canonical text of the position.
    pub(crate) fn text(&self) -> String {
        let mut fields = Vec::new();
        // 1. Wall side and number of players.
        fields.push(format!("{}{}", self.wall, self.players));
        // 2. Round.
        fields.push(format!("{}", self.round));
        // 3. Start player and player to move.
        fields.push(format!("{}>{}", self.start, self.to_move));
        // 4. Factories, the tiles in the order B Y R K W.
        let factories: Vec<String> = self
            .factories
            .iter()
            .map(|tiles| or_dash(&in_order(tiles)))
            .collect();
        fields.push(factories.join("/"));
        // 5. The centre likewise, with `*` first if the marker is there.
        let mut centre = String::new();
        if self.centre_marker {
            centre.push('*');
        }
        centre.push_str(&in_order(&self.centre));
        fields.push(or_dash(&centre));
        // 6. and 7. Bag and lid as counts.
        fields.push(counts_text(&self.bag));
        fields.push(counts_text(&self.lid));
        // 8. One field per player.
        for board in &self.boards {
            fields.push(board.text());
        }
        fields.join(" ")
    }

    /// Parses the text of a position, which need not be legal: see [`Game::faults`].
    ///
    /// # Panics
    /// If the text is malformed.
    pub(crate) fn parse(text: &str) -> Game {
        let fields: Vec<&str> = text.split(' ').collect();
        assert!(fields.len() >= 7, "too few fields: {text}");
        let side: Vec<char> = fields[0].chars().collect();
        let [wall, players] = side[..] else {
            panic!("not a wall side and a number of players: {text}");
        };
        assert!(wall == 'c' || wall == 'g', "no such wall side: {text}");
        let (start, to_move) = fields[2].split_once('>').expect("start player > to move");
        let (marker, centre) = match fields[4].strip_prefix('*') {
            Some("") => (true, Vec::new()),
            Some(tiles) => (true, parse_tiles(tiles)),
            None => (false, parse_dash_or_tiles(fields[4])),
        };
        Game {
            wall,
            players: players.to_digit(10).expect("number of players") as usize,
            round: fields[1].parse().expect("round"),
            start: start.parse().expect("start player"),
            to_move: to_move.parse().expect("player to move"),
            factories: fields[3].split('/').map(parse_dash_or_tiles).collect(),
            centre,
            centre_marker: marker,
            bag: parse_counts(fields[5]),
            lid: parse_counts(fields[6]),
            boards: fields[7..]
                .iter()
                .map(|field| Board::parse(field))
                .collect(),
        }
    }
}

impl Board {
    /// Returns the field of one player: `score;lines;wall;floor`.
    fn text(&self) -> String {
        let lines: Vec<String> = self
            .lines
            .iter()
            .map(|tiles| or_dash(&in_order(tiles)))
            .collect();
        let mut rows = Vec::new();
        for row in self.wall {
            let mut text = String::new();
            for space in row {
                text.push(space.unwrap_or('.'));
            }
            rows.push(text);
        }
        // Tiles and `*` in the order they fell; an eighth `*` is a spare marker.
        let mut floor: String = self.floor.iter().collect();
        if self.spare_marker {
            floor.push('*');
        }
        format!(
            "{};{};{};{}",
            self.score,
            lines.join("/"),
            rows.join("/"),
            or_dash(&floor)
        )
    }

    fn parse(field: &str) -> Board {
        let parts: Vec<&str> = field.split(';').collect();
        let [score, lines, rows, floor] = parts[..] else {
            panic!("not `score;lines;wall;floor`: {field}");
        };
        let lines: Vec<Vec<char>> = lines.split('/').map(parse_dash_or_tiles).collect();
        assert_eq!(lines.len(), 5, "not five lines: {field}");

        let rows: Vec<Vec<char>> = rows.split('/').map(|row| row.chars().collect()).collect();
        assert_eq!(rows.len(), 5, "not five wall rows: {field}");
        let mut wall = [[None; 5]; 5];
        for row in 0..5 {
            assert_eq!(rows[row].len(), 5, "not five spaces in a row: {field}");
            for column in 0..5 {
                let letter = rows[row][column];
                if letter != '.' {
                    assert!(COLOURS.contains(&letter), "not a colour: {field}");
                    wall[row][column] = Some(letter);
                }
            }
        }

        let mut pieces = Vec::new();
        if floor != "-" {
            assert!(!floor.is_empty(), "empty floor text: {field}");
            for piece in floor.chars() {
                assert!(
                    piece == '*' || COLOURS.contains(&piece),
                    "neither a tile nor the marker: {field}"
                );
                pieces.push(piece);
            }
        }
        let mut spare_marker = false;
        if pieces.len() == 8 {
            assert_eq!(pieces.pop(), Some('*'), "eight tiles on a floor: {field}");
            spare_marker = true;
        }
        assert!(pieces.len() <= 7, "more than seven on a floor: {field}");

        Board {
            score: score.parse().expect("score"),
            lines,
            wall,
            floor: pieces,
            spare_marker,
        }
    }
}

/// Returns the tiles as letters in the order B Y R K W.
fn in_order(tiles: &[char]) -> String {
    let mut text = String::new();
    for colour in COLOURS {
        for &tile in tiles {
            if tile == colour {
                text.push(tile);
            }
        }
    }
    text
}

fn or_dash(text: &str) -> String {
    if text.is_empty() {
        "-".to_string()
    } else {
        text.to_string()
    }
}

fn parse_dash_or_tiles(text: &str) -> Vec<char> {
    if text == "-" {
        Vec::new()
    } else {
        parse_tiles(text)
    }
}

fn parse_tiles(text: &str) -> Vec<char> {
    let tiles: Vec<char> = text.chars().collect();
    assert!(!tiles.is_empty(), "empty tile text");
    for tile in &tiles {
        assert!(COLOURS.contains(tile), "not a colour: {text}");
    }
    tiles
}

/// Returns five counts B,Y,R,K,W.
fn counts_text(tiles: &[char]) -> String {
    counts(tiles).map(|count| count.to_string()).join(",")
}

fn parse_counts(text: &str) -> Vec<char> {
    let numbers: Vec<&str> = text.split(',').collect();
    assert_eq!(numbers.len(), 5, "not five counts: {text}");
    let mut tiles = Vec::new();
    for (colour, number) in COLOURS.into_iter().zip(numbers) {
        let count: usize = number.parse().expect("count");
        for _ in 0..count {
            tiles.push(colour);
        }
    }
    tiles
}
