/** Runs `then` in a later task, after the page's scripts that follow ours have run, so that they can listen. */
export function afterScripts(then: () => void): void {
  setTimeout(() => {
    // If the browser hides timings against fingerprinting, waits until the page is complete. The newer timing API costs more bytes.
    if (document.readyState === 'complete' || performance.timing?.domContentLoadedEventStart) then()
    else afterScripts(then)
  })
}
