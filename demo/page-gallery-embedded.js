// States of the gallery: the wallet that is opened by e-mail or a social network, the buttons, and a page’s own brand.
import { connected, group, opened } from './page-gallery-steps.js'

const E_MAIL = 'ada.gallery@example.org'

const mailed = async ({ show, type, press, see }, email) => {
  await show('EmailLogin')
  await type('Email address', email)
  await press('Continue with email')
  await see(/code|link/i)
}

/** The code in the newest mail to this address, from the stack's inbox; `used`: a code that was already typed, to be skipped. */
const codeFor = async ({ config, pause }, email, used) => {
  for (;;) {
    const mails = await (await fetch(`${config.mail}/messages?to=${encodeURIComponent(email)}`)).json()
    const found = mails.map(({ text }) => /code is (\d{6})/.exec(text)?.[1]).find((code) => code && code !== used)
    if (found) return found
    await pause(100)
  }
}

/** Opens a view with an embedded wallet's account, for a visitor who has just signed in for the first time. */
const embedded = (view, after = () => {}, { attributes, ...more } = {}) => ({
  attributes: { email: '', ...attributes },
  ...more,
  open: async (visitor) => {
    const email = E_MAIL.replace('.', `.${Date.now()}.`)
    await mailed(visitor, email)
    const code = await codeFor(visitor, email)
    await visitor.type('6-digit code', code)
    await visitor.until(() => visitor.modal.state.status === 'connected' && !visitor.modal.open, 'an account')
    if (view) await visitor.show(view)
    await after(visitor, { email, code })
  },
})

const WEEK_S = 7 * 86_400
const now = Math.floor(Date.now() / 1000)
const spend = (hours, share) => ({
  type: 'native-token-recurring-allowance',
  data: { allowance: '0xde0b6b3a7640000', period: hours * 3_600, spent: `0x${Math.round(share * 1e18).toString(16)}` },
})
const session = (name, permissions, more) => ({
  ...{ project: { name }, pci: `6f1c0f0e-${name}`, createdAt: now - WEEK_S, expiry: now + WEEK_S, revokedAt: null, permissions },
  ...more,
})
const TOKEN = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const mint = { type: 'contract-call', data: { address: TOKEN, functions: [{ functionName: 'mint' }] } }
/** Session permissions: per short and long period, in total, nearly used up, without spending; and ended ones. */
const pcis = [
  session('Orchard', [spend(6, 0.4), mint]),
  session('Tide', [spend(720, 0.95)]),
  session('Kiln', [{ type: 'erc20-recurring-allowance', data: { token: TOKEN, allowance: '0x2710', period: 0, spent: '0x0' } }]),
  session('A gallery with a name that goes on for longer than most', [mint, { type: 'vote-for-me', data: null }]),
  session('Ended', [spend(24, 0.2)], { expiry: now - 60 }),
  session('Taken back', [spend(168, 0.2)], { revokedAt: now - 60 }),
]

/** Opens the sessions of a smart account. */
const sessions = (after, fault = { pcis }) =>
  embedded('SmartSessionList', after, { attributes: { 'account-type': 'smart-account' }, faults: [['/v1/sessions/', fault]] })

/** Requests a change of e-mail address, and types the code sent to the current one. */
const newAddress = async (visitor, { email, code }, both = false) => {
  await visitor.type('New email address', `new.${email}`)
  await visitor.press('Save')
  await visitor.see('present')
  if (!both) return
  await visitor.type('6-digit code', await codeFor(visitor, email, code))
  await visitor.see(`new.${email}`)
}

const SOCIALS = 'google apple x github discord facebook farcaster'

/** Makes `open` return a window that never comes back, or none. */
const windows = (given) => {
  window.open = () => given
}

/** Turns the frame's answer to a request into a refusal. */
function refuseInFrame(question, message) {
  const refuse = (event) => {
    const { origin, source, data } = event
    if (data?.type !== `@w3m-frame/${question}_SUCCESS`) return
    event.stopImmediatePropagation()
    const refused = { ...data, type: `@w3m-frame/${question}_ERROR`, payload: { message } }
    window.dispatchEvent(new MessageEvent('message', { origin, source, data: refused }))
  }
  window.addEventListener('message', refuse, true)
}

const elsewhere = { closed: false, close() {}, document: {}, location: { replace() {} } }

/** A wide logo, and a title of two lines. */
async function branded({ modal, see }) {
  const [logo, title] = [document.createElement('img'), document.createElement('span')]
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 40"><rect width="96" height="40" rx="10" fill="#7a2e12"/><path d="M14 26a9 9 0 0 1 18 0zM40 16h42M40 24h28" stroke="#fff" stroke-width="4" fill="none"/></svg>`
  Object.assign(logo, { slot: 'logo', alt: 'Corner Bakery', src: `data:image/svg+xml,${encodeURIComponent(mark)}` })
  Object.assign(title, { slot: 'title', textContent: 'Bread for wallets, fresh every day' })
  modal.append(logo, title)
  await see('All wallets')
}

