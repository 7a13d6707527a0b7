import { runParts } from './bench-figures.mjs'
import { ensureInstalled } from './install.mjs'

/** `npm run bench -- opening journey` measures only those parts. `KEEP=1` stores the results for the docs' page of figures. */
process.exitCode = await runParts(process.argv.slice(2), {
  load: (name) => import(`./bench-${name}.mjs`),
  async prepare() {
    await ensureInstalled()
    // BUILT=1 measures the existing build.
    return process.env.BUILT === '1' || (await import('./build.mjs')).build()
  },
})
