import type { Page } from '@playwright/test'

import type { GameAnswer, NewGame } from '../src/lib/protocol.ts'
import { expect, test } from './support/fixtures.ts'

// The player's unfinished games on the home page.

const AGAINST_BOT: NewGame = {
  seats: [{ kind: 'me' }, { kind: 'bot', level: 'beginner' }],
  wall: 'coloured',
}
const WITH_FRIEND: NewGame = { seats: [{ kind: 'me' }, { kind: 'invited' }], wall: 'coloured' }

async function create(page: Page, origin: string, game: NewGame): Promise<void> {
  await page.request.get('/api/v1/me')
  const created = await page.request.post('/api/v1/games', { data: game, headers: { origin } })
  expect(created.status(), await created.text()).toBe(201)
  // A game whose seats are taken starts when all nonces are there.
  const { view } = (await created.json()) as GameAnswer
  const nonce = await page.request.post(`/api/v1/games/${view.id}/nonce`, {
    data: { nonce: '5a'.repeat(16) },
    headers: { origin },
  })
  expect(nonce.ok(), await nonce.text()).toBe(true)
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('lists running games and waiting tables below which a game can be started', async ({
  page,
  server,
}) => {
  for (const game of [AGAINST_BOT, AGAINST_BOT, WITH_FRIEND]) await create(page, server.url, game)
  await page.goto('/')
  const games = page.getByRole('list', { name: 'My games' })
  await expect(games.locator(':scope > li')).toHaveCount(3)
  await expect(games).toContainText('1 free seat')
  const play = page.getByRole('button', { name: /^Play against/ })
  await expect(play).toBeInViewport({ ratio: 1 })
})

test('opens the list of all unfinished games in place', async ({ page, server }) => {
  for (let game = 0; game < 5; game += 1) await create(page, server.url, AGAINST_BOT)
  await page.goto('/')
  const rows = page.getByRole('list', { name: 'My games' }).locator(':scope > li')
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: '2 more games' }).tap()
  await expect(rows).toHaveCount(5)
})

test('cancels a table and resigns a game', async ({ page, server }) => {
  for (const game of [AGAINST_BOT, WITH_FRIEND]) await create(page, server.url, game)
  await page.goto('/')
  const rows = page.getByRole('list', { name: 'My games' }).locator(':scope > li')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: /^Cancel this game: / }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel this game' }).tap()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: /^Resign: / }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).tap()
  await expect(rows).toHaveCount(0)
})
