import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** A refusal in the provider's format: which parameter, and why. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'
  constructor(
    readonly field: string,
    description: string,
    readonly status: ContentfulStatusCode = 400,
  ) {
    super(description)
  }
}

/** The provider's answer to an error: `{ status: 'FAILED', reasons }` for a refusal, plain text for a crash. */
export function failed(error: Error, c: Context) {
  if (!(error instanceof ProviderRefusal)) return c.text('Internal server error', 500)
  return c.json({ status: 'FAILED', reasons: [{ field: error.field, description: error.message }] }, error.status)
}
