let meant: string | undefined

/** The visitor means to connect in this app, by its link; undefined: by a code, with a wallet elsewhere. */
export function meanApp(link: string | undefined): void {
  meant = link
}

/** The link of the app that is meant. */
export const meantApp = (): string | undefined => meant
