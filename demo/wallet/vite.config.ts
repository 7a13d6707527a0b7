import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url))

// The wallet is a page of its own, apart from the release: it brings another copy of the WalletConnect packages.
export default defineConfig({
  root: at('.'),
  base: './',
  publicDir: false,
  logLevel: 'error',
  // As in the element: the package states no licence, and every browser has what it stands in for.
  resolve: { alias: { 'text-encoding-utf-8': at('../../src/adapters/native-text.ts') } },
  build: {
    outDir: at('.built'),
    // Names without a hash, so that two builds at the same time write the same files and nothing is ever left over.
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rollupOptions: {
      // The WalletConnect packages name Node's Buffer where they write a sign-in.
      transform: { inject: { Buffer: [at('../../src/connectors/buffer-shim.ts'), 'Buffer'] } },
      input: { index: at('index.html'), announce: at('announce.ts') },
      output: { entryFileNames: '[name].js', chunkFileNames: 'assets/[name].js', assetFileNames: 'assets/[name][extname]' },
    },
  },
})
