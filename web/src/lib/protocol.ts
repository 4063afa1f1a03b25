// Made from crates/azulejo-protocol by `cargo xtask codegen`. Do not edit.

export type Colour = "B" | "Y" | "R" | "K" | "W";

export type Wall = "coloured" | "grey";

export type Phase = "refill" | "offer" | "tiling" | "over";

export type LastRound = "no" | "maybe" | "yes";

export type RowInSight = { 
/**
 * Whose.
 */
seat: number, 
/**
 * The row, from 1.
 */
row: number, };

export type FloorPiece = "B" | "Y" | "R" | "K" | "W" | "*";

export type LineView = { 
/**
 * The colour it holds.
 */
colour: Colour | null, 
/**
 * How many tiles it holds.
 */
count: number, 
/**
 * How many it takes.
 */
size: number, };

export type Points = { 
/**
 * For the run in its row; 0 when there is none.
 */
row: number, 
/**
 * For the run in its column; 0 when there is none.
 */
column: number, 
/**
 * Both, or 1 for a tile that stands alone.
 */
total: number, };

export type TiledView = { 
/**
 * The line and wall row.
 */
line: number, 
/**
 * The column; nothing when the grey wall has no space and the line falls.
 */
column: number | null, 
/**
 * The colour.
 */
colour: Colour, 
/**
 * What it scores; nothing when the line falls.
 */
points: Points | null, };

export type RoundEndView = { 
/**
 * The tiles that would go to the wall, from the top. On the grey wall: in the best columns.
 */
tiles: Array<TiledView>, 
/**
 * What the floor would cost.
 */
floor_cost: number, 
/**
 * The score it would leave.
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
 * The points for all of them.
 */
points: number, };

export type BoardView = { 
/**
 * The seat.
 */
seat: number, 
/**
 * The score so far.
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
 * What lies on the floor, in the order in which it fell.
 */
floor: Array<FloorPiece>, 
/**
 * What the floor costs now: a positive number.
 */
floor_cost: number, 
/**
 * Whether this player holds the start marker, and so starts the next round.
 */
holds_marker: boolean, 
/**
 * What the board would score if the round ended now.
 */
round_end: RoundEndView, 
/**
 * The bonuses its wall has earned so far, as counts.
 */
bonuses: BonusView, };

export type TableView = { 
/**
 * The position in the text notation.
 */
position: string, 
/**
 * Which side of the boards is used.
 */
wall: Wall, 
/**
 * The round, from 1.
 */
round: number, 
/**
 * Where the round is.
 */
phase: Phase, 
/**
 * Who started this round.
 */
start: number, 
/**
 * Who is to move in the offer.
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
 * Whether the start marker lies in the centre.
 */
marker_in_centre: boolean, 
/**
 * What is left in the bag by colour.
 */
bag: [number, number, number, number, number], 
/**
 * What lies in the lid by colour.
 */
lid: [number, number, number, number, number], 
/**
 * The boards by seat.
 */
boards: Array<BoardView>, 
/**
 * The colour of each wall space, row by row, on the coloured wall.
 */
plan: Array<Array<Colour>> | null, 
/**
 * Whether this will be the last round.
 */
last_round: LastRound, 
/**
 * The rows that make it the last round, or may do so.
 */
last_round_by: Array<RowInSight>, 
/**
 * Who would win, bonuses counted, if the round ended now; only in what may be the last round.
 */
would_win: Array<number>, 
/**
 * What each floor space costs, from the left: positive numbers.
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
 * Why.
 */
reason: RefusalReason, 
/**
 * The colour that the line holds; left out where that is not the reason.
 */
holds?: Colour, };

