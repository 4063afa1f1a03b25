// Generated from crates/azulejo-protocol by `cargo xtask codegen`. Do not edit.

export type Colour = "B" | "Y" | "R" | "K" | "W";

export type Wall = "coloured" | "grey";

export type Phase = "refill" | "offer" | "tiling" | "over";

export type LastRound = "no" | "maybe" | "yes";

export type RowInSight = { 
/**
 * The seat.
 */
seat: number, 
/**
 * The row, from 1.
 */
row: number, };

export type FloorPiece = "B" | "Y" | "R" | "K" | "W" | "*";

export type LineView = { 
/**
 * The colour that it holds.
 */
colour: Colour | null, 
/**
 * The number of tiles that it holds.
 */
count: number, 
/**
 * Its capacity.
 */
size: number, };

export type Points = { 
/**
 * The points of its row run; 0 if there is none.
 */
row: number, 
/**
 * The points of its column run; 0 if there is none.
 */
column: number, 
/**
 * The sum of both, or 1 for a lone tile.
 */
total: number, };

export type TiledView = { 
/**
 * The line and wall row.
 */
line: number, 
/**
 * The column; `null` if the line has no legal space on the grey wall and drops.
 */
column: number | null, 
/**
 * The colour.
 */
colour: Colour, 
/**
 * The points it scores; `null` if the line drops.
 */
points: Points | null, };

export type RoundEndView = { 
/**
 * The tiles that would be placed, from the top; on the grey wall in the best columns.
 */
tiles: Array<TiledView>, 
/**
 * The floor cost.
 */
floor_cost: number, 
/**
 * The resulting score.
 */
score: number, };

export type BonusView = { 
/**
 * Complete rows.
 */
rows: number, 
/**
 * Complete columns.
 */
columns: number, 
/**
 * Complete colours.
 */
colours: number, 
/**
 * The points for the rows.
 */
row_points: number, 
/**
 * The points for the columns.
 */
column_points: number, 
/**
 * The points for the colours.
 */
colour_points: number, 
/**
 * The points for all bonuses.
 */
points: number, };

export type BoardView = { 
/**
 * The seat.
 */
seat: number, 
/**
 * The current score.
 */
score: number, 
/**
 * The pattern lines from the top.
 */
lines: Array<LineView>, 
/**
 * The wall, row by row.
 */
wall: Array<Array<Colour | null>>, 
/**
 * The pieces on the floor, in the order in which they fell.
 */
floor: Array<FloorPiece>, 
/**
 * The current floor cost, as a positive number.
 */
floor_cost: number, 
/**
 * Whether the player holds the start marker and therefore starts the next round.
 */
holds_marker: boolean, 
/**
 * The prediction for the end of the round.
 */
round_end: RoundEndView, 
/**
 * The bonuses earned so far.
 */
bonuses: BonusView, };

export type TableView = { 
/**
 * The position in the text notation.
 */
position: string, 
/**
 * The side of the boards in use.
 */
wall: Wall, 
/**
 * The round, from 1.
 */
round: number, 
/**
 * The phase.
 */
phase: Phase, 
/**
 * The start player of this round.
 */
start: number, 
/**
 * The player to move in the offer.
 */
to_move: number, 
/**
 * The tiles of each factory, in the order B Y R K W.
 */
factories: Array<Array<Colour>>, 
/**
 * The tiles in the centre by colour.
 */
centre: [number, number, number, number, number], 
/**
 * Whether the start marker is in the centre.
 */
marker_in_centre: boolean, 
/**
 * The tiles in the bag by colour.
 */
bag: [number, number, number, number, number], 
/**
 * The tiles in the lid by colour.
 */
lid: [number, number, number, number, number], 
/**
 * The boards by seat.
 */
boards: Array<BoardView>, 
/**
 * The colour of each wall space, row by row; `null` on the grey wall.
 */
plan: Array<Array<Colour>> | null, 
/**
 * Whether this will be the last round.
 */
last_round: LastRound, 
/**
 * The rows that end, or may end, the game with this round.
 */
last_round_by: Array<RowInSight>, 
/**
 * The seats that would win, including bonuses, if the round ended now; empty unless this may be the
 * last round.
 */
would_win: Array<number>, 
/**
 * The cost of each floor space from the left, as positive numbers.
 */
floor_costs: Array<number>, };

export type RefusalReason = "line_full" | "line_holds" | "on_wall";

export type Refusal = { 
/**
 * The colour.
 */
colour: Colour, 
/**
 * The line.
 */
line: number, 
/**
 * The reason.
 */
reason: RefusalReason, 
/**
 * The colour that the line holds; omitted unless that is the reason.
 */
holds?: Colour, };

