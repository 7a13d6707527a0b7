import { button, type FaultRow } from './row'

/** Signing in, the login of the host's backend, and smart sessions. */
export const signIn: Readonly<Record<string, FaultRow>> = {
  51: {
    component: 'SIWX',
    fault: 'the person declines',
    state: 'connected',
    code: 'SIGNATURE_DECLINED',
    message: 'Signature declined Sign again to continue, or cancel to disconnect.',
    wayOut: button('Sign again'),
  },
  52: {
    component: 'SIWX',
    fault: 'the nonce cannot be had, or the proof fails',
    state: 'connected',
    code: 'SIGN_IN_FAILED',
    message: 'Could not sign you in Nothing was lost. Try again.',
    wayOut: button('Try again'),
  },
  53: {
    component: 'SIWX',
    fault: 'the account changes while signing',
    state: 'connected',
    wayOut: button('Sign in'),
  },
  54: {
    component: 'SIWX',
    fault: 'closed while it is required',
    state: 'connected',
    message: 'Sign in first This site asks for it. Sign in to continue, or cancel to disconnect.',
    wayOut: button('Sign in'),
  },
  55: {
    component: 'SIWX',
    fault: 'canceled when required, and disconnecting fails',
    state: 'disconnected',
    code: 'DISCONNECT_FAILED',
    message: 'Failed to disconnect You are disconnected here; the wallet may not know yet.',
    wayOut: button(/WalletConnect/),
  },
  71: {
    component: 'Smart session',
    fault: 'revoking fails after the signature',
    state: 'connected',
    code: 'SESSION_REVOKE_FAILED',
    message: 'Not revoked. Try again It is still active.',
    wayOut: button(/^Revoke /),
  },
  73: {
    component: 'Tabs',
    fault: 'many refresh at once',
    state: 'connected',
    wayOut: button(/^Account /),
  },
  74: {
    component: 'Login',
    fault: 'the access token ends in mid-call',
    state: 'connected',
    wayOut: button(/^Account /),
  },
  75: {
    component: 'Login',
    fault: 'the refresh token was used by somebody else',
    state: 'disconnected',
    code: 'LOGIN_EXPIRED',
    message: 'Please sign in again',
    wayOut: button(/WalletConnect/),
  },
  76: {
    component: 'Login',
    fault: 'the clock differs by ten minutes',
    state: 'connected',
    wayOut: button(/^Account /),
  },
}
