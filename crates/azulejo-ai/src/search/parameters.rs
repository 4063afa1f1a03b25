//! The tuning parameters of the search.

/// The tuning parameters of the search. Values are chosen by matches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    /// Late move reduction starts at this move of a node …
    pub reduce_from_move: usize,
    /// … if at least this much depth is left.
    pub reduce_from_depth: u32,
    /// The reduction grows by one ply per this many further moves.
    pub reduce_step: usize,
    /// Moves to the floor are pruned at nodes with at least this many moves, unless the search
    /// reaches the end of the round.
    pub skip_floor_from: usize,
    /// The weight of unfinished lines in move ordering.
    pub partial_order: f32,
    /// With more than two players, the number of moves considered for each opponent: those that
    /// look best for that opponent.
    pub plausible: usize,
    /// With two players, the maximum value of having the move mid-round, in points. (With more
    /// players it did not help.)
    pub tempo: f32,
    /// The scale of leaves in which a row is complete but the round is unfinished: the margin at
    /// which the odds are e to 1.
    pub late_scale: f32,
    /// On the grey wall, the number of tilings per board that the network evaluates, preselected by
    /// a cheap guess; 0 for all.
    pub tilings: usize,
    /// With more than two players, whether to use a tree search in which every player maximises
    /// their own result: an experiment, which returns neither points nor a principal variation.
    pub tree: bool,
}

impl Parameters {
    /// The shipped parameters.
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
        tree: false,
    };
}
