/** Runs `then`, later, when the scripts of the page that stand behind ours have run too: they want to hear of it. */
export function afterScripts(then: () => void): void {
  setTimeout(() => {
    // Where no time is told, as to keep visitors apart from each other, all of the page is waited for. Its newer list takes more bytes.
    if (document.readyState === 'complete' || performance.timing?.domContentLoadedEventStart) then()
    else afterScripts(then)
  })
}
