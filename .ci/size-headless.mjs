const LIMIT_KB = 20

/** What a page of `wallet-modal/headless` loads before a wallet is chosen, files relative to `dist/`. */
export function headlessBudget(chunks, graphOf) {
  const graph = graphOf(chunks)
  // After `start()` it looks for wallets, and loads the texts of later errors.
  const modules = [
    'src/controllers/live.ts',
    'src/headless/follow-connection.ts',
    'src/lib/later-errors.ts',
    'src/lib/error-help.ts',
  ]
  const sources = ['announced', 'injected', 'wallet-connect'].map((name) => `src/connectors/${name}.ts`)
  const before = graph.loadedWith('index.js', ...[...modules, ...sources].map(graph.holding))
  const packages = graph.packagesIn(graph.files)
  return {
    rows: [
      { name: 'headless, before a wallet is chosen', files: [...before].map((file) => `headless/${file}`), limit: LIMIT_KB },
    ],
    facts: [
      { text: 'headless holds no React', holds: !packages.has('react') && !packages.has('react-dom') },
      {
        text: 'headless holds no element and no view',
        holds: chunks.every((chunk) =>
          chunk.modules.every(({ id }) => !/^(elements|src\/(views|ui))\/.+(?<!index\.ts)$/.test(id)),
        ),
      },
    ],
  }
}