export type MoveOption = { 
/**
 * The move in notation.
 */
move: string, 
/**
 * The factory; nothing for the centre.
 */
factory?: number, 
/**
 * The colour taken.
 */
colour: Colour, 
/**
 * The line; nothing for the floor.
 */
line?: number, 
/**
 * How many tiles are taken.
 */
taken: number, 
/**
 * What goes from the factory to the centre.
 */
to_centre?: [number, number, number, number, number], 
/**
 * Whether the start marker is taken as well.
 */
takes_marker?: boolean, 
/**
 * How many tiles go to the line.
 */
placed?: number, 
/**
 * How many fall to the floor.
 */
spilled?: number, 
/**
 * How many find no floor space and go to the lid.
 */
to_lid?: number, 
/**
 * What the floor costs before the move: a positive number.
 */
floor_before?: number, 
/**
 * What it would cost after.
 */
floor_after?: number, 
/**
 * Whether the line would be complete.
 */
completes?: boolean, 
/**
 * What its tile would score at the end of the round.
 */
points?: Points, 
/**
 * The columns of the wall that are open to the line's tile as things stand. Empty for the floor,
 * and where the grey wall has no space for it.
 */
columns?: Array<number>, 
/**
 * The score that would be left if the round ended after the move.
 */
round_end: number, 
/**
 * Whether these are the last tiles on offer: the move cannot be taken back after.
 */
ends_round?: boolean, };

export type OfferOptions = { 
/**
 * Who is to move.
 */
seat: number, 
/**
 * The legal moves, with what each would do.
 */
moves: Array<MoveOption>, 
/**
 * Why lines do not take a colour that is on offer.
 */
refused: Array<Refusal>, };

export type TilingChoice = { 
/**
 * The placement in notation.
 */
placement: string, 
/**
 * The column; nothing when the line falls to the floor.
 */
column: number | null, 
/**
 * What the tile scores there.
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
 * The choices from left to right; one, the floor, when the wall has no space for it.
 */
choices: Array<TilingChoice>, };

export type TilingOptions = { 
/**
 * Who chooses.
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
 * Seconds added for each move of the offer and once for each tiling: 0 to 60.
 */
increment: number, } | { "kind": "days", 
/**
 * 1 to 14.
 */
days: number, };

export type UndoPolicy = "off" | "ask" | "free";

export type Settings = { 
/**
 * Which side of the boards is used.
 */
wall: Wall, 
/**
 * The clock.
 */
clock: Clock, 
/**
 * When moves may be taken back.
 */
undo: UndoPolicy, 
/**
 * Whether the lobby lists it.
 */
public: boolean, 
/**
 * Who starts; nothing for a player drawn by lot.
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
 * Who sits there.
 */
kind: SeatKind, 
/**
 * The person's name; nothing for a deleted player, a bot and an empty seat.
 */
name: string | null, 
/**
 * Whether the person plays without an account.
 */
guest: boolean, 
/**
 * The bot that plays, or has taken the seat.
 */
level: Level | null, 
/**
 * Why a bot sits where a person sat.
 */
taken_over: TakeoverReason | null, 
/**
 * Whether the seat can still win.
 */
can_win: boolean, 
/**
 * Seats of one person carry the same number: one browser may hold several.
 */
person: number | null, };

export type ClockView = { 
/**
 * The server's time at which the numbers hold, in milliseconds since 1970.
 */
at: number, 
/**
 * What each seat has left in milliseconds; nothing for bots.
 */
left: Array<number | null>, 
/**
 * The seats whose clocks run.
 */
running: Array<number>, 
/**
 * The lag allowance: the first milliseconds of each turn, which are not charged. Missing if
 * there is none.
 */
lag?: number, };

export type UndoQuestion = { 
/**
 * Who asks.
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
 * The seats whose answer is awaited.
 */
awaited: Array<number>, 
/**
 * When the question lapses, in milliseconds since 1970.
 */
until: number, };

export type EndedBy = "score" | "resigned" | "time" | "left" | "truncated" | "aborted";

export type RoundResult = { 
/**
 * The points of tiles placed on the wall.
 */
wall: number, 
/**
 * The points lost to the floor: a positive number.
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
 * The place, from 1; equal players share one.
 */
place: number, 
/**
 * The final score, bonuses included.
 */
score: number, 
/**
 * The points of tiles placed on the wall.
 */
wall: number, 
/**
 * The points lost to the floor: a positive number.
 */
floor: number, 
/**
 * The bonuses; nothing counts when the game did not end on points.
 */
bonuses: BonusView, 
/**
 * What each round brought.
 */
rounds: Array<RoundResult>, };

