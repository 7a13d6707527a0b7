import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'
import solid from 'vite-plugin-solid'

const names = ['react-19', 'react-18', 'preact', 'vue', 'svelte', 'solid', 'angular', 'dialogs', 'libraries']
const at = (path: string) => new URL(path, import.meta.url).pathname

/** All hosts in one build: each page has its folder's framework, and loads the element from where that is served. */
export default defineConfig({
  root: at('.'),
  base: '/hosts/',
  // React libraries have server directives, about which the bundler would warn.
  logLevel: 'error',
  clearScreen: false,
  plugins: [
    {
      name: 'served',
      resolveId: (id) => (id === 'wallet-modal' ? `\0${id}` : null),
      load: (id) => (id === '\0wallet-modal' ? '' : null),
    },
    vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('wallet-') } } }),
    svelte({ configFile: false, compilerOptions: { customElement: false } }),
    solid({ include: /\/solid\/.*\.tsx$/ }),
  ],
  build: {
    outDir: '.built',
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 5000,
    rollupOptions: { input: Object.fromEntries(names.map((name) => [name, at(`${name}/index.html`)])) },
  },
})
