//! Random positions that play rarely or never reaches, and small mutations of positions.

use azulejo_rules::rng::{FastRng, below, shuffle};

use crate::reference::{COLOURS, Game};

/// The tiles that are not placed yet.
struct Pool(Vec<char>);

impl Pool {
    fn take_colour(&mut self, colour: char) -> Option<char> {
        let place = self.0.iter().position(|&tile| tile == colour)?;
        Some(self.0.swap_remove(place))
    }

    fn take_any(&mut self) -> Option<char> {
        self.0.pop()
    }
}

/// Returns a random legal position.
pub(crate) fn random_position(wall: char, players: usize, rng: &mut FastRng) -> Game {
    loop {
        let mut game = random_candidate(wall, players, rng);
        // In tiling and between rounds only one player to move is legal.
        for seat in 1..=players {
            game.to_move = (game.to_move + seat) % players + 1;
            if game.faults().is_empty() {
                return game;
            }
        }
    }
}

fn random_candidate(wall: char, players: usize, rng: &mut FastRng) -> Game {
    let mut game = Game::new(wall, players, below(rng, players as u32) as usize + 1);
    let mut pool = Pool(std::mem::take(&mut game.bag));
    shuffle(rng, &mut pool.0);
    game.round = below(rng, 20) as usize + 1;
    game.to_move = below(rng, players as u32) as usize + 1;
    // Mid-offer, in tiling or between rounds; with `last_tiles`, the end of an offer near the end of the game.
    let last_tiles = chance(rng, 30);
    let in_offer = last_tiles || chance(rng, 50);
    let between_rounds = !in_offer && chance(rng, 50);
    let on_walls = if last_tiles {
        98
    } else {
        [10, 40, 70, 90][below(rng, 4) as usize]
    };
    let on_lines = if last_tiles { 30 } else { on_walls };
    let most_in_row = if in_offer || chance(rng, 70) { 4 } else { 5 };
    let calm = between_rounds || last_tiles;

    for seat in 0..players {
        fill_wall(&mut game, seat, on_walls, most_in_row, &mut pool, rng);
        fill_lines(&mut game, seat, on_lines, calm, &mut pool, rng);
        let scores_below = [1, 5, 120][below(rng, 3) as usize];
        game.boards[seat].score = below(rng, scores_below);
        let floor = if calm || chance(rng, 40) {
            0
        } else {
            below(rng, 8)
        };
        for _ in 0..floor {
            game.boards[seat].floor.extend(pool.take_any());
        }
    }
    if last_tiles {
        let most = if chance(rng, 50) {
            9
        } else {
            below(rng, 3) as usize + 1
        };
        for factory in game.factories.iter_mut().take(most) {
            let Some(colour) = pool.take_any() else { break };
            factory.push(colour);
            for _ in 0..below(rng, 4) {
                factory.extend(pool.take_colour(colour));
            }
        }
    } else if in_offer {
        fill_offer(&mut game, &mut pool, rng);
    }
    let in_bag = match below(rng, 4) {
        0 => pool.0.len(),
        1 => 0,
        _ => below(rng, 24) as usize,
    };
    game.bag = pool.0.split_off(pool.0.len().saturating_sub(in_bag));
    game.lid = pool.0;
    place_marker(&mut game, calm, rng);
    game
}

fn fill_wall(
    game: &mut Game,
    seat: usize,
    density: u32,
    most_in_row: usize,
    pool: &mut Pool,
    rng: &mut FastRng,
) {
    for row in 0..5 {
        let mut columns = [0, 1, 2, 3, 4];
        shuffle(rng, &mut columns);
        for column in columns.into_iter().take(most_in_row) {
            if !chance(rng, density) {
                continue;
            }
            let wall = &game.boards[seat].wall;
            let mut colours = COLOURS;
            shuffle(rng, &mut colours);
            let colour = if game.wall == 'c' {
                Some(COLOURS[(column + 5 - row) % 5])
            } else {
                colours.into_iter().find(|&colour| {
                    !wall[row].contains(&Some(colour))
                        && wall.iter().all(|other| other[column] != Some(colour))
                })
            };
            game.boards[seat].wall[row][column] =
                colour.and_then(|colour| pool.take_colour(colour));
        }
    }
}

fn fill_lines(
    game: &mut Game,
    seat: usize,
    density: u32,
    incomplete: bool,
    pool: &mut Pool,
    rng: &mut FastRng,
) {
    for row in 0..5 {
        let shown = game.boards[seat].wall[row];
        let mut colours = COLOURS;
        shuffle(rng, &mut colours);
        let colour = colours
            .into_iter()
            .find(|&colour| !shown.contains(&Some(colour)));
        if let Some(colour) = colour
            && chance(rng, density)
        {
            let most = if incomplete || chance(rng, 60) {
                row
            } else {
                row + 1
            };
            let count = if chance(rng, density) {
                most
            } else {
                below(rng, 6) as usize
            };
            for _ in 0..count.min(most) {
                game.boards[seat].lines[row].extend(pool.take_colour(colour));
            }
        }
    }
}

