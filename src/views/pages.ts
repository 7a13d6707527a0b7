import { type ComponentType, useEffect, useReducer } from 'react'
import { action } from '../controllers/action'
import { type ViewName, views } from '.'
import Connect from './Connect'

/** What a view adds to the header once it has loaded. */
export type ViewHeader = {
  /** Its title, if `useHeading` does not know it. */
  readonly Title?: ComponentType
  readonly Lead?: ComponentType
  readonly Sub?: ComponentType
  readonly Action?: ComponentType
}

type ViewModule = { readonly default: ComponentType; readonly header?: ViewHeader }

type Page =
  | { readonly status: 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly Component: ComponentType; readonly header: ViewHeader | undefined }

// The first view comes with the modal.
const pages = new Map<ViewName, Page>([['Connect', { status: 'ready', Component: Connect, header: undefined }]])
const loading = new Map<ViewName, Promise<boolean>>()
/** Draws again the view and its header. */
const redraws = new Set<() => void>()
const redrawAll = () => {
  for (const redraw of redraws) redraw()
}

const loadPage = action('VIEW_UNAVAILABLE', async (view: ViewName) => {
  pages.set(view, { status: 'loading' })
  try {
    const { default: Component, header }: ViewModule = await views[view]()
    pages.set(view, { status: 'ready', Component, header })
  } catch (cause) {
    pages.set(view, { status: 'failed' })
    throw cause
  }
})

/** Loads a view's chunk once; resolves to whether that worked. One that failed loads again. */
export function preload(view: ViewName): Promise<boolean> {
  if (pages.get(view)?.status === 'ready') return Promise.resolve(true)
  const running = loading.get(view) ?? loadPage(view).finally(() => loading.delete(view))
  loading.set(view, running)
  return running
}

/** A view's component as far as it has loaded, and a function that loads it again. */
export function usePage(view: ViewName): { page: Page; retry: () => void } {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const page = pages.get(view) ?? { status: 'loading' }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chunk that fails is asked for again by a press only
  useEffect(() => {
    redraws.add(redraw)
    // By what was rendered: the chunk may have loaded since, while the dialog was closed.
    if (page.status !== 'ready') void preload(view).then(redrawAll)
    return () => void redraws.delete(redraw)
  }, [view])
  const retry = () => {
    void preload(view).then(redrawAll)
    redraw()
  }
  return { page, retry }
}
