import type { Plugin } from 'vite'

/** Functions of React that are never called or have no effect here, by the feature that is not used. */
const needless = {
  'what a server has drawn':
    'prepareToHydrateHostInstance popHydrationState canHydrateInstance getHydratableHoistableCache updateDehydratedSuspenseComponent clearHydrationBoundary hideOrUnhideDehydratedBoundary attemptExplicitHydrationTarget queueIfContinuousEvent retryIfBlockedOn',
  'sheets and scripts':
    'isHostHoistableType getResource acquireResource suspendResource mountHoistable insertStylesheetIntoRoot insertSuspendedStylesheets estimateBandwidth',
  'view transitions':
    'startViewTransition trackEnterViewTransitions commitEnterViewTransitions commitExitViewTransitions commitNestedViewTransitions commitAppearingPairViewTransitions commitDeletedPairViewTransitions restoreEnterOrExitViewTransitions restoreNestedViewTransitions restoreViewTransitionName measureNestedViewTransitions measureViewTransitionHostInstancesRecursive applyViewTransitionToHostInstances createViewTransitionInstance scheduleViewTransitionEvent',
  'refs of fragments':
    'commitNewChildToFragmentInstances commitFragmentInstanceInsertionEffects commitFragmentInstanceDeletionEffects isFragmentInstanceParent',
  'hooks and components that nobody asks for':
    'updateSuspenseListComponent updateForwardRef mountActionState updateActionStateImpl rerenderActionState dispatchActionState runActionStateAction updateOptimisticImpl dispatchOptimisticSetState startHostTransition useMemoCache refreshCache defaultOnDefaultTransitionIndicator',
  'events that it does not hear, and elements of others':
    'constructSelectEvent getFallbackBeforeInputChars getNativeBeforeInputChars accumulateEnterLeaveListenersForEvent setPropOnCustomElement',
  'stacks of errors': 'describeNativeComponentFrame',
}

/**
 * Reduces React to what we use, as modules: of CommonJS the bundler could drop nothing, and each chunk would turn all of it into a
 * module by itself. While loading, React creates the objects that it throws internally and compares by identity (suspended
 * rendering, abandoned hydration) as errors; their stacks cost a second parse of the whole chunk, a fifth of the first opening, and
 * are never seen. Its error messages become links to the page that explains them. Preload functions are removed.
 */
export function plainReact(): Plugin {
  const file = /\/(react|react-jsx-runtime|react-dom|react-dom-client|scheduler)\.production\.js$/
  const entry = /\/(react|react-dom|scheduler)\/(index|client|jsx-runtime)\.js$/
  const signal = /(\w+Exception) = Error\(formatProdErrorMessage\(\d+\)\)/g
  const sentence = /"Minified React error #"[^;]*;[^;]*url[^;]*;/g
  const ahead = /(\.d = \{\s+f: flushSyncWork),[^}]*\}/g
  const unused = new RegExp(String.raw`^function (${Object.values(needless).join(' ').replaceAll(' ', '|')})\([\s\S]*?^\}`, 'gm')
  const methods = /^(?:FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = function[\s\S]*?^\};\n/gm
  // Of the eighty events that it listens to, the page's pointer events alone would make it search its tree twice a frame.
  const every = /allNativeEvents\.forEach\(function \(domEventName\) \{/g
  const selection = /listenToNativeEvent\("selectionchange", !1, ownerDocument\)/g
  const heard = ['click', 'change', 'input', 'submit', 'keydown', 'focusin', 'focusout']
  const unheard =
    /\bon(?:Mouse|Pointer|Touch|Drag|Drop|Animation|Transition|Composition|Scroll|Wheel|Got|Lost|Key(?!Down)|Before|AuxClick|Paste|Copy|Cut|Select|DoubleClick|ContextMenu|Reset)\w*: /
  const times = (code: string, pattern: RegExp) => code.match(pattern)?.length ?? 0
  return {
    name: 'plain-react',
    apply: 'build',
    transform(code, id) {
      const ignored = id.endsWith('.tsx') && unheard.exec(code)
      if (ignored) this.error(`${ignored[0]}… is never called: React does not hear of it`)
      // It imports React's default, which a module does not have.
      if (/\/react-to-web-component\.js$/.test(id)) return code.replace('import o from "react"', 'import * as o from "react"')
      if (entry.test(id))
        return code.replace(/^[\s\S]*? module\.exports = require\((.*production\.js.)\)[\s\S]*/, 'export * from $1')
      const part = file.exec(id)?.[1]
      if (!part) return
      const counted = [signal, sentence, ahead, unused, methods, every, selection].map((pattern) => times(code, pattern)).join()
      if (counted !== ({ 'react-dom-client': '5,1,1,56,15,1,1', 'react-dom': '0,1,0,0,0,0,0' }[part] ?? '0,0,0,0,0,0,0'))
        this.error(`React is not the one that this was written for: ${part} ${counted}`)
      return asModule(
        code
          .replace(signal, '$1 = {}')
          .replace(sentence, 'url);')
          .replace(ahead, '$1 }')
          .replace(every, `${JSON.stringify(heard)}.forEach(function (domEventName) {`)
          .replace(selection, '0')
          .replace(methods, '')
          .replace(unused, "function $1() { return '' }")
          // We do not use server rendering.
          .replace(/\bisHydrating = !\d/g, 'hydrates = !1')
          .replace(/\bisHydrating(?=\s*\) \{)/g, 'hydrates')
          .replace(/\bisHydrating\b(?!\$)/g, '!1')
          // The scheduler has them in development.
          .replace(/\bScheduler\.(?:log|unstable_setDisableYieldValue)\b/g, 'void 0'),
      )
    },
  }
}

/** React's CommonJS as a module. */
function asModule(code: string): string {
  const names = new Set(Array.from(code.matchAll(/\bexports\.(\w+)/g), ([, name]) => name))
  const body = code
    .replace(/(?:var\b)?\s*\b(\w+) = require\(("[\w-]+")\)[,;]/g, '\nimport * as $1 from $2;')
    .replace(/^exports\.(?=\w+ =\s)/gm, 'var exports$')
    .replace(/\bexports\.(?=\w)/g, 'exports$')
  return `${body}\nexport { ${Array.from(names, (name) => `exports$${name} as ${name}`).join()} }`
}
