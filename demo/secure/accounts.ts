import type { Hex, LocalAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { chainById, type SiteChain, siteConfig } from './chains'
import { keysOf } from './keys'
import { type SmartAccount, smartAccount } from './smart-account'
import { solanaKey } from './solana-key'

/** `eoa`: the key's own address; `smartAccount`: the contract that it owns. */
export type AccountType = 'eoa' | 'smartAccount'
/** The account that the page sees, and its chains: the EVM chain, and the last requested chain of any kind. */
export type Active = { readonly evm: number; readonly chainId: number | string; readonly type: AccountType }

export const isSolana = (chainId: number | string): boolean => String(chainId).startsWith('solana:')

const KEPT = 'active'
/** Stored, because the frame may be reloaded while the page stays. */
let active: Active = kept() ?? { evm: started(), chainId: started(), type: 'eoa' }

export const activeNow = (): Active => active

/** Switches the chain and the account type; the type only applies to EVM chains. */
export function move({
  chainId = active.chainId,
  type = active.type,
}: {
  chainId?: number | string
  type?: AccountType
}): Active {
  active = isSolana(chainId) ? { ...active, chainId } : { evm: Number(chainId), chainId: Number(chainId), type }
  sessionStorage.setItem(KEPT, JSON.stringify(active))
  return active
}

function started(): number {
  const given = new URLSearchParams(location.search).get('chainId') ?? ''
  return given.startsWith('eip155:') ? Number(given.slice(7)) : 1
}

function kept(): Active | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** A person's account that signs on an EVM chain: the contract if wanted and possible, else the key itself. */
export type EvmAccount = { readonly address: Hex; readonly owner: LocalAccount; readonly smart?: SmartAccount }

/**
 * On chains without contract accounts it is the key's own. Throws if the chain does not answer: falling back would give another
 * account than before, which would sign what that one was asked for.
 */
export async function evmAccount(person: string, chain: SiteChain | undefined, type: AccountType): Promise<EvmAccount> {
  const owner = privateKeyToAccount((await keysOf(person)).evm)
  const smart = type === 'smartAccount' && chain?.factory ? await smartAccount(chain, owner) : undefined
  return { owner, address: smart?.address ?? owner.address, ...(smart && { smart }) }
}

/** What the page gets about the signed-in person and their accounts on the current chain. */
export async function accountsIn(person: string) {
  const { chainId, type } = active
  if (isSolana(chainId)) {
    const { address } = await solanaKey((await keysOf(person)).solana)
    return { address, chainId, accounts: [{ address, type: 'eoa' as const }], preferredAccountType: 'eoa' as const }
  }
  const chain = (await siteConfig()).chains.find((each) => each.chainId === Number(chainId))
  const { owner, address, smart } = await evmAccount(person, chain, type)
  return {
    address,
    chainId,
    accounts: [
      { address: owner.address, type: 'eoa' as const },
      ...(smart ? [{ address: smart.address, type: 'smartAccount' as const }] : []),
    ],
    smartAccountDeployed: smart?.deployed ?? false,
    preferredAccountType: smart ? ('smartAccount' as const) : ('eoa' as const),
  }
}

/** Chains on which an account can be a contract. */
export const smartChains = async (): Promise<readonly number[]> =>
  (await siteConfig()).chains.flatMap(({ chainId, factory }) => (factory ? [chainId] : []))

/** The person's contract account. Throws if there is none on this chain. */
async function smartAddress(person: string) {
  const owner = privateKeyToAccount((await keysOf(person)).evm)
  return (await smartAccount(await chainById(active.evm), owner)).address
}

/** Chooses the account type. Throws if there is no contract account; the key's own account is active then. */
export async function preferAccount(person: string, wanted: unknown) {
  const type: AccountType = wanted === 'smartAccount' ? 'smartAccount' : 'eoa'
  chooseType('eoa')
  const { owner } = await evmAccount(person, undefined, 'eoa')
  const address = type === 'smartAccount' ? await smartAddress(person) : owner.address
  chooseType(type)
  return { type, address }
}

function chooseType(type: AccountType): void {
  active = { ...active, type }
  sessionStorage.setItem(KEPT, JSON.stringify(active))
}
