import { bytesToHex, formatUnits, getAddress, type Hex, hexToBigInt, hexToBytes, isAddress, isHex, size, slice } from 'viem'
import { type Call, readOperator, readSwap, readToken, UNLIMITED } from './calls'
import { callChain, type SiteChain } from './chains'
import { mistakenFor } from './payees'
import type { Preview } from './preview'
import { amountOf, feeOf, simulate, tokenAt } from './simulate'

/** Bytes as text if they are valid text, else in hex: a replacement character would not be what is signed. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return bytesToHex(bytes)
  }
}

/** Warns of a sign-in message for another site (EIP-4361, also Solana's): the asking site could sign in there with it. */
export function signInRisks(text: string, site: string): Preview['risks'] {
  const domain = /^(?:[a-z][a-z\d+.-]*:\/\/)?(\S+) wants you to sign in with your \S+ account:/i.exec(text)?.[1]
  return domain === undefined || domain.toLowerCase() === site.toLowerCase()
    ? []
    : [{ title: 'This signs you in to another site', text: `It is for ${domain}, and ${site} asks for it.` }]
}

/** A site's message, as text if it is text. */
export function previewMessage(message: unknown, site: string): Preview {
  const text = typeof message !== 'string' ? '' : isHex(message) ? textOf(hexToBytes(message)) : message
  return { title: 'Sign a message', risks: signInRisks(text, site), changes: [], facts: [], raw: text }
}

type Typed = { domain?: Record<string, unknown>; primaryType?: string; message?: Record<string, unknown> }

/** Half of the largest allowance of Permit2: counts as unlimited. */
const UNLIMITED_160 = 2n ** 159n

const numberIn = (value: unknown): bigint | undefined => {
  try {
    return BigInt(String(value))
  } catch {
    // A text or a structure: not a valid token amount.
    return undefined
  }
}

/** What a permit allows its spender: in EIP-2612's form, DAI's (all or nothing), and Permit2's, which lists tokens. */
function permitted(chain: SiteChain, message: Record<string, unknown>, contract: unknown): string {
  const tell = (token: unknown, amount: bigint | undefined, unlimited: bigint) => {
    const address = String(token ?? '')
    const name = tokenAt(chain, address)?.symbol ?? address
    if (amount === undefined) return `what is not told of ${name}`
    if (amount >= unlimited) return `unlimited ${name}`
    return isAddress(address, { strict: false }) ? amountOf(chain, address, amount) : String(amount)
  }
  const listed = [message.details ?? message.permitted ?? []].flat().map((each) => Object(each) as Record<string, unknown>)
  if (listed.length > 0) return listed.map(({ token, amount }) => tell(token, numberIn(amount), UNLIMITED_160)).join(', ')
  if ('allowed' in message) return tell(contract, message.allowed === false ? 0n : UNLIMITED, UNLIMITED)
  return tell(contract, numberIn(message.value ?? message.amount), UNLIMITED)
}

/** Typed data; permits are explained as what they are: a right to spend. */
export function previewTyped(chain: SiteChain, data: unknown): Preview {
  const typed = (typeof data === 'string' ? JSON.parse(data) : data) as Typed
  const { domain = {}, primaryType = '', message = {} } = typed
  const spends = /permit/i.test(primaryType) || ('spender' in message && ('value' in message || 'amount' in message))
  const amount = spends && permitted(chain, message, domain.verifyingContract)
  const foreign = domain.chainId !== undefined && Number(domain.chainId) !== chain.chainId
  return {
    title: spends ? 'Allow spending by signature' : `Sign data: ${primaryType}`,
    risks: [
      ...(spends
        ? [
            {
              title: `This lets somebody spend ${amount}`,
              text: 'No transaction is needed after it. Sign only for a site that you trust.',
            },
          ]
        : []),
      ...(foreign ? [{ title: 'This is for another network', text: `It is valid on chain ${String(domain.chainId)}.` }] : []),
    ],
    changes: [],
    facts: [
      ...(spends ? ([['Spender', String(message.spender ?? '')]] as const) : []),
      ['Contract', String(domain.verifyingContract ?? domain.name ?? '')],
    ],
    raw: JSON.stringify(message, null, 2),
  }
}

