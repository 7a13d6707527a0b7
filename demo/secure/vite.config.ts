import { builtPage } from '../built-page.ts'

// Served from an origin of its own; not part of the release.
export default builtPage('secure', {
  base: '/',
  input: ['index.html', 'callback.html', 'dashboard.html'],
  entries: 'assets/[name].js',
})
