import type { Page } from '@playwright/test'
import { privateKeyToAccount } from 'viem/accounts'
import { hostOf, loud, overhear } from './canaries'
import { expect, openBare, openModal, stateOf, test, untilTold } from './fixtures'
import { CODE, frameOf, mailTo, person } from './person'
import { show, urls } from './site'

const secure = [hostOf(urls.secureSite), hostOf(urls.mail)]

/** What the frame stores for a person: the session token, and the private keys, decrypted with the browser's non-extractable key. */
async function keptInFrame(page: Page): Promise<{ token: string; evm: string; solana: string }> {
  return frameOf(page)
    .locator('body')
    .evaluate(async () => {
      type Locked = { lock: CryptoKey; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
      const all = await new Promise<Locked[]>((resolve, reject) => {
        const opened = indexedDB.open('secure')
        opened.onerror = () => reject(opened.error)
        opened.onsuccess = () => {
          const asked = opened.result.transaction('keys').objectStore('keys').getAll()
          asked.onsuccess = () => resolve(asked.result)
        }
      })
      const [locked] = all
      if (!locked || all.length > 1) throw new Error(`${all.length} people have keys`)
      const { lock, iv, data } = locked
      const secret = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, lock, data))
      const hex = [...secret].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      const { token } = JSON.parse(localStorage.getItem('session') ?? '{}') as { token: string }
      return { token, evm: hex.slice(0, 64), solana: hex.slice(64) }
    })
}

/** Signs a text and typed data, each approved in the frame; resolves to both signatures. */
async function signTwice(page: Page): Promise<[string, string]> {
  const approve = () =>
    frameOf(page)
      .getByRole('button', { name: /^Approve/ })
      .click()
  const text = page.evaluate(() => document.querySelector('wallet-modal')?.signMessage('Hello'))
  await approve()
  const first = String(await text)
  const address = (await stateOf(page))?.account?.address ?? ''
  const typed = page.evaluate((from) => {
    const types = { Note: [{ name: 'text', type: 'string' }] }
    const data = JSON.stringify({ types, primaryType: 'Note', domain: {}, message: { text: 'Hello' } })
    const provider = document.querySelector('wallet-modal')?.getProvider('eip155')
    return (provider as { request(asked: object): Promise<string> }).request({
      method: 'eth_signTypedData_v4',
      params: [from, data],
    })
  }, address)
  await approve()
  return [first, String(await typed)]
}

test('promise 6: 11 of the 40 canaries in a browser, e-mail: addresses, codes, keys, session and signatures are found nowhere that they do not belong', async ({
  page,
  context,
  stackAttributes,
}) => {
  const ears = await overhear(context)
  await openBare(page, urls, { ...stackAttributes, ...loud(urls), email: true })
  const dialog = await openModal(page)
  const [first, second] = [person(), person()]
  await dialog.getByRole('textbox', { name: 'Email address' }).fill(first)
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  const { found: code, id } = await mailTo(urls, first, CODE)
  const wrong = code === '135790' ? '246801' : '135790'
  // The site's error repeats what it was sent.
  await page.route('**/api/otp', (route) =>
    route.request().postData()?.includes(wrong)
      ? route.fulfill({ status: 400, json: { message: `${wrong} is not the code that went to ${first}` } })
      : route.continue(),
  )
  await dialog.getByRole('textbox', { name: '6-digit code' }).fill(wrong)
  await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  await dialog.getByRole('textbox', { name: '6-digit code' }).fill(code)
  await untilTold(page, 'wallet-connected')
  await expect(dialog).toBeHidden()
  const [text, typed] = await signTwice(page)

  await show(page, 'UpdateEmail')
  await dialog.getByRole('textbox', { name: 'New email address' }).fill(second)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const { found: primary } = await mailTo(urls, first, CODE, id)
  await expect(dialog.getByText(first)).toBeVisible()
  await dialog.getByRole('textbox', { name: '6-digit code' }).fill(primary)
  await expect(dialog.getByText(second)).toBeVisible()
  const { found: secondary } = await mailTo(urls, second, CODE)
  await dialog.getByRole('textbox', { name: '6-digit code' }).fill(secondary)
  await expect(page.getByText('Email changed').first()).toBeVisible()
  await page.keyboard.press('Escape')
  // The address may stay in the page until the closing dialog is gone.
  await expect(dialog).toBeHidden()
  await ears.expectGone(page, second)
  await ears.look(page)

  await page.reload()
  await untilTold(page, 'wallet-connected')
  const { token, evm, solana } = await keptInFrame(page)
  expect(privateKeyToAccount(`0x${evm}`).address).toBe((await stateOf(page))?.account?.address)
  await ears.untilCounted()
  await ears.diagnose(page)
  await ears.look(page)
  ears.plant(
    { what: 'an e-mail address', text: first, goesTo: secure },
    { what: 'a new e-mail address', text: second, goesTo: secure },
    { what: 'a code', text: code, goesTo: secure },
    { what: 'a wrong code', text: wrong, goesTo: secure },
    { what: 'a code for a change', text: primary, goesTo: secure },
    { what: 'a code for the new address', text: secondary, goesTo: secure },
    { what: 'the token of the frame’s session', text: token, goesTo: secure },
    { what: 'a private key', text: evm },
    { what: 'a private key on Solana', text: solana },
    { what: 'a signature', text },
    { what: 'a signature of typed data', text: typed },
  )
  ears.expectSilence(11)
})