fn fill_offer(game: &mut Game, pool: &mut Pool, rng: &mut FastRng) {
    let of_one_colour = chance(rng, 30);
    let fullness = below(rng, 101);
    for factory in &mut game.factories {
        if chance(rng, fullness) {
            let first = pool.take_any();
            factory.extend(first);
            for _ in 1..4 {
                factory.extend(match first {
                    Some(colour) if of_one_colour => pool.take_colour(colour),
                    _ => pool.take_any(),
                });
            }
        }
    }
    let in_centre = if of_one_colour { 0 } else { below(rng, 12) };
    for _ in 0..in_centre {
        game.centre.extend(pool.take_any());
    }
}

/// Places the marker. In a calm position it is in the centre, or removed if the game is over.
fn place_marker(game: &mut Game, calm: bool, rng: &mut FastRng) {
    let row_complete = game
        .boards
        .iter()
        .any(|b| b.wall.iter().any(|r| !r.contains(&None)));
    let on_offer = game.factories.iter().any(|factory| !factory.is_empty());
    let over = row_complete || !on_offer && game.bag.len() + game.lid.len() == 0;
    game.centre_marker = if calm { !over } else { chance(rng, 50) };
    if calm || game.centre_marker {
        return;
    }
    let seat = below(rng, game.players as u32) as usize;
    let board = &mut game.boards[seat];
    if board.floor.len() == 7 && chance(rng, 80) {
        board.spare_marker = true;
    } else {
        game.lid
            .extend(board.floor.drain(board.floor.len().min(6)..));
        let place = below(rng, board.floor.len() as u32 + 1) as usize;
        board.floor.insert(place, '*');
    }
}

/// Returns the position with one or two small changes, which may make it illegal.
pub(crate) fn mutate(game: &Game, rng: &mut FastRng) -> Game {
    let mut game = game.clone();
    for _ in 0..=below(rng, 2) {
        match below(rng, 12) {
            0 => game.to_move = below(rng, 4) as usize + 1,
            1 => game.start = below(rng, 4) as usize + 1,
            2 => game.centre_marker = !game.centre_marker,
            3 => game.round = below(rng, 1_001) as usize,
            4 => {
                let seat = below(rng, game.players as u32) as usize;
                game.boards[seat].spare_marker = !game.boards[seat].spare_marker;
            }
            5 => {
                if game.factories.len() < 9 && chance(rng, 20) {
                    game.factories.push(Vec::new());
                }
            }
            6 => {
                let seat = below(rng, game.players as u32) as usize;
                let wall = &mut game.boards[seat].wall;
                let [a, b, c, d] = [(); 4].map(|()| below(rng, 5) as usize);
                let tile = wall[a][b];
                wall[a][b] = wall[c][d];
                wall[c][d] = tile;
            }
            7 => {
                if let Some(tile) = remove_somewhere(&mut game, rng) {
                    game.lid.push(if chance(rng, 10) { 'B' } else { tile });
                }
            }
            _ => {
                if let Some(tile) = remove_somewhere(&mut game, rng) {
                    put_somewhere(&mut game, tile, rng);
                }
            }
        }
    }
    // Normalises what the text does not distinguish, such as a spare marker after seven tiles.
    Game::parse(&game.text())
}

/// Removes a tile (or a marker on a floor) from a random place.
fn remove_somewhere(game: &mut Game, rng: &mut FastRng) -> Option<char> {
    let factory = below(rng, game.factories.len() as u32) as usize;
    let seat = below(rng, game.players as u32) as usize;
    let [row, column] = [(); 2].map(|()| below(rng, 5) as usize);
    match below(rng, 7) {
        0 => game.bag.pop(),
        1 => game.lid.pop(),
        2 => game.factories[factory].pop(),
        3 => game.centre.pop(),
        4 => game.boards[seat].lines[row].pop(),
        5 => game.boards[seat].wall[row][column].take(),
        _ => game.boards[seat].floor.pop(),
    }
}

/// Puts a tile in a random place; a marker goes to the centre.
fn put_somewhere(game: &mut Game, tile: char, rng: &mut FastRng) {
    let factory = below(rng, game.factories.len() as u32) as usize;
    let seat = below(rng, game.players as u32) as usize;
    let [row, column] = [(); 2].map(|()| below(rng, 5) as usize);
    let board = &mut game.boards[seat];
    match below(rng, 6) {
        _ if tile == '*' => game.centre_marker = true,
        0 => game.factories[factory].push(tile),
        1 => game.centre.push(tile),
        2 => board.lines[row].push(tile),
        3 if board.wall[row][column].is_none() => board.wall[row][column] = Some(tile),
        4 if board.floor.len() < 7 => board.floor.push(tile),
        _ => game.bag.push(tile),
    }
}

/// Returns `true` with the given probability in percent.
pub(crate) fn chance(rng: &mut FastRng, percent: u32) -> bool {
    below(rng, 100) < percent
}
