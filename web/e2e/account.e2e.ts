import type { Page } from '@playwright/test'

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