export type MoveOption = { 
/**
 * The move in notation.
 */
move: string, 
/**
 * The factory; omitted for the centre.
 */
factory?: number, 
/**
 * The colour taken.
 */
colour: Colour, 
/**
 * The line; omitted for the floor.
 */
line?: number, 
/**
 * The number of tiles taken.
 */
taken: number, 
/**
 * The tiles that move from the factory to the centre.
 */
to_centre?: [number, number, number, number, number], 
/**
 * Whether the move takes the start marker.
 */
takes_marker?: boolean, 
/**
 * The number of tiles placed on the line.
 */
placed?: number, 
/**
 * The number of tiles that fall to the floor.
 */
spilled?: number, 
/**
 * The number of tiles that find no floor space and go to the lid.
 */
to_lid?: number, 
/**
 * The floor cost before the move, as a positive number.
 */
floor_before?: number, 
/**
 * The floor cost after the move.
 */
floor_after?: number, 
/**
 * Whether the move completes the line.
 */
completes?: boolean, 
/**
 * The points its tile would score at the end of the round.
 */
points?: Points, 
/**
 * The wall columns currently open to the line's tile. Empty for the floor, and if the grey wall
 * has no legal space for it.
 */
columns?: Array<number>, 
/**
 * The score if the round ended after the move.
 */
round_end: number, 
/**
 * Whether the move takes the last tiles on offer and therefore cannot be taken back.
 */
ends_round?: boolean, };

export type OfferOptions = { 
/**
 * The player to move.
 */
seat: number, 
/**
 * The legal moves with their consequences.
 */
moves: Array<MoveOption>, 
/**
 * The reasons why lines reject a colour that is on offer.
 */
refused: Array<Refusal>, };

export type TilingChoice = { 
/**
 * The placement in notation.
 */
placement: string, 
/**
 * The column; `null` if the line drops to the floor.
 */
column: number | null, 
/**
 * The points the tile scores there.
 */
points: Points | null, 
/**
 * The next complete line after this choice.
 */
next: TilingLine | null, };

export type TilingLine = { 
/**
 * The line.
 */
line: number, 
/**
 * Its colour.
 */
colour: Colour, 
/**
 * The choices from left to right; only the floor if the wall has no legal space.
 */
choices: Array<TilingChoice>, };

export type TilingOptions = { 
/**
 * The choosing seat.
 */
seat: number, 
/**
 * The topmost complete line.
 */
first: TilingLine, };

export type Level = "beginner" | "apprentice" | "tiler" | "artisan" | "master" | "legend";

export type Clock = { "kind": "none" } | { "kind": "real_time", 
/**
 * Seconds for the game: 30 to 10,800.
 */
seconds: number, 
/**
 * The increment in seconds for each offer move and once per tiling: 0 to 60.
 */
increment: number, } | { "kind": "days", 
/**
 * Days per move: 1 to 14.
 */
days: number, };

export type UndoPolicy = "off" | "ask" | "free";

export type Settings = { 
/**
 * The side of the boards in use.
 */
wall: Wall, 
/**
 * The clock.
 */
clock: Clock, 
/**
 * The policy for takebacks.
 */
undo: UndoPolicy, 
/**
 * Whether the lobby lists the game.
 */
public: boolean, 
/**
 * The start player; `null` for a random one.
 */
start: number | null, };

export type Status = "waiting" | "running" | "finished" | "cancelled";

export type SeatKind = "open" | "invited" | "human" | "bot";

export type TakeoverReason = "resigned" | "time" | "left" | "vote";

export type SeatView = { 
/**
 * The seat, from 1.
 */
seat: number, 
/**
 * The kind of its occupant.
 */
kind: SeatKind, 
/**
 * The player's name; `null` for deleted players, bots and empty seats.
 */
name: string | null, 
/**
 * Whether the player is a guest.
 */
guest: boolean, 
/**
 * The level of the bot that plays this seat, from the start or after a takeover.
 */
level: Level | null, 
/**
 * The reason why a bot took over from a human player.
 */
taken_over: TakeoverReason | null, 
/**
 * Whether the seat can still win.
 */
can_win: boolean, 
/**
 * Identifies the human player: one browser may hold several seats.
 */
person: number | null, };

export type ClockView = { 
/**
 * The server time of this snapshot, in milliseconds since 1970.
 */
at: number, 
/**
 * The remaining time of each seat in milliseconds; `null` for bots.
 */
left: Array<number | null>, 
/**
 * The seats whose clocks are running.
 */
running: Array<number>, 
/**
 * The lag allowance: the first milliseconds of each turn, which are not charged. Missing if
 * there is none.
 */
lag?: number, };

export type UndoQuestion = { 
/**
 * The requesting seat.
 */
seat: number, 
/**
 * The first event that would be taken back.
 */
to: number, 
/**
 * The seats that have agreed.
 */
agreed: Array<number>, 
/**
 * The seats that have not answered yet.
 */
awaited: Array<number>, 
/**
 * When the request expires, in milliseconds since 1970.
 */
until: number, };

