/** The whole message of each failure; `{wallet}` stands for the wallet's name. */
export const sentences = {
  NO_ACCOUNTS_FOUND: 'No accounts found The wallet shared no account. Choose one in the wallet, then try again.',
  CONNECT_FAILED: 'Connection failed Try again, or choose another wallet.',
  CHAIN_UNSUPPORTED: 'Unsupported chain Switch to a network that this site uses, or disconnect.',
  USER_REJECTED: 'Request declined Nothing was shared. You can ask {wallet} again whenever you’re ready.',
  WALLET_UNAUTHORIZED: 'The wallet has not authorized this',
  REQUEST_PENDING: 'A request is already open in your wallet Open the wallet and answer it.',
} as const

/** Wallets that fail to connect, with the resulting code. */
export const failing: Readonly<Record<string, readonly [make: () => unknown, code: keyof typeof sentences]>> = {
  P03: [() => window.scriptedWallet({ eth_requestAccounts: () => [] }), 'NO_ACCOUNTS_FOUND'],
  P04: [() => window.scriptedWallet({ eth_requestAccounts: () => null }), 'NO_ACCOUNTS_FOUND'],
  P05: [() => window.scriptedWallet({ eth_requestAccounts: () => ['0x0'] }), 'NO_ACCOUNTS_FOUND'],
  P06: [() => window.scriptedWallet({ eth_requestAccounts: () => ['not-hex'] }), 'NO_ACCOUNTS_FOUND'],
  P09: [
    () => ({
      ...window.scriptedWallet(),
      request() {
        throw new Error('at once')
      },
    }),
    'CONNECT_FAILED',
  ],
  P10: [() => window.scriptedWallet({ eth_requestAccounts: () => Promise.reject() }), 'CONNECT_FAILED'],
  P11: [() => window.scriptedWallet({ eth_requestAccounts: () => Promise.reject('no') }), 'CONNECT_FAILED'],
  P12: [() => window.scriptedWallet({ eth_requestAccounts: () => Promise.reject({ code: '4001' }) }), 'USER_REJECTED'],
  P13: [() => window.scriptedWallet({ eth_requestAccounts: () => Promise.reject({ code: 4001 }) }), 'USER_REJECTED'],
  P14: [() => window.scriptedWallet({ eth_requestAccounts: () => Promise.reject({ code: 4100 }) }), 'WALLET_UNAUTHORIZED'],
  P15: [() => window.scriptedWallet({ eth_requestAccounts: () => Promise.reject({ code: -32002 }) }), 'REQUEST_PENDING'],
  P16: [() => window.scriptedWallet({ eth_requestAccounts: () => Promise.reject({ code: 5000 }) }), 'USER_REJECTED'],
  P17: [
    () =>
      window.scriptedWallet({
        eth_requestAccounts: () =>
          Promise.reject({
            get message() {
              throw new Error('hostile message')
            },
          }),
      }),
    'CONNECT_FAILED',
  ],
  P21: [() => window.scriptedWallet({ eth_chainId: () => '0xzz' }), 'CHAIN_UNSUPPORTED'],
  P22: [() => window.scriptedWallet({ eth_chainId: () => '0x' }), 'CHAIN_UNSUPPORTED'],
  P23: [() => window.scriptedWallet({ eth_chainId: () => '0xffffffffffffffffffff' }), 'CHAIN_UNSUPPORTED'],
  P47: [
    () => ({
      ...window.scriptedWallet(),
      request: () =>
        Object.defineProperty({}, 'then', {
          value() {
            throw new Error('hostile then')
          },
        }),
    }),
    'CONNECT_FAILED',
  ],
}

/** Announced wallets without a usable provider. */
export const absent: Readonly<Record<string, () => unknown>> = {
  P42: () => ({ send() {}, sendAsync() {}, on() {} }),
  P43: () =>
    new Proxy(
      {},
      {
        get() {
          throw new Error('hostile getter')
        },
      },
    ),
}

/** Those of `odd` that are on BNB Smart Chain; the others are on the local chain. */
export const onBnb = ['P18', 'P19', 'P20']

/** Wallets that behave oddly and still connect. */
export const odd: Readonly<Record<string, () => unknown>> = {
  P02: () => {
    const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const twice = (resolve: (value: string[]) => void) => {
      resolve([account])
      resolve([])
    }
    return window.scriptedWallet({ eth_requestAccounts: () => Object.defineProperty({}, 'then', { value: twice }) })
  },
  P07: () => {
    const accounts = Array.from({ length: 9_999 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}`)
    return window.scriptedWallet({ eth_requestAccounts: () => ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', ...accounts] })
  },
  P08: () => {
    const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const casings = [account.toLowerCase(), account, `0x${account.slice(2).toUpperCase()}`]
    return window.scriptedWallet({ eth_requestAccounts: () => casings })
  },
  P18: () => window.scriptedWallet({ eth_chainId: () => '56' }),
  P19: () => window.scriptedWallet({ eth_chainId: () => 56 }),
  P20: () => window.scriptedWallet({ eth_chainId: () => '0x038' }),
  P38: () => {
    const wallet = window.scriptedWallet()
    return {
      ...wallet,
      on(event: string, listener: (payload: unknown) => void) {
        wallet.on(event, listener)
        wallet.emit('connect', { chainId: '0x1' })
        wallet.emit('chainChanged', '0x7a69')
      },
    }
  },
  P39: () => ({ ...window.scriptedWallet(), on: undefined }),
  P40: () => ({
    ...window.scriptedWallet(),
    on() {
      throw new Error('no events here')
    },
  }),
  P41: () => ({ ...window.scriptedWallet(), removeListener: undefined }),
  P44: () => Object.freeze(window.scriptedWallet()),
  P45: () => Object.assign(() => {}, window.scriptedWallet()),
  P46: () => {
    const wallet = window.scriptedWallet()
    const answers: Record<string, unknown> = {
      eth_chainId: '0x7a69',
      eth_requestAccounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    }
    return { ...wallet, request: ({ method }: { method: string }) => answers[method] }
  },
}