export type ResultView = { 
/**
 * How it ended.
 */
by: EndedBy, 
/**
 * Whose resignation, clock or absence ended it.
 */
seat: number | null, 
/**
 * Who won; several share a victory, nobody where that is not decided.
 */
winners: Array<number>, 
/**
 * The players by seat.
 */
players: Array<PlayerResult>, };

export type DrawView = { 
/**
 * The scheme, `azulejo-draw-1`.
 */
scheme: string, 
/**
 * SHA-256 of secret and game id, published before anybody sends a nonce: hex.
 */
commitment: string, 
/**
 * The nonce of each seat, hex; nothing for bots, further seats of one session, and sessions
 * that sent none.
 */
nonces: Array<string | null>, 
/**
 * The secret, once the game has ended: hex.
 */
secret: string | null, };

export type RematchView = { 
/**
 * The seats that have agreed.
 */
agreed: Array<number>, 
/**
 * When the question lapses, in milliseconds since 1970.
 */
until: number, 
/**
 * The new game, once there is one.
 */
game: string | null, };

export type VoteView = { 
/**
 * The seat that is away.
 */
seat: number, 
/**
 * Who voted.
 */
voted: Array<number>, 
/**
 * Whose votes are missing.
 */
awaited: Array<number>, };

export type GameView = { 
/**
 * The game's id, also in its link.
 */
id: string, 
/**
 * How many events its log holds.
 */
ply: number, 
/**
 * A checksum of what this view says: the same for every viewer.
 */
hash: string, 
/**
 * Where it is.
 */
status: Status, 
/**
 * How it was set up.
 */
settings: Settings, 
/**
 * The seats.
 */
seats: Array<SeatView>, 
/**
 * The table; nothing before the start.
 */
table: TableView | null, 
/**
 * In the tiling of the grey wall: the seats that have yet to choose.
 */
choosing: Array<number>, 
/**
 * The clocks, where there are some.
 */
clock: ClockView | null, 
/**
 * A question to take back moves.
 */
undo: UndoQuestion | null, 
/**
 * Seats which the others voted to give to a bot: target, and who voted.
 */
votes: Array<VoteView>, 
/**
 * The end.
 */
result: ResultView | null, 
/**
 * A rematch.
 */
rematch: RematchView | null, 
/**
 * How the draws can be checked.
 */
draw: DrawView, 
/**
 * When it was set up, in milliseconds since 1970.
 */
created: number, };

export type ChosenView = { 
/**
 * Whose.
 */
seat: number, 
/**
 * The placements in notation.
 */
placements: Array<string>, };

export type OwnView = { 
/**
 * How many events the log held: it belongs to the view with the same number.
 */
ply: number, 
/**
 * The seats that this session holds.
 */
seats: Array<number>, 
/**
 * Whether this person set the game up.
 */
host: boolean, 
/**
 * The invitation's token, for the host while seats are free.
 */
invitation: string | null, 
/**
 * The moves, when a seat of this session is to move.
 */
offer: OfferOptions | null, 
/**
 * The choices of the seats of this session that have yet to choose columns.
 */
tiling: Array<TilingOptions>, 
/**
 * What seats of this session have chosen and others do not see yet.
 */
chosen: Array<ChosenView>, 
/**
 * The events to which this session may ask to go back, the latest first. Empty if its
 * question was refused, withdrawn or lapsed since the last move.
 */
undo_to: Array<number>, 
/**
 * Whether a hint may be asked for: no other person plays.
 */
hints: boolean, };

export type AwayView = { 
/**
 * The seat.
 */
seat: number, 
/**
 * Since when, in milliseconds since 1970.
 */
since: number, 
/**
 * When the seat is lost, in real time.
 */
until: number | null, 
/**
 * When the others may vote to give it to a bot, without a clock.
 */
vote_from: number | null, };

