import { connect, createServer, type Socket } from 'node:net'

export type LineMode = 'fine' | 'down' | 'silent' | 'cut'

/** A TCP proxy between the page and the relay. */
export type RelayLine = {
  readonly url: string
  mode: LineMode
  /** How often the page has met a fault of the line. */
  felt: number
  /** `down`: closes open sockets and refuses new ones; `silent`: accepts everything, passes nothing on; `cut`: closes at the first data. */
  set(mode: LineMode): void
  stop(): void
}

/** Starts the proxy to a relay's port; the wallet connects to the relay directly. */
export async function startRelayLine(relayUrl: string): Promise<RelayLine> {
  const open = new Set<readonly [Socket, Socket]>()
  const end = () => {
    for (const [near, far] of open) for (const socket of [near, far]) socket.destroy()
    open.clear()
  }
  const server = createServer((near) => {
    near.on('error', () => near.destroy())
    if (line.mode === 'down') {
      line.felt++
      return void near.destroy()
    }
    const far = connect(Number(new URL(relayUrl).port), 'localhost')
    const pair = [near, far] as const
    open.add(pair)
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (bytes) => {
        if (line.mode !== 'fine') line.felt++
        if (line.mode === 'fine') to.write(bytes)
        if (line.mode === 'cut') near.destroy()
      })
      from.on('error', () => from.destroy())
      from.on('close', () => {
        open.delete(pair)
        to.destroy()
      })
    }
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The line has no port')
  const line: RelayLine = {
    url: `ws://localhost:${address.port}`,
    mode: 'fine',
    felt: 0,
    set(mode) {
      // After lost bytes the rest of a stream cannot be read, so the sockets are closed.
      if (mode === 'down' || (mode === 'fine' && line.mode !== 'fine')) {
        if (mode === 'down') line.felt += open.size
        end()
      }
      line.mode = mode
    },
    stop() {
      end()
      server.close()
    },
  }
  return line
}
