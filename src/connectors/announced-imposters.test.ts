import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { discover } from './announced'
import type { Connector } from './types'

const RDNS = 'io.metamask'
const uuid = (last: string) => `350670db-19fa-4704-a166-0000000000${last}`
const real = { uuid: uuid('aa'), name: 'MetaMask', icon: '', rdns: RDNS }
const askedOf = { real: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', other: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }
const provider = (address: string) => ({
  isMetaMask: true,
  request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x1' : [address]),
})

let list: Connector[]
let stop = () => {}
beforeEach(() => vi.stubGlobal('window', new EventTarget()))
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})
/** Starts a new list, as the controller keeps it: the same id replaces, and a duplicate replaces the one under its rdns. */
function listAnew(): void {
  stop()
  list = []
  stop = discover((connector) => {
    list = list.filter(({ id }) => id !== connector.id && !(connector.duplicate && id === connector.rdns))
    list.push(connector)
  })
}
const announce = (info: unknown, address: string) =>
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider: provider(address) } }))

type Row = readonly [id: string, duplicate: boolean]
const alone: readonly Row[] = [[RDNS, false]]
const beside = (id: string): readonly Row[] => [...alone, [id, false]]
const marked = (...ids: string[]): readonly Row[] => ids.map((id) => [id, true])
const [own, next] = [uuid('bb'), uuid('cc')]

/** Each: what it announces, and what is listed then; the first one announces before the wallet that it imitates. */
const imposters: Readonly<Record<string, readonly [announced: readonly Record<string, unknown>[], listed: readonly Row[]]>> = {
  'the same rdns, sooner': [[{ uuid: own }], marked(own, real.uuid)],
  'the same uuid and rdns': [[{}], alone],
  'the same uuid and another rdns': [[{ rdns: 'other.test' }], alone],
  'the same uuid in capitals': [[{ uuid: real.uuid.toUpperCase() }], marked(real.uuid, real.uuid.toUpperCase())],
  'the same rdns': [[{ uuid: own }], marked(real.uuid, own)],
  'the same rdns in capitals': [[{ uuid: own, rdns: 'IO.MetaMask' }], marked(real.uuid, own)],
  'the same rdns, twice': [[{ uuid: own }, { uuid: next }], marked(real.uuid, own, next)],
  'the rdns and a space': [[{ uuid: own, rdns: `${RDNS} ` }], beside(own)],
  'the rdns with a letter of another script': [[{ uuid: own, rdns: 'io.metаmask' }], beside(own)],
  'the rdns with an invisible character': [[{ uuid: own, rdns: 'io.meta\u200bmask' }], beside(own)],
  'a subdomain of the rdns': [[{ uuid: own, rdns: `${RDNS}.test` }], beside(`${RDNS}.test`)],
  'the name only, without an rdns': [[{ uuid: own, rdns: undefined }], beside(own)],
}

test('promise 22: of 12 imposters none replaces the real wallet, and none is listed under its rdns unmarked', async () => {
  expect(Object.keys(imposters)).toHaveLength(12)
  for (const [name, [announced, listed]] of Object.entries(imposters)) {
    listAnew()
    const imitate = () => {
      for (const info of announced) announce({ ...real, ...info }, askedOf.other)
    }
    if (name.endsWith('sooner')) imitate()
    announce(real, askedOf.real)
    if (!name.endsWith('sooner')) imitate()
    expect(
      list.map(({ id, duplicate }) => [id, duplicate === true]),
      name,
    ).toEqual(listed)
    // Choosing the real wallet asks the real wallet.
    const chosen = list.find(({ id }) => id === RDNS || id === real.uuid)
    const [connection] = (await chosen?.connect({ networks: [], signal: new AbortController().signal })) ?? []
    expect(connection?.accounts, name).toEqual([`eip155:1:${askedOf.real}`])
  }
})
