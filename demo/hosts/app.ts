/** The configuration that the local stack gives its pages. */
type Config = { projectId: string; rpc: Record<string, string>; provider: string; relay: string }

const config: Config = await (await fetch('/config.json')).json()
const evm = Object.entries(config.rpc).filter(([id]) => id.startsWith('eip155:'))

/** Settings that every host gives its element: the URLs of the local stack. */
export const settings = {
  projectId: config.projectId,
  networks: evm.map(([id]) => id) as `${string}:${string}`[],
  rpcUrl: evm.map((pair) => pair.join('=')).join(' '),
  provider: config.provider,
  relay: config.relay,
}

/** An object, which only a property can take. */
export const look = { '--wm-accent': '#0b6e4f' }
