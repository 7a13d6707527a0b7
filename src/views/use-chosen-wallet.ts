import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { listedWallet } from '../controllers/select-wallet'
import { claimedSince, installedAs } from '../controllers/wallet-rows'
import { EMAIL_NAME } from '../lib/auth-id'
import type { ListedWallet, WalletInfo } from '../lib/wallet'
import type { Messages } from '../locales/en'
import { attempt } from '../state/attempt'
import { connectors } from '../state/connectors'
import { wallets } from '../state/wallets'
import { useShown } from './shown-view'
import { useFirstMessages } from './use-first-messages'

/** The wallet of a connecting view: the one it was opened with, else the one that is asked. */
export type ChosenWallet = {
  readonly id: string
  readonly name: string
  readonly icon: string | undefined
  /** It is in this browser. */
  readonly here: WalletInfo | undefined
  /** The wallet list's record of it. */
  readonly listed: ListedWallet | undefined
}

/** The wallet that is to be connected. */
export function useChosenWallet(): ChosenWallet {
  const t = useFirstMessages()
  const { data } = useShown()
  const asked = useSnapshot(attempt).wallet
  // Kept while the modal closes, when the attempt has been cleared.
  const [wallet, setWallet] = useState(asked)
  if (asked && asked !== wallet) setWallet(asked)
  const { list } = useSnapshot(connectors)
  const lists = useSnapshot(wallets)
  const id = data?.walletId ?? wallet?.id ?? ''
  const listed = listedWallet(id, lists)
  const here = installedAs(id, listed, list, undefined) ?? (wallet?.id === id ? claimedSince(id, list) : undefined)
  // A wallet that answered a QR code has the name that it gives itself.
  const peer = data?.walletId ? undefined : wallet
  const name = peer?.name ?? here?.name ?? listed?.name ?? t.modal.wallet
  return {
    ...{ id, here, listed },
    // The embedded wallet is called "Email", in the chosen language.
    name: name === EMAIL_NAME ? ((t as Partial<Messages>).embedded?.emailShort ?? name) : name,
    icon: peer?.icon ?? here?.icon ?? listed?.imageUrl,
  }
}
