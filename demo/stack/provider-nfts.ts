import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Chain } from './chain'
import { rpcBatch } from './rpc'

/** What the provider's API tells of a collectible. */
export type NftInfo = {
  name: string
  content: { preview: { url: string; content_type: string } | null; detail: null }
  flags: { is_spam: boolean }
}

const abi = parseAbi(['function tokenURI(uint256) view returns (string)'])
/** Names that promise something to who visits a page are the mark of a bait. */
const BAIT = /claim|reward|visit|https?:/i

/** Reads collectibles of a chain by contract and id, each once; one that says nothing of itself has its number for a name. */
export function createNfts(chain: Chain) {
  const known = new Map<string, Promise<NftInfo>>()

  async function readInfo(address: string, id: bigint): Promise<NftInfo> {
    const call = { to: address, data: encodeFunctionData({ abi, functionName: 'tokenURI', args: [id] }) }
    try {
      const [answer] = (await rpcBatch(chain.url, [{ method: 'eth_call', params: [call, 'latest'] }])) as Hex[]
      const uri = decodeFunctionResult({ abi, functionName: 'tokenURI', data: answer ?? '0x' })
      const { name, image } = JSON.parse(uri.slice(uri.indexOf(',') + 1)) as { name: string; image: string }
      const preview = { url: image, content_type: 'image/svg+xml' }
      return { name, content: { preview, detail: null }, flags: { is_spam: BAIT.test(name) } }
    } catch {
      return { name: `#${id}`, content: { preview: null, detail: null }, flags: { is_spam: false } }
    }
  }

  return (address: string, id: bigint): Promise<NftInfo> => {
    const key = `${address} ${id}`
    const info = known.get(key) ?? readInfo(address, id)
    known.set(key, info)
    return info
  }
}
