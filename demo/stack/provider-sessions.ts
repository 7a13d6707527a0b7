import { Hono } from 'hono'
import { type Address, createPublicClient, type Hex, hexToBigInt, http, isAddress, toFunctionSelector, toHex } from 'viem'
import * as z from 'zod/mini'
import { contextOf, pciOf } from '../secure/account-abi'
import { isGranted, type KnownSession, sessionsOf, usedOf } from '../secure/sessions'
import type { Chain } from './chain'
import collection from './contracts/abi/Collection.json'
import exchange from './contracts/abi/Exchange.json'
import token from './contracts/abi/Token.json'
import { ProviderRefusal } from './provider-errors'

const COIN = `0x${'0'.repeat(40)}`
const Revocation = z.object({ pci: z.string(), signature: z.optional(z.string()) })

/** Names of the local contracts' functions by selector, like a public directory. */
const functionNames = new Map(
  [collection, exchange, token].flatMap(({ abi }) =>
    abi.flatMap((each) => (each.type === 'function' ? [[toFunctionSelector(each as never), each.name ?? ''] as const] : [])),
  ),
)

/** `/v1/sessions/{caip10}`: what an account has granted, read from the chain, so that nobody has to be trusted. */
export function sessionRoutes(chains: readonly Chain[]): Hono {
  const routes = new Hono()

  routes.get('/sessions/:account', async (c) => {
    const { chain, address } = accountIn(chains, c.req.param('account'))
    const known = await sessionsOf(chain.url, address)
    return c.json({ pcis: await Promise.all(known.map((each) => describe(chain, address, each))) })
  })

  // The signature is not checked: the chain decides whether a session has ended.
  routes.post('/sessions/:account/revoke', async (c) => {
    const { chain, address } = accountIn(chains, c.req.param('account'))
    const read = z.safeParse(Revocation, await c.req.json().catch(() => undefined))
    if (!read.success) throw new ProviderRefusal('body', 'Invalid parameter: body')
    const found = (await sessionsOf(chain.url, address)).find(({ id }) => pciOf(id) === read.data.pci)
    if (!found) throw new ProviderRefusal('pci', `Permission PCI is not found: ${read.data.pci}`)
    if (await isGranted(chain.url, address, found.id)) throw new ProviderRefusal('pci', 'The session has not ended on the chain')
    return c.body(null, 200)
  })
  return routes
}

function accountIn(chains: readonly Chain[], text: string): { chain: Chain; address: Address } {
  const [namespace, reference, address = ''] = text.split(':')
  if (!isAddress(address, { strict: false })) throw new ProviderRefusal('address', 'The address provided is invalid')
  const chain = chains.find(({ networkId }) => networkId === `${namespace}:${reference}`)
  if (!chain) throw new ProviderRefusal('chainId', `We don't support the chainId you provided: ${namespace}:${reference}`)
  return { chain, address }
}

async function describe(chain: Chain, account: Address, { id, session, block, revokedIn }: KnownSession) {
  const client = createPublicClient({ transport: http(chain.url) })
  const timeOf = async (number: Hex) => Number((await client.getBlock({ blockNumber: hexToBigInt(number) })).timestamp)
  const { site, until, spends, acts } = session
  const used = await usedOf(chain.url, account, session)
  const isLocal = /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(site)
  return {
    project: { id: site, name: site, url: `${isLocal ? 'http' : 'https'}://${site}`, iconUrl: null },
    pci: pciOf(id),
    expiry: until,
    createdAt: await timeOf(block),
    permissions: [
      ...spends.map(({ token: contract, allowance, start, period }, i) => ({
        type: contract === COIN ? 'native-token-recurring-allowance' : 'erc20-recurring-allowance',
        data: {
          ...(contract !== COIN && { token: contract }),
          ...{ allowance: toHex(allowance), start, period },
          // Not in the real server's answer: the amount used so far.
          spent: toHex(used[i] ?? 0n),
        },
      })),
      ...acts.map(({ target, selector, value }, i) => ({
        type: 'contract-call',
        data: {
          address: target,
          functions: [
            {
              functionName: functionNames.get(selector) ?? selector,
              ...(value > 0n && { valueLimit: toHex(value), spent: toHex(used[spends.length + i] ?? 0n) }),
            },
          ],
        },
      })),
    ],
    policies: [],
    context: contextOf(session),
    revokedAt: revokedIn ? await timeOf(revokedIn) : null,
  }
}
