import { useSnapshot } from 'valtio'
import { listedWallet } from '../controllers/select-wallet'
import { installedFor } from '../controllers/wallet-rows'
import type { ListedWallet, WalletInfo } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { connectors } from '../state/connectors'
import { wallets } from '../state/wallets'
import { useShown } from './shown'
import { useFirstMessages } from './use-first-messages'
import { useWalletName } from './use-wallet-name'

/** The wallet that a connecting screen is about: the one it was opened with, else the one that is asked. */
export type ChosenWallet = {
  readonly id: string
  readonly name: string
  readonly icon: string | undefined
  /** It is in this browser. */
  readonly here: WalletInfo | undefined
  /** The wallet list's record of it. */
  readonly listed: ListedWallet | undefined
}

/** Which wallet is to be connected, and what it is called. */
export function useChosenWallet(): ChosenWallet {
  const t = useFirstMessages()
  const { data } = useShown()
  const { wallet } = useSnapshot(attempt)
  const { list } = useSnapshot(connectors)
  const lists = useSnapshot(wallets)
  const id = data?.walletId ?? wallet?.id ?? ''
  const listed = listedWallet(id, lists)
  const here = list.find((each) => each.id === id) ?? (listed && installedFor(listed, list))
  // A wallet that answered a code is known by the name it gives itself.
  const peer = data?.walletId ? undefined : wallet
  const name = useWalletName({ wallet: peer ?? here, connectorId: id })
  return {
    ...{ id, here, listed },
    name: name ?? listed?.name ?? t.modal.wallet,
    icon: peer?.icon ?? here?.icon ?? listed?.imageUrl,
  }
}
