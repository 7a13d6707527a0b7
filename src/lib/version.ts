declare const __VERSION__: string | undefined

/** Version of this release, from package.json at build time. */
export const publicVersion: string = typeof __VERSION__ === 'string' ? __VERSION__ : '0.0.0'
