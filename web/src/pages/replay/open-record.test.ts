import { flushSync, mount, unmount } from 'svelte'
import { beforeEach, expect, it } from 'vitest'

import { useTestLanguage } from '../../testing/language'
import OpenRecord from './OpenRecord.svelte'

beforeEach(() => useTestLanguage('en'))

it('asks for a record if the field is empty', () => {
  const target = document.createElement('div')
  document.body.append(target)
  const component = mount(OpenRecord, { target, props: { onopen: () => undefined } })
  flushSync()
  target.querySelector<HTMLElement>('button[type="submit"]')?.click()
  flushSync()
  expect(target.querySelector('[role="alert"]')?.textContent).not.toBe('')
  expect(document.activeElement).toBe(target.querySelector('textarea'))
  void unmount(component)
  target.remove()
})
