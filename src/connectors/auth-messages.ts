import { WalletError } from '../lib/errors'
import { EVM_ADDRESS } from '../lib/evm-address'
import { safeParse, z } from '../lib/schema'
import type { SocialProvider } from '../lib/social'
import { toChecksum } from './eip155-values'

const Address = z.string().check(z.regex(/^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/))
const ChainId = z.union([
  z.int().check(z.positive()),
  z.string().check(z.regex(/^([1-9]\d{0,15}|[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32})$/)),
])
// Looser than our own form's check: the secure site's users may have other addresses.
const Email = z.string().check(z.maxLength(320), z.regex(/^[^\s@<>"\\]+@[^\s@<>"\\]+$/))
const Name = z.string().check(z.maxLength(200))
const AccountType = z.enum(['eoa', 'smartAccount'])
const Link = z.string().check(z.maxLength(8_192))
const Nothing = z.unknown()

/** The account the frame signs for; EVM chains by number, others by CAIP-2 id. */
const User = z.object({
  email: z.optional(z.nullable(Email)),
  address: Address,
  chainId: ChainId,
  accounts: z.optional(z.array(z.object({ address: Address, type: AccountType })).check(z.maxLength(20))),
  userName: z.optional(z.nullable(Name)),
  smartAccountDeployed: z.optional(z.boolean()),
  preferredAccountType: z.optional(z.string()),
})

/** The events sent to the secure frame, with the payload of each answer; INIT_SMART_ACCOUNT is never sent (facts: frame protocol §3). */
export const answers = {
  SWITCH_NETWORK: z.object({ chainId: ChainId }),
  CONNECT_EMAIL: z.object({ action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) }),
  CONNECT_DEVICE: Nothing,
  CONNECT_OTP: Nothing,
  CONNECT_SOCIAL: User,
  GET_SOCIAL_REDIRECT_URI: z.object({ uri: Link }),
  GET_FARCASTER_URI: z.object({ url: Link }),
  CONNECT_FARCASTER: z.object({ userName: Name }),
  GET_USER: User,
  SIGN_OUT: Nothing,
  IS_CONNECTED: z.object({ isConnected: z.boolean() }),
  GET_CHAIN_ID: z.object({ chainId: ChainId }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: z.object({
    smartAccountEnabledNetworks: z.array(z.int().check(z.positive())).check(z.maxLength(500)),
  }),
  SET_PREFERRED_ACCOUNT: z.object({ type: AccountType, address: Address }),
  RPC_REQUEST: Nothing,
  UPDATE_EMAIL: z.object({ action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
  UPDATE_EMAIL_PRIMARY_OTP: Nothing,
  UPDATE_EMAIL_SECONDARY_OTP: z.object({ newEmail: Email }),
  SYNC_THEME: Nothing,
  SYNC_DAPP_DATA: Nothing,
  RELOAD: Nothing,
} as const

/** Name of an event sent to the frame. */
export type AppEvent = keyof typeof answers
/** Payload of its answer. */
export type Answer<Name extends AppEvent> = z.infer<(typeof answers)[Name]>
/** The signed-in user as the frame reports them. */
export type FrameUser = Answer<'GET_USER'>

/** Whether only the user who is signed in there can ask this. */
export const isOwners = (name: AppEvent): boolean => /^(SWITCH|UPDATE|GET_(USER|CHAIN))/.test(name)

/** The account the frame signs for in a namespace, in our notation. Throws WALLET_ANSWER_INVALID if it is of another kind of chain. */
export function accountOf({ address, accounts, preferredAccountType }: FrameUser, namespace: string) {
  const isEvm = address.startsWith('0x')
  if (isEvm !== (namespace === 'eip155')) throw new WalletError('WALLET_ANSWER_INVALID')
  const named = accounts?.find((each) => each.address.toLowerCase() === address.toLowerCase())
  const type = named?.type ?? (preferredAccountType === 'smartAccount' ? 'smartAccount' : 'eoa')
  return { address: isEvm ? toChecksum(address) : address, type } as const
}

/** Payload of each event that has one. */
export type Question = {
  SWITCH_NETWORK: { chainId: string | number }
  CONNECT_EMAIL: { email: string }
  CONNECT_OTP: { otp: string }
  CONNECT_SOCIAL: { uri: string }
  GET_SOCIAL_REDIRECT_URI: { provider: SocialProvider }
  GET_USER: { chainId?: string | number; preferredAccountType?: string }
  SET_PREFERRED_ACCOUNT: { type: string }
  RPC_REQUEST: { method: string; params?: unknown }
  UPDATE_EMAIL: { email: string }
  UPDATE_EMAIL_PRIMARY_OTP: { otp: string }
  UPDATE_EMAIL_SECONDARY_OTP: { otp: string }
  SYNC_THEME: {
    themeMode?: 'light' | 'dark'
    themeVariables?: Record<string, string | number>
    w3mThemeVariables?: Record<string, string>
  }
  SYNC_DAPP_DATA: {
    metadata?: { name: string; description: string; url: string; icons: readonly string[] }
    sdkVersion?: string
    sdkType?: string
    projectId: string
  }
}

const Message = z.object({
  type: z.string().check(z.maxLength(100), z.startsWith('@w3m-frame/')),
  id: z.optional(z.string().check(z.maxLength(100))),
  payload: z.optional(z.unknown()),
})
const Height = z.object({ height: z.number().check(z.positive()) })
const Failure = z.object({ message: z.optional(z.string()) })

/** A message of the frame: ready, the height of its content in CSS pixels, or the answer to a request. */
type FrameMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'answer'; readonly id: string; readonly name: string; readonly ok: boolean; readonly payload: unknown }

/** Reads a message of the frame; undefined for anything else, including event types of later versions. Never throws. */
export function readMessage(data: unknown): FrameMessage | undefined {
  try {
    const message = safeParse(Message, data)
    if (!message.success) return undefined
    const { type, id, payload } = message.data
    if (type === '@w3m-frame/READY') return { kind: 'ready' }
    // Our own event; a frame that does not send it gets the protocol's height (facts: frame protocol §6).
    if (type === '@w3m-frame/HEIGHT') {
      const read = safeParse(Height, payload)
      return read.success ? { kind: 'height', height: read.data.height } : undefined
    }
    const [, name, end] = /^@w3m-frame\/([A-Z_]+)_(SUCCESS|ERROR)$/.exec(type) ?? []
    if (!id || !name || !Object.hasOwn(answers, name)) return undefined
    return { kind: 'answer', id, name, ok: end === 'SUCCESS', payload }
  } catch {
    return undefined
  }
}

/** The payload of an answer, checked against its event's schema; undefined if it does not match. */
export function readAnswer(name: AppEvent, payload: unknown): { readonly payload: unknown } | undefined {
  const read = safeParse(answers[name], payload)
  return read.success ? { payload: read.data } : undefined
}

/** The frame's error message; undefined if it gives none. */
export function readFailure(payload: unknown): string | undefined {
  const failure = safeParse(Failure, payload)
  return failure.success ? failure.data.message : undefined
}

const Bytes = z.string().check(z.regex(/^0x[0-9a-f]*$/i))
const Calls = z.tuple([
  z.looseObject({
    calls: z
      .array(
        z.looseObject({
          to: z.string().check(z.regex(EVM_ADDRESS)),
          data: z.optional(Bytes),
          value: z.optional(Bytes),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
  }),
])

/** Whether the parameters of `wallet_sendCalls` are valid: destination and data start with 0x (specification §5). */
export const areCalls = (params: unknown): boolean => safeParse(Calls, params).success
