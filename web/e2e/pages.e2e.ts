import { readdirSync, readFileSync } from 'node:fs'

import { request, type Page } from '@playwright/test'

import type { GameAnswer } from '../src/lib/protocol.ts'
import { axe } from './support/axe.ts'
import { startWithSettings, expect, test } from './support/fixtures.ts'
import { quickGame } from './support/quick-game.ts'

// Every page in every language, in both themes, on phone and desktop.

const LANGUAGES = ['en', 'de', 'nl', 'nb', 'is', 'it']
const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

/** axe is slow: it checks both sizes and both themes, but not all combinations. */
const LOOKS = [
  { size: DESK, colorScheme: 'light', inspected: false },
  { size: DESK, colorScheme: 'dark', inspected: true },
  { size: PHONE, colorScheme: 'light', inspected: true },
  { size: PHONE, colorScheme: 'dark', inspected: false },
] as const

/** The message keys: the client shows the key of a missing translation. */
const KEYS = (() => {
  const folder = new URL('../../locales/en/', import.meta.url)
  const text = readdirSync(folder)
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
  // Single-word keys could also be ordinary text.
  return [...text.matchAll(/^([a-z][a-z0-9]*(?:-[a-z0-9]+)+) =/gm)].map(([, key]) => key ?? '')
})()

interface Visit {
  name: string
  /** Opens a page and waits until it is complete. */
  open: (page: Page) => Promise<void>
}

const at = (name: string, path: string, shows: string): Visit => ({
  name,
  open: async (page) => {
    await page.goto(path)
    await expect(page.locator(shows).first()).toBeVisible()
  },
})

const TABLE = '[data-spot="centre"]'

/** Creates an account, and leaves its recovery codes on the page. */
async function signUp(page: Page, name: string): Promise<void> {
  await page.goto('/account')
  await page.locator('input[autocomplete="username"]').fill(name)
  await page.locator('input[autocomplete="new-password"]').fill('azul e branco')
  await page.locator('form button[type="submit"]').click()
  await expect(page.locator('#codes')).toBeVisible()
}

const VISITS: Visit[] = [
  at('home', '/', '.emblem svg'),
  at('play', '/play', 'form h2'),
  at('play with friends', '/play?with=friends', 'form h2'),
  at('play on the same screen', '/play?with=screen', 'form h2'),
  at('lobby', '/lobby', 'h1'),
  {
    name: 'my games',
    open: async (page) => {
      await quickGame(page, { round: 1 })
      await page.goto('/games')
      await expect(page.locator('main a[href^="/g/"]').first()).toBeVisible()
    },
  },
  at('rules', '/learn', TABLE),
  at('first round', '/learn/first-round', TABLE),
  at('settings', '/settings', 'input[autocomplete="nickname"]'),
  at('account', '/account', 'form'),
  at('log in', '/account?way=login', 'form'),
  at('recover', '/account?way=recover', 'form'),
  {
    name: 'recovery codes',
    open: (page) => signUp(page, 'Codes'),
  },
  {
    name: 'my account',
    open: async (page) => {
      await signUp(page, 'Account')
      await page.goto('/account')
      await expect(page.locator('#new-codes')).toBeVisible()
      await expect(page.locator('section[aria-labelledby="sessions"] li')).toHaveCount(1)
    },
  },
  {
    name: 'second factor',
    open: async (page) => {
      await signUp(page, 'Factor')
      await page.goto('/account')
      await page.locator('section[aria-labelledby="second-factor"] button').click()
      await expect(page.locator('#second-factor ~ form svg[role="img"]')).toBeVisible()
    },
  },
  at('open a record', '/replay', 'textarea'),
  at('nothing', '/no/such/page', 'h1'),
  {
    name: 'waiting room',
    open: async (page) => {
      await page.goto('/play?with=friends')
      await page.locator('form button[type="submit"]').click()
      await expect(page.locator('#invite-link')).toBeVisible()
    },
  },
  {
    name: 'invitation',
    open: async (page) => {
      await page.goto('/')
      // The host is another player.
      const { origin } = new URL(page.url())
      const host = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
      await host.get('/api/v1/me')
      const set = await host.post('/api/v1/games', {
        data: { seats: [{ kind: 'me' }, { kind: 'invited' }], wall: 'coloured' },
      })
      const { view, own } = (await set.json()) as GameAnswer
      await host.dispose()
      await page.goto(`/g/${view.id}#invitation=${own.invitation ?? ''}`)
      await expect(page.locator('form input[autocomplete="nickname"]')).toBeVisible()
    },
  },
  {
    name: 'table',
    open: async (page) => {
      const game = await quickGame(page, { round: 2, moves: 1 })
      await page.goto(`/g/${game}`)
      await expect(page.locator('[data-drop="5"]')).toBeVisible()
    },
  },
  {
    name: 'table of four',
    open: async (page) => {
      const game = await quickGame(page, {
        round: 2,
        moves: 1,
        game: {
          seats: [
            { kind: 'me' },
            { kind: 'bot', level: 'beginner' },
            { kind: 'bot', level: 'beginner' },
            { kind: 'bot', level: 'apprentice' },
          ],
          wall: 'grey',
        },
      })
      await page.goto(`/g/${game}`)
      await expect(page.locator('[data-drop="5"]')).toBeVisible()
    },
  },
  {
    name: 'result',
    open: async (page) => {
      const game = await quickGame(page)
      await page.goto(`/g/${game}`)
      await expect(page.locator('#result-title')).toBeVisible()
    },
  },
  {
    name: 'replay',
    open: async (page) => {
      const game = await quickGame(page, { round: 2 })
      await page.goto(`/g/${game}/replay#9`)
      await expect(page.locator(TABLE)).toBeVisible()
    },
  },
]

