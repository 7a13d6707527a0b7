/** Social networks that an embedded wallet can be opened with; Farcaster has a way of its own. */
export type Social = 'google' | 'github' | 'apple' | 'facebook' | 'x' | 'discord' | 'farcaster'

/** Those that sign in on a page of their own; Farcaster has its phone. */
export type SocialProvider = Exclude<Social, 'farcaster'>

const names: Readonly<Record<Social, string>> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
}

/** Whether a text names one of them. */
export const isSocial = (text: string): text is Social => Object.hasOwn(names, text)
/** A network's own name, the same in every language. */
export const socialName = (social: Social): string => names[social]
