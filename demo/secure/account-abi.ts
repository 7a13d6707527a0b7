import { type Address, decodeAbiParameters, encodeAbiParameters, type Hex, keccak256, parseAbi, parseAbiParameters } from 'viem'

const structs = [
  'struct Spend { address token; uint256 allowance; uint48 start; uint48 period; }',
  'struct Act { address target; bytes4 selector; uint256 value; }',
  'struct Session { address key; uint48 until; bytes32 salt; string site; Spend[] spends; Act[] acts; }',
  'struct Call { address target; uint256 value; bytes data; }',
] as const

/** The smart account (`demo/stack/contracts/SmartAccount.sol`). */
export const accountAbi = parseAbi([
  ...structs,
  'function execute(address target, uint256 value, bytes data)',
  'function executeBatch(Call[] calls)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
  'function grant(Session session)',
  'function revoke(bytes32 id)',
  'function stateOf(bytes32 id) view returns (uint8)',
  'function usedOf(Session session) view returns (uint256[])',
  'error NotAllowed(uint256 call)',
  'error OverLimit(uint256 call, address token, uint256 left)',
  'error WrongSession()',
  'event Granted(bytes32 indexed id, Session session)',
  'event Revoked(bytes32 indexed id)',
])

/** The factory that deploys it. */
export const factoryAbi = parseAbi([
  'function createAccount(address owner) returns (address)',
  'function addressOf(address owner) view returns (address)',
])

/** `stateOf` of an active session. */
export const GRANTED = 1

export type Spend = { readonly token: Address; readonly allowance: bigint; readonly start: number; readonly period: number }
export type Act = { readonly target: Address; readonly selector: Hex; readonly value: bigint }
/** What a key may do until a time (seconds), as the contract stores it. */
export type Session = {
  readonly key: Address
  readonly until: number
  readonly salt: Hex
  readonly site: string
  readonly spends: readonly Spend[]
  readonly acts: readonly Act[]
}

const sessionType = parseAbiParameters(['Session session', ...structs])
const signatureType = parseAbiParameters(['Session session, bytes signature', ...structs])
const callsType = parseAbiParameters(['Call[] calls', structs[3]])
/** `executeUserOp`, to which the entry point passes the whole operation. */
const EXECUTE_FOR_SESSION = '0x8dd7712f'

/** A session as bytes: the `context` that the site gets (ERC-7715) and sends with each operation. */
export const contextOf = (session: Session): Hex => encodeAbiParameters(sessionType, [session])
export const sessionIn = (context: Hex): Session => decodeAbiParameters(sessionType, context)[0]
/** The contract's id of a session. */
export const sessionIdOf = (session: Session): Hex => keccak256(contextOf(session))

/** The id as a UUID, for services that identify sessions by one. */
export const pciOf = (id: Hex): string => id.slice(2, 34).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** What the key of a session signs and says: the calls, and the signature of the operation with the session itself. */
export const sessionCallData = (calls: readonly { target: Address; value: bigint; data: Hex }[]): Hex =>
  `${EXECUTE_FOR_SESSION}${encodeAbiParameters(callsType, [[...calls]]).slice(2)}`
export const sessionSignature = (session: Session, signature: Hex): Hex =>
  encodeAbiParameters(signatureType, [session, signature])
