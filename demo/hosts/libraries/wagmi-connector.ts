import { createConnector } from '@wagmi/core'
import { type EIP1193Provider, getAddress, UserRejectedRequestError } from 'viem'
import type { WalletModalElement } from 'wallet-modal'

/** Throws the error by which wagmi’s callers recognise that the visitor closed the dialog or declined in the wallet. */
function refused(cause: Error & { code?: unknown }): never {
  const isDeclined = /^(ABORTED|USER_REJECTED|NETWORK_CHANGE_DECLINED)$/.test(String(cause.code))
  throw isDeclined ? new UserRejectedRequestError(cause) : cause
}

/** `<wallet-modal>` as a wagmi connector: the visitor chooses the wallet in its dialog, wagmi does the rest. */
export function walletModal(modal: WalletModalElement) {
  return createConnector<EIP1193Provider>((config) => {
    // The visitor may also have wallets on other kinds of chains, and one of those may be active.
    const accounts = () => modal.state.accounts.filter(({ namespace }) => namespace === 'eip155')
    const addresses = () => accounts().map(({ address }) => getAddress(address))
    const chainId = () => Number(accounts()[0]?.caipAddress.split(':')[1])
    type Told = 'wallet-connected' | 'wallet-account-changed' | 'wallet-network-changed' | 'wallet-disconnected'
    const onOwn = <Name extends Told>(name: Name, hear: (detail: HTMLElementEventMap[Name]['detail']) => void) =>
      modal.addEventListener(name, ({ detail }) => detail.namespace === 'eip155' && hear(detail))
    return {
      id: 'wallet-modal',
      name: 'Wallet Modal',
      type: 'wallet-modal',
      async setup() {
        // Connected by the page's own button, after a reload, or instead of another wallet.
        onOwn('wallet-connected', () => config.emitter.emit('connect', { accounts: addresses(), chainId: chainId() }))
        onOwn('wallet-account-changed', () => this.onAccountsChanged(addresses()))
        onOwn('wallet-network-changed', ({ chainId }) => this.onChainChanged(String(chainId)))
        onOwn('wallet-disconnected', () => this.onDisconnect())
      },
      async connect({ chainId: wanted } = {}) {
        await modal.connect({ namespace: 'eip155' }).catch(refused)
        if (wanted && wanted !== chainId()) await modal.switchNetwork(`eip155:${wanted}`).catch(refused)
        // The type depends on a caller's option that only wagmi knows.
        return { accounts: addresses() as never, chainId: chainId() }
      },
      async disconnect() {
        await modal.disconnect('eip155')
      },
      getAccounts: async () => addresses(),
      getChainId: async () => chainId(),
      getProvider: async () => modal.getProvider('eip155') as EIP1193Provider,
      async isAuthorized() {
        await modal.ready
        return addresses().length > 0
      },
      async switchChain({ chainId }) {
        const chain = config.chains.find(({ id }) => id === chainId)
        if (!chain) throw new Error(`The app does not use chain ${chainId}.`)
        await modal.switchNetwork(`eip155:${chainId}`).catch(refused)
        return chain
      },
      onAccountsChanged: (accounts) => config.emitter.emit('change', { accounts: accounts.map((each) => getAddress(each)) }),
      onChainChanged: (id) => config.emitter.emit('change', { chainId: Number(id) }),
      onDisconnect: () => config.emitter.emit('disconnect'),
    }
  })
}
