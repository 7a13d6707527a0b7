import { expect, type Page } from '@playwright/test'
import { stateOf } from '../fixtures'
import type { Chance } from './random'
import type { World } from './world'

/** One thing that a person, the page or the wallet does; resolves to its name. Whatever is wrong meanwhile, it comes to an end. */
export type Step = (world: World, chance: Chance) => Promise<string>

export const SOON_MS = 2_000

export const show = (page: Page, view: string) =>
  page.evaluate((to) => document.querySelector('wallet-modal')?.show({ view: to as 'Account' }), view)

export const statusOf = async (page: Page) => (await stateOf(page))?.status
export const isConnected = async (page: Page) => (await statusOf(page)) === 'connected'
export const moodOf = (page: Page) => page.evaluate(() => window.chaos.mood)

/** Waits for the first of several ends; false after a while. */
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

/** What an action of the element ends in: `done`, the code of what went wrong, or `waits` for longer than is waited here. */
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

/** What a signature ends in, and what switching the network does, with a wallet in such a mood. */
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

/** What is typed stays while something breaks. */
export const expectTyped = (typed: () => Promise<boolean>, what: string) =>
  expect.poll(typed, { message: `${what} is still there` }).toBe(true)
