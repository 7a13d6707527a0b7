/** A hidden page does not paint: wait no longer than this. */
const UNPAINTED_MS = 100

/** Runs `then` when the current frame has been painted. Returns its stop. */
export function afterFrame(then: () => void): () => void {
  const stop = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  const run = () => {
    stop()
    then()
  }
  let timer = setTimeout(run, UNPAINTED_MS)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(run)
  })
  return stop
}
