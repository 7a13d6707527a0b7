import { connectAnnounced, connectByCode, connectByEmail } from './connect-steps'
import { breakDatabase, breakLocalStorage, breakProvider, breakThe, type Component, setMood } from './faults'
import type { WalletMood } from './page-chaos'
import type { Chance } from './random'
import type { Step } from './step'
import { lookAtAccount, openAnew, sign, switchNetwork } from './steps'
import { search, send, swap } from './typing-steps'

const troubled: readonly WalletMood[] = ['refuses', 'silent', 'busy', 'fails', 'nonsense']
const wallet: Step = (world, { pick }) => setMood(world, pick(troubled))
const liar: Step = (world) => setMood(world, 'liar')
const rpc: Step = (world, chance) => breakThe('rpc', world, chance)
const relay: Step = (world, chance) => breakThe('relay', world, chance)
const frame: Step = (world, chance) => breakThe('frame', world, chance)
const provider: Step = (world, { pick }) => breakProvider(world, pick(['/', '/v1']), pick)
const wallets: Step = (world, { pick }) => breakProvider(world, pick(['/', '/getWallets']), pick)

/** First steps of a journey, chosen so that the broken component is used. */
const plans: Readonly<Record<Component, readonly (readonly Step[])[]>> = {
  wallet: [
    [wallet, connectAnnounced],
    [connectAnnounced, wallet, sign],
    [connectAnnounced, wallet, switchNetwork],
    [connectAnnounced, liar, switchNetwork],
  ],
  storage: [
    [breakLocalStorage, connectAnnounced],
    [connectAnnounced, breakLocalStorage, switchNetwork],
    [openAnew, breakDatabase, connectByCode],
  ],
  rpc: [
    [connectAnnounced, rpc, send],
    [rpc, connectAnnounced, send],
  ],
  provider: [
    [openAnew, wallets, search],
    [openAnew, provider, connectAnnounced, lookAtAccount],
    [openAnew, provider, connectAnnounced, swap],
  ],
  relay: [
    [openAnew, relay, connectByCode],
    [openAnew, connectByCode, relay, sign],
  ],
  frame: [[openAnew, frame, connectByEmail]],
}

export const planOf = (component: Component, { pick }: Chance): readonly Step[] => pick(plans[component])
