import { WalletError } from '../lib/errors'
import { givenText } from '../lib/given-text'
import { safeImage } from '../lib/links'
import { z } from '../lib/schema'
import { plainText } from '../lib/text'
import { eip1193Connector } from './eip1193-connector'
import { MAX_NAME_LENGTH } from './limits'
import type { Connector } from './types'
import { externalStandard } from './wallet-standard-discovery'

const Own = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  name: z.string(),
  icon: z.optional(z.unknown()),
  namespace: z._default(z.enum(['eip155', 'solana', 'bip122']), 'eip155'),
  provider: z.custom<object>((value) => (typeof value === 'object' && value !== null) || typeof value === 'function'),
})

const kinds = {
  solana: async () => (await import('./wallet-standard')).kind,
  bip122: async () => (await import('./bitcoin')).kind,
}

/**
 * The connectors of a wallet given by the host: `{ id, name, icon?, provider, namespace? }` with an EIP-1193 provider, or for the
 * namespaces `solana` and `bip122` a Wallet Standard wallet; or a Wallet Standard wallet alone, with one connector per namespace.
 * Rejects with ATTRIBUTE_INVALID that says what is wrong with it.
 */
export async function externalConnectors(input: unknown): Promise<readonly Connector[]> {
  try {
    if (isStandard(input)) {
      const all = await Promise.all(Object.values(kinds).map(async (load) => externalStandard(await load(), input)))
      return atLeastOne(all.flatMap((each) => each ?? []))
    }
    const { id, name, icon, provider, namespace } = z.parse(Own, input)
    const picture = safeImage(icon)
    const named = { id, name: plainText(name, MAX_NAME_LENGTH) || id, ...(picture && { icon: picture }) }
    if (namespace === 'eip155') return [eip1193Connector({ ...named, type: 'EXTERNAL' }, provider)]
    return atLeastOne([externalStandard(await kinds[namespace](), provider, named)].flatMap((each) => each ?? []))
  } catch (cause) {
    throw new WalletError('ATTRIBUTE_INVALID', {
      cause,
      message: `Invalid attribute externalConnectors: ${givenText(input)}`,
      help: 'externalConnectors takes wallets of the Wallet Standard and objects { id, name, icon?, provider, namespace? }.',
    })
  }
}

const isStandard = (input: unknown): input is object =>
  typeof input === 'object' && input !== null && 'features' in input && 'chains' in input

function atLeastOne(connectors: readonly Connector[]): readonly Connector[] {
  if (connectors.length === 0) throw new TypeError('The wallet can do too little on every chain')
  return connectors
}
