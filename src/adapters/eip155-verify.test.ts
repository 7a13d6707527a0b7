import {
  type Address,
  concat,
  createTestClient,
  encodeAbiParameters,
  encodeDeployData,
  encodeErrorResult,
  encodeFunctionData,
  getContractAddress,
  getCreate2Address,
  type Hex,
  http,
  pad,
  parseAbi,
  parseSignature,
  publicActions,
  serializeCompactSignature,
  serializeErc6492Signature,
  serializeErc8010Signature,
  signatureToCompactSignature,
  walletActions,
  zeroAddress,
} from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { skipPauses } from '../../.ci/skip-pauses'
import { startAnvil } from '../../demo/stack/anvil'
import wallet from '../../demo/stack/contracts/abi/SmartWallet.json'
import factory from '../../demo/stack/contracts/abi/SmartWalletFactory.json'
import { freePort } from '../../demo/stack/listen'
import { DEV_MNEMONIC } from '../../demo/stack/networks'
import type { Network } from '../lib/network'
import verification from '../lib/vectors/siwe/verification_positive.json'
import { verifySignature } from './eip155-verify'
import { answering, type Call, endpoint, stops } from './test-endpoint'

const [owner, stranger] = [mnemonicToAccount(DEV_MNEMONIC), mnemonicToAccount(DEV_MNEMONIC, { addressIndex: 1 })]
const message = 'bakery.example wants you to sign in'
const networkAt = (url: string): [Network, { urls: string[]; batch: number }] => [
  {
    caipNetworkId: 'eip155:31337',
    chainNamespace: 'eip155',
    id: 31337,
    name: 'Localhost',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [],
  },
  { urls: [url], batch: 1 },
]
const nowhere = 'http://127.0.0.1:9/'

let anvil: Awaited<ReturnType<typeof startAnvil>>
let deployed: Address
let factoryAddress: Address

