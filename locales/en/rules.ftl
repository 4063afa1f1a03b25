# The rules pages and the first lesson.
#
# Fetched when one of these pages is opened. Colours, counts and what moves do are in game.ftl.

## The rules page

rules-title = Rules
rules-lead = The whole game, told once. Every board on this page is live: press the button below it and watch.
rules-contents = On this page
rules-start-lesson = Play a guided round instead

rules-show = Show what happens
rules-next = Next step
rules-back = Back to the start

rules-goal = What it is about
rules-goal-text = Two to four players take tiles from a common offer and lay them on walls of five by five spaces. A tile on your wall scores for every tile it stands with. A tile that finds no place costs you points. Whoever has the most points in the end wins.

rules-table = What lies on the table
rules-table-tiles = There are 100 tiles, 20 of each colour, and they are drawn from a bag. Used tiles wait in the lid.
rules-table-factories = In the middle stand round factories: 5 for two players, 7 for three, 9 for four. Four tiles are drawn onto each. Between them is the centre, where the start marker lies at first.
rules-table-board = Each player has a board. On the left are five pattern lines with room for 1 to 5 tiles, on the right the wall, below them the floor line. All scores begin at 0.
rules-example-deal = Before a round, every factory gets four tiles from the bag.

rules-take = Taking tiles
rules-take-factory = Players move in turn. On your turn, take all tiles of one colour from one factory. The other tiles of that factory go to the centre.
rules-take-centre = Or take all tiles of one colour from the centre. Whoever does so first in a round also gets the start marker. It goes to the leftmost free space of the floor line and costs points there, but its holder starts the next round.
rules-take-must = You always take something; nobody may pass.
rules-example-take = Two black tiles leave factory 2 for line 3. Red and white go to the centre.
rules-example-marker = Three red tiles from the centre, and the start marker with them. Its space on the floor line costs 1 point.

rules-place = Placing them
rules-place-one-line = All the tiles you take go to one pattern line. A line holds a single colour. A full line takes nothing more, and no line takes a colour that its row of the wall already shows.
rules-place-spill = What does not fit falls to the floor line, from left to right. You may also drop everything there on purpose. When its seven spaces are taken, further tiles go to the lid and cost nothing.
rules-example-refused = Where can two blue tiles go? Line 1 is full, line 3 holds white, and row 4 already shows blue. Line 2, line 5 and the floor line are left.
rules-example-spill = Three yellow tiles, but line 2 has room for two. The third falls.
rules-example-floor-by-choice = A single white tile would begin a line that you want to keep free. The floor line takes it for 1 point.

rules-tiling = When the offer is empty
rules-tiling-text = The round ends when no tile is left on the factories and in the centre. Now every full line, from top to bottom, moves one tile to the space of its colour in the same row of the wall. The other tiles of that line go to the lid. Lines that are not full keep their tiles for the next round.
rules-example-tiling = Lines 1 and 2 are full and move a tile to the wall. Lines 3 and 5 wait.

rules-scoring = What a tile scores
rules-scoring-text = Each tile scores the moment it is placed. Count the unbroken run of tiles through it along the row, and the one along the column. A run counts when it has at least two tiles, and the tile itself is part of both. A tile without neighbours scores 1 point.
rules-example-alone = No neighbours: 1 point.
rules-example-row = A run of 3 along the row: 3 points.
rules-example-column = A run of 3 along the column: 3 points.
rules-example-cross = A run of 3 along the row and one of 4 along the column: 3 + 4 = 7 points.

rules-floor = What the floor costs
rules-floor-text = After the tiling you lose the points printed on the occupied floor spaces: 1, 1, 2, 2, 2, 3, 3 from left to right. The start marker counts like a tile. A score never falls below 0. Then the floor line is cleared into the lid.
rules-example-floor = The marker and three tiles cost 1 + 1 + 2 + 2 = 6 points.
rules-example-floor-zero = The floor costs 6 points here, but only 3 are there to lose.

rules-next-round = The next round
rules-next-round-text = The factories are filled again and the holder of the marker begins. When a tile is to be drawn and the bag is empty, the tiles in the lid go back into the bag. If even those run out, the round is played with what there is.

rules-end = The end
rules-end-text = The game ends after the round in which somebody completes a row of five. Everybody then gets a bonus for the wall:
rules-end-row = 2 points for each complete row
rules-end-column = 7 points for each complete column
rules-end-colour = 10 points for each colour of which all five tiles are on the wall
rules-end-tie = Most points win. If players are level, more complete rows decide; if those are equal too, they share the victory.
rules-example-end = The last black tile completes row 2. Column 2 and all five blue tiles are complete as well: 2 + 7 + 10 = 19 points.

