import { fileURLToPath } from 'node:url'
import { defineConfig, type UserConfig } from 'vite'

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url))

type Page = { readonly base: string; readonly input: readonly string[]; readonly entries: string }

/**
 * Vite configuration of a demo page that is built separately from the release, as the wallet and the secure site are: `input` are
 * the files in its folder, `entries` is where their scripts are written.
 */
export const builtPage = (folder: string, { base, input, entries }: Page): UserConfig =>
  defineConfig({
    root: at(folder),
    base,
    publicDir: false,
    logLevel: 'error',
    // As in the element: the package states no licence, and every browser has what it polyfills.
    resolve: { alias: { 'text-encoding-utf-8': at('../src/adapters/native-text.ts') } },
    build: {
      outDir: at(`${folder}/.built`),
      // Names without a hash, so that two builds at the same time write the same files and none are left over.
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2000,
      rollupOptions: {
        // WalletConnect's and Solana's packages use Node's Buffer.
        transform: { inject: { Buffer: [at('../src/connectors/buffer-shim.ts'), 'Buffer'] } },
        input: Object.fromEntries(input.map((file) => [file.replace(/\.\w+$/, ''), at(`${folder}/${file}`)])),
        output: { entryFileNames: entries, chunkFileNames: 'assets/[name].js', assetFileNames: 'assets/[name][extname]' },
      },
    },
  })
