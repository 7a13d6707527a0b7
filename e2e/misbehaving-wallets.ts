/** What a wallet does when it is asked to connect, and what the visitor reads then. */
export const failing: Readonly<Record<string, readonly [make: () => unknown, text: string]>> = {
  P03: [() => window.scriptedWallet({ eth_requestAccounts: () => [] }), 'No accounts found'],
  P04: [() => window.scriptedWallet({ eth_requestAccounts: () => null }), 'No accounts found'],
  P05: [() => window.scriptedWallet({ eth_requestAccounts: () => ['0x0'] }), 'No accounts found'],
  P06: [() => window.scriptedWallet({ eth_requestAccounts: () => ['not-hex'] }), 'No accounts found'],
  P09: [
    () => ({
      ...window.scriptedWallet(),
      request() {
        throw new Error('at once')
      },
    }),
    'Connection failed',
  ],
  P10: [() => window.scriptedWallet({ eth_requestAccounts: () => Promise.reject() }), 'Connection failed'],
  P11: [() => window.scriptedWallet({ eth_requestAccounts: () => Promise.reject('no') }), 'Connection failed'],
  P12: [() => window.scriptedWallet({ eth_requestAccounts: () => Promise.reject({ code: '4001' }) }), 'Request declined'],
  P13: [() => window.scriptedWallet({ eth_requestAccounts: () => Promise.reject({ code: 4001 }) }), 'Request declined'],
  P14: [
    () => window.scriptedWallet({ eth_requestAccounts: () => Promise.reject({ code: 4100 }) }),
    'The wallet has not authorized this',
  ],
  P15: [
    () => window.scriptedWallet({ eth_requestAccounts: () => Promise.reject({ code: -32002 }) }),
    'A request is already open in your wallet',
  ],
  P16: [() => window.scriptedWallet({ eth_requestAccounts: () => Promise.reject({ code: 5000 }) }), 'Request declined'],
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
    'Connection failed',
  ],
  P21: [() => window.scriptedWallet({ eth_chainId: () => '0xzz' }), 'Unsupported chain'],
  P22: [() => window.scriptedWallet({ eth_chainId: () => '0x' }), 'Unsupported chain'],
  P23: [() => window.scriptedWallet({ eth_chainId: () => '0xffffffffffffffffffff' }), 'Unsupported chain'],
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
    'Connection failed',
  ],
}

/** What announces itself without a provider that can be asked. */
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

/** What a wallet does that is odd, and connects all the same. */
export const odd: Readonly<Record<string, () => unknown>> = {
  P02: () => {
    const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const twice = (resolve: (value: string[]) => void) => {
      resolve([account])
      resolve([])
    }
    return window.scriptedWallet({ eth_requestAccounts: () => Object.defineProperty({}, 'then', { value: twice }) })
  },
  P08: () => {
    const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const casings = [account.toLowerCase(), account, `0x${account.slice(2).toUpperCase()}`]
    return window.scriptedWallet({ eth_requestAccounts: () => casings })
  },
  P18: () => window.scriptedWallet({ eth_chainId: () => '31337' }),
  P19: () => window.scriptedWallet({ eth_chainId: () => 31337 }),
  P20: () => window.scriptedWallet({ eth_chainId: () => '0x07a69' }),
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