rules-grey = The grey wall
rules-grey-text = The back of the boards shows no colours. There you choose the column for each full line yourself, from top to bottom. No row and no column may show a colour twice. All players choose at the same time and reveal together.
rules-grey-dead = If a full line has no space left for its colour, all its tiles fall to the floor line at once, before the floor is counted. Otherwise you have to place the tile.
rules-example-grey = Columns 1 and 4 show red already and column 3 is taken in this row: columns 2 and 5 are left.
rules-example-grey-dead = The free spaces of row 3 are in columns that show red. The three tiles fall.

rules-rare = Rare cases
rules-rare-marker = Your floor line is full when you take the start marker: it costs nothing, and you still start the next round.
rules-rare-nobody = No tile ever reached the centre, so nobody took the marker: the same player starts again.
rules-rare-empty = Bag and lid are empty and nothing can be dealt: the game ends there, with the bonuses.
rules-rare-start = The rules leave open who begins the very first round. Here it is drawn by lot unless you choose.

## The first lesson

lesson-title = Your first round
lesson-lead = One round from beginning to end, in about five minutes. You play against Ana and nothing can go wrong.
lesson-progress = Step { $step } of { $total }
lesson-begin = Begin
lesson-continue = Continue
lesson-again = Start over
lesson-skip = Skip to the rules

lesson-welcome = The table
lesson-welcome-text = On the round factories lie the tiles that you and Ana share. Below is your board: five lines on the left, your wall on the right, the floor line at the bottom. You collect tiles on lines, and full lines put tiles on the wall.

lesson-take = Take tiles
lesson-take-text = You take all tiles of one colour from one factory. Take the 2 white tiles from factory 1.
lesson-take-line = Now choose where they go. Only full lines score, and line 2 has exactly 2 spaces.
lesson-take-done = Line 2 is full. The red and the blue tile that lay with them went to the centre.

lesson-open = A line that is not full
lesson-open-text = Take the 3 yellow tiles from factory 5.
lesson-open-line = Line 4 has 4 spaces. One will stay empty, and that is fine: a line keeps its tiles until it is full, even into the next round.
lesson-open-done = One yellow tile is missing on line 4.

lesson-centre = The centre
lesson-centre-text = What others leave lies in the centre and is on offer too. Take the blue tile from there.
lesson-centre-line = Line 1 needs just one tile.
lesson-centre-done = You were the first to take from the centre, so the start marker is yours. It costs 1 point on the floor line, and you start the next round.

lesson-colour = One line, one colour
lesson-colour-text = Take the 3 black tiles from factory 2.
lesson-colour-line = Line 3 has room for all of them. Try line 4 first if you like: it holds yellow and takes nothing else.
lesson-colour-done = Another full line. The more of them, the more tiles for your wall.

lesson-spill = One too many
lesson-spill-text = There are 2 yellow tiles in the centre, and line 4 needs only one. You always take all of a colour. Take them.
lesson-spill-line = Place them on line 4. What does not fit falls to the floor line.
lesson-spill-done = Line 4 is full. The tile that was left over fell to the floor and costs 1 point.

lesson-tiling = The round ends
lesson-tiling-text = All tiles are taken. Now every full line, from top to bottom, sends one tile to its row of the wall and scores at once. The rest of the line goes to the lid.
lesson-tiling-first = Line 1: the blue tile stands alone and scores 1 point.
lesson-tiling-second = Line 2: the white tile stands below the blue one. A column of 2 scores 2 points.
lesson-tiling-third = Line 3: with the black tile the column has 3 tiles: 3 points.
lesson-tiling-fourth = Line 4: the yellow tile has no neighbour and scores 1 point.
lesson-tiling-opponent = Ana does the same and gets 3 points. Her lines 4 and 5 are not full, so they keep their tiles.
lesson-tiling-floor = Last comes the floor line: the marker and one tile cost 1 point each. You have 5 points, Ana has 3, and you start the next round.

lesson-end = That was a whole round
lesson-end-text = The game goes on like this until somebody has five tiles in a row of the wall. Rows score as columns do, and a tile that stands in both scores for both.
lesson-end-bonus = In the end the walls bring bonuses: 2 points for a row, 7 for a column, 10 for all five tiles of a colour.
lesson-end-play = Play your first game
lesson-end-rules = Read the rules

lesson-other-move = That is allowed as well. For this lesson, please follow the sentence above.
lesson-board-label = The table of the lesson
