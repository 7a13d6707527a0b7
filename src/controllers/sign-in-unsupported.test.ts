import { generateKeyPairSync, sign } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { solanaProvider } from '../connectors/solana-provider'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import type { Provider } from '../connectors/types'
import { toBase58 } from '../lib/base58'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { signInAttempt } from '../state/sign-in'
import { siwx } from '../state/siwx'
import { connect } from './connection'
import { addConnector } from './discovery'
import { signIn } from './sign-in'
import { startSiwx } from './siwx'
import { CHAIN, codes, signer, signInRequired, stops } from './test-siwx'

const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const address = toBase58(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))

signInRequired()
beforeEach(() => {
  config.networks = [CHAIN, SOLANA]
})

/** Asks a wallet of the Wallet Standard with these features, or one with this provider, to sign in. */
async function asked(account: { network: typeof SOLANA | typeof CHAIN; address: string }, provider: Provider) {
  const namespace = account.network === SOLANA ? 'solana' : 'eip155'
  const connections = [mockConnection(account.network, account.address, provider)]
  addConnector(mockWallet({ namespaces: [namespace] }, { connections }).connector)
  await connect({ wallet: 'mock' })
  stops.push(startSiwx())
  await vi.waitFor(() => expect([siwx.checking, siwx.locked]).toEqual([false, true]), { timeout: 10_000 })
  return signIn()
}
const ofSolana = (features: object) =>
  asked(
    { network: SOLANA, address },
    solanaProvider(
      { features, chains: ['solana:devnet'] },
      { network: () => SOLANA, accounts: () => [{ address, account: {} }], setNetwork: () => true },
    ),
  )
const signMessage = async ({ message }: { message: Uint8Array }) => [
  { signature: Uint8Array.from(sign(null, message, privateKey)) },
]
const isNotPossible = { status: 'failed', code: 'SIGN_IN_UNSUPPORTED' }

test('a Solana wallet that has no signIn signs the text as a message', async () => {
  expect(await ofSolana({ 'solana:signMessage': { signMessage } })).toBe(true)
  expect(siwx.session?.data.accountAddress).toBe(address)
})

test('error: with a wallet that signs no messages it is not possible: to try again would fail the same way', async () => {
  expect(await ofSolana({ 'solana:signTransaction': {} })).toBe(false)
  expect([signInAttempt, modal.view, codes]).toMatchObject([isNotPossible, 'SIWXSignMessage', ['SIGN_IN_UNSUPPORTED']])
})

test.each([4200, -32004, -32601])('error: so it is with an Ethereum wallet that answers with %i', async (code) => {
  const request = () => Promise.reject(Object.assign(new Error('no'), { code }))
  expect(await asked({ network: CHAIN, address: signer.address }, { request })).toBe(false)
  expect(signInAttempt).toMatchObject(isNotPossible)
})

test('error: so it is in a browser that cannot verify the signature, as without https', async () => {
  const { getRandomValues, randomUUID } = crypto
  vi.stubGlobal('crypto', {
    getRandomValues: getRandomValues.bind(crypto),
    randomUUID: randomUUID.bind(crypto),
  })
  expect(await ofSolana({ 'solana:signMessage': { signMessage } })).toBe(false)
  expect(signInAttempt).toMatchObject(isNotPossible)
})
