//! A ledger of the table that knows only what the events say.
//!
//! It holds piles of tiles and scores, moves them as each event tells, and complains when an event
//! tells of something that cannot be. After every step its text must be that of the position.

use azulejo_rules::{Colour, Event, Position, Source};

const FLOOR_COSTS: [u16; 7] = [1, 1, 2, 2, 2, 3, 3];

/// How many tiles of each colour.
type Pile = [usize; 5];

#[derive(Clone, Debug, Default)]
struct Mat {
    score: u16,
    lines: [Vec<Colour>; 5],
    wall: [[Option<Colour>; 5]; 5],
    /// Letters and `*`; an eighth `*` is a marker without a space.
    floor: String,
    /// What the events of this round said that the floor costs.
    told_cost: u16,
}

/// The table as the events tell it.
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
    mats: Vec<Mat>,
    /// Tiles that were taken up and must be put down again within the step.
    hand: Pile,
    /// The lid, on its way into the bag: it goes in when the bag is empty.
    lid_to_go_in: Option<Pile>,
    /// Who had the marker when the floors were charged.
    marker_holder: Option<usize>,
    /// Final scores and complete rows, and who was said to have won.
    finals: Vec<((u16, u8), bool)>,
    is_over: bool,
}

impl Ledger {
    /// The table of a position; from then on it knows only events.
    pub(crate) fn of(position: &Position) -> Self {
        let setup = position.setup();
        let pile = |tiles: &azulejo_rules::ByColour<u8>| tiles.0.map(usize::from);
        let mat = |board: &azulejo_rules::BoardSetup| Mat {
            score: board.score,
            lines: board.lines.clone(),
            wall: board.wall,
            floor: board.floor.iter().map(|tile| tile.letter()).collect(),
            told_cost: FLOOR_COSTS.iter().take(board.floor.len()).sum(),
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
            mats: setup.boards.iter().map(mat).collect(),
            hand: [0; 5],
            lid_to_go_in: None,
            marker_holder: None,
            finals: Vec::new(),
            is_over: false,
        }
    }

    /// Enters the events of one step.
    #[track_caller]
    pub(crate) fn enter(&mut self, events: &[Event]) {
        for event in events {
            self.enter_one(event);
        }
        assert_eq!(
            self.hand, [0; 5],
            "tiles were taken up and not put down: {events:?}"
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

    fn enter_one(&mut self, event: &Event) {
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
                let mat = &mut self.mats[seat.index()];
                let taken = mat.floor.len();
                assert_eq!(space, (taken < 7).then_some(taken as u8 + 1));
                assert_eq!(cost, FLOOR_COSTS.get(taken).copied().unwrap_or(0));
                mat.floor.push('*');
                mat.told_cost += cost;
            }
            Event::Placed {
                seat,
                line,
                colour,
                count,
                complete,
            } => {
                self.put_down(colour, count);
                let tiles = &mut self.mats[seat.index()].lines[line.index()];
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
                let mat = &mut self.mats[seat.index()];
                assert_eq!(usize::from(space), mat.floor.len() + 1);
                let before = mat.floor.len();
                mat.floor
                    .extend(std::iter::repeat_n(colour.letter(), usize::from(count)));
                assert_eq!(
                    cost,
                    FLOOR_COSTS[before..mat.floor.len()].iter().sum::<u16>()
                );
                mat.told_cost += cost;
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
                self.take_up_line(seat.index(), line.index(), colour);
                self.put_down(colour, 1);
                let mat = &mut self.mats[seat.index()];
                let (row, column) = (line.index(), column.index());
                assert_eq!(mat.wall[row][column].replace(colour), None);
                assert_eq!(
                    (points.row_run, points.column_run),
                    runs(&mat.wall, row, column)
                );
                mat.score += points.total();
                assert_eq!(score, mat.score);
                assert_eq!(completes_row, mat.wall[row].iter().all(Option::is_some));
            }
            Event::LineDropped { seat, line, colour } => {
                self.take_up_line(seat.index(), line.index(), colour);
            }
            Event::FloorCharged {
                seat,
                spaces,
                cost,
                lost,
                score,
            } => {
                let mat = &mut self.mats[seat.index()];
                let floor = std::mem::take(&mut mat.floor);
                assert_eq!(usize::from(spaces), floor.len().min(7));
                assert_eq!(cost, FLOOR_COSTS[..usize::from(spaces)].iter().sum::<u16>());
                assert_eq!(
                    cost,
                    std::mem::take(&mut mat.told_cost),
                    "what each tile was said to cost"
                );
                assert_eq!(lost, cost.min(mat.score));
                mat.score -= lost;
                assert_eq!(score, mat.score);
                for letter in floor.chars() {
                    match Colour::from_letter(letter) {
                        Some(colour) => self.lid[colour.index()] += 1,
                        None => assert_eq!(self.marker_holder.replace(seat.index()), None),
                    }
                }
            }
            Event::StartsNext { seat, held_marker } => {
                assert_eq!(held_marker, self.hand_on_marker());
                assert_eq!(seat.index(), self.start);
                self.marker_in_centre = true;
                self.round += 1;
                self.to_move = self.start;
            }
            Event::LidToBag { tiles } => {
                let lid = std::mem::take(&mut self.lid);
                assert_eq!(lid, tiles.0.map(usize::from));
                assert_eq!(self.lid_to_go_in.replace(lid), None);
            }
            Event::Dealt { factory, draw } => self.deal(factory.index(), draw),
            Event::RoundStarted { round, seat } => {
                assert_eq!((round, seat.index()), (self.round, self.start));
                self.to_move = self.start;
            }
            Event::GameEnded { complete_row } => {
                self.hand_on_marker();
                self.marker_in_centre = false;
                self.to_move = self.start;
                self.is_over = true;
                let mut rows = self.mats.iter().flat_map(|mat| mat.wall);
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
                let mat = &self.mats[seat.index()];
                let counted = count_bonuses(&mat.wall);
                assert_eq!((bonuses.rows, bonuses.columns, bonuses.colours), counted);
                let (rows, columns, colours) = counted;
                let points = 2 * u16::from(rows) + 7 * u16::from(columns) + 10 * u16::from(colours);
                assert_eq!(score, mat.score + points);
                self.finals.push(((score, rows), won));
            }
            _ => panic!("unknown event {event:?}"),
        }
    }

