import { expect, test } from 'vitest'
import { later } from '.'

test.each(Object.keys(later))('in %s, a tab is not named as the button below it: one shows, the other does', async (tag) => {
  const words = await later[tag]?.()
  expect(words?.embedded.revoke).toBeTruthy()
  expect(Object.values(words?.sessions.tabs ?? {})).not.toContain(words?.embedded.revoke)
})
