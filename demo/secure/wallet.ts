import { createWalletClient, type Hex, hexToBigInt, http, isHex, stringToHex, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { askPerson } from './approval'
import { callChain, chainById, type SiteChain, viemChain } from './chains'
import { type Call, previewCalls, previewMessage, previewTyped } from './decode'
import { keysOf } from './keys'

/** Which account the page sees, and where. */
export type Active = { chainId: number | string; type: 'eoa' | 'smartAccount' }

export const evmAccount = async (person: string) => privateKeyToAccount((await keysOf(person)).evm)

type Asked = {
  readonly method: string
  readonly params: unknown
  readonly site: string
  readonly person: string
  readonly active: Active
}

/** Answers a request of the page; what signs is asked of the person first. Throws in words for the page. */
export async function answerRpc(asked: Asked): Promise<unknown> {
  const { method, params, site, person, active } = asked
  const list: unknown[] = Array.isArray(params) ? params : []
  const chain = await chainById(Number(active.chainId))
  const account = await evmAccount(person)
  switch (method) {
    case 'eth_accounts':
      return [account.address]
    case 'wallet_getCapabilities':
      return {}
    case 'personal_sign': {
      const [message] = list
      if (typeof message !== 'string') throw new Error('Expected a message')
      const raw = isHex(message) ? message : stringToHex(message)
      return askPerson(site, previewMessage(message), () => account.signMessage({ message: { raw } }))
    }
    case 'eth_signTypedData_v4': {
      const [, data] = list
      const typed = (typeof data === 'string' ? JSON.parse(data) : data) as TypedDataDefinition
      return askPerson(site, previewTyped(chain, data), () => account.signTypedData(typed))
    }
    case 'eth_sendTransaction': {
      const call = callIn(list[0])
      const preview = await previewCalls(chain, account.address, [call], false)
      return askPerson(site, preview, () => sendCall(chain, person, call))
    }
    default:
      if (/^(eth|wallet)_(sign|send(?!Raw))/.test(method)) throw new Error('Method not supported')
      return callChain(chain.rpc, method, params)
  }
}

const hexIn = (value: unknown): Hex | undefined => (typeof value === 'string' && isHex(value) ? value : undefined)

/** The members of a transaction that are kept; the chain decides about fees and nonce. */
export function callIn(given: unknown): Call {
  const { to, value, data, input } = (given ?? {}) as Record<string, unknown>
  const payload = hexIn(data) ?? hexIn(input)
  return {
    ...(hexIn(to) && { to: hexIn(to) }),
    ...(hexIn(value) && { value: hexIn(value) }),
    ...(payload && { data: payload }),
  }
}

/** Signs and sends one call from the key's own address. */
export async function sendCall(chain: SiteChain, person: string, { to, value, data }: Call): Promise<Hex> {
  const client = createWalletClient({
    account: await evmAccount(person),
    chain: viemChain(chain),
    transport: http(chain.rpc, { retryCount: 0 }),
  })
  return client.sendTransaction({ to: to ?? null, value: value ? hexToBigInt(value) : 0n, ...(data && { data }) })
}
