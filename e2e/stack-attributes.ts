import type { Urls } from '../demo/stack/index'

/** Most tests use EVM chains only; tests of other namespaces name their networks. */
const isEvm = (networkId: string) => networkId.startsWith('eip155:')

/** Attributes that point an element at the local stack and its EVM chains. `nodes`: whose RPC URLs are set. */
export function stackAttributesOf({ rpc = {}, provider, relay }: Urls, nodes: 'eip155' | 'all') {
  return {
    'project-id': 'local',
    mode: 'localhost',
    networks: Object.keys(rpc).filter(isEvm).join(' '),
    'rpc-url': Object.entries(rpc)
      .filter(([id]) => nodes === 'all' || isEvm(id))
      .map((pair) => pair.join('='))
      .join(' '),
    'provider-url': provider,
    'wallets-url': provider,
    'relay-url': relay,
  }
}
