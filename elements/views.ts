import { wake } from '../src/controllers/wake'
import { whenIdle } from '../src/lib/idle'
import { firstFrame } from '../src/views'

/** Loads the views once, and starts what they act on; a chunk that failed to load is asked for again the next time. */
export function loadViews(): Promise<unknown> {
  loading ??= load().then(
    // What stands in for them is on screen first: drawing them would hold it up.
    (define) => shown.then(define),
    (cause: unknown) => {
      loading = undefined
      throw cause
    },
  )
  // Asleep again whenever the last element has left.
  return Promise.all([loading, wake()])
}

/** In the order in which they are needed. Drawn when the wallets of this browser have been asked: their rows stand in the first frame. */
async function load(): Promise<() => void> {
  // As in jsdom, where hosts test: there it would fail later, in React, and tell nobody.
  if (!globalThis.HTMLDialogElement?.prototype.showModal) throw new Error('Nothing is drawn where there are no dialogs')
  const frame = firstFrame()
  const coming = Promise.all([frame, wake()])
  // That it has not come is told to whoever waits for the views.
  void frame.then(({ addLooks }) => spare().then(addLooks)).catch(() => {})
  ;[first] = await coming
  // What an opening waits for is drawn before: beside it, reading so much code would hold it up.
  await shown
  return (await import('./wallet-modal-views')).defineViews
}

/** Finds the system's faces as the first frame has them, once, which takes half of its layout: one at a time, while nothing else is to do. */
export async function readyFaces(): Promise<void> {
  if (facesAsked) return
  facesAsked = true
  let context: OffscreenCanvasRenderingContext2D | null | undefined
  for (const face of ['600 17px', '500 15px', '500 13px', '400 13px']) {
    await spare()
    context ??= (globalThis.OffscreenCanvas && new OffscreenCanvas(1, 1))?.getContext('2d')
    if (!context || first) return
    context.font = `${face} system-ui`
    context.measureText('Connect')
  }
}

const spare = () => new Promise<void>(whenIdle)

let facesAsked = false
let loading: Promise<unknown> | undefined
/** Loaded, and the wallets here are known. */
let first: Awaited<ReturnType<typeof firstFrame>> | undefined
let shown: Promise<unknown> = Promise.resolve()

/** Shows the first view of an element that opens, unless React has shown it already: at once, or as soon as the wallets here are known. */
export function showFirstFrame(place: { readonly elementId: number; readonly root: ShadowRoot }): void {
  if (first) shown = Promise.resolve(first.showFirstFrame(place))
  else
    shown = Promise.all([firstFrame(), wake()]).then(
      ([loaded]) => loaded.showFirstFrame(place),
      // Who waits for the views is told.
      () => {},
    )
}
