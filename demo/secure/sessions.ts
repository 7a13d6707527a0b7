import { type Address, decodeEventLog, encodeFunctionData, type Hex, hexToBigInt, hexToNumber, toEventSelector } from 'viem'
import { accountAbi, GRANTED, type Session } from './account-abi'
import { callChain } from './chains'

/** A session as the account knows it. */
export type KnownSession = { readonly id: Hex; readonly session: Session; readonly block: Hex; readonly revokedIn?: Hex }

type Log = { readonly data: Hex; readonly topics: [Hex, ...Hex[]]; readonly blockNumber: Hex }
const GRANTED_TOPIC = toEventSelector(
  'Granted(bytes32,(address,uint48,bytes32,string,(address,uint256,uint48,uint48)[],(address,bytes4,uint256)[]))',
)
const REVOKED_TOPIC = toEventSelector('Revoked(bytes32)')

/** Every session that an account has granted, oldest first, read from the chain. */
export async function sessionsOf(rpc: string, account: Address): Promise<readonly KnownSession[]> {
  const logs = await callChain<Log[]>(rpc, 'eth_getLogs', [
    { address: account, fromBlock: '0x0', toBlock: 'latest', topics: [[GRANTED_TOPIC, REVOKED_TOPIC]] },
  ])
  const ended = new Map(
    logs.flatMap(({ topics: [kind, id], blockNumber }) => (kind === REVOKED_TOPIC && id ? [[id, blockNumber]] : [])),
  )
  return logs.flatMap(({ data, topics, blockNumber }) => {
    if (topics[0] !== GRANTED_TOPIC) return []
    const { args } = decodeEventLog({ abi: accountAbi, eventName: 'Granted', data, topics })
    const revokedIn = ended.get(args.id)
    return [{ id: args.id, session: args.session, block: blockNumber, ...(revokedIn && { revokedIn }) }]
  })
}

/** Whether a session was granted and not revoked; it may have expired. */
export async function isGranted(rpc: string, account: Address, id: Hex): Promise<boolean> {
  const data = encodeFunctionData({ abi: accountAbi, functionName: 'stateOf', args: [id] })
  const state = await callChain<Hex>(rpc, 'eth_call', [{ to: account, data }, 'latest'])
  return state !== '0x' && hexToNumber(state) === GRANTED
}

/** What a session has used: of its allowances in the current period, then the coins of its calls. */
export async function usedOf(rpc: string, account: Address, session: Session): Promise<readonly bigint[]> {
  const data = encodeFunctionData({ abi: accountAbi, functionName: 'usedOf', args: [session] })
  const words = (await callChain<Hex>(rpc, 'eth_call', [{ to: account, data }, 'latest'])).slice(2).match(/.{64}/g) ?? []
  // An offset and a length precede the amounts.
  return words.slice(2).map((word) => hexToBigInt(`0x${word}`))
}
