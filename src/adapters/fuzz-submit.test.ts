import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../lib/later-errors'
import '../lib/money-errors'
import { hostileLike, hostileObject, survive } from '../../.ci/hostile'
import { ALICE, answering, cluster, context, devnet, inputs, node, said } from '../../.ci/node-world'
import { fromBase58, toBase58 } from '../lib/base58'
import { toBase64 } from '../lib/base64'
import { sendPrepared } from './solana-send'

const SIGNATURE = '1'.repeat(64)
/** One signature, all zeros as above, and a message. */
const SIGNED = toBase64(Uint8Array.of(1, ...new Uint8Array(64), 1, 2, 3))
const well = said({
  getGenesisHash: cluster.getGenesisHash,
  solana_signTransaction: { transaction: SIGNED },
  solana_signAndSendTransaction: { signature: SIGNATURE },
  sendTransaction: SIGNATURE,
})
const unsupported = { error: { code: 4200, message: 'Unsupported' } }

/** Sends one transaction with a wallet and a node that answer so; returns what they were asked and the hash. */
async function submit(answers: unknown, odd: () => unknown = () => undefined) {
  const asked: string[] = []
  node.answer = (url, body) => {
    const { method } = JSON.parse(body)
    if (method !== 'getGenesisHash') asked.push(method)
    return answering(answers, well)(url, body)
  }
  const request = async ({ method }: { method: string }) => {
    asked.push(method)
    const { result = odd(), error } = Object(Object(answers)[method])
    if (error !== undefined) throw error
    return result
  }
  const order = { transaction: new Uint8Array([1]), from: ALICE }
  const sent = await survive(() => sendPrepared(devnet, { request }, order, context))
  return { asked, sent }
}

describe(`fuzz: answers of wallets and nodes to a Solana transaction, ${inputs} each`, () => {
  test('sent by us, or by the wallet', async () => {
    const [ours, theirs] = [well, { ...well, solana_signTransaction: unsupported }]
    expect(await submit(ours)).toEqual({ asked: ['solana_signTransaction', 'sendTransaction'], sent: SIGNATURE })
    expect(await submit(theirs)).toEqual({
      asked: ['solana_signTransaction', 'solana_signAndSendTransaction'],
      sent: SIGNATURE,
    })
    const refusing = { ...well, sendTransaction: { error: { code: -32601, message: 'Method not found' } } }
    await fc.assert(
      fc.asyncProperty(hostileLike(ours, theirs, refusing), hostileObject, async (answers, odd) => {
        const { asked, sent } = await submit(answers, odd)
        if (sent !== undefined && fromBase58(String(sent))?.length !== 64) throw new Error(`${String(sent)} is no signature`)
        // At most once, whoever sends it, and never by both.
        if (asked.length > 2) throw new Error(`Asked of ${asked.join()}`)
      }),
      { numRuns: inputs },
    )
  })
})

test('error: if a node refuses to send, the wallet is not asked again', async () => {
  const { asked, sent } = await submit({ ...well, sendTransaction: { error: { code: -32601, message: 'Method not found' } } })
  expect([asked, sent]).toEqual([['solana_signTransaction', 'sendTransaction'], undefined])
})

test.each([
  ['another signature', toBase58(new Uint8Array(64).fill(7))],
  ['no signature', 'OK'],
])('a transaction is followed by its own signature if a node returns %s', async (_, sendTransaction) => {
  expect((await submit({ ...well, sendTransaction: { result: sendTransaction } })).sent).toBe(SIGNATURE)
})

test('error: if a wallet returns it unsigned, nothing is sent', async () => {
  const { asked, sent } = await submit({ ...well, solana_signTransaction: { result: { transaction: 'AQID' } } })
  expect([asked, sent]).toEqual([['solana_signTransaction'], undefined])
})

test('error: without a node the signed transaction is not sent, and is not followed', async () => {
  const order = { transaction: new Uint8Array([1]), from: ALICE }
  const request = async () => ({ transaction: SIGNED })
  await expect(sendPrepared(devnet, { request }, order, { urls: [], batch: 1 })).rejects.toMatchObject({
    code: 'RPC_UNAVAILABLE',
  })
})