export type PresenceView = { 
/**
 * The seats whose people are connected.
 */
here: Array<number>, 
/**
 * The seats whose people are away, and since when in milliseconds since 1970.
 */
away: Array<AwayView>, 
/**
 * How many watch.
 */
watchers: number, };

export type TableEvent = { "event": "taken", 
/**
 * Who.
 */
seat: number, 
/**
 * The factory; nothing for the centre.
 */
factory: number | null, 
/**
 * The colour.
 */
colour: Colour, 
/**
 * How many.
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
 * Who.
 */
seat: number, 
/**
 * The floor space; nothing when the floor was full.
 */
space: number | null, 
/**
 * What it costs.
 */
cost: number, } | { "event": "placed", 
/**
 * Whose.
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
 * How many.
 */
count: number, 
/**
 * Whether the line is complete now.
 */
complete: boolean, } | { "event": "spilled", 
/**
 * Whose.
 */
seat: number, 
/**
 * The colour.
 */
colour: Colour, 
/**
 * How many.
 */
count: number, 
/**
 * The first space they lie on.
 */
space: number, 
/**
 * What they cost.
 */
cost: number, } | { "event": "to_lid", 
/**
 * Whose.
 */
seat: number, 
/**
 * The colour.
 */
colour: Colour, 
/**
 * How many.
 */
count: number, } | { "event": "tiled", 
/**
 * Whose.
 */
seat: number, 
/**
 * The line and row.
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
 * What it scores.
 */
points: Points, 
/**
 * The score with it.
 */
score: number, 
/**
 * Whether the row is complete now.
 */
completes_row: boolean, } | { "event": "line_dropped", 
/**
 * Whose.
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
 * Whose.
 */
seat: number, 
/**
 * How many spaces were taken.
 */
spaces: number, 
/**
 * What they cost.
 */
cost: number, 
/**
 * What the player lost, never more than the score.
 */
lost: number, 
/**
 * The score after it.
 */
score: number, } | { "event": "starts_next", 
/**
 * Who.
 */
seat: number, 
/**
 * Whether the marker was held; otherwise nobody took it.
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
 * The tiles in the order in which they were drawn.
 */
tiles: Array<Colour>, } | { "event": "round_started", 
/**
 * The round.
 */
round: number, 
/**
 * Who starts.
 */
seat: number, } | { "event": "game_ended", 
/**
 * Because a row is complete, or else because nothing is left to deal.
 */
complete_row: boolean, } | { "event": "bonuses_scored", 
/**
 * Whose.
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
 * Whether the player wins, alone or with others.
 */
won: boolean, };

export type Happening = { "kind": "created" } | { "kind": "seated", 
/**
 * Which.
 */
seat: number, 
/**
 * The person's name.
 */
name: string, } | { "kind": "unseated", 
/**
 * Which.
 */
seat: number, } | { "kind": "bot_seated", 
/**
 * Which.
 */
seat: number, 
/**
 * The bot.
 */
level: Level, } | { "kind": "started" } | { "kind": "dealt", 
/**
 * The round that starts.
 */
round: number, } | { "kind": "moved", 
/**
 * Who moved.
 */
seat: number, 
/**
 * The move in notation.
 */
move: string, } | { "kind": "chosen", 
/**
 * Who.
 */
seat: number, } | { "kind": "tiled", 
/**
 * For each seat the placements in notation.
 */
placements: Array<Array<string>>, } | { "kind": "undo_asked", 
/**
 * Who asks.
 */
seat: number, 
/**
 * The event to which the game would go back: it and all later ones are taken back.
 */
to: number, } | { "kind": "undo_refused", 
/**
 * Who asked.
 */
seat: number, } | { "kind": "undone", 
/**
 * Who asked.
 */
seat: number, 
/**
 * The first event taken back.
 */
to: number, } | { "kind": "resigned", 
/**
 * Who.
 */
seat: number, } | { "kind": "flagged", 
/**
 * Who.
 */
seat: number, } | { "kind": "left", 
/**
 * Who.
 */
seat: number, } | { "kind": "taken_over", 
/**
 * Which.
 */
seat: number, 
/**
 * The bot.
 */
level: Level, 
/**
 * Why.
 */
reason: TakeoverReason, } | { "kind": "taken_back", 
/**
 * Which.
 */
seat: number, } | { "kind": "resumed", 
/**
 * How long, in milliseconds.
 */
down: number, } | { "kind": "ended" } | { "kind": "cancelled" };

