# The rules page and the first lesson.
#
# Loaded when one of these pages is opened. Colours, counts and the effects of moves are in game.ftl.

## The rules page

rules-title = Rules
rules-lead = All the rules on one page. Press the button under a board to see it in action.
rules-contents = On this page
rules-start-lesson = Play a guided round instead

rules-show = Show what happens
rules-next = Next step
rules-back = Back to the start

rules-goal = The goal
rules-goal-text = Two to four players take tiles from a shared offer and lay them on walls of five by five spaces. A tile on your wall scores for every tile it connects with. A tile that doesn’t fit anywhere costs you points. If you have the most points at the end, you win.

rules-table = On the table
rules-table-tiles = There are 100 tiles, 20 of each colour, drawn from a bag. Used tiles go into the lid of the box.
rules-table-factories = In the middle are round factories (the rulebook calls them factory displays): 5 for two players, 7 for three, 9 for four. Each gets four tiles. Between them is the centre, where the start marker lies at first.
rules-table-board = Each player has a board. On the left are five pattern lines with room for 1 to 5 tiles, on the right is the wall, and below is the floor line. Everyone starts with 0 points.
rules-example-deal = Before each round, every factory gets four tiles from the bag.

rules-take = Taking tiles
rules-take-factory = Players take turns. On your turn, take all the tiles of one colour from one factory. The factory’s other tiles go to the centre.
rules-take-centre = Or take all the tiles of one colour from the centre. If you’re the first to do so in a round, you also get the start marker. It goes on the first free space of your floor line and costs points there, but you start the next round.
rules-take-must = You always have to take something; you can’t pass.
rules-example-take = Two black tiles go from factory 2 to line 3. Red and white go to the centre.
rules-example-marker = Three red tiles from the centre, and the start marker comes with them. Its space on the floor line costs 1 point.

rules-place = Placing tiles
rules-place-one-line = All the tiles you take go on one pattern line. A line holds a single colour. A full line takes no more tiles, and no line takes a colour that’s already in its row of the wall.
rules-place-spill = Tiles that don’t fit fall to the floor line, from left to right. You can also put them all there on purpose. Once its seven spaces are taken, any other tiles go into the lid and cost nothing.
rules-example-refused = Where can two blue tiles go? Line 1 is full, line 3 holds white, and row 4 already has blue. That leaves line 2, line 5 and the floor line.
rules-example-spill = Three yellow tiles, but line 2 only has room for two. The third one falls.
rules-example-floor-by-choice = A single white tile would start a line you want to keep free. On the floor line, it costs you 1 point.

rules-tiling = When all tiles are taken
rules-tiling-text = The round ends when there are no tiles left on the factories or in the centre. Now each full line, from top to bottom, moves one tile to the space of its colour in the matching row of the wall. The line’s other tiles go into the lid. Lines that aren’t full keep their tiles for the next round.
rules-example-tiling = Lines 1 and 2 are full, and each moves a tile to the wall. Lines 3 and 5 wait.

rules-scoring = What a tile scores
rules-scoring-text = Each tile scores as soon as it’s placed. Count the unbroken run of tiles through it along the row, then the one along the column. A run counts if it has at least two tiles, and the new tile is part of both. A tile with no neighbours scores 1 point.
rules-example-alone = No neighbours: 1 point.
rules-example-row = A run of 3 along the row: 3 points.
rules-example-column = A run of 3 along the column: 3 points.
rules-example-cross = A run of 3 along the row and one of 4 along the column: 3 + 4 = 7 points.

rules-floor = What the floor costs
rules-floor-text = After the tiling, you lose the points printed on the occupied spaces of your floor line: 1, 1, 2, 2, 2, 3, 3 from left to right. The start marker counts as a tile. Your score never goes below 0. Then the floor line is cleared into the lid.
rules-example-floor = The marker and three tiles cost 1 + 1 + 2 + 2 = 6 points.
rules-example-floor-zero = The floor costs 6 points here, but there are only 3 to lose.

rules-next-round = The next round
rules-next-round-text = The factories are refilled, and the player with the marker starts. If the bag is empty when a tile has to be drawn, the tiles in the lid go back into the bag. If even those run out, the round is played with the tiles there are.

rules-end = The end of the game
rules-end-text = The game ends after the round in which someone completes a row of five. Then everyone gets bonus points for their wall:
rules-end-row = 2 points for each complete row
rules-end-column = 7 points for each complete column
rules-end-colour = 10 points for each colour with all five tiles on the wall
rules-end-tie = The player with the most points wins. If players are tied, the one with more complete rows wins; if that’s a tie too, they share the victory.
rules-example-end = The last black tile completes row 2. Column 2 and all five blue tiles are complete too: 2 + 7 + 10 = 19 points.

