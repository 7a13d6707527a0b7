/** Runs `task` once the frame that is being made is on screen, half a second from now at the latest; for what that frame does without. Returns its stop. */
export function whenIdle(task: () => void): () => void {
  // Safari has no idle callbacks.
  const idle = globalThis.requestIdleCallback as typeof requestIdleCallback | undefined
  const handle = idle ? idle(task, { timeout: 500 }) : setTimeout(task)
  return () => (idle ? cancelIdleCallback(handle as number) : clearTimeout(handle))
}
