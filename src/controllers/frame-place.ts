/** Where the frame stands in the page. */
let place: HTMLElement | undefined
let inPlace = () => false
let inPage = (_elementId: number) => true
const waiting = new Set<(element: HTMLElement) => void>()
/** Where in the approval view the frame is drawn. */
let room: HTMLElement | undefined
/** Height of the frame's content in CSS pixels, once it has said so. */
let height: number | undefined
const watchers = new Set<() => void>()

/** How long the view and the panel around it may be moving after a change. */
const SETTLE_MS = 600

/**
 * Sets the place for the secure frame. `shown` tells whether its element shows its views in the page, without a dialog, `stays` whether
 * an element is still in the page.
 */
export function offerFramePlace(element: HTMLElement, shown = () => false, stays: typeof inPage = () => true): void {
  place = element
  inPlace = shown
  inPage = stays
  for (const give of waiting) give(element)
  waiting.clear()
}

/** The place of the frame, once there is one. Rejects with the signal's reason. */
export function framePlace(signal?: AbortSignal): Promise<HTMLElement> {
  if (place?.isConnected) return Promise.resolve(place)
  return new Promise((resolve, reject) => {
    waiting.add(resolve)
    const end = () => {
      waiting.delete(resolve)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', end, { once: true })
  })
}

/** Whether the place is still in the page. */
export const hasFramePlace = (): boolean => place?.isConnected === true

/** Whether the frame is in an element that shows its views in the page, without a dialog. */
export const isFrameInPlace = (): boolean => hasFramePlace() && inPlace()

/** Whether the element of this id is still in the page. */
export const isInPage = (elementId: number): boolean => inPage(elementId)

/** Calls `listener` when the approval view offers room for the frame. Returns its stop. */
export function onRoom(listener: () => void): () => void {
  watchers.add(listener)
  return () => void watchers.delete(listener)
}

/** Whether the approval view is on screen, or still is while the modal closes. */
export const hasRoom = (): boolean => room?.isConnected === true

/** Makes the room as high as the frame's content. */
export function fitRoom(next: number): void {
  height = next
  room?.style.setProperty('--frame-height', `${next}px`)
}

/** Sets the room for the frame in the approval view. Returns its stop. */
export function offerRoom(element: HTMLElement): () => void {
  room = element
  if (height) fitRoom(height)
  for (const look of watchers) look()
  return () => {
    if (room === element) room = undefined
  }
}

/** Lays the frame's place over the room in the view and keeps it there, whatever moves. The returned stop hides it again. */
export function coverRoom(frame: HTMLElement): () => void {
  let drawing = 0
  let until = 0
  const step = () => {
    put(frame)
    if (performance.now() < until) drawing = requestAnimationFrame(step)
  }
  const look = () => {
    cancelAnimationFrame(drawing)
    until = performance.now() + SETTLE_MS
    if (room) observer.observe(room)
    step()
  }
  const observer = new ResizeObserver(look)
  const stop = new AbortController()
  const quietly = { signal: stop.signal, capture: true, passive: true }
  window.addEventListener('resize', look, quietly)
  window.addEventListener('scroll', look, quietly)
  // A scroll event inside the dialog does not leave the shadow root.
  frame.parentElement?.addEventListener('scroll', look, quietly)
  window.visualViewport?.addEventListener('resize', look, quietly)
  watchers.add(look)
  frame.inert = false
  frame.style.visibility = 'visible'
  look()
  return () => {
    cancelAnimationFrame(drawing)
    watchers.delete(look)
    observer.disconnect()
    stop.abort()
    frame.inert = true
    frame.style.visibility = 'hidden'
  }
}

function put(frame: HTMLElement): void {
  const { left = 0, top = 0, width = 0, height = 0 } = room?.getBoundingClientRect() ?? {}
  // An ancestor with a transform moves `fixed` elements too, so the offset is measured from where the place is without `translate`.
  frame.style.translate = 'none'
  const own = frame.getBoundingClientRect()
  Object.assign(frame.style, {
    translate: `${left - own.left}px ${top - own.top}px`,
    inlineSize: `${width}px`,
    blockSize: `${height}px`,
  })
}
