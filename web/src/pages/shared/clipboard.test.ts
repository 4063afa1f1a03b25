import { afterEach, expect, it, vi } from 'vitest'

import { copyText } from './clipboard'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('uses the clipboard if available', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  expect(await copyText('one')).toBe(true)
  expect(writeText).toHaveBeenCalledWith('one')
})

it('copies a selection over plain http, and restores the focus', async () => {
  vi.stubGlobal('navigator', {})
  const button = document.createElement('button')
  document.body.append(button)
  button.focus()
  let selected = ''
  document.execCommand = vi.fn(() => {
    selected = (document.activeElement as HTMLTextAreaElement | null)?.value ?? ''
    const fields = document.querySelectorAll('textarea')
    selected = fields[fields.length - 1]?.value ?? selected
    return true
  })
  expect(await copyText('two')).toBe(true)
  expect(selected).toBe('two')
  expect(document.querySelector('textarea')).toBeNull()
  expect(document.activeElement).toBe(button)
})

it('returns false if nothing worked', async () => {
  vi.stubGlobal('navigator', {
    clipboard: { writeText: vi.fn().mockRejectedValue(new Error('no')) },
  })
  document.execCommand = vi.fn(() => false)
  expect(await copyText('three')).toBe(false)
})
