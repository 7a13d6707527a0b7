/** What a ReCap grants: resource → `namespace/action` → its limits (EIP-5573). */
type Abilities = Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>
/** A ReCap: what it grants, and the proofs that it refers to. */
export type Recap = { readonly att: Abilities; readonly prf?: readonly string[] | undefined }

const PREFIX = 'urn:recap:'

/** The ReCap of a resource; undefined for any other URI and for one that cannot be read. Either base64 alphabet is understood. */
export function decodeRecap(uri: string): Recap | undefined {
  if (!uri.startsWith(PREFIX)) return undefined
  try {
    const { att, prf }: { att?: unknown; prf?: unknown } = JSON.parse(fromBase64Url(uri.slice(PREFIX.length)))
    if (!isAbilities(att)) return undefined
    return { att, ...(Array.isArray(prf) && { prf: prf.map(String) }) }
  } catch {
    return undefined
  }
}

/** The sentence that a wallet shows for a ReCap, word for word as EIP-5573 builds it. */
export function recapStatement({ att }: Recap): string {
  const clauses: string[] = []
  for (const resource of Object.keys(att).sort()) {
    const groups = new Map<string, string[]>()
    for (const ability of Object.keys(att[resource] ?? {}).sort()) {
      const at = ability.indexOf('/')
      const [group, action] = [ability.slice(0, at), ability.slice(at + 1)]
      groups.set(group, [...(groups.get(group) ?? []), `'${action}'`])
    }
    for (const [group, actions] of groups)
      clauses.push(`(${clauses.length + 1}) '${group}': ${actions.join(', ')} for '${resource}'.`)
  }
  return `I further authorize the stated URI to perform the following actions on my behalf: ${clauses.join(' ')}`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isAbilities = (value: unknown): value is Abilities =>
  isRecord(value) &&
  Object.values(value).every(
    (each) => isRecord(each) && Object.entries(each).every(([key, limits]) => key.indexOf('/') > 0 && Array.isArray(limits)),
  )

function fromBase64Url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)))
}
