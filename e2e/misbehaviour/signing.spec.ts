import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foretellSmartWallet } from '../../demo/stack/smart-wallet'
import { announce, asked, details, expect, first, openBare, second, stateOf, test, told, untilTold } from '../fixtures'
import { press, question, required, signed } from '../siwx-page'
import { expectSaid } from './sentence'
import { signing } from './signing'

// Presses wait for animations to end.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('an unusual signature signs in if it proves the account; otherwise the message and Try again are shown', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const [own, other] = [privateKeyToAccount(first.key), privateKeyToAccount(second.key)]
  const { address, wrap } = await foretellSmartWallet(urls.rpc['eip155:31337'] ?? '', first.address)
  await page.exposeFunction('signAs', async (id: string, turn: number, raw: Hex) => {
    const [mine, theirs] = [await own.signMessage({ message: { raw } }), await other.signMessage({ message: { raw } })]
    return turn === 1 ? signing[id]?.answer(mine, theirs, wrap) : mine
  })
  const info = (id: string) => ({ name: `Wallet ${id}`, rdns: `test.${id.toLowerCase()}` })
  for (const [id, { foretold }] of Object.entries(signing))
    await announce(
      page,
      info(id),
      (given) => {
        type Sign = (id: string, turn: number, message: string) => Promise<string>
        const { signAs } = window as typeof window & { signAs: Sign }
        let turn = 0
        return window.scriptedWallet({
          eth_requestAccounts: () => [given.account],
          eth_accounts: () => [given.account],
          personal_sign: (params) => signAs(given.id, ++turn, (params as string[])[0] ?? ''),
        })
      },
      { id, account: foretold ? address : first.address },
    )
  await openBare(page, urls, { ...stackAttributes, ...required })
  let signedIn = 0
  for (const [id, { says, foretold }] of Object.entries(signing))
    await test.step(id, async () => {
      const { name, rdns } = info(id)
      await page.evaluate((wallet) => void document.querySelector('wallet-modal')?.connect({ wallet }), rdns)
      await press(page, 'Sign in')
      if (says) {
        await expectSaid(question(page), says)
        expect((await details(page, 'wallet-error')).at(-1)).toMatchObject({ code: 'SIGN_IN_FAILED' })
        expect(await stateOf(page)).toMatchObject({ status: 'connected', session: null })
        expect(await told(page, 'wallet-signed-in')).toHaveLength(signedIn)
        await press(page, 'Try again')
      }
      await untilTold(page, 'wallet-signed-in', ++signedIn)
      const accountAddress = foretold ? address : first.address
      expect(await stateOf(page)).toMatchObject({ session: { data: { accountAddress, chainId: 'eip155:31337' } } })
      expect((await asked(page, name)).filter(signed)).toHaveLength(says ? 2 : 1)
      await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    })
  expect(await told(page, 'wallet-error')).toHaveLength(Object.values(signing).filter(({ says }) => says).length)
})
