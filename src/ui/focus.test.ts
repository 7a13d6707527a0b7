import { expect, test } from 'vitest'
import { showFocused } from './focus'

test('the heading of a dialog is focused by the browser’s own steps, with autofocus set only meanwhile', () => {
  const heading = { autofocus: false }
  const seen: boolean[] = []
  const dialog = { showModal: () => seen.push(heading.autofocus) }
  showFocused(dialog as unknown as HTMLDialogElement, { querySelector: () => heading } as unknown as HTMLElement)
  expect([...seen, heading.autofocus]).toEqual([true, false])
})
