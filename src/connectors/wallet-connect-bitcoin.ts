import { type CaipAddress, parseCaipAddress } from '../lib/caip'
import { purposesOf, readAddress } from './bitcoin-values'
import { MAX_ACCOUNTS } from './limits'
import type { Connection } from './types'
import { isParams, type Params } from './wallet-standard-feature'

/** An address of an account, as WalletConnect's `getAccountAddresses` lists it. */
type ListedAddress = {
  readonly address: string
  readonly publicKey?: string
  readonly path?: string
  readonly intention?: string
}

/** What a wallet has reported about its Bitcoin addresses besides the session's accounts. */
export type BitcoinSide = {
  /** The accounts, payment addresses first, and what each is for: as the wallet says, else by its kind. */
  ordered(accounts: readonly CaipAddress[]): Pick<Connection, 'accounts' | 'types'>
  /** The list that has the account, filtered by `intentions` if given; undefined: ask the wallet. */
  answer(account: string | undefined, params: unknown): readonly ListedAddress[] | undefined
  /** Takes the wallet's event `bip122_addressesChanged`; returns whether the addresses have changed. */
  hear(addresses: unknown): boolean
}

/** Reads the list that a wallet may send with the session, which saves a request (facts: wallets §5.1). */
export function openBitcoin(sessionProperties: unknown): BitcoinSide {
  let list = readList(isParams(sessionProperties) ? sessionProperties.bip122_getAccountAddresses : undefined)
  return {
    ordered(accounts) {
      const said = new Map(list.map(({ address, intention }) => [address, intention]))
      const types = purposesOf(
        accounts.map((id) => {
          const { address } = parseCaipAddress(id)
          return { address, purpose: said.get(address) }
        }),
      )
      // A payment to an address for ordinals may be hard to spend.
      const isOther = (id: CaipAddress) => Number(types[parseCaipAddress(id).address] !== 'payment')
      return { accounts: [...accounts].sort((one, other) => isOther(one) - isOther(other)), types }
    },
    answer(account, params) {
      const { account: asked = account, intentions } = isParams(params) ? params : {}
      // Not the list of another account.
      if (!list.some(({ address }) => address === asked)) return undefined
      const wanted: readonly unknown[] = Array.isArray(intentions) ? intentions : []
      return wanted.length === 0 ? list : list.filter(({ intention }) => wanted.includes(intention))
    },
    hear(addresses) {
      const before = JSON.stringify(list)
      list = readList(addresses)
      return JSON.stringify(list) !== before
    },
  }
}

/** Session properties are JSON texts, but wallets send objects too. Junk is left out. Never throws. */
function readList(given: unknown): readonly ListedAddress[] {
  const list = typeof given === 'string' ? fromJson(given) : given
  return (Array.isArray(list) ? list : byIntention(list)).slice(0, MAX_ACCOUNTS).filter(isParams).flatMap(readOne)
}

/** Some wallets send a separate list for each intention. */
function byIntention(lists: unknown): unknown[] {
  const named = Object.entries(isParams(lists) ? lists : {}).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  )
  return named.flatMap(([intention, list]) => list.filter(isParams).map((each) => ({ intention, ...each })))
}

function readOne(given: Params): ListedAddress[] {
  const address = readAddress(given.address)
  const text = (name: 'publicKey' | 'path' | 'intention') => {
    const value = given[name]
    return typeof value === 'string' && value.length <= 200 ? { [name]: value } : {}
  }
  return address ? [{ address, ...text('publicKey'), ...text('path'), ...text('intention') }] : []
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