export type EndedBy = "score" | "resigned" | "time" | "left" | "truncated" | "aborted";

export type RoundResult = { 
/**
 * The points scored by placing tiles.
 */
wall: number, 
/**
 * The points lost to the floor, as a positive number.
 */
floor: number, 
/**
 * The score after the round.
 */
score: number, };

export type PlayerResult = { 
/**
 * The seat.
 */
seat: number, 
/**
 * The rank, from 1; tied players share it.
 */
place: number, 
/**
 * The final score including bonuses.
 */
score: number, 
/**
 * The points scored by placing tiles.
 */
wall: number, 
/**
 * The points lost to the floor, as a positive number.
 */
floor: number, 
/**
 * The bonuses; all zero if the game did not end by score.
 */
bonuses: BonusView, 
/**
 * The result of each round.
 */
rounds: Array<RoundResult>, };

export type ResultView = { 
/**
 * The way in which the game ended.
 */
by: EndedBy, 
/**
 * The seat whose resignation, clock or absence ended the game.
 */
seat: number | null, 
/**
 * The winning seats; several share a victory, and the list is empty if undecided.
 */
winners: Array<number>, 
/**
 * The players' results by seat.
 */
players: Array<PlayerResult>, };

export type DrawView = { 
/**
 * The scheme, `azulejo-draw-2`; `azulejo-draw-1` in older games.
 */
scheme: string, 
/**
 * SHA-256 of the secret and the game id in hex, published before any nonce is sent.
 */
commitment: string, 
/**
 * The commitment of each seat's nonce in hex; `null` as for `nonces`.
 */
nonce_commitments: Array<string | null>, 
/**
 * Whether no further commitments count, so that clients reveal their nonces.
 */
closed: boolean, 
/**
 * The nonce of each seat in hex; `null` for bots, for further seats of a session and for
 * sessions that sent none.
 */
nonces: Array<string | null>, 
/**
 * The secret in hex, revealed when the game has ended.
 */
secret: string | null, };

export type RematchView = { 
/**
 * The seats that have agreed.
 */
agreed: Array<number>, 
/**
 * When the offer expires, in milliseconds since 1970.
 */
until: number, 
/**
 * The new game, once created.
 */
game: string | null, };

export type VoteView = { 
/**
 * The absent player's seat.
 */
seat: number, 
/**
 * The seats that have voted.
 */
voted: Array<number>, 
/**
 * The seats that have not voted yet.
 */
awaited: Array<number>, };

export type GameView = { 
/**
 * The game's id, as in its link.
 */
id: string, 
/**
 * The number of events in its log.
 */
ply: number, 
/**
 * A checksum of this view, the same for every viewer.
 */
hash: string, 
/**
 * The status.
 */
status: Status, 
/**
 * The settings.
 */
settings: Settings, 
/**
 * The seats.
 */
seats: Array<SeatView>, 
/**
 * The table; `null` before the start.
 */
table: TableView | null, 
/**
 * In tiling on the grey wall: the seats that have yet to choose columns.
 */
choosing: Array<number>, 
/**
 * The clocks, if any.
 */
clock: ClockView | null, 
/**
 * The pending takeback request, if any.
 */
undo: UndoQuestion | null, 
/**
 * The pending votes to give absent players' seats to bots.
 */
votes: Array<VoteView>, 
/**
 * The result, once the game has ended.
 */
result: ResultView | null, 
/**
 * The rematch under negotiation, if any.
 */
rematch: RematchView | null, 
/**
 * The data needed to verify the draws.
 */
draw: DrawView, 
/**
 * When the game was created, in milliseconds since 1970.
 */
created: number, };

export type ChosenView = { 
/**
 * The seat.
 */
seat: number, 
/**
 * The placements in notation.
 */
placements: Array<string>, };

export type OwnView = { 
/**
 * The number of events in the log; matches the public view with the same number.
 */
ply: number, 
/**
 * The seats held by this session.
 */
seats: Array<number>, 
/**
 * Whether this session hosts the game.
 */
host: boolean, 
/**
 * The invitation token, for the host while seats are free.
 */
invitation: string | null, 
/**
 * The legal moves, if a seat of this session is to move.
 */
offer: OfferOptions | null, 
/**
 * The tiling options of this session's seats that have yet to choose columns.
 */
tiling: Array<TilingOptions>, 
/**
 * The choices of this session's seats that are not revealed yet.
 */
chosen: Array<ChosenView>, 
/**
 * The events to which this session may ask to go back, the latest first. Empty if its
 * question was refused, withdrawn or lapsed since the last move.
 */
undo_to: Array<number>, 
/**
 * Whether hints are available: there are no human opponents.
 */
hints: boolean, };

