import { createHmac } from 'node:crypto'

import type { Page } from '@playwright/test'

import { axe } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'

const PASSWORD = 'azul e branco'

/** The eight codes on the page. */
async function shownCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole('region', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(8)
  return codes.allInnerTexts()
}

async function confirmCodesKept(page: Page): Promise<void> {
  const go = page.getByRole('button', { name: 'Continue' })
  await expect(go).toBeDisabled()
  await page.getByLabel('I’ve saved the codes').check()
  await go.click()
}

test('new recovery codes replace the old ones', async ({ page, context }) => {
  const name = 'Leonor'
  await page.goto('/account')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign up' }).click()
  const old = await shownCodes(page)
  await confirmCodesKept(page)
  await expect(page).toHaveURL('/')

  // The browser logs a rejected request as an error, so it happens in a separate tab.
  const tab = await context.newPage()
  await tab.goto('/account')
  const refused = tab.getByRole('region', { name: 'New recovery codes' })
  await refused.getByLabel('Password', { exact: true }).fill('something else')
  await refused.getByRole('button', { name: 'Create new codes' }).click()
  await expect(refused.getByRole('alert')).toHaveText('Wrong password.')
  await tab.close()

  await page.goto('/account')
  const section = page.getByRole('region', { name: 'New recovery codes' })
  await expect(section).toContainText('The old ones will stop working.')
  await section.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const fresh = await shownCodes(page)
  expect(new Set([...old, ...fresh]).size, 'no code is reused').toBe(16)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await file).suggestedFilename()).toBe(`azulejo-${name}.txt`)
  await confirmCodesKept(page)
  // Back on the account page, which does not show the codes again.
  await expect(page.getByRole('heading', { name: 'New recovery codes' })).toBeFocused()
  await expect(page.getByText(fresh[0] ?? '')).toHaveCount(0)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')

  const recovery = await context.newPage()
  const recover = async (code: string) => {
    await recovery.goto('/account?way=recover')
    await recovery.getByLabel('Name').fill(name)
    await recovery.getByLabel('Recovery code').fill(code)
    await recovery.getByRole('textbox', { name: 'New password' }).fill(`${PASSWORD} again`)
    await recovery.getByRole('button', { name: 'Set password' }).click()
  }
  await recover(old[0] ?? '')
  await expect(recovery.getByRole('alert')).toBeVisible()
  await recover(fresh[0] ?? '')
  // Only a successful recovery leaves the form.
  await expect(recovery).toHaveURL('/')
  await recovery.goto('/account')
  await expect(recovery.getByText(name, { exact: true })).toBeVisible()
  await recovery.close()
})

test('deleting an account asks for the password', async ({ page, context }) => {
  const name = 'Beatriz'
  await page.goto('/')
  await page.locator('#site-menu a[href="/account"]').click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await shownCodes(page)
  await confirmCodesKept(page)
  await expect(page).toHaveURL('/')

  const remove = async (tab: Page, password: string) => {
    await tab.goto('/account')
    const form = tab.getByRole('region', { name: 'Your data' })
    await form.getByText('Delete account').click()
    const really = form.getByRole('button', { name: 'Delete permanently' })
    await expect(really, 'the name is missing').toBeDisabled()
    await form.getByLabel('Type your name to confirm.').fill(name)
    await form.getByLabel('Password', { exact: true }).fill(password)
    await really.click()
  }
  // The browser logs a rejected request as an error, so it happens in a separate tab.
  const tab = await context.newPage()
  await remove(tab, 'something else')
  await expect(tab.getByText('Wrong password.').first()).toBeVisible()
  await expect(tab.getByText(name, { exact: true }).first()).toBeVisible()
  await tab.close()

  await remove(page, PASSWORD)
  await expect(page).toHaveURL('/')
  await page.goto('/account')
  await expect(page.getByRole('button', { name: 'Sign up' })).toBeVisible()
})

/** The bits of a secret in Base32. */
function bytesOf(secret: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((c) => alphabet.indexOf(c).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

/** An authenticator, each code of which has a later time step than the one before. */
function authenticator(secret: string): () => string {
  const key = bytesOf(secret)
  let last = 0
  return () => {
    last = Math.max(Math.floor(Date.now() / 30_000), last + 1)
    const counter = Buffer.alloc(8)
    counter.writeBigUInt64BE(BigInt(last))
    const hash = createHmac('sha1', key).update(counter).digest()
    const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff
    return String(number % 1_000_000).padStart(6, '0')
  }
}

test('a second factor is set up, asked for and switched off', async ({ page, context }) => {
  const name = 'Benedita'
  await page.goto('/account')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign up' }).click()
  const recovery = await shownCodes(page)
  await confirmCodesKept(page)
  await expect(page).toHaveURL('/')

  await page.goto('/account')
  const section = page.getByRole('region', { name: 'Two-step login' })
  await section.getByRole('button', { name: 'Set up' }).click()
  await expect(section.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  const secret = (await section.locator('code').innerText()).replaceAll(' ', '')
  const nextCode = authenticator(secret)
  await section.getByLabel('Code', { exact: true }).fill(nextCode())
  await section.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await section.getByRole('button', { name: 'Switch on' }).click()
  await expect(section).toContainText('Two-step login is on. You have 8 recovery codes left.')
  await expect(section.getByRole('heading')).toBeFocused()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')

  // The browser logs rejected requests as errors, so they happen in a separate tab.
  const tab = await context.newPage()
  await tab.goto('/account?way=login')
  await tab.getByLabel('Name').fill(name)
  await tab.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await tab.getByRole('button', { name: 'Log in' }).click()
  const code = tab.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  expect(await axe(tab)).toEqual([])
  await code.fill('not a code')
  await tab.getByRole('button', { name: 'Log in' }).click()
  await expect(tab.getByRole('alert')).toHaveText('This code is wrong, or it was already used.')
  await code.fill(nextCode())
  await tab.keyboard.press('Enter')
  await expect(tab).toHaveURL('/')
  await tab.close()

  await page.goto('/account')
  await expect(page.getByRole('region', { name: 'New recovery codes' })).toContainText('Code')
  expect(await axe(page)).toEqual([])
  await section.getByLabel('Code', { exact: true }).fill(recovery[0] ?? '')
  await section.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await section.getByRole('button', { name: 'Switch off' }).click()
  await expect(section.getByRole('button', { name: 'Set up' })).toBeVisible()
})