export const others = [
  ...group('e-mail', [
    { name: 'email', title: 'Email', attributes: { email: '' }, ...opened('EmailLogin') },
    {
      name: 'email-wrong',
      title: 'Email, no address',
      attributes: { email: '' },
      ...opened('EmailLogin', async ({ type, press, find }) => {
        await type('Email address', 'ada at home')
        await press('Continue with email')
        await find('[role="alert"]')
      }),
    },
    {
      name: 'email-code',
      title: 'Email, the code',
      attributes: { email: '' },
      open: (visitor) => mailed(visitor, E_MAIL.replace('.', `.${Date.now()}.`)),
    },
    {
      name: 'email-code-wrong',
      title: 'Email, another code',
      attributes: { email: '' },
      open: async (visitor) => {
        await mailed(visitor, E_MAIL.replace('.', `.${Date.now()}.`))
        await visitor.type('6-digit code', '000000')
        await visitor.see('match')
      },
    },
    {
      name: 'email-device',
      title: 'Email, a new browser',
      attributes: { email: '' },
      open: async (visitor) => {
        await mailed(visitor, `elsewhere.${Date.now()}.gallery@example.org`)
        await visitor.see('Open the link in your email')
      },
    },
    {
      name: 'sessions-none',
      title: 'Smart sessions, none',
      ...connected('SmartSessionList', ({ see }) => see('No app can act for you')),
    },
    { name: 'sessions', title: 'Smart sessions', ...sessions(({ see }) => see('every 6 hours')) },
    {
      name: 'sessions-details',
      title: 'Smart sessions, one in full',
      ...sessions(async ({ press, see }) => {
        await press('What Orchard may do')
        await see('Functions: mint')
      }),
    },
    {
      name: 'sessions-expired',
      title: 'Smart sessions, expired',
      ...sessions(async ({ see, press }) => {
        await see('Orchard')
        await press('Expired')
        await see('Ended')
      }),
    },
    {
      name: 'sessions-revoked',
      title: 'Smart sessions, revoked',
      ...sessions(async ({ see, press }) => {
        await see('Orchard')
        await press('Revoked')
        await see('Taken back')
      }),
    },
    {
      name: 'sessions-not-revoked',
      title: 'Smart sessions, one not revoked',
      ...sessions(async ({ press, until, modal, show, see }) => {
        await press('Revoke Orchard')
        await until(() => modal.state.view === 'ApproveTransaction', 'the request')
        await press('Close')
        await show('SmartSessionList')
        await see('It is still active')
      }),
    },
    {
      name: 'sessions-failed',
      title: 'Smart sessions, not loaded',
      ...sessions(({ see }) => see('did not load'), { pcis: 'none' }),
    },
    { name: 'session-created', title: 'Smart session, created', ...connected('SmartSessionCreated', ({ see }) => see('Got it')) },
  ]),
  ...group('social', [
    {
      name: 'connect-social',
      title: 'Connect, social networks first',
      wallets: [],
      attributes: { email: '', socials: SOCIALS },
      ...opened('Connect', ({ see }) => see('Continue with Google')),
    },
    {
      name: 'connect-social-last',
      title: 'Connect, social networks last',
      attributes: { email: '', socials: SOCIALS },
      ...opened('Connect', ({ find }) => find('.without-wallet .rail')),
    },
    {
      name: 'social',
      title: 'Social network, its window open',
      attributes: { email: '', socials: SOCIALS },
      ...opened('EmailLogin', async ({ press, see }) => {
        windows(elsewhere)
        await press('Continue with Google')
        await see('Finish in the Google window')
      }),
    },
    {
      name: 'social-blocked',
      title: 'Social network, its window blocked',
      attributes: { email: '', socials: SOCIALS },
      ...opened('EmailLogin', async ({ press, see }) => {
        windows(null)
        await press('Continue with Google')
        await see('Allow pop-ups')
      }),
    },
    {
      name: 'farcaster',
      title: 'Farcaster, its code',
      attributes: { socials: SOCIALS },
      ...opened('ConnectingFarcaster', ({ find }) => find('[role="img"], a[href]')),
    },
    {
      name: 'farcaster-failed',
      title: 'Farcaster, failed',
      attributes: { socials: SOCIALS },
      open: async ({ show, see }) => {
        refuseInFrame('GET_FARCASTER_URI', 'Farcaster does not answer')
        await show('ConnectingFarcaster')
        await see('Try again')
      },
    },
  ]),
  ...group('buttons', [
    { name: 'buttons', title: 'Buttons', elements: ['wallet-button', 'wallet-network-button'], open: async () => {} },
    {
      name: 'buttons-connected',
      title: 'Buttons, connected',
      elements: ['wallet-button', 'wallet-network-button'],
      open: ({ connect }) => connect(),
    },
    {
      name: 'buttons-wrong-network',
      title: 'Buttons, wrong network',
      chainId: '0x89',
      elements: ['wallet-button', 'wallet-network-button'],
      attributes: { 'wrong-network': 'badge' },
      open: ({ connect }) => connect(),
    },
  ]),
  ...group('embedded wallet', [
    { name: 'embedded-account', title: 'Account, without a wallet', ...embedded('Account', ({ see }) => see('Send')) },
    {
      name: 'embedded-your-account',
      title: 'Your account, without a wallet',
      ...embedded('YourAccount', ({ see }) => see('gallery@example.org')),
    },
    { name: 'embedded-email', title: 'Change of the email address', ...embedded('UpdateEmail', ({ find }) => find('input')) },
    {
      name: 'embedded-email-code',
      title: 'Change of the email address, the code to the present one',
      ...embedded('UpdateEmail', newAddress),
    },
    {
      name: 'embedded-email-new-code',
      title: 'Change of the email address, the code to the new one',
      ...embedded('UpdateEmail', (visitor, who) => newAddress(visitor, who, true)),
    },
    {
      name: 'approve',
      title: 'What the embedded wallet asks',
      ...embedded(undefined, async ({ modal, find }) => {
        void modal.signMessage('Good morning').catch(() => {})
        // The room has the height that the frame asked for.
        await find('.frame-room[style]')
      }),
    },
  ]),
  ...group('brand', [{ name: 'connect-brand', title: 'Connect, a logo and a title of the page', ...opened('Connect', branded) }]),
]