export type AwayView = { 
/**
 * The seat.
 */
seat: number, 
/**
 * When the player disconnected, in milliseconds since 1970.
 */
since: number, 
/**
 * With a real-time clock: when the grace period ends and the seat is lost.
 */
until: number | null, 
/**
 * Without a clock: from when the others may vote to give the seat to a bot.
 */
vote_from: number | null, };

export type PresenceView = { 
/**
 * The seats of connected players.
 */
here: Array<number>, 
/**
 * The absent players.
 */
away: Array<AwayView>, 
/**
 * The number of spectators.
 */
watchers: number, };

export type TableEvent = { "event": "taken", 
/**
 * The seat.
 */
seat: number, 
/**
 * The factory; `null` for the centre.
 */
factory: number | null, 
/**
 * The colour.
 */
colour: Colour, 
/**
 * The number of tiles.
 */
count: number, } | { "event": "to_centre", 
/**
 * The factory.
 */
factory: number, 
/**
 * The tiles by colour.
 */
tiles: [number, number, number, number, number], } | { "event": "marker_taken", 
/**
 * The seat.
 */
seat: number, 
/**
 * The floor space; `null` if the floor was full.
 */
space: number | null, 
/**
 * Its cost.
 */
cost: number, } | { "event": "placed", 
/**
 * The seat.
 */
seat: number, 
/**
 * The line.
 */
line: number, 
/**
 * The colour.
 */
colour: Colour, 
/**
 * The number of tiles.
 */
count: number, 
/**
 * Whether this completes the line.
 */
complete: boolean, } | { "event": "spilled", 
/**
 * The seat.
 */
seat: number, 
/**
 * The colour.
 */
colour: Colour, 
/**
 * The number of tiles.
 */
count: number, 
/**
 * The first floor space that they occupy.
 */
space: number, 
/**
 * Their cost.
 */
cost: number, } | { "event": "to_lid", 
/**
 * The seat.
 */
seat: number, 
/**
 * The colour.
 */
colour: Colour, 
/**
 * The number of tiles.
 */
count: number, } | { "event": "tiled", 
/**
 * The seat.
 */
seat: number, 
/**
 * The line and wall row.
 */
line: number, 
/**
 * The column.
 */
column: number, 
/**
 * The colour.
 */
colour: Colour, 
/**
 * The points it scores.
 */
points: Points, 
/**
 * The score afterwards.
 */
score: number, 
/**
 * Whether this completes the row.
 */
completes_row: boolean, } | { "event": "line_dropped", 
/**
 * The seat.
 */
seat: number, 
/**
 * The line.
 */
line: number, 
/**
 * The colour.
 */
colour: Colour, } | { "event": "floor_charged", 
/**
 * The seat.
 */
seat: number, 
/**
 * The number of occupied spaces.
 */
spaces: number, 
/**
 * Their cost.
 */
cost: number, 
/**
 * The points lost, never more than the score.
 */
lost: number, 
/**
 * The score afterwards.
 */
score: number, } | { "event": "starts_next", 
/**
 * The seat.
 */
seat: number, 
/**
 * Whether the player held the marker; otherwise it was not taken.
 */
held_marker: boolean, } | { "event": "lid_to_bag", 
/**
 * The tiles by colour.
 */
tiles: [number, number, number, number, number], } | { "event": "dealt", 
/**
 * The factory.
 */
factory: number, 
/**
 * The tiles in the order drawn.
 */
tiles: Array<Colour>, } | { "event": "round_started", 
/**
 * The round.
 */
round: number, 
/**
 * The start player.
 */
seat: number, } | { "event": "game_ended", 
/**
 * Whether a row is complete; otherwise nothing is left to deal.
 */
complete_row: boolean, } | { "event": "bonuses_scored", 
/**
 * The seat.
 */
seat: number, 
/**
 * The bonuses.
 */
bonuses: BonusView, 
/**
 * The final score.
 */
score: number, 
/**
 * Whether the player wins, alone or shared.
 */
won: boolean, };

