import { wake } from '../src/controllers/wake'
import { whenIdle } from '../src/lib/idle'
import { firstFrame } from '../src/views'

/** Loads the views once, and starts the controllers they use; a chunk that failed to load is requested again the next time. */
export function loadViews(): Promise<unknown> {
  loading ??= load().then(
    // The static first frame is shown first: drawing the views would delay it.
    (define) => shown.then(define),
    (cause: unknown) => {
      loading = undefined
      throw cause
    },
  )
  // `wake()` each time: everything stops whenever the last element has left.
  return Promise.all([loading, wake()])
}

/** Loads in the order of need. Draws once the browser's wallets have announced themselves: their rows are in the first frame. */
async function load(): Promise<() => void> {
  // For example jsdom, in which hosts test: there it would fail later, inside React, without an error for the caller.
  if (!globalThis.HTMLDialogElement?.prototype.showModal) throw new Error('Nothing is drawn where there are no dialogs')
  const frame = firstFrame()
  const coming = Promise.all([frame, wake()])
  // A failure to load reaches the callers that wait for the views.
  void frame
    .then(({ addLooks, followLaterWords }) => {
      followLaterWords()
      return spare().then(addLooks)
    })
    .catch(() => {})
  ;[first] = await coming
  // The first frame is drawn before: parsing so much code at the same time would delay it.
  await shown
  return (await import('./wallet-modal-views')).defineViews
}

/** Looks up the first frame's system fonts once, which takes half of its layout time: one at a time, while the page is idle. */
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
/** Set once it is loaded and the browser's wallets are known. */
let first: Awaited<ReturnType<typeof firstFrame>> | undefined
let shown: Promise<unknown> = Promise.resolve()

/** Shows an opening element's first view, unless React already has: at once, or as soon as the browser's wallets are known. */
export function showFirstFrame(place: { readonly elementId: number; readonly root: ShadowRoot }): void {
  if (first) shown = Promise.resolve(first.showFirstFrame(place))
  else
    shown = Promise.all([firstFrame(), wake()]).then(
      ([loaded]) => loaded.showFirstFrame(place),
      // The callers that wait for the views get the error.
      () => {},
    )
}
