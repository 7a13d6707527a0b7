/** Why a login is refused; stable, and part of the response body. */
export type RefusalCode = keyof typeof refusals

const refusals = {
  bad_request: [400, 'The request cannot be read'],
  body_missing: [400, 'The body was read before: the login must come before any parser of bodies'],
  bad_signature: [401, 'The signature does not fit the message'],
  token_invalid: [401, 'Sign in to go on'],
  refresh_invalid: [401, 'Sign in to go on'],
  refresh_reused: [401, 'The session was ended, sign in again'],
  origin_not_allowed: [403, 'This site may not use this login'],
  read_only: [403, 'A support view changes nothing'],
  target_not_allowed: [403, 'This account cannot be viewed'],
  not_found: [404, 'Not found'],
  challenge_used: [409, 'This sign-in is over, begin again'],
  challenge_expired: [410, 'This sign-in is over, begin again'],
  body_too_large: [413, 'The request is too large'],
  chain_not_supported: [422, 'This chain is not supported'],
  too_many_requests: [429, 'Too many tries'],
  verifier_unavailable: [503, 'The signature could not be checked now'],
} as const satisfies Record<string, readonly [number, string]>

/** The only error this server throws on purpose: a `code`, the HTTP `status`, and a message that is safe to show to anybody. */
export class LoginRefusal extends Error {
  override name = 'LoginRefusal'
  readonly status: number
  constructor(
    readonly code: RefusalCode,
    /** How long to wait, if waiting helps. */
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
  ) {
    super(refusals[code][1], options)
    this.status = refusals[code][0]
  }
}

/** The body of a refusal's response (RFC 9457). */
export const problemOf = ({ code, status, message }: LoginRefusal) => ({ type: 'about:blank', title: message, status, code })