export type Happening = { "kind": "created" } | { "kind": "seated", 
/**
 * The seat.
 */
seat: number, 
/**
 * The player's name.
 */
name: string, } | { "kind": "unseated", 
/**
 * The seat.
 */
seat: number, } | { "kind": "bot_seated", 
/**
 * The seat.
 */
seat: number, 
/**
 * The bot's level.
 */
level: Level, } | { "kind": "started" } | { "kind": "dealt", 
/**
 * The round that starts.
 */
round: number, } | { "kind": "moved", 
/**
 * The seat that moved.
 */
seat: number, 
/**
 * The move in notation.
 */
move: string, } | { "kind": "chosen", 
/**
 * The seat.
 */
seat: number, } | { "kind": "tiled", 
/**
 * The placements of each seat in notation.
 */
placements: Array<Array<string>>, } | { "kind": "undo_asked", 
/**
 * The requesting seat.
 */
seat: number, 
/**
 * The first event that would be taken back, along with all later ones.
 */
to: number, } | { "kind": "undo_refused", 
/**
 * The requesting seat.
 */
seat: number, } | { "kind": "undone", 
/**
 * The requesting seat.
 */
seat: number, 
/**
 * The first event that was taken back.
 */
to: number, } | { "kind": "resigned", 
/**
 * The seat.
 */
seat: number, } | { "kind": "flagged", 
/**
 * The seat.
 */
seat: number, } | { "kind": "left", 
/**
 * The seat.
 */
seat: number, } | { "kind": "taken_over", 
/**
 * The seat.
 */
seat: number, 
/**
 * The bot's level.
 */
level: Level, 
/**
 * The reason.
 */
reason: TakeoverReason, } | { "kind": "taken_back", 
/**
 * The seat.
 */
seat: number, } | { "kind": "resumed", 
/**
 * The downtime in milliseconds.
 */
down: number, } | { "kind": "ended" } | { "kind": "cancelled" };

export type Step = { 
/**
 * Its index in the log.
 */
ply: number, 
/**
 * The time in milliseconds since 1970.
 */
at: number, 
/**
 * The log entry.
 */
what: Happening, 
/**
 * Its effects on the table, in order.
 */
events: Array<TableEvent>, };

export type Phrase = "hello" | "good_luck" | "well_played" | "thanks" | "nice_move" | "oops" | "one_moment" | "back" | "good_game" | "another";

export type RecordPlace = { "at": "text", 
/**
 * The column, in characters from 1.
 */
column: number, 
/**
 * The path in the document, such as `rounds[2].moves[5]`; empty at the top level.
 */
path: string, } | { "at": "game" } | { "at": "start" } | { "at": "result" } | { "at": "takeover", 
/**
 * The takeover, from 1.
 */
number: number, } | { "at": "round", 
/**
 * The round, from 1.
 */
round: number, } | { "at": "move", 
/**
 * The round, from 1.
 */
round: number, 
/**
 * The move within the round, from 1.
 */
number: number, 
/**
 * The move in notation.
 */
move: string, } | { "at": "tiling", 
/**
 * The round, from 1.
 */
round: number, 
/**
 * The seat.
 */
seat: number, 
/**
 * The placement in notation.
 */
placement: string, };

export type RecordReason = { "why": "syntax" } | { "why": "space" } | { "why": "ends_early" } | { "why": "goes_on" } | { "why": "key" } | { "why": "value" } | { "why": "line_full", 
/**
 * The line.
 */
line: number, } | { "why": "line_holds", 
/**
 * The line.
 */
line: number, 
/**
 * The colour that it holds.
 */
holds: Colour, } | { "why": "on_wall", 
/**
 * The row.
 */
line: number, 
/**
 * The colour.
 */
colour: Colour, } | { "why": "no_tiles" } | { "why": "no_move" } | { "why": "placement" } | { "why": "deal" } | { "why": "starts", 
/**
 * The start player by the rules.
 */
expected: number, 
/**
 * The start player in the record.
 */
found: number, } | { "why": "no_such_seat", 
/**
 * The seat.
 */
seat: number, } | { "why": "per_player", 
/**
 * The number of players.
 */
expected: number, 
/**
 * The number of entries.
 */
found: number, } | { "why": "not_tiled", 
/**
 * The seat.
 */
seat: number, 
/**
 * The line.
 */
line: number, } | { "why": "differs", 
/**
 * The value computed by the rules.
 */
expected: string, 
/**
 * The value in the record.
 */
found: string, } | { "why": "incomplete" };

export type RecordProblem = { 
/**
 * The place.
 */
place: RecordPlace, 
/**
 * The reason.
 */
reason: RecordReason, };

export type SuspensionView = { 
/**
 * The host's reason.
 */
reason: string, 
/**
 * The end, in milliseconds since 1970; null if it lasts until it is lifted.
 */
until: number | null, };

export type ProblemCode = "malformed" | "no_session" | "forbidden" | "not_found" | "stale" | "not_your_turn" | "not_your_seat" | "wrong_phase" | "illegal" | "already_chosen" | "no_undo" | "seat_taken" | "already_seated" | "not_started" | "started" | "ended" | "bad_invitation" | "name_taken" | "bad_name" | "bad_login" | "code_required" | "bad_code" | "suspended" | "signup_closed" | "invitation_required" | "bad_password" | "common_password" | "same_game" | "id_used" | "too_fast" | "too_many" | "thinking_time" | "bad_origin" | "no_hints" | "unavailable" | "two_credentials";

