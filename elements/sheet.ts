/** A style sheet of this text; an empty one in older versions of jsdom, in which hosts test and which cannot fill one. */
export function makeSheet(css: string): CSSStyleSheet {
  const made = new CSSStyleSheet()
  made.replaceSync?.(css)
  return made
}