export type Step = { 
/**
 * Its place in the log.
 */
ply: number, 
/**
 * When, in milliseconds since 1970.
 */
at: number, 
/**
 * What happened.
 */
what: Happening, 
/**
 * What it did on the table, in order.
 */
events: Array<TableEvent>, };

export type Phrase = "hello" | "good_luck" | "well_played" | "thanks" | "nice_move" | "oops" | "one_moment" | "back" | "good_game" | "another";

export type RecordPlace = { "at": "text", 
/**
 * The character, from 1.
 */
column: number, 
/**
 * The place in the object, as `rounds[2].moves[5]`; empty at the top.
 */
path: string, } | { "at": "game" } | { "at": "start" } | { "at": "result" } | { "at": "takeover", 
/**
 * Which, from 1.
 */
number: number, } | { "at": "round", 
/**
 * Which, from 1.
 */
round: number, } | { "at": "move", 
/**
 * The round, from 1.
 */
round: number, 
/**
 * The move of the round, from 1.
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
 * Whose.
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
 * What it holds.
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
 * Who starts by the rules.
 */
expected: number, 
/**
 * Who starts by the record.
 */
found: number, } | { "why": "no_such_seat", 
/**
 * Which.
 */
seat: number, } | { "why": "per_player", 
/**
 * How many play.
 */
expected: number, 
/**
 * How many entries it has.
 */
found: number, } | { "why": "not_tiled", 
/**
 * Whose.
 */
seat: number, 
/**
 * The line.
 */
line: number, } | { "why": "differs", 
/**
 * What the rules give.
 */
expected: string, 
/**
 * What the record has.
 */
found: string, } | { "why": "incomplete" };

export type RecordProblem = { 
/**
 * Where.
 */
place: RecordPlace, 
/**
 * Why.
 */
reason: RecordReason, };

export type ProblemCode = "malformed" | "no_session" | "forbidden" | "not_found" | "stale" | "not_your_turn" | "not_your_seat" | "wrong_phase" | "illegal" | "already_chosen" | "no_undo" | "seat_taken" | "already_seated" | "not_started" | "started" | "ended" | "bad_invitation" | "name_taken" | "bad_name" | "bad_login" | "bad_password" | "same_game" | "id_used" | "too_fast" | "too_many" | "bad_origin" | "no_hints" | "unavailable" | "two_credentials";

export type Problem = { 
/**
 * What is wrong.
 */
code: ProblemCode, 
/**
 * Where: the field, seat, line or other place that is meant.
 */
field: string | null, 
/**
 * Details for developers, in English; not for people at the table.
 */
detail: string | null, 
/**
 * Where and why a record was refused.
 */
record?: RecordProblem, };

