import { Host } from './host'

// Made for each visitor: where the local world is, is known only when somebody asks.
export const dynamic = 'force-dynamic'

/** The element stands in the HTML that the server sends; its script comes from where the demo is. */
export default async function Page() {
  const demo = process.env.DEMO
  const { projectId, rpc, provider, relay } = await (await fetch(`${demo}config.json`, { cache: 'no-store' })).json()
  const evm = Object.entries(rpc).filter(([id]) => id.startsWith('eip155:'))
  return (
    <>
      <script type="module" src={`${demo}wallet-modal.js`} async />
      <Host
        settings={{
          ...{ projectId, provider, relay },
          networks: evm.map(([id]) => id),
          rpcUrl: evm.map((pair) => pair.join('=')).join(' '),
        }}
      />
    </>
  )
}
