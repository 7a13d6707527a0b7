import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { filesIn } from './build.mjs'

const types = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}
const packed = { br: brotliCompressSync, gzip: (body) => gzipSync(body, { level: 9 }) }

/** The files of a folder that a page loads, by the path at which they are served. */
export const filesOf = (prefix, folder) =>
  filesIn(folder)
    .filter((file) => extname(file) in types)
    .map((file) => [`${prefix}${file}`, readFileSync(`${folder}/${file}`)])

/** Serves the content of each path, precompressed if an encoding is named; resolves to the origin and a function that stops it. */
export async function serveFiles(entries, encoding) {
  const pack = packed[encoding] ?? ((body) => body)
  const files = new Map(entries.map(([path, body]) => [path, { body: pack(body), type: types[extname(path)] ?? 'text/html' }]))
  const headers = encoding && { 'content-encoding': encoding, 'cache-control': 'no-cache' }
  const server = createServer((request, response) => {
    const found = files.get(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname))
    if (!found) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': found.type, ...headers }).end(found.body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://localhost:${server.address().port}`, close: () => server.close() }
}