export type ClientFrame = { "t": "watch", 
/**
 * The game.
 */
game: string, 
/**
 * How many events the client has.
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
 * Which.
 */
on: boolean, } | { "t": "move", 
/**
 * The game.
 */
game: string, 
/**
 * Made up by the client, 32 hex digits: the same command sent again is done once.
 */
id: string, 
/**
 * How many events the client knows: the move is refused when there are more.
 */
ply: number, 
/**
 * Which of the session's own seats acts.
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
 * As for `move`.
 */
id: string, 
/**
 * Which of the session's own seats acts.
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
 * As for `move`.
 */
id: string, 
/**
 * Which of the session's own seats acts.
 */
seat: number, 
/**
 * The first event to take back, a move of this seat.
 */
to: number, } | { "t": "answer_undo", 
/**
 * The game.
 */
game: string, 
/**
 * As for `move`.
 */
id: string, 
/**
 * Which of the session's own seats answers.
 */
seat: number, 
/**
 * The answer.
 */
agree: boolean, } | { "t": "resign", 
/**
 * The game.
 */
game: string, 
/**
 * As for `move`.
 */
id: string, 
/**
 * Which of the session's own seats resigns.
 */
seat: number, } | { "t": "vote", 
/**
 * The game.
 */
game: string, 
/**
 * As for `move`.
 */
id: string, 
/**
 * Which of the session's own seats votes.
 */
seat: number, 
/**
 * The seat that is away.
 */
away: number, } | { "t": "take_back", 
/**
 * The game.
 */
game: string, 
/**
 * As for `move`.
 */
id: string, 
/**
 * Which of the session's own seats.
 */
seat: number, } | { "t": "rematch", 
/**
 * The game.
 */
game: string, 
/**
 * As for `move`.
 */
id: string, 
/**
 * The answer.
 */
agree: boolean, } | { "t": "nonce", 
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
 * Which of the session's own seats speaks.
 */
seat: number, 
/**
 * The phrase.
 */
phrase: Phrase, } | { "t": "ping" };

export type ServerFrame = { "t": "hello", 
/**
 * The protocol's version.
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
 * The latest steps of the log, in order; the whole of it is in the game's replay.
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
 * What happened, in order; the first follows the client's last.
 */
steps: Array<Step>, 
/**
 * The view after it.
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
 * The command's id.
 */
id: string, 
/**
 * How many events the log holds with it.
 */
ply: number, } | { "t": "refused", 
/**
 * The game, if the frame named one.
 */
game: string | null, 
/**
 * The command's id, if it had one.
 */
id: string | null, 
/**
 * Why.
 */
error: Problem, } | { "t": "said", 
/**
 * The game.
 */
game: string, 
/**
 * Who.
 */
seat: number, 
/**
 * What.
 */
phrase: Phrase, } | { "t": "lobby", 
/**
 * The view.
 */
lobby: LobbyView, } | { "t": "pong" } | { "t": "closing" };

export type SeatRequest = { "kind": "me", 
/**
 * The name at this table.
 */
name?: string, } | { "kind": "bot", 
/**
 * Which.
 */
level: Level, } | { "kind": "invited" } | { "kind": "open" };

export type NewGame = { 
/**
 * The seats, 2 to 4.
 */
seats: Array<SeatRequest>, 
/**
 * Which side of the boards is used.
 */
wall: Wall, 
/**
 * Who starts; drawn by lot when not given.
 */
start?: number, 
/**
 * The clock; none when not given.
 */
clock?: Clock, 
/**
 * Whether the lobby lists it.
 */
public?: boolean, 
/**
 * When moves may be taken back; when not given, free where one person holds all human seats
 * and by asking otherwise.
 */
undo?: UndoPolicy, 
/**
 * 16 random bytes of the client's, in hex. Sent again, the request gets the game that it got
 * the first time, and makes no other one.
 */
id?: string, };

export type GameAnswer = { 
/**
 * What everybody sees.
 */
view: GameView, 
/**
 * What only this session sees.
 */
own: OwnView, };

export type JoinGame = { 
/**
 * Which seat; the first that is free for this person when not given.
 */
seat?: number, 
/**
 * The invitation, for an invited seat.
 */
invitation?: string, 
/**
 * The session's random bytes for the draws, 32 to 64 hex digits.
 */
nonce?: string, };

export type SendNonce = { 
/**
 * 32 to 64 hex digits.
 */
nonce: string, };

export type SeatBot = { 
/**
 * Which bot.
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
 * Where it is.
 */
status: Status, 
/**
 * How it was set up.
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
 * The seats for which the game waits.
 */
waits_for: Array<number>, 
/**
 * The seats of the person who asks.
 */
mine: Array<number>, 
/**
 * Who won, once it has ended.
 */
winners: Array<number>, 
/**
 * When something happened last, in milliseconds since 1970.
 */
changed: number, 
/**
 * When the time of those for whom it waits is up, in milliseconds since 1970; nothing where no
 * clock runs.
 */
deadline: number | null, };

