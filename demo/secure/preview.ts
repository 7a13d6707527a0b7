/** What a person sees before they decide. */
export type Preview = {
  readonly title: string
  /** Reasons for caution, the worst first. */
  readonly risks: readonly { readonly title: string; readonly text: string }[]
  /** The changes found by simulating it. */
  readonly changes: readonly { readonly sign: '−' | '+'; readonly amount: string }[]
  readonly facts: readonly (readonly [string, string])[]
  /** The exact text or data. */
  readonly raw: string
}
