import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A running service of the local stack; `stop` resolves when its port is free again. */
export type Piece = { readonly url: string; readonly stop: () => Promise<void> }

/** Thrown if a requested port is in use; the message says which and what to do. */
export class PortTaken extends Error {
  override name = 'PortTaken'
  constructor(readonly port: number) {
    super(`Port ${port} is taken. Stop the program that uses it, or choose another port, for example PORT=${port + 100}.`)
  }
}

/** Serves HTTP on `port` (0: a free one) of the loopback interface. Rejects with PortTaken. */
export async function startHttp(listener: RequestListener, port: number): Promise<Piece & { server: Server }> {
  const server = createServer(listener)
  const taken = await bind(server, port)
  return {
    server,
    url: `http://localhost:${taken}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A port that is free now: `wanted` if it is, else any. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer()
  try {
    return await bind(server, wanted)
  } catch {
    return freePort()
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}

function bind(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' || error.code === 'EACCES' ? new PortTaken(port) : error),
    )
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}
