/**
 * The chain id that a wallet or endpoint means, where it is unambiguous: hex with or without leading zeros, a number, a decimal
 * or a CAIP-2 id. Undefined for anything else and for what no JavaScript number holds exactly.
 */
export function readChainId(answer: unknown): number | undefined {
  const text = typeof answer === 'number' || typeof answer === 'bigint' ? String(answer) : answer
  if (typeof text !== 'string' || !/^(0x[0-9a-f]{1,32}|(eip155:)?[0-9]{1,16})$/i.test(text)) return undefined
  const id = Number(text.replace(/^eip155:/i, ''))
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
