import { whenIdle } from '../lib/idle'
import { keys, remember } from '../lib/storage'
import type { ListedWallet } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { connectors } from '../state/connectors'
import { modal } from '../state/modal'
import { wallets } from '../state/wallets'
import { onChange } from './on-change'
import { readRecent } from './recent-wallets'
import { listedWallet } from './select-wallet'
import { isSameWallet } from './wallet-match'

/** Wallets that are remembered. */
const RECENT_LIMIT = 2

/** Remembers the wallet of every connection that a person makes. Returns its stop. */
export function followRecent(): () => void {
  const look = () => {
    if (attempt.status === 'connected') rememberWallet()
  }
  look()
  return onChange([attempt], () => attempt.status, look)
}

/** Remembered already, and not in the list yet. */
let unshown: ListedWallet[] | undefined

/** Puts the wallet that has just been connected first. A pairing is remembered as the wallet that it was opened for. */
function rememberWallet(): void {
  const used = usedWallet()
  if (!used) return
  readRecent()
  const recent = [used, ...(unshown ?? wallets.recent).filter((each) => !isSameWallet(each, used))].slice(0, RECENT_LIMIT)
  remember(keys.recentWallets, recent)
  unshown = recent
  // The list that it was chosen from is not drawn anew while it leaves.
  whenIdle(() => {
    if (unshown !== recent) return
    wallets.recent = recent
    unshown = undefined
  })
}

function usedWallet(): ListedWallet | undefined {
  const { connectorId } = chains.active
  const chosen = wallets.chosen ?? modal.top.data?.walletId
  const listed = chosen === undefined ? undefined : listedWallet(chosen)
  const here = connectors.list.find(({ id, parts }) => id === connectorId || parts?.some((part) => part.id === connectorId))
  if (here?.type === 'WALLET_CONNECT') return listed && { ...listed }
  if (!here || here.type === 'AUTH') return undefined
  const record = [...wallets.featured, ...wallets.recommended, ...wallets.bundled].find((each) => isSameWallet(each, here))
  // Its own icon is a data URI that is there again with the wallet itself.
  return record ? { ...record } : { id: here.id, name: here.name, ...(here.rdns && { rdns: here.rdns }) }
}
