import { ed25519 } from '@noble/curves/ed25519'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import { afterEach, expect, test, vi } from 'vitest'
import { CHAIN, code, connected, signer, world } from '../../.ci/login-world'
import { mockConnection } from '../connectors/test-wallet'
import { verifyPolkadotMessage } from '../lib/polkadot-signature'
import { formatSiwxMessage } from '../lib/siwx-message'
import { writeSs58 } from '../lib/ss58'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { signInAttempt } from '../state/sign-in'
import { siwx } from '../state/siwx'
import { readChallenge, usual } from './login-siwx'
import { signIn } from './sign-in'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const chain = 'eip155:56'
const textFor = (domain: string, uri: string) =>
  formatSiwxMessage({
    ...{ accountAddress: address, chainId: chain, domain, uri, version: '1', nonce: 'abcdefgh1234', statement: 'Login wallet' },
    issuedAt: '2026-11-26T05:00:00.000Z',
  })

afterEach(() => vi.unstubAllGlobals())

test('a message for an app page with its own scheme is accepted for exactly that page', () => {
  vi.stubGlobal('location', { host: 'localhost', origin: 'capacitor://localhost' })
  expect(readChallenge(textFor('localhost', 'capacitor://localhost'), { address, chain }).uri).toBe('capacitor://localhost')
  for (const uri of ['ionic://localhost', 'capacitor://other', 'http://localhost'])
    expect(() => readChallenge(textFor('localhost', uri), { address, chain })).toThrow(
      expect.objectContaining({ code: 'SIGN_IN_MISMATCH' }),
    )
})

test('an Ethereum signature that ends with 0 or 1 is rewritten as the backend takes it, a Safe’s owner approval is kept', () => {
  const [key, owner] = ['ab'.repeat(64), `${'0'.repeat(24)}${'cd'.repeat(20)}${'0'.repeat(64)}`]
  const written = ['00', '01', '1b'].map((end) => usual(`0x${key}${end}`, chain))
  expect(written).toEqual([`0x${key}1b`, `0x${key}1c`, `0x${key}1b`])
  expect(usual(`0x${owner}01`, chain)).toBe(`0x${owner}01`)
})

test('a Polkadot signature has the same length and may end with 0 or 1 by chance: it is kept', async () => {
  const key = ed25519.utils.randomPrivateKey()
  const account = writeSs58(ed25519.getPublicKey(key), 42)
  const sign = (message: string) => `0x00${bytesToHex(ed25519.sign(utf8ToBytes(`<Bytes>${message}</Bytes>`), key))}`
  // The last byte of an Ed25519 signature has 17 possible values.
  const message = Array.from({ length: 200 }, (_, at) => `Login wallet ${at}`).find((each) => /0[01]$/.test(sign(each))) ?? ''
  const signature = usual(sign(message), 'polkadot:91b171bb158e2d3848fa23a9f1c25182')
  expect(await verifyPolkadotMessage({ address: account, message, signature })).toBe(true)
})

test('error: a network that the backend does not support is SIGN_IN_UNSUPPORTED: a retry would fail the same way', async () => {
  config.networks = [CHAIN, 'eip155:1']
  const { wallet, asked } = await connected()
  wallet.emit({ type: 'change', connections: [mockConnection('eip155:1', signer.address)] })
  await vi.waitFor(() => expect([siwx.checking, chains.active.networkId]).toEqual([false, 'eip155:1']))
  expect(await code(signIn.run())).toBe('SIGN_IN_UNSUPPORTED')
  expect([signInAttempt.code, asked, world.paths.at(-1)]).toEqual(['SIGN_IN_UNSUPPORTED', [], '/auth/login-dapp'])
})
