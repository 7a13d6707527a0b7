import {
  type Address,
  createWalletClient,
  type Hex,
  hexToBigInt,
  http,
  isAddressEqual,
  isHex,
  stringToHex,
  type TypedDataDefinition,
  toHex,
} from 'viem'
import { type AccountType, type EvmAccount, evmAccount } from './accounts'
import { askPerson } from './approval'
import type { Asked, AskedHere } from './asked'
import { type Call, readCall } from './calls'
import { callChain, chainById, type SiteChain, siteConfig, viemChain } from './chains'
import { previewCalls, previewMessage, previewTyped } from './decode'
import { sendAsOne } from './operations'
import { notePayees } from './payees'
import { grantPermissions, PERMISSIONS, revokePermissions } from './permissions'
import { post } from './server'
import { signTextAs, signTypedAs, smartAccount } from './smart-account'

/** Answers a request of the page; asks the person before signing anything. Throws with a text for the page. */
export async function answerRpc(asked: Asked): Promise<unknown> {
  const { method, params, person, active } = asked
  // Loaded on demand: Solana's library is larger than everything else.
  if (method.startsWith('solana_')) return (await import('./solana')).answerSolana(asked)
  const list: unknown[] = Array.isArray(params) ? params : [params]
  const chain = await chainById(active.evm)
  const account = await evmAccount(person, chain, active.type)
  const here = { ...asked, list, chain, account }
  switch (method) {
    case 'eth_accounts':
      return [account.address]
    case 'personal_sign':
      return signText(here)
    case 'eth_signTypedData_v4':
      return signTyped(here)
    case 'eth_sendTransaction':
      return sendTransaction(here)
    case 'wallet_getCapabilities':
      return capabilities(here)
    case 'wallet_sendCalls':
      return sendCalls(here)
    case 'wallet_getCallsStatus':
      return callsStatus(here)
    case 'wallet_grantPermissions':
      return grantPermissions(here)
    case 'wallet_revokePermissions':
      return revokePermissions(here)
    default:
      if (/^(eth|wallet)_(sign|send(?!Raw))/.test(method)) throw new Error('Method not supported')
      return callChain(chain.rpc, method, params)
  }
}

/** Throws if another account than the active one is asked. */
function only({ account }: AskedHere, asked: unknown): void {
  if (typeof asked === 'string' && /^0x[\da-f]{40}$/i.test(asked) && !isAddressEqual(asked as Address, account.address))
    throw new Error('This account is not the one in use')
}

function signText(here: AskedHere) {
  const { list, chain, account, site } = here
  const [message, address] = list
  if (typeof message !== 'string') throw new Error('Expected a message')
  only(here, address)
  const raw = isHex(message) ? message : stringToHex(message)
  return askPerson(site, previewMessage(message, site), async () =>
    account.smart
      ? signTextAs(chain, await smartAccount(chain, account.owner), raw)
      : account.owner.signMessage({ message: { raw } }),
  )
}

function signTyped(here: AskedHere) {
  const { list, chain, account, site } = here
  const [address, data] = list
  only(here, address)
  const typed = (typeof data === 'string' ? JSON.parse(data) : data) as TypedDataDefinition
  return askPerson(site, previewTyped(chain, data), async () =>
    account.smart ? signTypedAs(chain, await smartAccount(chain, account.owner), typed) : account.owner.signTypedData(typed),
  )
}

async function sendTransaction(here: AskedHere) {
  const { list, chain, account, site, person } = here
  const { from, chainId = chain.chainId } = (list[0] ?? {}) as { from?: unknown; chainId?: unknown }
  only(here, from)
  // Refuses a request that names another chain than the one in use.
  if (Number(chainId) !== chain.chainId) throw new Error('This network is not the one in use')
  const call = readCall(list[0])
  const preview = await previewCalls(chain, person, account.address, [call], account.smart !== undefined)
  return askPerson(site, preview, async () => {
    notePayees(person, [call])
    if (!account.smart) return sendCall(chain, account, call)
    const { hash, ok } = await sendAsOne(chain, account, [call])
    if (!ok) throw new Error('The network undid the transaction')
    return hash
  })
}

type Batch = { from?: unknown; chainId?: unknown; calls?: unknown; capabilities?: Record<string, { optional?: boolean }> }