    /// Draws tiles one by one; the lid goes in exactly when the bag is empty.
    fn deal(&mut self, factory: usize, draw: azulejo_rules::Draw) {
        let mut count = 0;
        for colour in draw.tiles() {
            if self.bag == [0; 5] {
                self.bag = self
                    .lid_to_go_in
                    .take()
                    .expect("an empty bag needs the lid first");
            }
            assert!(self.bag[colour.index()] > 0, "no {colour} to draw");
            self.bag[colour.index()] -= 1;
            self.factories[factory][colour.index()] += 1;
            count += 1;
        }
        assert_eq!(
            self.lid_to_go_in, None,
            "the lid was said to go in too early"
        );
        assert!(count == 4 || self.bag == [0; 5] && self.lid == [0; 5]);
    }

    fn put_down(&mut self, colour: Colour, count: u8) {
        let left = self.hand[colour.index()].checked_sub(usize::from(count));
        self.hand[colour.index()] = left.expect("no more is put down than was taken up");
    }

    fn take_up_line(&mut self, seat: usize, line: usize, colour: Colour) {
        let tiles = std::mem::take(&mut self.mats[seat].lines[line]);
        assert_eq!(
            tiles,
            vec![colour; line + 1],
            "only a complete line is tiled"
        );
        self.hand[colour.index()] = line + 1;
    }

    /// The holder of the marker starts the next round; gives whether there was one.
    fn hand_on_marker(&mut self) -> bool {
        let holder = self.marker_holder.take();
        self.start = holder.unwrap_or(self.start);
        holder.is_some()
    }

    /// Who is to move after a move or a placement, as the notation says.
    fn pass_turn(&mut self, after_move: bool) {
        let players = self.mats.len();
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
        let has_complete = |seat: &usize| (0..5).any(|i| self.mats[*seat].lines[i].len() == i + 1);
        self.to_move = clockwise.find(has_complete).unwrap_or(self.start);
    }

    fn check_winners(&self) {
        assert_eq!(
            self.finals.len(),
            self.mats.len(),
            "every player's bonuses are told"
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

    /// The text of the position that the events led to.
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
            format!("{}{}", self.side, self.mats.len()),
            self.round.to_string(),
            format!("{}>{}", self.start + 1, self.to_move + 1),
            factories.join("/"),
            or_dash(format!("{marker}{}", tiles(&self.centre))),
            counts(&self.bag),
            counts(&self.lid),
        ];
        for mat in &self.mats {
            let letter = |space: &Option<Colour>| space.map_or('.', Colour::letter);
            let line = |line: &Vec<Colour>| or_dash(line.iter().map(|c| c.letter()).collect());
            let wall = mat
                .wall
                .map(|row| row.iter().map(letter).collect::<String>());
            let lines: Vec<String> = mat.lines.iter().map(line).collect();
            let floor = or_dash(mat.floor.clone());
            fields.push(format!(
                "{};{};{};{floor}",
                mat.score,
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

/// The lengths of the runs through a filled space, found by walking from it.
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

/// Complete rows, columns and colours.
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