export type Problem = { 
/**
 * The kind of problem.
 */
code: ProblemCode, 
/**
 * The field, seat, line or other place concerned.
 */
field: string | null, 
/**
 * Details for developers, in English; not meant for players.
 */
detail: string | null, 
/**
 * The place and reason, if a record was rejected.
 */
record?: RecordProblem, 
/**
 * The suspension, if the account is suspended.
 */
suspension?: SuspensionView, };

export type ClientFrame = { "t": "watch", 
/**
 * The game.
 */
game: string, 
/**
 * The number of events that the client has.
 */
from?: number, 
/**
 * The checksum of the client's view.
 */
hash?: string, } | { "t": "unwatch", 
/**
 * The game.
 */
game: string, } | { "t": "lobby", 
/**
 * Whether to subscribe.
 */
on: boolean, } | { "t": "move", 
/**
 * The game.
 */
game: string, 
/**
 * An idempotency key chosen by the client, 32 hex digits: a retried command is executed once.
 */
id: string, 
/**
 * The number of events that the client has: the move is rejected as stale if there are more.
 */
ply: number, 
/**
 * The acting seat, held by the session.
 */
seat: number, 
/**
 * The move in notation.
 */
move: string, } | { "t": "choose", 
/**
 * The game.
 */
game: string, 
/**
 * An idempotency key, as for `move`.
 */
id: string, 
/**
 * The acting seat, held by the session.
 */
seat: number, 
/**
 * The placements in notation.
 */
placements: Array<string>, } | { "t": "undo", 
/**
 * The game.
 */
game: string, 
/**
 * An idempotency key, as for `move`.
 */
id: string, 
/**
 * The acting seat, held by the session.
 */
seat: number, 
/**
 * The first event to take back: a move by this seat.
 */
to: number, } | { "t": "answer_undo", 
/**
 * The game.
 */
game: string, 
/**
 * An idempotency key, as for `move`.
 */
id: string, 
/**
 * The answering seat, held by the session.
 */
seat: number, 
/**
 * Whether the seat agrees.
 */
agree: boolean, } | { "t": "resign", 
/**
 * The game.
 */
game: string, 
/**
 * An idempotency key, as for `move`.
 */
id: string, 
/**
 * The resigning seat, held by the session.
 */
seat: number, } | { "t": "vote", 
/**
 * The game.
 */
game: string, 
/**
 * An idempotency key, as for `move`.
 */
id: string, 
/**
 * The voting seat, held by the session.
 */
seat: number, 
/**
 * The absent player's seat.
 */
away: number, } | { "t": "take_back", 
/**
 * The game.
 */
game: string, 
/**
 * An idempotency key, as for `move`.
 */
id: string, 
/**
 * The seat to take back, owned by the session.
 */
seat: number, } | { "t": "rematch", 
/**
 * The game.
 */
game: string, 
/**
 * An idempotency key, as for `move`.
 */
id: string, 
/**
 * Whether the session agrees.
 */
agree: boolean, } | { "t": "nonce_commitment", 
/**
 * The game.
 */
game: string, 
/**
 * The commitment, 64 hex digits.
 */
commitment: string, } | { "t": "nonce", 
/**
 * The game.
 */
game: string, 
/**
 * 32 to 64 hex digits.
 */
nonce: string, } | { "t": "say", 
/**
 * The game.
 */
game: string, 
/**
 * The speaking seat, held by the session.
 */
seat: number, 
/**
 * The phrase.
 */
phrase: Phrase, } | { "t": "ping" };

export type ServerFrame = { "t": "hello", 
/**
 * The protocol version.
 */
version: number, 
/**
 * The server's time in milliseconds since 1970.
 */
now: number, } | { "t": "game", 
/**
 * The game.
 */
game: string, 
/**
 * The latest steps of the event log, in order; the replay has all of them.
 */
log: Array<Step>, 
/**
 * The view.
 */
view: GameView, } | { "t": "update", 
/**
 * The game.
 */
game: string, 
/**
 * The new steps, in order; the first follows the client's last one.
 */
steps: Array<Step>, 
/**
 * The view after these steps.
 */
view: GameView, } | { "t": "own", 
/**
 * The game.
 */
game: string, 
/**
 * The view.
 */
own: OwnView, } | { "t": "presence", 
/**
 * The game.
 */
game: string, 
/**
 * The view.
 */
presence: PresenceView, } | { "t": "ack", 
/**
 * The game.
 */
game: string, 
/**
 * The command's idempotency key.
 */
id: string, 
/**
 * The number of events in the log, including the command's.
 */
ply: number, } | { "t": "refused", 
/**
 * The game, if the frame named one.
 */
game: string | null, 
/**
 * The command's idempotency key, if it had one.
 */
id: string | null, 
/**
 * The reason.
 */
error: Problem, } | { "t": "said", 
/**
 * The game.
 */
game: string, 
/**
 * The speaking seat.
 */
seat: number, 
/**
 * The phrase.
 */
phrase: Phrase, } | { "t": "lobby", 
/**
 * The view.
 */
lobby: LobbyView, } | { "t": "pong" } | { "t": "closing" };

