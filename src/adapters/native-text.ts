/**
 * Stands in the build for a polyfill that a part of web3.js asks for where a browser has no `TextDecoder`: all have one, and
 * the polyfill's package states no licence.
 */
const { TextDecoder, TextEncoder } = globalThis

export { TextDecoder, TextEncoder }
