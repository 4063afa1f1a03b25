import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { LANGUAGE_TAGS } from '../../lib/text/languages'
import { useTestLanguage } from '../../testing/language'
import NewCodes from './NewCodes.svelte'

beforeEach(() => useTestLanguage('en'))
afterEach(() => vi.unstubAllGlobals())

const CODES = Array.from({ length: 8 }, (_, index) => `code-${index}`)

/** Submits the form with a password and returns the outcome. */
async function send(status: number, answer: unknown) {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json(answer, { status })))
  vi.stubGlobal('fetch', fetched)
  const target = document.createElement('div')
  document.body.append(target)
  const oncodes = vi.fn<(codes: string[]) => void>()
  const component = mount(NewCodes, { target, props: { oncodes } })
  const field = target.querySelector('input')
  const button = target.querySelector<HTMLButtonElement>('button[type="submit"]')
  if (!field || !button) throw new Error('the form has no field or button')
  field.value = 'correct horse'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  button.click()
  flushSync()
  const disabledWhileSending = button.disabled
  await vi.waitFor(() => expect(button.disabled).toBe(false), { timeout: 60_000 })
  const alert = target.querySelector('[role="alert"]')?.textContent ?? null
  const described = target.querySelector(`#${button.getAttribute('aria-describedby') ?? ''}`)
  const left = field.value
  void unmount(component)
  target.remove()
  return { fetched, oncodes, alert, disabledWhileSending, described: described?.textContent, left }
}

describe('new recovery codes', () => {
  it('are requested once with the password, and passed on', async () => {
    const { fetched, oncodes, alert, disabledWhileSending, left } = await send(200, {
      recovery_codes: CODES,
    })
    expect(fetched).toHaveBeenCalledTimes(1)
    const [path, init] = fetched.mock.calls[0] ?? []
    expect(path).toBe('/api/v1/recovery-codes')
    expect(init?.method).toBe('POST')
    expect(JSON.parse(String(init?.body))).toEqual({ password: 'correct horse' })
    expect(disabledWhileSending).toBe(true)
    expect(oncodes.mock.calls).toEqual([[CODES]])
    expect(alert).toBeNull()
    expect(left, 'the password is cleared').toBe('')
  })

  it('show an error, and the password can be corrected', async () => {
    const wrong = { error: { code: 'bad_login', field: 'password', detail: null } }
    const { oncodes, alert, left } = await send(403, wrong)
    expect(oncodes).not.toHaveBeenCalled()
    expect(alert).toBe('Wrong password.')
    expect(left).toBe('correct horse')

    const often = { error: { code: 'too_many', field: null, detail: null } }
    expect((await send(429, often)).alert).toMatch(/^[A-Z].+\.$/)
  })

  it.each(LANGUAGE_TAGS)('warn that the old ones stop working, in %s', async (language) => {
    useTestLanguage(language)
    const { described } = await send(200, { recovery_codes: CODES })
    expect(described).toMatch(/^\p{Lu}[^{}]+\. \p{Lu}[^{}]+\.$/u)
  })
})