test('promise 6: 8 of the 40 canaries in a browser, a social network: name, code, state, session, keys and signatures are found nowhere that they do not belong', async ({
  page,
  context,
  stackAttributes,
}) => {
  const ears = await overhear(context)
  const steps: URLSearchParams[] = []
  context.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (/^\/(auth|social\/callback)$/.test(pathname)) steps.push(searchParams)
  })
  const said = (name: string) => steps.map((each) => each.get(name)).find(Boolean) ?? ''
  await openBare(page, urls, { ...stackAttributes, ...loud(urls), socials: 'github' })
  const dialog = await openModal(page)
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Continue with GitHub' }).click(),
  ])
  const name = `ada-${crypto.randomUUID().slice(0, 8)}`
  await popup.getByLabel('User name').fill(name)
  await popup.getByRole('button', { name: 'Continue' }).click()
  await untilTold(page, 'wallet-connected')
  await expect(dialog).toBeHidden()
  const [text, typed] = await signTwice(page)
  const { token, evm, solana } = await keptInFrame(page)
  await ears.untilCounted()
  await ears.look(page)
  const there = [hostOf(urls.identity), ...secure]
  ears.plant(
    { what: 'a user name', text: name, goesTo: there },
    { what: 'the code of the answer', text: said('code'), goesTo: there, inUrlsOf: there },
    { what: 'the state of the question', text: said('state'), goesTo: there, inUrlsOf: there },
    { what: 'the token of the frame’s session', text: token, goesTo: secure },
    { what: 'a private key', text: evm },
    { what: 'a private key on Solana', text: solana },
    { what: 'a signature', text },
    { what: 'a signature of typed data', text: typed },
  )
  ears.expectSilence(8)

  // Proof that the listeners work: a secret leaked to each of these places, in various encodings, is found in all.
  const secret = crypto.randomUUID()
  await page.evaluate(leak, { secret, elsewhere: urls.provider })
  await ears.look(page)
  const all = ['a URL of', 'a request to'].map((kind) => `${kind} ${hostOf(urls.provider)}`)
  const kept = ['localStorage', 'sessionStorage', 'indexedDB leaks'].map((area) => `${area} leak`)
  const places = [
    ...all,
    ...kept,
    'cookies',
    'console',
    'analytics',
    'errors',
    'the event wallet-error',
    'what is shown',
    'the address',
  ]
  expect(ears.leaks({ what: 'a leak', text: secret }).sort()).toEqual(places.map((place) => `a leak: ${place}`).sort())
})

/** Runs in the page: leaks a secret everywhere. */
async function leak({ secret, elsewhere }: { secret: string; elsewhere: string }): Promise<void> {
  console.debug('said', { cause: new Error('It failed', { cause: { deep: [secret] } }) })
  localStorage.setItem('leak', btoa(secret))
  sessionStorage.setItem('leak', secret.toUpperCase())
  // biome-ignore lint/suspicious/noDocumentCookie: as a script would
  document.cookie = `leak=${secret}`
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open('leaks')
    opening.onupgradeneeded = () => opening.result.createObjectStore('all')
    opening.onsuccess = () => {
      const writing = opening.result.transaction('all', 'readwrite')
      writing.objectStore('all').put({ secret }, 'leak')
      writing.oncomplete = () => {
        opening.result.close()
        resolve()
      }
    }
  })
  const detail = { code: 'UNKNOWN', message: secret, cause: new Error(secret) }
  document.dispatchEvent(new CustomEvent('wallet-error', { detail }))
  const host = document.body.appendChild(document.createElement('p'))
  host.attachShadow({ mode: 'open' }).appendChild(document.createElement('i')).title = secret
  navigator.sendBeacon(elsewhere, JSON.stringify({ secret }))
  await fetch(`${elsewhere}?${secret}`, { method: 'POST', body: secret, mode: 'no-cors' }).catch(() => undefined)
  history.replaceState(null, '', `#${secret}`)
}