export type SeatRequest = { "kind": "me", 
/**
 * The player's name in this game.
 */
name?: string, } | { "kind": "bot", 
/**
 * Its level.
 */
level: Level, } | { "kind": "invited" } | { "kind": "open" };

export type NewGame = { 
/**
 * The seats, 2 to 4.
 */
seats: Array<SeatRequest>, 
/**
 * The side of the boards in use.
 */
wall: Wall, 
/**
 * The start player; random if omitted.
 */
start?: number, 
/**
 * The clock; none if omitted.
 */
clock?: Clock, 
/**
 * Whether the lobby lists the game; `false` if omitted.
 */
public?: boolean, 
/**
 * The policy for takebacks; if omitted, `free` if one session holds all human seats, else `ask`.
 */
undo?: UndoPolicy, 
/**
 * An idempotency key: 16 random bytes in hex. A retried request returns the game created first.
 */
id?: string, };

export type GameAnswer = { 
/**
 * The public view.
 */
view: GameView, 
/**
 * The session's private view.
 */
own: OwnView, };

export type JoinGame = { 
/**
 * The seat; the first one available to the player if omitted.
 */
seat?: number, 
/**
 * The invitation, for an invited seat.
 */
invitation?: string, 
/**
 * The session's nonce for the draws, sent in the open, 32 to 64 hex digits.
 */
nonce?: string, };

export type CommitNonce = { 
/**
 * The commitment, 64 hex digits.
 */
commitment: string, };

export type SendNonce = { 
/**
 * 32 to 64 hex digits.
 */
nonce: string, };

export type SeatBot = { 
/**
 * The bot's level.
 */
level: Level, };

export type InvitationAnswer = { 
/**
 * The token.
 */
invitation: string, };

export type GameCard = { 
/**
 * The game.
 */
id: string, 
/**
 * The status.
 */
status: Status, 
/**
 * The settings.
 */
settings: Settings, 
/**
 * The seats.
 */
seats: Array<SeatView>, 
/**
 * The scores by seat; empty before the start.
 */
scores: Array<number>, 
/**
 * The round; 0 before the start.
 */
round: number, 
/**
 * The seats that the game is waiting for.
 */
waits_for: Array<number>, 
/**
 * The requester's seats.
 */
mine: Array<number>, 
/**
 * The winning seats, once the game has ended.
 */
winners: Array<number>, 
/**
 * The time of the last change, in milliseconds since 1970.
 */
changed: number, 
/**
 * When the time of the players it waits for runs out, in milliseconds since 1970; `null` if no
 * clock is running.
 */
deadline: number | null, };

export type LobbyView = { 
/**
 * Public games with free seats.
 */
open: Array<GameCard>, 
/**
 * Public games in progress.
 */
live: Array<GameCard>, 
/**
 * The cursor of the next page of `open`, if any.
 */
next_open?: string, 
/**
 * The cursor of the next page of `live`, if any.
 */
next_live?: string, };

export type MyGames = { 
/**
 * The games.
 */
games: Array<GameCard>, 
/**
 * The cursor of the next page, if any.
 */
next: string | null, };

export type Me = { 
/**
 * The name.
 */
name: string, 
/**
 * Whether it is a guest without an account.
 */
guest: boolean, 
/**
 * When the identity was created, in milliseconds since 1970.
 */
since: number, };

export type NewGuest = { 
/**
 * The name; generated if omitted.
 */
name?: string, };

export type GuestAnswer = { 
/**
 * The identity.
 */
me: Me, 
/**
 * The bearer token, shown only once.
 */
token: string, };

export type Rename = { 
/**
 * The name, 1 to 24 characters.
 */
name: string, };

export type GuestGames = "take_over" | "leave";

export type Credentials = { 
/**
 * The account's name.
 */
name: string, 
/**
 * The password, 8 to 256 characters.
 */
password: string, 
/**
 * The choice for the games of this browser's guest: `take_over` moves them to the account,
 * `leave` abandons them. If omitted and the guest has games, the server asks for it.
 */
guest_games?: GuestGames, 
/**
 * A code of the second factor, or a recovery code; required on login if the account has a
 * second factor.
 */
code?: string, 
/**
 * An invitation to create an account; required on sign-up if the server asks for one.
 */
invitation?: string, };

export type LoginAnswer = { "outcome": "done", 
/**
 * The identity.
 */
me: Me, } | { "outcome": "ask_guest_games", 
/**
 * The number of games.
 */
games: number, };

export type SignupAnswer = { 
/**
 * The identity.
 */
me: Me, 
/**
 * Eight recovery codes, each valid for one password reset; shown only once.
 */
recovery_codes: Array<string>, };

