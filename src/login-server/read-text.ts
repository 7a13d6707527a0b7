/** The text of a body; undefined above `limit` bytes, where reading stops. Rejects as the body does. */
export async function readText(body: ReadableStream<Uint8Array> | null, limit: number): Promise<string | undefined> {
  const reader = body?.getReader()
  const parts: Uint8Array[] = []
  for (let size = 0; reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > limit) {
      await reader.cancel()
      return undefined
    }
    parts.push(value)
  }
  return Buffer.concat(parts).toString()
}
