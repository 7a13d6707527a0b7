/** Runs `task` when the browser is idle, after half a second at the latest; for what the present frame does not need. Returns its stop. */
export function whenIdle(task: () => void): () => void {
  // Safari has no idle callbacks.
  const idle = globalThis.requestIdleCallback as typeof requestIdleCallback | undefined
  const handle = idle ? idle(task, { timeout: 500 }) : setTimeout(task)
  return () => (idle ? cancelIdleCallback(handle as number) : clearTimeout(handle))
}