rules-grey = The grey wall
rules-grey-text = The back of the board shows no colours. Here you choose the column for each full line yourself, from top to bottom. No row and no column may have the same colour twice. Everyone chooses at the same time, and all choices are revealed together.
rules-grey-dead = If there’s no space left for the colour of a full line, all its tiles fall to the floor line straight away, before the floor is counted. Otherwise you have to place the tile.
rules-example-grey = Columns 1 and 4 already have red, and column 3 is taken in this row: that leaves columns 2 and 5.
rules-example-grey-dead = The free spaces of row 3 are in columns that already have red. The three tiles fall.

rules-rare = Rare cases
rules-rare-marker = Your floor line is full when you take the start marker: it costs nothing, and you still start the next round.
rules-rare-untaken = No tile ever reached the centre, so nobody took the marker: the same player starts again.
rules-rare-empty = The bag and the lid are empty and nothing can be dealt: the game ends there, with the bonuses.
rules-rare-start = The rules don’t say who starts the very first round. Here it’s random unless you choose.

## The first lesson

lesson-title = Your first round
lesson-lead = One round from start to finish, in about five minutes. You’re playing against Ana, and nothing can go wrong.
lesson-progress = Step { $step } of { $total }
lesson-begin = Start
lesson-continue = Continue
lesson-again = Start over
lesson-skip = Skip to the rules

lesson-welcome = The table
lesson-welcome-text = The tiles on the round factories are there for you and Ana to take. Below is your board: five lines on the left, your wall on the right, the floor line at the bottom. You collect tiles on the lines, and full lines put tiles on the wall.

lesson-take = Take tiles
lesson-take-text = On your turn, you take all the tiles of one colour from one factory. Take the 2 white tiles from factory 1.
lesson-take-line = Now choose where they go. Only full lines score, and line 2 has exactly 2 spaces.
lesson-take-done = Line 2 is full. The red and the blue tile that were with them went to the centre.

lesson-open = A line that isn’t full
lesson-open-text = Take the 3 yellow tiles from factory 5.
lesson-open-line = Line 4 has 4 spaces. One will stay empty, and that’s fine: a line keeps its tiles until it’s full, even into the next round.
lesson-open-done = Line 4 still needs one yellow tile.

lesson-centre = The centre
lesson-centre-text = Leftover tiles go to the centre, and you can take those too. Take the blue tile from there.
lesson-centre-line = Line 1 only needs one tile.
lesson-centre-done = You were the first to take from the centre, so you get the start marker. It costs 1 point on the floor line, but you start the next round.

lesson-colour = One line, one colour
lesson-colour-text = Take the 3 black tiles from factory 2.
lesson-colour-line = Line 3 has room for all of them. Try line 4 first if you like: it holds yellow and won’t take anything else.
lesson-colour-done = Another full line. The more full lines, the more tiles on your wall.

lesson-spill = One too many
lesson-spill-text = There are 2 yellow tiles in the centre, but line 4 only needs one. You always take all the tiles of a colour. Take them.
lesson-spill-line = Place them on line 4. The one that doesn’t fit falls to the floor line.
lesson-spill-done = Line 4 is full. The extra tile fell to the floor and costs 1 point.

lesson-tiling = The end of the round
lesson-tiling-text = All the tiles are taken. Now each full line, from top to bottom, sends one tile to its row of the wall, and it scores straight away. The rest of the line goes into the lid.
lesson-tiling-first = Line 1: the blue tile is on its own and scores 1 point.
lesson-tiling-second = Line 2: the white tile is below the blue one. A column of 2 scores 2 points.
lesson-tiling-third = Line 3: the black tile makes it a column of 3, which scores 3 points.
lesson-tiling-fourth = Line 4: the yellow tile has no neighbours and scores 1 point.
lesson-tiling-opponent = Ana does the same and gets 3 points. Her lines 4 and 5 aren’t full, so they keep their tiles.
lesson-tiling-floor = Last comes the floor line: the marker and one tile cost 1 point each. You have 5 points, Ana has 3, and you start the next round.

lesson-end = That was a whole round
lesson-end-text = The game goes on like this until someone completes a row of five on their wall. Rows score just like columns, and a tile that’s part of both scores for both.
lesson-end-bonus = At the end, your wall earns bonuses: 2 points for a row, 7 for a column, 10 for all five tiles of a colour.
lesson-end-play = Play your first game
lesson-end-rules = Read the rules

lesson-other-move = That’s allowed too. For this lesson, please follow the instruction above.
lesson-board-label = The lesson’s table
