import type { FailedTransactionMetadata } from 'litesvm'

/** A refusal of the RPC with its number (https://solana.com/docs/rpc). */
export class RpcRefusal extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
  }
}

/** How the RPC writes why a transaction failed: a name, or a name with what belongs to it. */
export type TransactionFault = string | Readonly<Record<string, unknown>>

// The ledger says a number; these are their names in its order, which its package has as types only.
const transactionErrors = `
  AccountInUse AccountLoadedTwice AccountNotFound ProgramAccountNotFound InsufficientFundsForFee InvalidAccountForFee
  AlreadyProcessed BlockhashNotFound CallChainTooDeep MissingSignatureForFee InvalidAccountIndex SignatureFailure
  InvalidProgramForExecution SanitizeFailure ClusterMaintenance AccountBorrowOutstanding WouldExceedMaxBlockCostLimit
  UnsupportedVersion InvalidWritableAccount WouldExceedMaxAccountCostLimit WouldExceedAccountDataBlockLimit
  TooManyAccountLocks AddressLookupTableNotFound InvalidAddressLookupTableOwner InvalidAddressLookupTableData
  InvalidAddressLookupTableIndex InvalidRentPayingAccount WouldExceedMaxVoteCostLimit WouldExceedAccountDataTotalLimit
  MaxLoadedAccountsDataSizeExceeded ResanitizationNeeded InvalidLoadedAccountsDataSizeLimit UnbalancedTransaction
  ProgramCacheHitMaxLimit CommitCancelled`
  .trim()
  .split(/\s+/)
const instructionErrors = `
  GenericError InvalidArgument InvalidInstructionData InvalidAccountData AccountDataTooSmall InsufficientFunds
  IncorrectProgramId MissingRequiredSignature AccountAlreadyInitialized UninitializedAccount UnbalancedInstruction
  ModifiedProgramId ExternalAccountLamportSpend ExternalAccountDataModified ReadonlyLamportChange ReadonlyDataModified
  DuplicateAccountIndex ExecutableModified RentEpochModified NotEnoughAccountKeys AccountDataSizeChanged
  AccountNotExecutable AccountBorrowFailed AccountBorrowOutstanding DuplicateAccountOutOfSync InvalidError
  ExecutableDataModified ExecutableLamportChange ExecutableAccountNotRentExempt UnsupportedProgramId CallDepth
  MissingAccount ReentrancyNotAllowed MaxSeedLengthExceeded InvalidSeeds InvalidRealloc ComputationalBudgetExceeded
  PrivilegeEscalation ProgramEnvironmentSetupFailure ProgramFailedToComplete ProgramFailedToCompile Immutable
  IncorrectAuthority AccountNotRentExempt InvalidAccountOwner ArithmeticOverflow UnsupportedSysvar IllegalOwner
  MaxAccountsDataAllocationsExceeded MaxAccountsExceeded MaxInstructionTraceLengthExceeded
  BuiltinProgramsMustConsumeComputeUnits BorshIoError`
  .trim()
  .split(/\s+/)

/** The ledger's number of an error as the RPC writes it. */
export function faultOf(failed: FailedTransactionMetadata): TransactionFault {
  const error = failed.err()
  if (typeof error === 'number') return transactionErrors[error] ?? `Error${error}`
  if ('err' in error) {
    const inner = error.err()
    const fault = typeof inner === 'number' ? (instructionErrors[inner] ?? `Error${inner}`) : custom(inner)
    return { InstructionError: [error.index, fault] }
  }
  if ('accountIndex' in error) {
    const name = error.constructor.name.replace(/^TransactionError/, '')
    return { [name]: { account_index: error.accountIndex } }
  }
  return { DuplicateInstruction: error.index }
}

/** The sentence in which a node says it. */
export function sentenceOf(fault: TransactionFault): string {
  if (typeof fault === 'string') return sentences[fault] ?? fault
  const [index, inner] = Array.isArray(fault.InstructionError) ? fault.InstructionError : []
  if (index === undefined) return JSON.stringify(fault)
  const code: unknown = inner?.Custom
  const text = typeof code === 'number' ? `custom program error: 0x${code.toString(16)}` : String(inner)
  return `Error processing Instruction ${index}: ${text}`
}

const sentences: Readonly<Record<string, string>> = {
  BlockhashNotFound: 'Blockhash not found',
  AlreadyProcessed: 'This transaction has already been processed',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  SignatureFailure: 'Transaction did not pass signature verification',
}

const custom = (error: object) => ('code' in error ? { Custom: error.code } : 'BorshIoError')
