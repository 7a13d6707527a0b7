import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { AUTH_ID } from '../lib/auth-id'
import { chainOf } from '../state/chains'
import { embedded } from '../state/embedded'
import { names } from '../state/names'
import { resetStores } from '../state/store'
import RegisterAccountName from './RegisterAccountName'
import RegisterAccountNameSuccess from './RegisterAccountNameSuccess'
import UpdateEmail from './UpdateEmail'

afterEach(resetStores)
afterEach(() => vi.unstubAllGlobals())

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const connected = (connectorId: string) =>
  Object.assign(chainOf('eip155'), {
    status: 'connected',
    networkId: 'eip155:1',
    caipAddress: `eip155:1:${address}`,
    connectorId,
  })
const nobody = 'No wallet is connected'

test('if a host opens UpdateEmail for a wallet without an e-mail address, Connect is offered', () => {
  expect(renderToStaticMarkup(<UpdateEmail />)).toContain(nobody)
  connected('io.metamask')
  expect(renderToStaticMarkup(<UpdateEmail />)).toContain(nobody)
  connected(AUTH_ID)
  embedded.email = 'ada@example.org'
  expect(renderToStaticMarkup(<UpdateEmail />)).toContain('value="ada@example.org"')
})

test('RegisterAccountName without an account offers Connect, instead of a form that fails', () => {
  expect(renderToStaticMarkup(<RegisterAccountName />)).toContain(nobody)
})

test('a name just registered is not shown for another account that has connected since', () => {
  connected('io.metamask')
  names.registered = { name: 'nina.reown.id', address }
  expect(renderToStaticMarkup(<RegisterAccountNameSuccess />)).toContain('nina.reown.id')
  chainOf('eip155').caipAddress = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  expect(renderToStaticMarkup(<RegisterAccountNameSuccess />)).not.toContain('nina.reown.id')
})

test.each([
  ['to send', () => import('./SendToken')],
  ['to swap', () => import('./SwapToken')],
])('after the wallet has disconnected, %s shows no tokens and offers Connect', async (_, load) => {
  // Their rows listen for keys as soon as they load.
  vi.stubGlobal('document', new EventTarget())
  const { default: View } = await load()
  const drawn = renderToStaticMarkup(<View />)
  expect(drawn).toContain(nobody)
  for (const untrue of ['No token called', 'Loading tokens']) expect(drawn).not.toContain(untrue)
})

test('without a registered name nothing is said to be registered', () => {
  connected('io.metamask')
  expect(renderToStaticMarkup(<RegisterAccountNameSuccess />)).toBe('')
  names.registered = { name: 'bread.reown.id', address }
  expect(renderToStaticMarkup(<RegisterAccountNameSuccess />)).toContain('The name is yours')
})
