import { DEMO_POLKADOT_WALLET } from '../stack/networks'
import type { Description } from './describe'
import { describePolkadot, type PolkadotWallet } from './polkadot'

type Question = { question: Description }
type Wallet = { readonly polkadot: PolkadotWallet; readonly onChange: (listener: () => void) => void }

/** Registers the wallet's Polkadot side in `injectedWeb3`, where pages look for Substrate extensions. */
export function injectPolkadot(
  started: Promise<Wallet>,
  { key, consent }: { key: string; consent: (question: Question) => Promise<void> },
) {
  async function enable(site: string) {
    const { polkadot, onChange } = await started
    if (localStorage.getItem(key) !== 'yes') {
      await consent({ question: { title: 'Connect this site', lines: [['Site', `${site} (${location.origin})`]] } })
      localStorage.setItem(key, 'yes')
    }
    const get = async () => [{ address: polkadot.genericAddress, name: 'Demo', type: 'ed25519', genesisHash: null }]
    return {
      accounts: {
        get,
        subscribe(listener: (accounts: readonly object[]) => void) {
          let open = true
          const tell = async () => open && listener(await get())
          void tell()
          onChange(() => void tell())
          return () => {
            open = false
          }
        },
      },
      signer: {
        async signRaw({ address, data }: { address: string; data: string }) {
          const request = { method: 'polkadot_signMessage', params: { address, data } }
          await consent({ question: describePolkadot(request) })
          return { id: 1, ...(await polkadot.perform(request)) }
        },
      },
    }
  }
  const page = window as { injectedWeb3?: Record<string, unknown> }
  page.injectedWeb3 = { ...page.injectedWeb3, [DEMO_POLKADOT_WALLET]: { version: '1.0.0', enable } }
}
