// States of the gallery: the wallet that is opened by e-mail or a social network, the buttons, and a page’s own brand.
import { connected, group, opened } from './page-gallery-steps.js'

const E_MAIL = 'ada.gallery@example.org'

const mailed = async ({ show, type, press, see }, email) => {
  await show('EmailLogin')
  await type('Email address', email)
  await press('Continue with email')
  await see(/code|link/i)
}

/** The code in the newest mail to this address, which the stack keeps. */
const codeFor = async ({ config, pause }, email) => {
  for (;;) {
    const mails = await (await fetch(`${config.mail}/messages?to=${encodeURIComponent(email)}`)).json()
    const found = mails.map(({ text }) => /code is (\d{6})/.exec(text)?.[1]).find(Boolean)
    if (found) return found
    await pause(100)
  }
}

/** Opens a view with an account of the embedded wallet, of somebody who has just signed in for the first time. */
const embedded = (view, after = () => {}) => ({
  attributes: { email: '' },
  open: async (visitor) => {
    const email = E_MAIL.replace('.', `.${Date.now()}.`)
    await mailed(visitor, email)
    await visitor.type('6-digit code', await codeFor(visitor, email))
    await visitor.until(() => visitor.modal.state.status === 'connected' && !visitor.modal.open, 'an account')
    await visitor.show(view)
    await after(visitor)
  },
})

const SOCIALS = 'google apple x github discord facebook farcaster'

/** A window that is somewhere else for good, or none. */
const windows = (given) => {
  window.open = () => given
}

const elsewhere = { closed: false, close() {}, document: {}, location: { replace() {} } }

/** A word mark, which is wider than high, and a title that takes two lines. */
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
    { name: 'email', title: 'E-mail', attributes: { email: '' }, ...opened('EmailLogin') },
    {
      name: 'email-wrong',
      title: 'E-mail, no address',
      attributes: { email: '' },
      ...opened('EmailLogin', async ({ type, press, find }) => {
        await type('Email address', 'ada at home')
        await press('Continue with email')
        await find('[role="alert"]')
      }),
    },
    {
      name: 'email-code',
      title: 'E-mail, the code',
      attributes: { email: '' },
      open: (visitor) => mailed(visitor, E_MAIL.replace('.', `.${Date.now()}.`)),
    },
    {
      name: 'email-code-wrong',
      title: 'E-mail, another code',
      attributes: { email: '' },
      open: async (visitor) => {
        await mailed(visitor, E_MAIL.replace('.', `.${Date.now()}.`))
        await visitor.type('6-digit code', '000000')
        await visitor.see('match')
      },
    },
    {
      name: 'email-device',
      title: 'E-mail, a browser that is new',
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
    { name: 'embedded-email', title: 'Change of the e-mail address', ...embedded('UpdateEmail', ({ find }) => find('input')) },
  ]),
  ...group('brand', [{ name: 'connect-brand', title: 'Connect, a logo and a title of the page', ...opened('Connect', branded) }]),
]
