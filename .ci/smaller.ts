import { minify } from 'terser'
import terser from 'terser/package.json' with { type: 'json' }
import type { Plugin } from 'vite'

/** Chunks of every opening, headless's first ones, and WalletConnect's SDK; the rest would shrink by 0.1 % in four times the time. */
const worthIt = /^(wallet-modal|live|first|modal|wallet-connect-session|index)$/

/** Minifies the bundler's output once more; without options that can change the behaviour of odd code (terser's `unsafe…`). */
export function smaller(): Plugin {
  return {
    name: 'smaller',
    apply: 'build',
    enforce: 'post',
    // Another release of terser writes other files.
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