/** EIP-5792. Several calls need the contract account, which carries out all of them or none. */
async function sendCalls(here: AskedHere) {
  const { list, site, person, active } = here
  const { from, chainId, calls, capabilities: wanted = {} } = (list[0] ?? {}) as Batch
  if (Object.values(wanted).some((each) => each?.optional !== true)) throw new Error('Capability is not supported')
  const chain = chainId === undefined ? here.chain : await chainById(Number(chainId))
  const account = await evmAccount(person, chain, active.type)
  only({ ...here, account }, from)
  const batch = (Array.isArray(calls) ? calls : []).map(readCall)
  if (batch.length === 0 || batch.some(({ to }) => !to)) throw new Error('Expected calls')
  if (!account.smart && batch.length > 1) throw new Error('This account cannot do several steps as one')
  const preview = await previewCalls(chain, person, account.address, batch, account.smart !== undefined)
  return askPerson(site, preview, async () => {
    notePayees(person, batch)
    const [only] = batch
    if (!account.smart && only) return { id: await sendCall(chain, account, only) }
    return { id: (await sendAsOne(chain, account, batch)).id }
  })
}

type Receipt = { status: Hex; blockHash: Hex; blockNumber: Hex; gasUsed: Hex; transactionHash: Hex; logs: unknown[] }

async function callsStatus({ list, chain: active }: AskedHere) {
  const [id] = list
  if (typeof id !== 'string') throw new Error('Expected an id')
  const sent = await post<{ known: boolean; chainId?: number; hash?: Hex; ok?: boolean }>('operation-status', { id })
  // For calls of the key's own address the id is the transaction hash, which may be on another chain than the one in use.
  const chain = sent.chainId === undefined ? await chainWith(id, active) : await chainById(sent.chainId)
  if (!chain) throw new Error('Unknown bundle id')
  const receipt = await callChain<Receipt | null>(chain.rpc, 'eth_getTransactionReceipt', [sent.hash ?? id])
  const ok = sent.known ? sent.ok === true : receipt?.status === '0x1'
  return {
    version: '2.0.0',
    id,
    chainId: toHex(chain.chainId),
    status: !receipt ? 100 : ok ? 200 : 500,
    atomic: sent.known,
    ...(receipt && {
      receipts: [
        {
          ...{ logs: receipt.logs, status: ok ? '0x1' : '0x0', blockHash: receipt.blockHash, blockNumber: receipt.blockNumber },
          ...{ gasUsed: receipt.gasUsed, transactionHash: receipt.transactionHash },
        },
      ],
    }),
  }
}

/** The chain that knows a transaction, also before it is mined; the one in use is asked first. */
async function chainWith(hash: string, active: SiteChain): Promise<SiteChain | undefined> {
  for (const chain of [active, ...(await siteConfig()).chains])
    if (await callChain(chain.rpc, 'eth_getTransactionByHash', [hash]).catch(() => null)) return chain
  return undefined
}

/** EIP-5792: the account's capabilities by chain; the key's own address has none of them. */
async function capabilities({ list, person, active }: AskedHere) {
  const [address, wanted] = list
  const { chains } = await siteConfig()
  const asked = (Array.isArray(wanted) ? wanted : []).map(Number)
  const able = { atomic: { status: 'supported' }, paymasterService: { supported: false }, permissions: PERMISSIONS }
  const found: [string, unknown][] = []
  for (const chain of chains) {
    if (asked.length > 0 && !asked.includes(chain.chainId)) continue
    const type: AccountType = active.type
    // A chain that does not answer does not affect the others.
    const { smart } = await evmAccount(person, chain, type).catch(() => ({ smart: undefined }))
    if (smart && (typeof address !== 'string' || address.toLowerCase() === smart.address.toLowerCase()))
      found.push([toHex(chain.chainId), able])
  }
  return Object.fromEntries(found)
}

/** Signs and sends one call from the key's own address. */
async function sendCall(chain: SiteChain, { owner }: EvmAccount, { to, value, data }: Call): Promise<Hex> {
  const client = createWalletClient({
    account: owner,
    chain: viemChain(chain),
    transport: http(chain.rpc, { retryCount: 0 }),
  })
  return client.sendTransaction({ to: to ?? null, value: value ? hexToBigInt(value) : 0n, ...(data && { data }) })
}