type Told = { readonly title: string; readonly who: Hex; readonly risks: Preview['risks']; readonly spends?: boolean }
const NOBODY = '0x0000000000000000000000000000000000000000'

/** Describes one call. */
async function tell(chain: SiteChain, { to, data = '0x', value = '0x0' }: Call): Promise<Told> {
  if (!to) return { title: 'Deploy a contract', who: NOBODY, risks: [] }
  if (data === '0x') return { title: `Send ${formatUnits(hexToBigInt(value), 18)} ${chain.symbol}`, who: to, risks: [] }
  const token = tokenAt(chain, to)
  const call = token && size(data) > 4 ? readToken(data) : undefined
  if (token && call?.kind === 'transfer') {
    const lost = { title: `This sends ${token.symbol} to its own contract`, text: 'Nobody can get it back from there.' }
    const risks = call.who.toLowerCase() === to.toLowerCase() ? [lost] : []
    return { title: `Send ${amountOf(chain, to, call.amount)}`, who: call.who, risks }
  }
  if (token && call) {
    const unlimited = call.amount >= UNLIMITED
    const empty = {
      title: `This site could empty your ${token.symbol}`,
      text: 'It asks to spend without a limit, at any time.',
    }
    const amount = unlimited ? `Unlimited ${token.symbol}` : amountOf(chain, to, call.amount)
    return { title: `Allow spending of ${amount}`, who: call.who, risks: unlimited ? [empty] : [], spends: true }
  }
  const swap = to.toLowerCase() === chain.exchange?.toLowerCase() ? readSwap(data) : undefined
  if (swap) {
    const title = `Swap ${amountOf(chain, swap.from, swap.amount)} for at least ${amountOf(chain, swap.to, swap.least)}`
    return { title, who: swap.receiver, risks: [] }
  }
  if ((await callChain<Hex>(chain.rpc, 'eth_getCode', [to, 'latest'])) === '0x') {
    const none = { title: 'There is no contract at this address', text: 'What is sent there cannot do what it says.' }
    return { title: 'Use a contract', who: to, risks: [none] }
  }
  const operator = readOperator(data)
  if (operator) {
    const all = { title: 'This lets somebody take the whole collection', text: 'Everything that you hold of it, at any time.' }
    return { title: 'Allow use of a collection', who: operator, risks: [all], spends: true }
  }
  const unknown = {
    title: 'Unknown contract',
    text: `What ${size(data) >= 4 ? slice(data, 0, 4) : data} does there is not known here. See what would change.`,
  }
  return { title: 'Use a contract', who: to, risks: [unknown] }
}

/** Describes calls: what each does, what they would change together, and the fee. */
export async function previewCalls(
  chain: SiteChain,
  person: string,
  from: Hex,
  calls: readonly Call[],
  sponsored: boolean,
): Promise<Preview> {
  const told = await Promise.all(calls.map((call) => tell(chain, call)))
  const traps = told.flatMap(({ who }) => {
    const other = mistakenFor(person, who, from)
    return other
      ? [{ title: 'Not the address that it looks like', text: `${getAddress(who)} only resembles ${other}, which you know.` }]
      : []
  })
  const foreign = told.flatMap(({ title, who }) =>
    title.startsWith('Swap') && who.toLowerCase() !== from.toLowerCase()
      ? [{ title: 'Somebody else gets what you swap for', text: `It goes to ${who}.` }]
      : [],
  )
  const { changes, failed } = await simulate(chain, from, calls)
  const risks = [
    ...(failed ? [{ title: 'This would fail', text: failed }] : []),
    ...traps,
    ...foreign,
    ...told.flatMap((each) => each.risks),
  ]
  const titles = told.map(({ title }) => title)
  return {
    title: titles.length > 1 ? `${titles.length} steps at once: ${titles.join(', ')}` : (titles[0] ?? 'Transaction'),
    risks,
    changes,
    facts: [
      ['From', getAddress(from)],
      ...told.map(({ who, spends }) => [spends ? 'Spender' : 'To', getAddress(who)] as const),
      ['Network', chain.name],
      ['Network fee', sponsored ? 'Paid by this wallet' : await feeOf(chain, from, calls)],
    ],
    raw: JSON.stringify(calls, null, 2),
  }
}