export type Recovery = { 
/**
 * The account's name.
 */
name: string, 
/**
 * An unused recovery code.
 */
code: string, 
/**
 * The new password.
 */
password: string, };

export type NewRecoveryCodes = { 
/**
 * The account's password.
 */
password: string, 
/**
 * A code of the second factor, or a recovery code, if the account has a second factor.
 */
code?: string, };

export type DeleteMe = { 
/**
 * The account's password; a guest has none.
 */
password?: string, };

export type RecoveryCodesAnswer = { 
/**
 * The codes.
 */
recovery_codes: Array<string>, };

export type SecondFactorView = { 
/**
 * Whether login asks for a code.
 */
enabled: boolean, 
/**
 * The number of unused recovery codes, each of which replaces a code once.
 */
recovery_codes_left: number, };

export type SecondFactorSecret = { 
/**
 * The secret in Base32, for an authenticator: TOTP with SHA-1, 6 digits and 30 seconds.
 */
secret: string, };

export type SecondFactorProof = { 
/**
 * The account's password.
 */
password: string, 
/**
 * A code of the second factor; a recovery code also disables it.
 */
code: string, };

export type ChangePassword = { 
/**
 * The old password.
 */
old: string, 
/**
 * The new password.
 */
new: string, };

export type SessionKind = "cookie" | "bearer";

export type SessionView = { 
/**
 * The id for revoking it; reveals nothing about the token.
 */
id: string, 
/**
 * The kind of credential.
 */
kind: SessionKind, 
/**
 * The token's label, or the browser's user agent.
 */
label: string, 
/**
 * When it was created, in milliseconds since 1970.
 */
created: number, 
/**
 * When it was last used, in milliseconds since 1970.
 */
used: number, 
/**
 * Whether it is the session of this request.
 */
current: boolean, };

export type NewToken = { 
/**
 * A label, 1 to 40 characters.
 */
label: string, };

export type TokenAnswer = { 
/**
 * The token.
 */
token: string, };

export type ReplayRequest = { 
/**
 * The record's text.
 */
record: string, };

export type ReplayStep = { 
/**
 * The log entry.
 */
what: Happening, 
/**
 * Its effects on the table.
 */
events: Array<TableEvent>, 
/**
 * The table afterwards.
 */
table: TableView, };

export type ReplayView = { 
/**
 * The players' names; those of bots start with `bot:`.
 */
players: Array<string>, 
/**
 * The side of the boards in use.
 */
wall: Wall, 
/**
 * The table before the first deal.
 */
first: TableView, 
/**
 * The steps.
 */
steps: Array<ReplayStep>, 
/**
 * The result, if the game has ended.
 */
result: ResultView | null, 
/**
 * Whether the record contains a proof of its draws, which `azulejo verify` checks.
 */
has_proof: boolean, };

export type HintReason = { "reason": "fills", 
/**
 * The line.
 */
line: number, 
/**
 * The points its tile will score.
 */
points: number, } | { "reason": "adds", 
/**
 * The line.
 */
line: number, 
/**
 * The number of tiles.
 */
count: number, } | { "reason": "needs", 
/**
 * The line.
 */
line: number, 
/**
 * The colour of its tiles.
 */
colour: Colour, 
/**
 * The number of missing tiles.
 */
missing: number, 
/**
 * The number of tiles of that colour that stay on offer.
 */
on_offer: number, } | { "reason": "completes_row", 
/**
 * The row.
 */
row: number, } | { "reason": "completes_column", 
/**
 * The column.
 */
column: number, } | { "reason": "completes_colour", 
/**
 * The colour.
 */
colour: Colour, } | { "reason": "builds", 
/**
 * The column.
 */
column: number, 
/**
 * The number of its tiles after the round.
 */
count: number, } | { "reason": "clean" } | { "reason": "spills", 
/**
 * The number of tiles.
 */
count: number, 
/**
 * Their cost.
 */
cost: number, } | { "reason": "denies", 
/**
 * The other player's seat.
 */
seat: number, 
/**
 * The line that the tiles would have completed.
 */
line: number, 
/**
 * The points they would have scored.
 */
points: number, } | { "reason": "starts" } | { "reason": "ends_game" };

export type HintAnswer = { 
/**
 * The number of events in the log that it refers to.
 */
ply: number, 
/**
 * The best move in the offer, in notation.
 */
move: string | null, 
/**
 * The best columns in tiling, in notation.
 */
placements: Array<string>, 
/**
 * The reasons, most important first.
 */
reasons: Array<HintReason>, 
/**
 * Whether the rest of the round was searched to its end.
 */
exact: boolean, };

export type ErrorAnswer = { 
/**
 * The reason.
 */
error: Problem, };

