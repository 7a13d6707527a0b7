/** An app of this phone that nobody knows: the visitor takes the link of the pairing there by hand. */
export const SOME_APP = ''

let meant: string | undefined

/** The visitor means to connect in this app, by its link; undefined: by a code, with a wallet elsewhere. */
export function meanApp(link: string | undefined): void {
  meant = link
}

/** The link of the app that is meant. */
export const meantApp = (): string | undefined => meant
