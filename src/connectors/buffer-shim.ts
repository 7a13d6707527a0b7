const encoder = new TextEncoder()
const decoder = new TextDecoder()

type Encoding = 'utf8' | 'utf-8' | 'hex' | 'base64' | 'base64url'

const decode: Record<Encoding, (text: string) => Uint8Array> = {
  utf8: (text) => encoder.encode(text),
  'utf-8': (text) => encoder.encode(text),
  hex: (text) => Uint8Array.from(text.match(/[\da-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16)),
  base64: fromBase64,
  base64url: fromBase64,
}

const encode: Record<Encoding, (bytes: Uint8Array) => string> = {
  utf8: (bytes) => decoder.decode(bytes),
  'utf-8': (bytes) => decoder.decode(bytes),
  hex: (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  base64: toBase64,
  base64url: (bytes) => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
}

/**
 * The part of Node's `Buffer` that the WalletConnect packages name, as bytes of a Uint8Array.
 * The build puts it in place of the free variable `Buffer` inside our chunks; the page's global is left alone,
 * because other libraries take a partial global for the whole one.
 */
export class Buffer extends Uint8Array {
  /** Bytes of a text in the given encoding (UTF-8 by default), or a copy of bytes. */
  static override from(source: unknown, encoding?: unknown): Buffer {
    if (typeof source !== 'string') return new Buffer(source as ArrayLike<number>)
    return new Buffer(decode[nameOf(encoding)](source))
  }

  /** Whether a value is one of ours. */
  static isBuffer(value: unknown): value is Buffer {
    return value instanceof Buffer
  }

  /** One buffer of all parts in order. */
  static concat(parts: readonly Uint8Array[]): Buffer {
    return Buffer.from(parts.flatMap((part) => Array.from(part)))
  }

  /** Length in bytes of a text. */
  static byteLength(text: string, encoding?: unknown): number {
    return decode[nameOf(encoding)](text).length
  }

  /** The bytes as text, UTF-8 by default. */
  override toString(encoding?: unknown): string {
    return encode[nameOf(encoding)](this)
  }
}

function nameOf(encoding: unknown): Encoding {
  const name = typeof encoding === 'string' ? encoding.toLowerCase() : 'utf8'
  if (name in decode) return name as Encoding
  throw new TypeError(`Unknown encoding: ${name}`)
}

// Node takes both alphabets in either encoding and ignores white space and padding.
function fromBase64(text: string): Uint8Array {
  const standard = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/[^\w+/]/g, '')
  return Uint8Array.from(atob(standard), (char) => char.charCodeAt(0))
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
