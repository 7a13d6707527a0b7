import type { Page } from '@playwright/test'
import { expect, stateOf } from '../fixtures'
import type { World } from './world'

/** Spinners, skeletons and busy parts in view, each with the text of the nearest row, form or panel. */
const waits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.querySelector('wallet-modal')?.shadowRoot
    return [...(root?.querySelectorAll('.spinner, [aria-busy="true"], .skeleton') ?? [])]
      .filter((node) => node.checkVisibility({ visibilityProperty: true }))
      .map((node) => `${node.getAttribute('class')} in ${node.closest('section, li, form, .panel')?.textContent?.slice(0, 80)}`)
  })

/** The element's state beside the wallets' own: the page's wallet, and others through the element's provider. */
const compared = (page: Page) =>
  page.evaluate(async () => {
    const element = document.querySelector('wallet-modal')
    const { chain, accounts, permitted } = window.chaos
    const { status, account, network } = element?.state ?? {}
    const provider = status === 'connected' ? element?.getProvider('eip155') : undefined
    const asked = (provider as { request(args: { method: string }): Promise<unknown> } | undefined)?.request({
      method: 'eth_chainId',
    })
    return {
      ...{ status, network, address: account?.address },
      announced: { address: permitted ? accounts[0] : undefined, network: `eip155:${Number(chain)}` },
      others: await asked?.then(
        (id) => `eip155:${Number(id)}`,
        () => undefined,
      ),
    }
  })

/** Waits until the element's state agrees with the wallet's, whatever is broken now. */
export async function expectSame(world: World, atEnd = false): Promise<void> {
  const { page, expected } = world
  const settled = async () => {
    const { status, address, network, announced, others } = await compared(page)
    // A wallet may just be asked.
    if (status === 'connecting' && !atEnd && expected === 'nobody') return { status: 'disconnected' }
    if (status !== 'connected') return { status, ...(expected !== 'nobody' && expected.maybe && { status: 'either' }) }
    if (expected === 'nobody') return { status, address }
    const who = expected.by === 'announced' ? announced : { address: expected.address, network: others }
    return {
      status: expected.maybe ? 'either' : status,
      account: address === who.address ? 'the wallet’s' : `${address}, not ${who.address}`,
      network: network === who.network ? 'the wallet’s' : `${network}, not ${who.network}`,
    }
  }
  const wanted =
    expected === 'nobody'
      ? { status: 'disconnected' }
      : expected.maybe
        ? { status: 'either' }
        : { status: 'connected', account: 'the wallet’s', network: 'the wallet’s' }
  const parts = { account: 'the wallet’s', network: 'the wallet’s' }
  await expect
    .poll(async () => ({ ...(expected === 'nobody' ? {} : parts), ...(await settled()) }), {
      message: 'the state agrees with the wallet',
    })
    .toEqual(expected === 'nobody' ? wanted : { ...parts, ...wanted })
  // Once the connection is seen, it is certain.
  if (expected !== 'nobody' && expected.maybe && (await stateOf(page))?.status === 'connected')
    world.expected = { by: expected.by, address: expected.address }
  if (world.expected !== 'nobody') world.last = world.expected
}

/** After healing: nothing is still loading, and the state agrees with the wallet's. */
export async function expectHealed(world: World): Promise<void> {
  const { page, dialog } = world
  // The view that was open ends what it waits for too, not only the next one.
  await page.clock.fastForward(31_000)
  await expect.poll(() => waits(page), { message: 'nothing is still loading in the open view' }).toEqual([])
  await page.evaluate(() => document.querySelector('wallet-modal')?.close())
  await expect(dialog).toBeHidden()
  await expectSame(world, true)
  await page.evaluate(() => document.querySelector('wallet-modal')?.show())
  await page.clock.fastForward(31_000)
  await expect.poll(() => waits(page), { message: 'nothing is still loading' }).toEqual([])
  await page.evaluate(() => document.querySelector('wallet-modal')?.close())
}
