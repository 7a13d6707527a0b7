import { expect, test } from 'vitest'
import { later } from '.'

test.each(Object.keys(later))(
  'in %s, a tab does not have the name of the button below it: one shows, the other acts',
  async (tag) => {
    const words = await later[tag]?.()
    expect(words?.embedded.revoke).toBeTruthy()
    expect(Object.values(words?.sessions.tabs ?? {})).not.toContain(words?.embedded.revoke)
  },
)
