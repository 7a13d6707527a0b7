import type { Plugin } from 'vite'

/** React exports used by us, valtio, r2wc, the virtual lists and React itself; in CommonJS the bundler cannot drop the rest. */
const wanted: Record<string, RegExp> = {
  react:
    /^(__CLIENT_INTERNALS\w*|version|Activity|Component|Fragment|Suspense|create(Context|Element|Ref)|lazy|memo|startTransition|use(Callback|Context|DebugValue|DeferredValue|Effect|Id|InsertionEffect|LayoutEffect|Memo|Reducer|Ref|State|SyncExternalStore))$/,
  'react-dom': /^(__DOM_INTERNALS\w*|flushSync|version)$/,
  'react-dom-client': /^createRoot$/,
  scheduler: /Priority(Level)?$|^unstable_(now|cancelCallback|requestPaint|scheduleCallback|shouldYield)$/,
}

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
 * Reduces React to what we use. While loading, React creates the objects that it throws internally and compares by identity
 * (suspended rendering, abandoned hydration) as errors; their stacks cost a second parse of the whole chunk, a fifth of the
 * first opening, and are never seen. Its error messages become links to the page that explains them. Unused exports and preload
 * functions are removed; importing one of them fails the build.
 */
export function plainReact(): Plugin {
  const file = /\/(react|react-dom|react-dom-client|scheduler)\.production\.js$/
  const signal = /(\w+Exception) = Error\(formatProdErrorMessage\(\d+\)\)/g
  const sentence = /"Minified React error #"[^;]*;[^;]*url[^;]*;/g
  const exported = /^exports\.(\w+) =\s(?:(?:function|\{)[\s\S]*?^\};|[^;]*;)\n?/gm
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
      for (const [, names = '', from = ''] of code.matchAll(/import (?:\w+, )?\{([^}]*)\} from ['"](react|react-dom)['"]/g))
        for (const name of names.split(','))
          if (name.trim() && !/^type /.test(name.trim()) && !wanted[from]?.test(name.trim().replace(/ as .*/, '')))
            this.error(`${name.trim()} of ${from} is not among what is wanted of it`)
      const part = file.exec(id)?.[1]
      if (!part) return
      const counted = [signal, sentence, ahead, unused, methods, every, selection].map((pattern) => times(code, pattern)).join()
      if (counted !== ({ 'react-dom-client': '5,1,1,56,15,1,1', 'react-dom': '0,1,0,0,0,0,0' }[part] ?? '0,0,0,0,0,0,0'))
        this.error(`React is not the one that this was written for: ${part} ${counted}`)
      return (
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
          .replace(exported, (all, name: string) => (wanted[part]?.test(name) ? all : ''))
      )
    },
  }
}
