import { expectFault } from '../faults/expect-fault'
import { announce, asked, details, expect, openBare, stateOf, test, told } from '../fixtures'
import { show } from '../site'
import { expectSaid } from './sentence'
import { switching } from './switching'

// Presses wait for animations to end.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const LOCAL = 'eip155:31337'
const BNB = 'eip155:56'
const rowOf: Readonly<Record<string, { fault: string }>> = { P27: { fault: '34' }, P31: { fault: '35' }, P32: { fault: '36' } }

test('a wallet that does not switch the network shows its message, nothing changes, and asked again it switches (faults 34 to 36)', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const info = (id: string) => ({ name: `Wallet ${id}`, rdns: `test.${id.toLowerCase()}` })
  for (const [id, row] of Object.entries(switching))
    await announce(
      page,
      info(id),
      (given) => {
        let chain = '0x7a69'
        const wallet = window.scriptedWallet({
          eth_chainId: () => chain,
          wallet_switchEthereumChain: () => {
            if (!mended.is) return given.switching ? Promise.reject(given.switching) : null
            chain = '0x38'
            return null
          },
          wallet_addEthereumChain: () => (given.adding ? Promise.reject(given.adding) : null),
        })
        const mended = { is: false }
        return Object.assign(wallet, { mended })
      },
      row,
    )
  await announce(page, info('P29'), () => {
    let chain = '0x7a69'
    return window.scriptedWallet({
      eth_chainId: () => chain,
      wallet_switchEthereumChain: () => Promise.reject({ code: -32603, data: { originalError: { code: 4902 } } }),
      wallet_addEthereumChain: () => {
        chain = '0x38'
        return null
      },
    })
  })
  await openBare(page, urls, stackAttributes)
  const dialog = page.getByRole('dialog')
  const codes: string[] = []
  for (const [id, row] of Object.entries(switching))
    await test.step(id, async () => {
      const { name, rdns } = info(id)
      const requests = async () => (await asked(page, name)).filter((method) => method.startsWith('wallet_'))
      await page.evaluate((wallet) => document.querySelector('wallet-modal')?.connect({ wallet }), rdns)
      const moves = (await told(page, 'wallet-network-changed')).length
      await show(page, 'Networks')
      const since = Date.now()
      await dialog.getByRole('button', { name: 'BNB Smart Chain', exact: true }).click()
      await expectSaid(dialog, row.says)
      codes.push(row.code)
      // The previous wallet's message may be the same and still be there.
      await expect.poll(async () => (await details(page, 'wallet-error')).map(({ code }) => code)).toEqual(codes)
      const { fault } = rowOf[id] ?? {}
      if (fault) await expectFault(page, fault, since)
      expect((await stateOf(page))?.network).toBe(LOCAL)
      expect(await told(page, 'wallet-network-changed')).toHaveLength(moves)
      expect(await requests()).toEqual(row.asked)
      await page.evaluate((wallet) => {
        const { mended } = window.scripted[wallet] as { mended: { is: boolean } }
        mended.is = true
      }, name)
      await dialog.getByRole('button', { name: 'BNB Smart Chain', exact: true }).click()
      await expect.poll(async () => (await stateOf(page))?.network).toBe(BNB)
      expect((await requests()).slice(row.asked.length)).toEqual(['wallet_switchEthereumChain'])
      await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    })

  await test.step('P29: it wraps "unknown network" in its own error; the network is added, and it switches', async () => {
    await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.p29' }))
    await show(page, 'Networks')
    await dialog.getByRole('button', { name: 'BNB Smart Chain', exact: true }).click()
    await expect.poll(async () => (await stateOf(page))?.network).toBe(BNB)
    expect((await details(page, 'wallet-network-changed')).at(-1)).toMatchObject({ networkId: BNB, chainId: 56 })
    expect((await details(page, 'wallet-error')).map(({ code }) => code)).toEqual(codes)
  })
})
