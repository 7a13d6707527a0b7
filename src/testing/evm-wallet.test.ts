import { type Hex, parseTransaction, recoverTransactionAddress, verifyMessage, verifyTypedData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../demo/stack/chain'
import { freePort } from '../../demo/stack/listen'
import { EvmWallet } from './evm-wallet'

const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ask = (wallet: EvmWallet, method: string, ...params: unknown[]) => wallet.provider.request({ method, params })
const connected = async (wallet: EvmWallet) => {
  await ask(wallet, 'eth_requestAccounts')
  return wallet
}

describe('EvmWallet', () => {
  test('shares no account before a request, then the active one first', async () => {
    const wallet = new EvmWallet()
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
    expect(await ask(wallet, 'eth_requestAccounts')).toEqual(expect.arrayContaining([FIRST, SECOND]))
    const heard: unknown[] = []
    wallet.provider.on('accountsChanged', (accounts) => heard.push(accounts))
    wallet.switchAccount(1)
    expect(heard).toEqual([expect.arrayContaining([SECOND])])
    expect(wallet.address).toBe(SECOND)
  })

  test('signs messages and typed data that verify', async () => {
    const wallet = await connected(new EvmWallet())
    const signature = (await ask(wallet, 'personal_sign', '0x68656c6c6f', FIRST)) as Hex
    expect(await verifyMessage({ address: FIRST, message: 'hello', signature })).toBe(true)
    const data = {
      domain: { name: 'Bakery', chainId: 31337 },
      types: { Order: [{ name: 'loaves', type: 'uint256' }] },
      primaryType: 'Order' as const,
      message: { loaves: '2' },
    }
    const typed = (await ask(wallet, 'eth_signTypedData_v4', FIRST, JSON.stringify(data))) as Hex
    expect(await verifyTypedData({ ...data, message: { loaves: 2n }, address: FIRST, signature: typed })).toBe(true)
  })

  test('signs typed data as ethers sends it: with the domain’s own fields, and its chain as a text', async () => {
    const wallet = await connected(new EvmWallet())
    const domain = { name: 'Bakery', chainId: 31337 }
    const types = { Order: [{ name: 'loaves', type: 'uint256' }] }
    const sent = {
      domain: { ...domain, chainId: '0x7a69' },
      types: {
        ...types,
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
        ],
      },
      primaryType: 'Order' as const,
      message: { loaves: '2' },
    }
    const signature = (await ask(wallet, 'eth_signTypedData_v4', FIRST, JSON.stringify(sent))) as Hex
    const signed = { domain, types, primaryType: 'Order' as const, message: { loaves: 2n } }
    expect(await verifyTypedData({ ...signed, address: FIRST, signature })).toBe(true)
  })

  test('without a node, signs transactions that are valid and keeps them', async () => {
    const wallet = await connected(new EvmWallet({ chainId: 56 }))
    const send = () => ask(wallet, 'eth_sendTransaction', { from: FIRST, to: SECOND, value: '0x10' })
    const hashes = [await send(), await send()]
    const raws = hashes.map((hash) => wallet.unsent.get(String(hash)) as `0x02${string}`)
    expect(raws.map((raw) => parseTransaction(raw))).toEqual([
      expect.objectContaining({ chainId: 56, to: SECOND.toLowerCase(), value: 16n }),
      expect.objectContaining({ nonce: 1 }),
    ])
    for (const serializedTransaction of raws) expect(await recoverTransactionAddress({ serializedTransaction })).toBe(FIRST)
  })

  test('error: one that rejects gives 4001, and a new manner holds from then on', async () => {
    const wallet = new EvmWallet({ manner: 'reject' })
    await expect(ask(wallet, 'eth_requestAccounts')).rejects.toMatchObject({ code: 4001 })
    wallet.behave('approve')
    expect(await ask(wallet, 'eth_requestAccounts')).toContain(FIRST)
  })

  test('one that asks waits for the test', async () => {
    const wallet = new EvmWallet({ manner: 'ask' })
    const first = ask(wallet, 'eth_requestAccounts')
    expect(await wallet.approve()).toMatchObject({ method: 'eth_requestAccounts' })
    expect(await first).toContain(FIRST)
    const second = ask(wallet, 'personal_sign', '0x00', FIRST)
    const refused = expect(second).rejects.toMatchObject({ code: 4001 })
    expect(await wallet.reject()).toMatchObject({ method: 'personal_sign' })
    await refused
    await expect(wallet.approve(20)).rejects.toThrow('not asked anything within 20 ms')
  })

  test('error: a locked one shares nothing, asks once, and goes on once unlocked', async () => {
    const wallet = new EvmWallet({ manner: 'locked', connected: true })
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
    const waiting = ask(wallet, 'eth_requestAccounts')
    await expect(ask(wallet, 'eth_requestAccounts')).rejects.toMatchObject({ code: -32002 })
    await wallet.unlock()
    expect(await waiting).toContain(FIRST)
  })

  test('error: a page that is not connected gets no signature', async () => {
    await expect(ask(new EvmWallet(), 'personal_sign', '0x00', FIRST)).rejects.toMatchObject({ code: 4100 })
  })

  test('error: an unknown chain is 4902 until it is added', async () => {
    const wallet = await connected(new EvmWallet())
    await expect(ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x38' })).rejects.toMatchObject({ code: 4902 })
    await ask(wallet, 'wallet_addEthereumChain', { chainId: '0x38', rpcUrls: [] })
    const heard: unknown[] = []
    wallet.provider.on('chainChanged', (id) => heard.push(id))
    await ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x38' })
    expect([wallet.chainId, heard]).toEqual([56, ['0x38']])
  })

  test('error: an unsupported method is 4200', async () => {
    await expect(ask(new EvmWallet(), 'wallet_sendCalls')).rejects.toMatchObject({ code: 4200 })
    // ethers estimates before it sends: what its own error leaves out is said here.
    const needsNode = { code: 4200, message: expect.stringMatching(/no node .*31337.*`chains`/) }
    await expect(ask(new EvmWallet(), 'eth_estimateGas')).rejects.toMatchObject(needsNode)
  })

  describe('with a node', () => {
    let chain: Chain
    beforeAll(async () => {
      chain = await startChain(31337, await freePort())
    }, 60_000)
    afterAll(() => chain.stop())

    test('sends, and the transaction is mined', async () => {
      const wallet = await connected(new EvmWallet({ chains: { 31337: chain.url } }))
      const hash = await ask(wallet, 'eth_sendTransaction', { from: FIRST, to: SECOND, value: '0x1' })
      // The node answers before it has mined.
      await expect
        .poll(() => ask(wallet, 'eth_getTransactionReceipt', hash))
        .toMatchObject({ status: '0x1', from: FIRST.toLowerCase() })
    })

    test('error: the chain’s refusal keeps its own code', async () => {
      const wallet = await connected(new EvmWallet({ chains: { 31337: chain.url } }))
      const value = `0x${(10n ** 30n).toString(16)}`
      await expect(ask(wallet, 'eth_sendTransaction', { from: FIRST, to: SECOND, value })).rejects.toMatchObject({
        code: expect.any(Number),
        message: expect.stringMatching(/[Ii]nsufficient funds/),
      })
    })
  })
})
