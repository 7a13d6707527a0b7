import { modal } from '../state/modal'
import { type Wanted, wallet, where } from './analytics-actor'
import type { Count, Named, Sending, Swapping } from './analytics-events'
import { type Moved, onStep, type Step } from './host-consent'

/** The transaction that the wallet is asked about. */
let asked: { readonly kind: Kind; readonly moved: Moved | undefined; readonly name: string | undefined } | undefined
type Kind = Extract<Step, { kind: string }>['kind']

/** The transfer that the wallet is asked about. */
export const sending = (): Sending => ({
  ...where(),
  token: asked?.moved?.symbol,
  amount: asked?.moved?.amount === undefined ? undefined : Number(asked.moved.amount),
})

/** The swap that the wallet is asked about. */
export const swapping = (): Swapping => ({
  ...where(),
  swapFromToken: asked?.moved?.symbol,
  swapToToken: asked?.moved?.toSymbol,
  swapFromAmount: asked?.moved?.amount,
  swapToAmount: asked?.moved?.toAmount,
})

/** The name only for a host that wants addresses, since it leads to one. */
export const naming = ({ address }: Wanted): Named => ({ ...wallet(), ensName: address ? asked?.name : undefined })

/** Forgets the transaction: the wallet has answered. */
export const answered = (): void => {
  asked = undefined
}

/** Whether the wallet is asked about an approval. */
export const wasApproval = (): boolean => asked?.kind === 'approve'

const isSwap = (kind: Kind) => kind === 'swap' || (kind === 'calls' && modal.view === 'SwapReview')

/** Counts transfers, swaps and registered names. Returns its stop. */
export const watchMoney = (count: Count, wanted: Wanted): (() => void) =>
  onStep((step, moved) => {
    if (step.type === 'before-transaction') {
      const { kind, request } = step
      asked = { kind, moved, name: kind === 'name' ? (request as { name: string }).name : undefined }
      if (kind === 'send') count('SEND_INITIATED', sending())
      if (isSwap(kind)) count('INITIATE_SWAP', swapping())
      if (kind === 'name') count('REGISTER_NAME_INITIATED', naming(wanted))
    }
    if (step.type !== 'transaction') return true
    const { kind, status } = step
    if (kind === 'name' && status === 'confirmed') count('REGISTER_NAME_SUCCESS', naming(wanted))
    if (kind === 'send' && status === 'submitted') count('SEND_SUCCESS', sending())
    if (isSwap(kind) && status === 'submitted') count('SWAP_SUCCESS', swapping())
    // A submitted name is not registered yet. Any other's outcome is of an earlier transaction: the wallet may be asked about the next.
    if ((kind === 'name') !== (status === 'submitted')) answered()
    return true
  })