export type LobbyView = { 
/**
 * Public games with free seats.
 */
open: Array<GameCard>, 
/**
 * Public games that are played.
 */
live: Array<GameCard>, };

export type MyGames = { 
/**
 * The games.
 */
games: Array<GameCard>, 
/**
 * Where the next page starts, if there is one.
 */
next: string | null, };

export type Me = { 
/**
 * The name.
 */
name: string, 
/**
 * Whether without an account.
 */
guest: boolean, 
/**
 * When the identity was made, in milliseconds since 1970.
 */
since: number, };

export type NewGuest = { 
/**
 * The name; made up when not given.
 */
name?: string, };

export type GuestAnswer = { 
/**
 * Who it is.
 */
me: Me, 
/**
 * The bearer token. It is shown once.
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
 * Log in although this browser's guest has games: `take_over` moves them to the account,
 * `leave` leaves them behind. Without it such a login is answered with what it would do.
 */
guest_games?: GuestGames, };

export type LoginAnswer = { "outcome": "done", 
/**
 * Who it is.
 */
me: Me, } | { "outcome": "ask_guest_games", 
/**
 * How many.
 */
games: number, };

export type SignupAnswer = { 
/**
 * Who it is.
 */
me: Me, 
/**
 * Eight codes, each good for one new password. They are shown once.
 */
recovery_codes: Array<string>, };

export type Recovery = { 
/**
 * The account's name.
 */
name: string, 
/**
 * A code that was not used yet.
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
password: string, };

export type RecoveryCodesAnswer = { 
/**
 * The codes.
 */
recovery_codes: Array<string>, };

export type ChangePassword = { 
/**
 * The old one.
 */
old: string, 
/**
 * The new one.
 */
new: string, };

export type SessionKind = "cookie" | "bearer";

export type SessionView = { 
/**
 * Names it for ending it; says nothing about the token.
 */
id: string, 
/**
 * Whether a browser's cookie or a program's token.
 */
kind: SessionKind, 
/**
 * What it was called, or the browser's own words.
 */
label: string, 
/**
 * When it was made, in milliseconds since 1970.
 */
created: number, 
/**
 * When it was used last.
 */
used: number, 
/**
 * Whether it is the one that asks.
 */
current: boolean, };

export type NewToken = { 
/**
 * What it is for, 1 to 40 characters.
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
 * What happened.
 */
what: Happening, 
/**
 * What it did on the table.
 */
events: Array<TableEvent>, 
/**
 * The table after it.
 */
table: TableView, };

export type ReplayView = { 
/**
 * The players' names; `bot:` starts the name of a bot.
 */
players: Array<string>, 
/**
 * Which side of the boards was used.
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
 * The end, if it ended.
 */
result: ResultView | null, 
/**
 * Whether the record brings a proof of its draws; `azulejo verify` checks it.
 */
has_proof: boolean, };

export type HintReason = { "reason": "fills", 
/**
 * The line.
 */
line: number, 
/**
 * What its tile will score.
 */
points: number, } | { "reason": "adds", 
/**
 * The line.
 */
line: number, 
/**
 * How many tiles.
 */
count: number, } | { "reason": "clean" } | { "reason": "spills", 
/**
 * How many.
 */
count: number, 
/**
 * What they cost.
 */
cost: number, } | { "reason": "denies", 
/**
 * Who.
 */
seat: number, 
/**
 * The line that the tiles would have filled.
 */
line: number, 
/**
 * What they would have scored.
 */
points: number, } | { "reason": "starts" } | { "reason": "ends_game" };

export type HintAnswer = { 
/**
 * The event count it belongs to.
 */
ply: number, 
/**
 * The best move in the offer, in notation.
 */
move: string | null, 
/**
 * The best columns in tiling.
 */
placements: Array<string>, 
/**
 * Why, the most important first.
 */
reasons: Array<HintReason>, 
/**
 * Whether the rest of the round was searched to its end.
 */
exact: boolean, };

export type ErrorAnswer = { 
/**
 * Why.
 */
error: Problem, };

