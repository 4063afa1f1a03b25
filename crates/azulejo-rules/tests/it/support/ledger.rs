//! A ledger that rebuilds the position from events alone.
//!
//! It moves tiles and scores as each event reports, and panics if an event reports something
//! impossible. After every step its text must equal that of the position.

use azulejo_rules::{Colour, Event, Position, Source};

const FLOOR_COSTS: [u16; 7] = [1, 1, 2, 2, 2, 3, 3];

/// The number of tiles of each colour.
type Pile = [usize; 5];

#[derive(Clone, Debug, Default)]
struct Board {
    score: u16,
    lines: [Vec<Colour>; 5],
    wall: [[Option<Colour>; 5]; 5],
    /// Letters and `*`; an eighth `*` is a spare marker.
    floor: String,
    /// The floor cost reported by the events of this round.
    reported_cost: u16,
}

/// The position as reported by events.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
    side: char,
    round: u16,
    start: usize,
    to_move: usize,
    factories: Vec<Pile>,
    centre: Pile,
    marker_in_centre: bool,
    bag: Pile,
    lid: Pile,
    boards: Vec<Board>,
    /// Tiles picked up that must be put down within the same step.
    hand: Pile,
    /// The lid's tiles after a `LidToBag` event, until a tile is drawn from the empty bag.
    pending_lid: Option<Pile>,
    /// The seat that held the marker when the floors were charged.
    marker_holder: Option<usize>,
    /// Each seat's final score and complete rows, and whether it was reported as a winner.
    finals: Vec<((u16, u8), bool)>,
    is_over: bool,
}

impl Ledger {
    /// Starts from a position; from then on only events change the ledger.
    pub(crate) fn of(position: &Position) -> Self {
        let setup = position.setup();
        let pile = |tiles: &azulejo_rules::ByColour<u8>| tiles.0.map(usize::from);
        let board = |board: &azulejo_rules::BoardSetup| Board {
            score: board.score,
            lines: board.lines.clone(),
            wall: board.wall,
            floor: board.floor.iter().map(|tile| tile.letter()).collect(),
            reported_cost: FLOOR_COSTS.iter().take(board.floor.len()).sum(),
        };
        Self {
            side: if setup.wall == azulejo_rules::Wall::Coloured {
                'c'
            } else {
                'g'
            },
            round: setup.round,
            start: setup.start.index(),
            to_move: setup.to_move.index(),
            factories: setup.factories.iter().map(pile).collect(),
            centre: pile(&setup.centre),
            marker_in_centre: setup.marker_in_centre,
            bag: pile(&setup.bag),
            lid: pile(&setup.lid),
            boards: setup.boards.iter().map(board).collect(),
            hand: [0; 5],
            pending_lid: None,
            marker_holder: None,
            finals: Vec::new(),
            is_over: false,
        }
    }

    /// Applies the events of one step.
    #[track_caller]
    pub(crate) fn apply(&mut self, events: &[Event]) {
        for event in events {
            self.apply_event(event);
        }
        assert_eq!(
            self.hand, [0; 5],
            "tiles picked up but not put down: {events:?}"
        );
        if let Some(&Event::Taken { .. } | &Event::Tiled { .. } | &Event::LineDropped { .. }) =
            events.first()
            && !self.is_over
        {
            self.pass_turn(matches!(events[0], Event::Taken { .. }));
        }
        if self.is_over {
            self.check_winners();
        }
    }

