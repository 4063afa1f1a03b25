//! The numbers that steer the search, in one place.

/// How the search spends its time. Values are compared by matches, never by taste.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    /// From this move of a node on, moves are first searched less deeply …
    pub reduce_from_move: usize,
    /// … with at least this much depth left.
    pub reduce_from_depth: u32,
    /// Every so many further moves are searched one move less deeply still.
    pub reduce_step: usize,
    /// With less depth left than the round has groups, moves to the floor are left out of a node
    /// that has at least this many others.
    pub skip_floor_from: usize,
    /// How much of a line that is not completed counts in the order of moves.
    pub partial_order: f32,
    /// With more than two players: how many moves of another player are looked at, those that look
    /// best for that player.
    pub plausible: usize,
    /// With two players: what it is worth to be the next to move while many groups are on offer, in
    /// points. (With more it did not help.)
    pub tempo: f32,
    /// The margin at which the odds are e to 1 when a row is complete but the round goes on.
    pub late_scale: f32,
    /// On the grey wall: how many tilings of a board go through the network, those that a first guess
    /// likes best; 0 for all.
    pub tilings: usize,
}

impl Parameters {
    /// What is shipped.
    pub const SHIPPED: Self = Self {
        reduce_from_move: 3,
        reduce_from_depth: 3,
        reduce_step: 4,
        skip_floor_from: 6,
        partial_order: 12.0,
        plausible: 4,
        tempo: 3.0,
        late_scale: 4.0,
        tilings: 2,
    };
}
