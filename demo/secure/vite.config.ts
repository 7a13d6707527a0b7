import { builtPage } from '../built-page.ts'

// On an origin of its own; nothing of it is in the release.
export default builtPage('secure', {
  base: '/',
  input: ['index.html', 'callback.html', 'dashboard.html'],
  entries: 'assets/[name].js',
})
