import type { Plugin } from 'vite'

/**
 * Splits proxy-compare in two. The stores, which load with the script tag, only mark and unwrap objects; what `useSnapshot` tracks and
 * compares with is most of the package, and comes with React. Both need the same marks.
 */
export function compareWithReact(): Plugin {
  const file = /\/proxy-compare\/dist\/index\.js$/
  const compares = '?compares'
  const marks = /^const (GET_ORIGINAL_SYMBOL|objectsToTrack) = .*$/gm
  return {
    name: 'compare-with-react',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source !== 'proxy-compare' || !importer?.endsWith('/valtio/esm/react.mjs')) return
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found && found.id + compares
    },
    transform(code, id) {
      if (!file.test(id.replace(compares, ''))) return
      if (code.match(marks)?.length !== 2) this.error('proxy-compare is not the one that this was written for')
      return id.endsWith(compares)
        ? `import { GET_ORIGINAL_SYMBOL, objectsToTrack } from './index.js'\n${code.replace(marks, '')}`
        : code.replace(marks, 'export $&')
    },
  }
}
