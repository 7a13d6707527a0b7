/** Bytes as JSON-RPC writes them. */
export type Hex = `0x${string}`
