/** Size limit of an answer in characters. */
const ANSWER_LIMIT = 5_000_000
/** One HTTP request ends after this, its body included (specification §9). */
export const RPC_TIMEOUT_MS = 10_000

/** The whole text of an answer, up to the limit. */
export async function readText(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += part.value
    if (text.length <= ANSWER_LIMIT) continue
    await reader?.cancel()
    throw new RangeError('The answer is too large')
  }
  return text
}
