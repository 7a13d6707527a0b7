import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url))

// The secure site is a page of its own on an origin of its own; nothing of it is in the release.
export default defineConfig({
  root: at('.'),
  base: '/',
  publicDir: false,
  logLevel: 'error',
  // As in the element: the package states no licence, and every browser has what it stands in for.
  resolve: { alias: { 'text-encoding-utf-8': at('../../src/adapters/native-text.ts') } },
  build: {
    outDir: at('.built'),
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rollupOptions: {
      // The library of Solana names Node's Buffer.
      transform: { inject: { Buffer: [at('../../src/connectors/buffer-shim.ts'), 'Buffer'] } },
      input: { index: at('index.html'), callback: at('callback.html'), dashboard: at('dashboard.html') },
      output: {
        entryFileNames: 'assets/[name].js',
        chunkFileNames: 'assets/[name].js',
        assetFileNames: 'assets/[name][extname]',
      },
    },
  },
})