    fn apply_event(&mut self, event: &Event) {
        match *event {
            Event::Taken {
                seat,
                source,
                colour,
                count,
            } => {
                assert_eq!(seat.index(), self.to_move);
                let pile = match source {
                    Source::Factory(factory) => &mut self.factories[factory.index()],
                    Source::Centre => &mut self.centre,
                };
                let all = std::mem::take(&mut pile[colour.index()]);
                assert_eq!(all, usize::from(count));
                assert!(all > 0);
                self.hand[colour.index()] = all;
            }
            Event::ToCentre { factory, tiles } => {
                let rest = std::mem::take(&mut self.factories[factory.index()]);
                assert_eq!(rest, tiles.0.map(usize::from));
                add(&mut self.centre, rest);
            }
            Event::MarkerTaken { seat, space, cost } => {
                assert!(std::mem::take(&mut self.marker_in_centre));
                let board = &mut self.boards[seat.index()];
                let taken = board.floor.len();
                assert_eq!(space, (taken < 7).then_some(taken as u8 + 1));
                assert_eq!(cost, FLOOR_COSTS.get(taken).copied().unwrap_or(0));
                board.floor.push('*');
                board.reported_cost += cost;
            }
            Event::Placed {
                seat,
                line,
                colour,
                count,
                complete,
            } => {
                self.put_down(colour, count);
                let tiles = &mut self.boards[seat.index()].lines[line.index()];
                tiles.extend(std::iter::repeat_n(colour, usize::from(count)));
                assert_eq!(complete, tiles.len() == line.number());
                assert!(tiles.len() <= line.number());
            }
            Event::Spilled {
                seat,
                colour,
                count,
                space,
                cost,
            } => {
                self.put_down(colour, count);
                let board = &mut self.boards[seat.index()];
                assert_eq!(usize::from(space), board.floor.len() + 1);
                let before = board.floor.len();
                board
                    .floor
                    .extend(std::iter::repeat_n(colour.letter(), usize::from(count)));
                assert_eq!(
                    cost,
                    FLOOR_COSTS[before..board.floor.len()].iter().sum::<u16>()
                );
                board.reported_cost += cost;
            }
            Event::ToLid {
                seat: _,
                colour,
                count,
            } => {
                self.put_down(colour, count);
                self.lid[colour.index()] += usize::from(count);
            }
            Event::Tiled {
                seat,
                line,
                column,
                colour,
                points,
                score,
                completes_row,
            } => {
                self.pick_up_line(seat.index(), line.index(), colour);
                self.put_down(colour, 1);
                let board = &mut self.boards[seat.index()];
                let (row, column) = (line.index(), column.index());
                assert_eq!(board.wall[row][column].replace(colour), None);
                assert_eq!(
                    (points.row_run, points.column_run),
                    runs(&board.wall, row, column)
                );
                board.score += points.total();
                assert_eq!(score, board.score);
                assert_eq!(completes_row, board.wall[row].iter().all(Option::is_some));
            }
            Event::LineDropped { seat, line, colour } => {
                self.pick_up_line(seat.index(), line.index(), colour);
            }
            Event::FloorCharged {
                seat,
                spaces,
                cost,
                lost,
                score,
            } => {
                let board = &mut self.boards[seat.index()];
                let floor = std::mem::take(&mut board.floor);
                assert_eq!(usize::from(spaces), floor.len().min(7));
                assert_eq!(cost, FLOOR_COSTS[..usize::from(spaces)].iter().sum::<u16>());
                assert_eq!(
                    cost,
                    std::mem::take(&mut board.reported_cost),
                    "the sum of the reported costs"
                );
                assert_eq!(lost, cost.min(board.score));
                board.score -= lost;
                assert_eq!(score, board.score);
                for letter in floor.chars() {
                    match Colour::from_letter(letter) {
                        Some(colour) => self.lid[colour.index()] += 1,
                        None => assert_eq!(self.marker_holder.replace(seat.index()), None),
                    }
                }
            }
            Event::StartsNext { seat, held_marker } => {
                assert_eq!(held_marker, self.pass_marker());
                assert_eq!(seat.index(), self.start);
                self.marker_in_centre = true;
                self.round += 1;
                self.to_move = self.start;
            }
            Event::LidToBag { tiles } => {
                let lid = std::mem::take(&mut self.lid);
                assert_eq!(lid, tiles.0.map(usize::from));
                assert_eq!(self.pending_lid.replace(lid), None);
            }
            Event::Dealt { factory, draw } => self.deal(factory.index(), draw),
            Event::RoundStarted { round, seat } => {
                assert_eq!((round, seat.index()), (self.round, self.start));
                self.to_move = self.start;
            }
            Event::GameEnded { complete_row } => {
                self.pass_marker();
                self.marker_in_centre = false;
                self.to_move = self.start;
                self.is_over = true;
                let mut rows = self.boards.iter().flat_map(|board| board.wall);
                assert_eq!(
                    complete_row,
                    rows.any(|row| row.iter().all(Option::is_some))
                );
                assert!(complete_row || self.bag == [0; 5] && self.lid == [0; 5]);
            }
            Event::BonusesScored {
                seat,
                bonuses,
                score,
                won,
            } => {
                assert_eq!(seat.index(), self.finals.len());
                let board = &self.boards[seat.index()];
                let counted = count_bonuses(&board.wall);
                assert_eq!((bonuses.rows, bonuses.columns, bonuses.colours), counted);
                let (rows, columns, colours) = counted;
                let points = 2 * u16::from(rows) + 7 * u16::from(columns) + 10 * u16::from(colours);
                assert_eq!(score, board.score + points);
                self.finals.push(((score, rows), won));
            }
            _ => panic!("unknown event {event:?}"),
        }
    }

    /// Draws tiles one by one; the lid must refill the bag exactly when it is empty.
    fn deal(&mut self, factory: usize, draw: azulejo_rules::Draw) {
        let mut count = 0;
        for colour in draw.tiles() {
            if self.bag == [0; 5] {
                self.bag = self
                    .pending_lid
                    .take()
                    .expect("the lid refills an empty bag");
            }
            assert!(self.bag[colour.index()] > 0, "no {colour} to draw");
            self.bag[colour.index()] -= 1;
            self.factories[factory][colour.index()] += 1;
            count += 1;
        }
        assert_eq!(
            self.pending_lid, None,
            "the lid was reported to refill the bag too early"
        );
        assert!(count == 4 || self.bag == [0; 5] && self.lid == [0; 5]);
    }

