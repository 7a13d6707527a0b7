/** An unknown app on this phone, to which the visitor takes the pairing's link by hand. */
export const SOME_APP = ''

let meant: string | undefined

/** Notes the app, by its link, in which the visitor is going to connect; undefined: with a wallet on another device. */
export function meanApp(link: string | undefined): void {
  meant = link
}

/** The link of that app. */
export const meantApp = (): string | undefined => meant
