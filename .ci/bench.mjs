import { runParts } from './bench-figures.mjs'
import { ensureInstalled } from './install.mjs'

/** `npm run bench -- opening journey` measures those alone. `KEEP=1` puts what was measured on the docs' page of figures. */
process.exitCode = await runParts(process.argv.slice(2), {
  load: (name) => import(`./bench-${name}.mjs`),
  async prepare() {
    await ensureInstalled()
    // What was built before is measured as it is where that is asked.
    return process.env.BUILT === '1' || (await import('./build.mjs')).build()
  },
})
