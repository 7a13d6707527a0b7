const TURNS = 20

/**
 * Lets everything that has begun go on for some turns of the event loop, in which messages between tabs arrive too: to show that
 * nothing happens, without waiting for a clock. Not for code that has still to load.
 */
export async function someTurns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((next) => setImmediate(next))
}
