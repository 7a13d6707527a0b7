type Call = { readonly method: string; readonly params: readonly unknown[] }

const BATCH = 200

/** Answers of a batch of JSON-RPC calls, in order. Rejects when the chain does not answer or, unless that is allowed, refuses one of them. */
export async function rpcBatch(url: string, calls: readonly Call[], { allowFailure = false } = {}): Promise<unknown[]> {
  const results: unknown[] = []
  for (let first = 0; first < calls.length; first += BATCH) {
    const body = calls.slice(first, first + BATCH).map((call, i) => ({ jsonrpc: '2.0', id: i, ...call }))
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answers = (await response.json()) as { id: number; result?: unknown; error?: { message: string } }[]
    for (const { result, error } of answers.sort((a, b) => a.id - b.id)) {
      if (error && !allowFailure) throw new Error(error.message)
      results.push(result)
    }
  }
  return results
}