    fn put_down(&mut self, colour: Colour, count: u8) {
        let left = self.hand[colour.index()].checked_sub(usize::from(count));
        self.hand[colour.index()] = left.expect("no more tiles are put down than were picked up");
    }

    fn pick_up_line(&mut self, seat: usize, line: usize, colour: Colour) {
        let tiles = std::mem::take(&mut self.boards[seat].lines[line]);
        assert_eq!(
            tiles,
            vec![colour; line + 1],
            "only complete lines are tiled"
        );
        self.hand[colour.index()] = line + 1;
    }

    /// Makes the marker's holder the next start player, and returns whether there was one.
    fn pass_marker(&mut self) -> bool {
        let holder = self.marker_holder.take();
        self.start = holder.unwrap_or(self.start);
        holder.is_some()
    }

    /// Updates the player to move after a move or a placement, as the notation defines it.
    fn pass_turn(&mut self, after_move: bool) {
        let players = self.boards.len();
        let tiles_on_offer = self
            .factories
            .iter()
            .chain([&self.centre])
            .any(|pile| *pile != [0; 5]);
        if tiles_on_offer {
            assert!(after_move);
            self.to_move = (self.to_move + 1) % players;
            return;
        }
        let mut clockwise = (0..players).map(|i| (self.start + i) % players);
        let has_complete =
            |seat: &usize| (0..5).any(|i| self.boards[*seat].lines[i].len() == i + 1);
        self.to_move = clockwise.find(has_complete).unwrap_or(self.start);
    }

    fn check_winners(&self) {
        assert_eq!(
            self.finals.len(),
            self.boards.len(),
            "bonuses are reported for every player"
        );
        let best = self
            .finals
            .iter()
            .map(|(rank, _)| *rank)
            .max()
            .expect("players");
        for (rank, won) in &self.finals {
            assert_eq!(*won, *rank == best);
        }
    }

    /// Returns the text of the resulting position.
    pub(crate) fn text(&self) -> String {
        let tiles = |pile: &Pile| -> String {
            let each = Colour::ALL.iter().zip(pile);
            each.map(|(colour, &n)| colour.letter().to_string().repeat(n))
                .collect()
        };
        let or_dash = |text: String| {
            if text.is_empty() {
                "-".to_string()
            } else {
                text
            }
        };
        let counts = |pile: &Pile| pile.map(|n| n.to_string()).join(",");
        let factories: Vec<String> = self.factories.iter().map(|p| or_dash(tiles(p))).collect();
        let marker = if self.marker_in_centre { "*" } else { "" };
        let mut fields = vec![
            format!("{}{}", self.side, self.boards.len()),
            self.round.to_string(),
            format!("{}>{}", self.start + 1, self.to_move + 1),
            factories.join("/"),
            or_dash(format!("{marker}{}", tiles(&self.centre))),
            counts(&self.bag),
            counts(&self.lid),
        ];
        for board in &self.boards {
            let letter = |space: &Option<Colour>| space.map_or('.', Colour::letter);
            let line = |line: &Vec<Colour>| or_dash(line.iter().map(|c| c.letter()).collect());
            let wall = board
                .wall
                .map(|row| row.iter().map(letter).collect::<String>());
            let lines: Vec<String> = board.lines.iter().map(line).collect();
            let floor = or_dash(board.floor.clone());
            fields.push(format!(
                "{};{};{};{floor}",
                board.score,
                lines.join("/"),
                wall.join("/")
            ));
        }
        fields.join(" ")
    }
}

fn add(pile: &mut Pile, more: Pile) {
    pile.iter_mut().zip(more).for_each(|(n, more)| *n += more);
}

/// Returns the lengths of the row and column runs through a filled space.
fn runs(wall: &[[Option<Colour>; 5]; 5], row: usize, column: usize) -> (u8, u8) {
    let is_filled = |r: isize, c: isize| {
        (0..5).contains(&r) && (0..5).contains(&c) && wall[r as usize][c as usize].is_some()
    };
    let walk = |dr: isize, dc: isize| {
        let at = |n: isize| (row as isize + n * dr, column as isize + n * dc);
        let count = (1..5).take_while(|&n| is_filled(at(n).0, at(n).1)).count();
        count as u8
    };
    (1 + walk(0, 1) + walk(0, -1), 1 + walk(1, 0) + walk(-1, 0))
}

/// Counts complete rows, columns and colours.
fn count_bonuses(wall: &[[Option<Colour>; 5]; 5]) -> (u8, u8, u8) {
    let count = |holds: &dyn Fn(usize) -> bool| (0..5).filter(|&i| holds(i)).count() as u8;
    (
        count(&|row| wall[row].iter().all(Option::is_some)),
        count(&|column| wall.iter().all(|row| row[column].is_some())),
        count(&|colour| {
            wall.iter()
                .all(|row| row.contains(&Some(Colour::ALL[colour])))
        }),
    )
}
