import { expect, type Page } from '@playwright/test'
import { stateOf } from '../fixtures'
import type { Chance } from './random'
import type { World } from './world'

/** One action of the person, the page or the wallet; resolves to its name. It always ends, whatever is broken. */
export type Step = (world: World, chance: Chance) => Promise<string>

export const SOON_MS = 2_000

export const show = (page: Page, view: string) =>
  page.evaluate((to) => document.querySelector('wallet-modal')?.show({ view: to as 'Account' }), view)

export const statusOf = async (page: Page) => (await stateOf(page))?.status
export const isConnected = async (page: Page) => (await statusOf(page)) === 'connected'
export const moodOf = (page: Page) => page.evaluate(() => window.chaos.mood)

/** Waits until one of the checks is true; resolves to false after `SOON_MS`. */
export const ends = (...checks: (() => Promise<boolean>)[]): Promise<boolean> =>
  expect
    .poll(async () => (await Promise.all(checks.map((check) => check()))).includes(true), {
      timeout: SOON_MS,
      intervals: [20, 50, 100],
    })
    .toBe(true)
    .then(
      () => true,
      () => false,
    )

/** The outcome of an element's method: `done`, an error code, or `waits` if it is still pending after the limit. */
export async function endOf(page: Page, action: 'sign' | 'switch', mayWait: boolean, to = ''): Promise<string> {
  return page.evaluate(
    ([what, network, limit]) => {
      const element = document.querySelector('wallet-modal')
      const signed = (value: unknown) => (/^0x[\da-f]{130}$/.test(String(value)) ? 'done' : `not a signature: ${value}`)
      const act = async () => {
        if (what === 'sign') return signed(await element?.signMessage('In the middle of it'))
        await element?.switchNetwork(network as 'eip155:1')
        return 'done'
      }
      return Promise.race([
        act().catch((error: { code?: string }) => error.code ?? String(error)),
        new Promise<string>((resolve) => setTimeout(resolve, Number(limit), 'waits')),
      ])
    },
    [action, to, mayWait ? 800 : 8_000] as const,
  )
}

/** The expected outcome of signing and of switching the network, by the wallet's mood. */
export const endsOf = {
  sign: {
    willing: /^done$/,
    liar: /^done$/,
    refuses: /^USER_REJECTED$/,
    busy: /^REQUEST_PENDING$/,
    fails: /^RPC_INTERNAL$/,
    nonsense: /^[A-Z_]+$/,
    silent: /^waits$/,
  },
  switch: {
    willing: /^done$/,
    liar: /^SWITCH_FAILED$/,
    refuses: /^NETWORK_CHANGE_DECLINED$/,
    busy: /^REQUEST_PENDING$/,
    fails: /^CHAIN_NOT_SUPPORTED$/,
    nonsense: /^SWITCH_FAILED$/,
    silent: /^waits$/,
  },
} as const

/** Waits until `typed` finds that the typed text was kept; `what` names it in the failure. */
export const expectTyped = (typed: () => Promise<boolean>, what: string) =>
  expect.poll(typed, { message: `${what} is kept` }).toBe(true)
