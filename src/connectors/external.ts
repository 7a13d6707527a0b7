import { WalletError } from '../lib/errors'
import { safeImage } from '../lib/links'
import { z } from '../lib/schema'
import { plainText } from '../lib/text'
import { eip1193Connector } from './eip1193-connector'
import type { Connector } from './types'

const External = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  name: z.string(),
  icon: z.optional(z.unknown()),
  namespace: z.optional(z.literal('eip155')),
  provider: z.custom<object>((value) => (typeof value === 'object' && value !== null) || typeof value === 'function'),
})

/**
 * The connector of a wallet that the host page makes: `{ id, name, icon?, provider, namespace? }`, EIP-1193. Throws
 * ATTRIBUTE_INVALID that names what is wrong with it.
 */
export function externalConnector(input: unknown): Connector {
  try {
    const { id, name, icon, provider } = z.parse(External, input)
    const shown = plainText(name, 40) || id
    const picture = safeImage(icon)
    return eip1193Connector({ id, name: shown, type: 'EXTERNAL', ...(picture && { icon: picture }) }, provider)
  } catch (cause) {
    throw new WalletError('ATTRIBUTE_INVALID', {
      cause,
      help: 'externalConnectors takes objects { id, name, icon?, provider, namespace? }.',
    })
  }
}
