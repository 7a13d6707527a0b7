/** Methods that the frame answers without the visitor (facts: frame protocol §5.1). */
export const safeMethods: ReadonlySet<string> = new Set(
  (
    'eth_accounts eth_blockNumber eth_call eth_chainId eth_estimateGas eth_feeHistory eth_gasPrice eth_getAccount eth_getBalance ' +
    'eth_getBlockByHash eth_getBlockByNumber eth_getBlockReceipts eth_getBlockTransactionCountByHash ' +
    'eth_getBlockTransactionCountByNumber eth_getCode eth_getFilterChanges eth_getFilterLogs eth_getLogs eth_getProof ' +
    'eth_getStorageAt eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex eth_getTransactionByHash ' +
    'eth_getTransactionCount eth_getTransactionReceipt eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber ' +
    'eth_maxPriorityFeePerGas eth_newBlockFilter eth_newFilter eth_newPendingTransactionFilter eth_sendRawTransaction eth_syncing ' +
    'eth_uninstallFilter wallet_getCapabilities wallet_getCallsStatus eth_getUserOperationReceipt eth_estimateUserOperationGas ' +
    'eth_getUserOperationByHash eth_supportedEntryPoints wallet_getAssets'
  ).split(' '),
)

/** Methods that the visitor approves first, in the frame (§5.2). */
export const unsafeMethods: ReadonlySet<string> = new Set(
  (
    'personal_sign eth_signTypedData_v4 eth_sendTransaction solana_signMessage solana_signTransaction solana_signAllTransactions ' +
    'solana_signAndSendTransaction wallet_sendCalls wallet_grantPermissions wallet_revokePermissions eth_sendUserOperation'
  ).split(' '),
)

/** ERC-7715 has renamed its methods; the frame knows the original names. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['wallet_requestExecutionPermissions', 'wallet_grantPermissions'],
  ['wallet_revokeExecutionPermission', 'wallet_revokePermissions'],
])

/** The frame's name for a method. */
export const frameMethod = (method: string): string => renamed.get(method) ?? method

/** How a method is treated, by its exact name. */
export const methodClass = (method: unknown): 'safe' | 'unsafe' | 'refused' => {
  if (typeof method !== 'string') return 'refused'
  return safeMethods.has(method) ? 'safe' : unsafeMethods.has(method) ? 'unsafe' : 'refused'
}
