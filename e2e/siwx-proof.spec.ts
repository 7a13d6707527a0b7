import { type Address, createWalletClient, getAddress, type Hex, http, publicActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import contractWallet from '../demo/stack/contracts/abi/SmartWallet.json' with { type: 'json' }
import type { Urls } from '../demo/stack/index'
import { DEV_MNEMONIC } from '../demo/stack/networks'
import type { WalletModalElement } from '../elements/wallet-modal'
import { expectFault, followWayOut } from './faults/expect-fault'
import { announce, details, expect, first, injectHeadless, openBare, stateOf, test, untilTold, Web3RequestKind } from './fixtures'
import { announceSigner } from './signing-wallet'
import { alert, connectAndBeAsked, connectScripted, press, question, required, text } from './siwx-page'
import { onSolana, openWithBurner, SOLANA } from './solana-page'

/** Deploys a contract account for an owner, paid by another account; resolves to its address. */
async function deployWallet(urls: Urls, owner: Address): Promise<Address> {
  const account = mnemonicToAccount(DEV_MNEMONIC, { addressIndex: 7 })
  const client = createWalletClient({ account, transport: http(urls.rpc['eip155:31337']) }).extend(publicActions)
  const hash = await client.deployContract({
    abi: contractWallet.abi,
    bytecode: contractWallet.bytecode as Hex,
    args: [owner],
    chain: null,
  })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  return getAddress(contractAddress ?? '')
}

test.describe('sign-in', () => {
  test('fault 52: another account’s signature is not reported as declined', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet({ personal_sign: () => `0x${'11'.repeat(64)}1b` }))
    await openBare(page, urls, { ...stackAttributes, ...required })
    await connectScripted(page)
    const since = Date.now()
    await press(page, 'Sign in')
    await expect(alert(page)).toHaveText(/Could not sign you in/)
    expect(await details(page, 'wallet-error')).toMatchObject([{ code: 'SIGN_IN_FAILED' }])
    expect((await stateOf(page))?.session).toBeNull()
    await expectFault(page, '52', since)
    await followWayOut(page, '52')
    await expect.poll(async () => (await details(page, 'wallet-error')).length).toBe(2)
  })

  test('a contract account’s signature is verified by its contract, on its chain', async ({ page, urls, stackAttributes }) => {
    const address = await deployWallet(urls, first.address)
    await announceSigner(page, { account: address })
    await openBare(page, urls, { ...stackAttributes, ...required })
    await connectScripted(page)
    await press(page, 'Sign in')
    await untilTold(page, 'wallet-signed-in')
    expect((await stateOf(page))?.session?.data.accountAddress).toBe(address)
    await page.reload()
    await untilTold(page, 'wallet-signed-in')
  })
})

