import type { Page } from '@playwright/test'
import { hostOf, loud, overhear } from './canaries'
import { expect, test } from './fixtures'
import { openCode, scanned } from './qr'
import { expectEvent, openSite, startSigning, urls } from './site'
import { openWallet } from './wallet-page'

/** The WalletConnect client's keychain, by key name. */
const keychain = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await answer(indexedDB.open('wallet-modal:wallet-connect'))
    const [store = ''] = [...database.objectStoreNames]
    const entries = database.transaction(store).objectStore(store)
    const [keys, values] = await Promise.all([answer(entries.getAllKeys()), answer(entries.getAll())])
    database.close()
    return JSON.parse(values[keys.findIndex((key) => String(key).endsWith('keychain'))] ?? '{}')
  })
const KEYCHAIN = /^indexedDB wallet-modal:wallet-connect \S*keychain$/

test('promise 6: 9 of the 40 canaries in a browser, WalletConnect paired twice: links, keys, token and signature are found nowhere that they do not belong', async ({
  page,
  context,
}) => {
  const ears = await overhear(context, { wallet: urls.wallet })
  const tokens: string[] = []
  page.on('websocket', (socket) => tokens.push(new URL(socket.url()).searchParams.get('auth') ?? ''))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [, wallet] = await Promise.all([openSite(page, { attributes: loud(urls) }), openWallet(context)])
  const refused = await openCode(page)
  await wallet.pair(refused)
  await wallet.reject('Connection request')
  const taken = await scanned(page, refused)
  await page.getByRole('button', { name: 'Copy link' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(taken)
  await ears.look(page)
  // All that the SDK stores is under our prefix.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => !key.startsWith('wallet-modal:')))).toEqual([])
  await wallet.pair(taken)
  await wallet.approve('Connection request')
  await page.bringToFront()
  await expectEvent(page, 'wallet-connected')
  const given = await startSigning(page, 'Hello')
  await wallet.approve('Sign a message')
  const signature = String(await given())
  await page.bringToFront()
  const keys = await keychain(page)
  const { client_ed25519_seed: seed = '', ...others } = keys
  const symKey = (uri: string) => /symKey=([0-9a-f]{64})/.exec(uri)?.[1] ?? ''
  const own = Object.values(others).filter((key) => key !== symKey(refused) && key !== symKey(taken))
  await ears.look(page)
  await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
  await expectEvent(page, 'wallet-disconnected')
  await ears.untilCounted()
  await ears.diagnose(page)
  await ears.look(page)
  const relay = [hostOf(urls.relay)]
  const [key = '', secret = ''] = own
  ears.plant(
    { what: 'a pairing link that was refused', text: refused },
    { what: 'its key', text: symKey(refused), keptIn: KEYCHAIN },
    { what: 'the pairing link that was taken', text: taken },
    { what: 'its key', text: symKey(taken), keptIn: KEYCHAIN },
    { what: 'a key of the session', text: key, keptIn: KEYCHAIN },
    { what: 'another key of the session', text: secret, keptIn: KEYCHAIN },
    { what: 'the seed of the client', text: seed, keptIn: KEYCHAIN },
    { what: 'the token for the relay', text: tokens[0] ?? '', inUrlsOf: relay },
    { what: 'a signature', text: signature },
  )
  ears.expectSilence(9)
})
