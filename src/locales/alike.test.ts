import { expect, test } from 'vitest'
import { locales } from '.'

// In these a heading is a noun, and what leads to it a verb of another stem.
const nouns = ['ru', 'uk']

test.each(Object.keys(locales).filter((tag) => !nouns.includes(tag)))(
  'in %s, what an account leads to is called as it is called there',
  async (tag) => {
    const { account, titles } = (await locales[tag]?.()) ?? {}
    const steps = [
      [account?.send, titles?.Send],
      [account?.swap, titles?.Swap],
      [account?.buy, titles?.OnRamp],
      [account?.receive, titles?.Receive],
    ]
    for (const [action = '', title = 'none'] of steps) expect(action.startsWith(title), `${action}: ${title}`).toBe(true)
  },
)