test.describe("the host's own way to sign in", () => {
  test('siwx: its four functions are called, and its refusal is not reported as declined', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await page.addInitScript(() => {
      const calls: string[] = []
      const sessions: unknown[] = []
      Object.assign(window, { calls })
      document.addEventListener('DOMContentLoaded', () => {
        const own = {
          createMessage: async ({ accountAddress, chainId }: { accountAddress: string; chainId: string }) => {
            calls.push('createMessage')
            const data = { accountAddress, chainId, domain: location.host, uri: location.origin, version: '1', nonce: '12345678' }
            return { ...data, toString: () => `Our own words for ${accountAddress}` }
          },
          getSessions: async () => {
            calls.push('getSessions')
            return [...sessions]
          },
          addSession: async (session: unknown) => {
            calls.push('addSession')
            if (calls.filter((each) => each === 'addSession').length === 1) throw new Error('The nonce is old')
            sessions.push(session)
          },
          revokeSession: async () => {
            calls.push('revokeSession')
            sessions.splice(0)
          },
        }
        setTimeout(() => Object.assign(document.querySelector('wallet-modal') as object, { siwx: own }))
      })
    })
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectAndBeAsked(page, wallet)
    await expect(text(page)).toHaveText(`Our own words for ${first.address}`)
    await press(page, 'Sign in')
    await wallet.approve(Web3RequestKind.SignMessage)
    await expect(alert(page)).toHaveText(/Could not sign you in/)
    await press(page, 'Try again')
    await wallet.approve(Web3RequestKind.SignMessage)
    await untilTold(page, 'wallet-signed-in')
    await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    const calls = () => page.evaluate(() => (window as typeof window & { calls: string[] }).calls)
    await expect.poll(calls).toContain('revokeSession')
    expect((await calls()).slice(0, 2)).toEqual(['getSessions', 'createMessage'])
  })

  test('is that of the first element, whatever a later one sets or leaves out', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, ...required })
    await page.evaluate(() => {
      const siwx = {
        createMessage: async ({ accountAddress, chainId }: { accountAddress: string; chainId: string }) => {
          const data = { accountAddress, chainId, domain: location.host, uri: location.origin, version: '1', nonce: '12345678' }
          return { ...data, toString: () => `Our own words for ${accountAddress}` }
        },
        getSessions: async () => [],
      }
      const element = document.querySelector('wallet-modal') as WalletModalElement
      const later = document.createElement('wallet-modal') as WalletModalElement
      Object.assign(element, { siwx })
      // As a framework does for a property without a value.
      Object.assign(later, { siwx: undefined })
      document.body.append(later)
      Object.assign(later, { siwx: undefined })
    })
    await connectAndBeAsked(page, wallet)
    await expect(text(page)).toHaveText(`Our own words for ${first.address}`)
  })

  for (const kind of ['siwx', 'siweConfig'] as const)
    test(`promise 6, fault 52: error: ${kind}: a service that fails with 500 and repeats the signature: the failure is shown, with a way out`, async ({
      page,
      urls,
      stackAttributes,
    }) => {
      const said: string[] = []
      page.on('console', (message) => said.push(message.text()))
      await page.addInitScript((given) => {
        const verify = async (session: { signature: string }) => {
          const response = await fetch('/verify', { method: 'POST', body: JSON.stringify(session) })
          if (!response.ok) throw new Error(`HTTP ${response.status}: ${await response.text()}`)
        }
        const siwx = {
          createMessage: async ({ accountAddress, chainId }: { accountAddress: string; chainId: string }) => {
            const data = { accountAddress, chainId, domain: location.host, uri: location.origin, version: '1', nonce: '12345678' }
            return { ...data, toString: () => `Our own words for ${accountAddress}` }
          },
          getSessions: async () => [],
          addSession: verify,
          revokeSession: async () => {},
        }
        const siweConfig = {
          getNonce: async () => '12345678',
          createMessage: ({ address }: { address: string }) => `Our own words for ${address}`,
          verifyMessage: async (signed: { signature: string }) => verify(signed).then(() => true),
          getSession: async () => null,
          signOut: async () => true,
        }
        document.addEventListener('DOMContentLoaded', () => {
          const own = given === 'siwx' ? { siwx } : { siweConfig }
          setTimeout(() => Object.assign(document.querySelector('wallet-modal') as object, own))
        })
      }, kind)
      const signatures: string[] = []
      await page.route(`${urls.demo}verify`, (route) => {
        const { signature } = route.request().postDataJSON()
        signatures.push(signature)
        const isFirst = signatures.length === 1
        return isFirst
          ? route.fulfill({ status: 500, json: { message: `Cannot verify ${signature}` } })
          : route.fulfill({ json: {} })
      })
      const wallet = await injectHeadless(page, urls)
      await openBare(page, urls, { ...stackAttributes, ...required })
      await connectAndBeAsked(page, wallet)
      const since = Date.now()
      await press(page, 'Sign in')
      await wallet.approve(Web3RequestKind.SignMessage)
      await expect(alert(page)).toHaveText(/Could not sign you in.*Nothing was lost/)
      await expectFault(page, '52', since)
      await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeEnabled()
      const told = await details(page, 'wallet-error')
      expect(told).toMatchObject([{ code: 'SIGN_IN_FAILED', message: 'Could not sign you in' }])
      for (const text of [await question(page).textContent(), JSON.stringify(told), said.join('\n')])
        expect(text).not.toContain(signatures[0]?.slice(2, 42))
      await press(page, 'Try again')
      await wallet.approve(Web3RequestKind.SignMessage)
      await untilTold(page, 'wallet-signed-in')
      expect(signatures).toHaveLength(2)
    })

  test('error: siwx and siweConfig together throw (fault 4)', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const since = Date.now()
    const code = await page.evaluate(() => {
      const element = document.querySelector('wallet-modal') as WalletModalElement
      element.siwx = { createMessage: () => {} }
      try {
        element.siweConfig = { getNonce: () => {} }
      } catch (error) {
        return (error as { code: string; message: string }).message
      }
    })
    expect(code).toBe('Cannot set both `siweConfig` and `siwx` options')
    await expectFault(page, '4', since)
    await followWayOut(page, '4')
  })
})

test('a Solana account signs in with Solana’s text, verified in the browser', async ({ page }) => {
  await openWithBurner(page, { attributes: { ...onSolana, ...required } })
  await page.getByRole('button', { name: /Connect wallet/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Burner Wallet/ })
    .click()
  await expect(text(page)).toContainText('wants you to sign in with your Solana account:')
  await press(page, 'Sign in')
  await untilTold(page, 'wallet-signed-in')
  const session = (await stateOf(page))?.session
  expect(session?.data).toMatchObject({ chainId: SOLANA, accountAddress: (await stateOf(page))?.account?.address })
  await expect(question(page)).toBeHidden()
})
