/** What is measured, in this order; `npm run bench -- opening journey` measures those alone. */
const parts = {
  opening: async () => (await import('./bench-opening.mjs')).benchOpening(),
  account: async () => (await import('./bench-account.mjs')).benchAccount(),
  typing: async () => (await import('./bench-typing.mjs')).benchTyping(),
  journey: async () => (await import('./bench-journey.mjs')).benchJourney(),
  scale: async () => (await import('./bench-scale.mjs')).benchScale(),
  peers: async () => (await import('./bench-peers.mjs')).benchPeers(),
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in parts))
if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}`)
for (const [name, measure] of Object.entries(parts)) {
  if (named.length > 0 && !named.includes(name)) continue
  const code = await measure()
  process.exitCode ||= code
  console.log()
}