for (const { name, open } of VISITS) {
  test(`${name} in all languages, themes and sizes`, async ({ page, context }) => {
    await startWithSettings(context, { speed: 'instant' })
    await open(page)
    for (const language of LANGUAGES) {
      await page.setViewportSize(DESK)
      await useTestLanguage(page, language)
      expect.soft(await untranslated(page), `${language}: untranslated`).toEqual([])
      for (const { size, colorScheme, inspected } of LOOKS) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        const where = `${language}, ${size.width} px, ${colorScheme}`
        expect.soft(await tooWide(page), `${where}: wider than the window`).toEqual([])
        expect.soft(await cutOff(page), `${where}: words that do not fit`).toEqual([])
        if (inspected && language === 'en') {
          expect.soft(await axe(page), `${where}: axe`).toEqual([])
        }
      }
    }
  })
}

/** Selects a language in the header, and waits until all texts are translated. */
async function useTestLanguage(page: Page, language: string): Promise<void> {
  await page.locator('#site-menu select').selectOption(language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  // Rules and lessons load a separate file.
  await expect(page.locator('main h1').first()).toBeAttached()
}

/** Texts and accessible names that are message keys. */
async function untranslated(page: Page): Promise<string[]> {
  return page.evaluate((keys) => {
    const known = new Set(keys)
    const said: string[] = [document.title.replace(' · Azulejo', '')]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) said.push(walker.currentNode.nodeValue ?? '')
    for (const element of document.querySelectorAll(
      '[aria-label], [title], [placeholder], [alt]',
    )) {
      for (const attribute of ['aria-label', 'title', 'placeholder', 'alt']) {
        said.push(element.getAttribute(attribute) ?? '')
      }
    }
    return said
      .flatMap((text) => text.split(/\s+/))
      .map((word) => word.replace(/[.,:;!?]$/, ''))
      .filter((word) => known.has(word) || /^\{.*\}$/.test(word))
  }, KEYS)
}

/** The elements outside the viewport, if the page scrolls horizontally. */
async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    const wide = root.scrollWidth > root.clientWidth
    if (!wide) return []
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 0.5)
      .slice(-3)
      .map((element) => `${element.tagName}.${element.className}: ${element.innerText}`)
      .concat(`${root.scrollWidth} > ${root.clientWidth}`)
  })
}

/** Controls and headings with overflowing or truncated text. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'button, .button, h1, h2, h3, summary, legend, label, nav a, .panel p, .say p, .banner p',
      ),
    ]
      .filter((element) => element.checkVisibility() && !element.classList.contains('sr-only'))
      .filter((element) => element.innerText.trim() !== '')
      // Tags of boards float beside the lines on purpose.
      .filter((element) => element.closest('[data-seat], .sr-only') === null)
      .filter(({ tagName, scrollWidth, clientWidth, scrollHeight, clientHeight }) => {
        // Glyphs of headings exceed their tight line box; nothing is cut off.
        const low = !/^H\d$/.test(tagName) && scrollHeight > clientHeight + 3
        return clientWidth > 0 && (scrollWidth > clientWidth + 1 || low)
      })
      .map(
        (element) =>
          `${element.tagName}.${element.className}: ${element.innerText} ` +
          `(${element.scrollWidth} × ${element.scrollHeight} in ${element.clientWidth} × ${element.clientHeight})`,
      ),
  )
}
