/** Social networks that an embedded wallet supports; Farcaster signs in differently. */
export type Social = 'google' | 'github' | 'apple' | 'facebook' | 'x' | 'discord' | 'farcaster'

/** Networks that sign in on their own web page; Farcaster does it in its phone app. */
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

/** Whether a text is one of the networks' ids. */
export const isSocial = (text: string): text is Social => Object.hasOwn(names, text)
/** A network's own name, the same in every language. */
export const socialName = (social: Social): string => names[social]
