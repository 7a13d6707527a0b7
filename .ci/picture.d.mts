export function gridOf(png: Buffer): Buffer
export function difference(expected: Buffer, found: Buffer): string | undefined
