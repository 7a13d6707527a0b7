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

/** How many wallets are remembered. */
const RECENT_LIMIT = 2

/** Remembers the wallet of every connection that a person makes. Returns its stop. */
export function followRecent(): () => void {
  const look = () => {
    if (attempt.status === 'connected') rememberWallet()
  }
  look()
  return onChange([attempt], () => attempt.status, look)
}

/** The new list, stored already but not yet in the store that the views read. */
let unshown: ListedWallet[] | undefined

/** Puts the wallet that was just connected first. A WalletConnect pairing counts as the wallet that it was opened for. */
function rememberWallet(): void {
  const used = usedWallet()
  if (!used) return
  readRecent()
  const recent = [used, ...(unshown ?? wallets.recent).filter((each) => !isSameWallet(each, used))].slice(0, RECENT_LIMIT)
  remember(keys.recentWallets, recent)
  unshown = recent
  // Later, so that the list it was chosen from does not render again while it leaves.
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
  // Without its icon, a data URI that the wallet brings again.
  return record ? { ...record } : { id: here.id, name: here.name, ...(here.rdns && { rdns: here.rdns }) }
}