beforeAll(async () => {
  anvil = await startAnvil(31337, await freePort())
  const chain = createTestClient({ mode: 'anvil', transport: http(anvil.url), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
  const deploy = async (abi: unknown[], bytecode: string, args: unknown[]) => {
    const data = encodeDeployData({ abi, bytecode: bytecode as Hex, args } as Parameters<typeof encodeDeployData>[0])
    const nonce = await chain.getTransactionCount({ address: owner.address })
    const hash = await chain.sendTransaction({ account: owner, chain: null, data })
    await chain.waitForTransactionReceipt({ hash })
    return getContractAddress({ from: owner.address, nonce: BigInt(nonce) })
  }
  deployed = await deploy(wallet.abi, wallet.bytecode, [owner.address])
  factoryAddress = await deploy(factory.abi, factory.bytecode, [])
})
afterAll(async () => {
  for (const stop of stops) stop()
  await anvil.stop()
})

beforeEach(skipPauses)
afterEach(() => void vi.unstubAllGlobals())

const verify = (address: string, signature: string, url = anvil.url, text = message) => {
  const [network, context] = networkAt(url)
  return verifySignature(network, { address, message: text, signature }, context)
}

describe('verifySignature', () => {
  test('an EOA’s own signature needs no chain', async () => {
    expect(await verify(owner.address, await owner.signMessage({ message }), nowhere)).toBe(true)
  })

  test.each(Object.entries(verification))('the official vector %s', async (_, { signature, ...vector }) => {
    const { domain, address, statement, uri, version, chainId, nonce, issuedAt } = vector
    const more = Object.entries({
      'Expiration Time': 'expirationTime' in vector ? vector.expirationTime : undefined,
      'Not Before': 'notBefore' in vector ? vector.notBefore : undefined,
    }).flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []))
    const lines = [
      `${domain} wants you to sign in with your Ethereum account:`,
      address,
      '',
      statement,
      '',
      ...[`URI: ${uri}`, `Version: ${version}`, `Chain ID: ${chainId}`, `Nonce: ${nonce}`, `Issued At: ${issuedAt}`, ...more],
    ]
    expect(await verify(address, signature, nowhere, lines.join('\n'))).toBe(true)
  })

  test('promise 28: a contract account accepts its owner’s signature (ERC-1271), and no other', async () => {
    expect(await verify(deployed, await owner.signMessage({ message }))).toBe(true)
    expect(await verify(deployed, await stranger.signMessage({ message }))).toBe(false)
  })

  test('promise 28: a contract account that has signed on chain, as a Safe does, accepts an empty signature', async () => {
    // Accepts an empty signature, as a Safe for a message that its owners have signed on chain.
    const code = '0x604435156316' + '26ba7e60e01b0260005260206000f3'
    const params = [stranger.address, code]
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params })
    await fetch(anvil.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect(await verify(stranger.address, '0x')).toBe(true)
    expect(await verify(stranger.address, await owner.signMessage({ message }))).toBe(false)
    await fetch(anvil.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: body.replace(code, '0x') })
    expect(await verify(stranger.address, '0x')).toBe(false)
    expect(await verify(deployed, '0x')).toBe(false)
    // The identity precompile, which returns its input.
    expect(await verify('0x0000000000000000000000000000000000000004', '0x')).toBe(false)
  })

  test('promise 28, P51: an undeployed contract account is asked as if deployed (ERC-6492)', async () => {
    const code = encodeDeployData({ abi: wallet.abi, bytecode: wallet.bytecode as Hex, args: [stranger.address] })
    const address = getCreate2Address({ from: factoryAddress, salt: pad('0x', { size: 32 }), bytecode: code })
    const data = encodeFunctionData({ abi: factory.abi, functionName: 'deploy', args: [stranger.address] })
    const wrap = async (signer: typeof owner) =>
      serializeErc6492Signature({ address: factoryAddress, data, signature: await signer.signMessage({ message }) })
    expect(await verify(address, await wrap(stranger))).toBe(true)
    expect(await verify(address, await wrap(owner))).toBe(false)
    // What was signed before its first transaction still holds after it.
    const before = await wrap(stranger)
    const chain = createTestClient({ mode: 'anvil', transport: http(anvil.url), pollingInterval: 20 }).extend(publicActions)
    const hash = await chain.extend(walletActions).sendTransaction({ account: owner, chain: null, to: factoryAddress, data })
    await chain.waitForTransactionReceipt({ hash })
    expect(await chain.getCode({ address })).toBeDefined()
    expect([await verify(address, before), await verify(address, await wrap(owner))]).toEqual([true, false])
  })

  test('P48, P49, P50: a recovery bit of 0 or 1 is accepted; 64 bytes, as in EIP-2098, are not', async () => {
    const signature = await owner.signMessage({ message })
    const { r, s, yParity } = parseSignature(signature)
    const compact = serializeCompactSignature(signatureToCompactSignature({ r, s, yParity }))
    expect(await verify(owner.address, compact)).toBe(false)
    expect(await verify(owner.address, concat([r, s, yParity ? '0x01' : '0x00']))).toBe(true)
    expect(await verify(stranger.address, concat([r, s, yParity ? '0x01' : '0x00']))).toBe(false)
    expect(await verify(owner.address, concat([r, s]))).toBe(false)
  })

  test('P52, error: refuses another message, another account, and an invalid signature', async () => {
    const signature = await owner.signMessage({ message })
    expect(await verify(owner.address, signature, anvil.url, `${message} `)).toBe(false)
    expect(await verify(stranger.address, signature)).toBe(false)
    expect(await verify(owner.address, concat([signature as Hex, '0x00']))).toBe(false)
    for (const junk of ['', '0x', '0x1', 'signed', encodeAbiParameters([{ type: 'uint256' }], [1n])])
      expect(await verify(owner.address, junk)).toBe(false)
    expect(await verify('GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1', signature)).toBe(false)
  })

  test('error: nobody signs for the zero address, which a chain reports as the signer of what it cannot recover', async () => {
    for (const junk of ['22', 'ff']) expect(await verify(zeroAddress, concat([`0x${junk.repeat(64)}`, '0x1b']))).toBe(false)
  })

  test('a contract that sends whoever asks it to another server is not followed (ERC-3668)', async () => {
    const elsewhere = await endpoint(() => ({ body: '{"data":"0x"}' }))
    const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
    const delegate = deployed.toLowerCase() as Address
    const lookup = encodeErrorResult({
      abi: parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)']),
      args: [account.address, [`${elsewhere.url}{sender}`], '0x', '0x00000000', '0x'],
    })
    const answers: Record<string, object> = {
      eth_chainId: { result: '0x7a69' },
      eth_getCode: { result: concat(['0xef0100', delegate]) },
      eth_call: { error: { code: 3, message: 'execution reverted', data: lookup } },
    }
    const { url } = await endpoint(([{ id, method } = { id: 0, method: '' }]) => {
      const answer = { jsonrpc: '2.0', id, ...answers[method] }
      // Once: the reader that follows calls the contract again.
      if (method === 'eth_call') answers.eth_call = { result: '0x' }
      return answer
    })
    const authorization = await account.signAuthorization({ address: delegate, chainId: 31337, nonce: 0 })
    const signature = await stranger.signMessage({ message })
    expect(await verify(account.address, serializeErc8010Signature({ authorization, signature }), url)).toBe(false)
    expect(elsewhere.seen).toEqual([])
  })

  test('error: a contract on a chain that does not answer is neither proven nor disproven', async () => {
    await expect(verify(deployed, await owner.signMessage({ message }), nowhere)).rejects.toMatchObject({
      code: 'RPC_UNAVAILABLE',
    })
  }, 60_000)

  const failed = (error: unknown) => (asked: Call[]) =>
    asked.map(({ id, method }) => ({ jsonrpc: '2.0', id, ...(method === 'eth_chainId' ? { result: '0x7a69' } : { error }) }))[0]
  test.each([
    ['is too busy', { status: 503, body: 'busy' }],
    ['cannot be reached through a proxy', { status: 403, body: '<h1>No</h1>' }],
    ['answers with a limit', { code: -32005, message: 'rate limit exceeded' }],
    ['lacks the state', { code: -32000, message: 'header not found' }],
  ])('error: a chain with the right id that %s when the contract is asked disproves nothing', async (_, fault) => {
    const { url } = await endpoint((asked) =>
      'status' in fault ? (asked[0]?.method === 'eth_chainId' ? answering('')(asked) : fault) : failed(fault)(asked),
    )
    await expect(verify(deployed, await owner.signMessage({ message }), url)).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
  })

  test.each([
    ['code 3', { code: 3, message: 'execution reverted', data: '0x' }],
    ['its words', { code: -32000, message: 'execution reverted: no' }],
    ['-32015', { code: -32015, message: 'VM execution error.' }],
  ])('a contract that reverts, reported by %s, rejects the signature', async (_, fault) => {
    const { url } = await endpoint(failed(fault))
    expect(await verify(deployed, await owner.signMessage({ message }), url)).toBe(false)
  })
})
