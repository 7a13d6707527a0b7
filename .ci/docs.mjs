import { readdirSync } from 'node:fs'
import { tsImport } from 'tsx/esm/api'
import { at } from './root.mjs'

const hear = (code) => `modal.addEventListener('wallet-error', ({ detail }) => {
  if (detail.code === '${code}') console.warn(detail.message, detail.help ?? '', detail.cause ?? '')
})`
const catching = (code) => `await modal.connect().catch((error) => {
  if (error.code !== '${code}') throw error
})`

/** The page of an error code: text, cause, remedy, where it shows. */
function errorPage(code, { text, show }, { cause, remedy }) {
  // Canceling is not reported as an error (`report.ts`).
  const isTold = code !== 'ABORTED'
  const where = {
    snack: 'The visitor reads it over the view; the page gets `wallet-error`.',
    alert: 'A developer reads it in the console, with `debug` on the page too; the page gets `wallet-error`.',
    none: 'The view that it belongs to shows it, or the promise of the call rejects with it; the page gets `wallet-error`.',
  }
  return `# ${code}

> ${text}

**Cause.** ${cause}

**Remedy.** ${remedy}

**Where it shows.** ${isTold ? where[show] : 'Nowhere: the promise of the call rejects with it, and `wallet-error` does not tell it.'}

\`\`\`js
${isTold ? hear(code) : catching(code)}
\`\`\`

[All error codes](README.md)
`
}

/** The catalogue as pages by file name, with an index. */
export async function errorPages() {
  const load = (path) => tsImport(path, import.meta.url)
  // Error texts are in several files, each loaded with the code that needs it; loading all completes the catalogue.
  const files = readdirSync(at('src/lib')).filter((name) => /(^|-)(errors|error-catalogue|error-help)\.ts$/.test(name))
  const loaded = Object.fromEntries(await Promise.all(files.map(async (name) => [name, await load(`../src/lib/${name}`)])))
  const parts = Object.values(loaded)
  const named = (pattern) =>
    parts.flatMap((each) =>
      Object.entries(each)
        .filter(([name]) => pattern.test(name))
        .map(([, value]) => value),
    )
  const all = Object.assign({}, ...named(/^(\w+C|c)atalogue$/))
  const errorHelp = Object.assign({}, ...named(/Help$/))
  const { errorCauses } = await load('../demo/docs/error-causes.ts')
  const entries = Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))
  const pages = entries.map(([code, entry]) => {
    const { cause, remedy = errorHelp[code] } = errorCauses[code] ?? {}
    if (!cause || !remedy) throw new Error(`demo/docs/error-causes.ts has no ${cause ? 'remedy' : 'cause'} of ${code}.`)
    return [`${code}.md`, errorPage(code, entry, { cause, remedy })]
  })
  const index = entries.map(([code, { text }]) => `- [${code}](${code}.md): ${text}`).join('\n')
  const head = '# Error codes\n\nStable names: `error.code` of what a method rejects with, `detail.code` of `wallet-error`.\n\n'
  return Object.fromEntries([...pages, ['README.md', `${head}${index}\n`]])
}
