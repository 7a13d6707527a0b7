import { minify } from 'terser'
import terser from 'terser/package.json' with { type: 'json' }
import type { Plugin } from 'vite'

/** What every opening loads, what headless begins with, and the SDK of WalletConnect; of the rest it would take a tenth of a percent in four times the time. */
const worthIt = /^(wallet-modal|live|first|modal|wallet-connect-session|index)$/

/** Goes once more over what the bundler has minified; nothing that changes what odd code does (terser's `unsafe…`) is asked for. */
export function smaller(): Plugin {
  return {
    name: 'smaller',
    apply: 'build',
    enforce: 'post',
    // Another release of it writes other files.
    augmentChunkHash: () => terser.version,
    async generateBundle(_, bundle) {
      for (const each of Object.values(bundle)) {
        if (each.type !== 'chunk' || !worthIt.test(each.name)) continue
        const preamble = /^\/\/#.*(?=\n)/.exec(each.code)?.[0]
        const format = { comments: false, ...(preamble && { preamble }) }
        const { code } = await minify(each.code, { module: true, ecma: 2020, compress: { passes: 2 }, format })
        each.code = `${code}\n`
      }
    },
  }
}
