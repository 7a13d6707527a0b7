import { expectHealed, expectSame } from './chaos/expect-healed'
import { breakSomething, type Component, components, feltIn, heal } from './chaos/faults'
import { planOf } from './chaos/plans'
import { chanceOf } from './chaos/random'
import { anyStep } from './chaos/steps'
import { openWorld, startAfresh } from './chaos/world'
import { expect } from './fixtures'
import { test } from './own-provider'

const soak = process.env.SOAK === '1'
/** The journeys are split into parts, each with its own page. */
const PARTS = soak ? 8 : 2
const ALL = soak ? Number(process.env.CHAOS_JOURNEYS ?? 1_000) : 50
const JOURNEYS = Math.ceil(ALL / PARTS)
/** The same journeys each time, other ones in each soak run; `CHAOS_SEED` repeats any. */
const SEED = Number(process.env.CHAOS_SEED ?? (soak ? Date.now() % 1_000_000 : 1))
/** `CHAOS_ONLY=17` runs only that journey. */
const ONLY = Number(process.env.CHAOS_ONLY ?? -1)
const which = ONLY >= 0 ? `journey ${ONLY} alone` : `${ALL} journeys`
/** The least share of a part's journeys in which the page must have met a fault of each component. */
const LEAST_SHARE = 0.1

/** The browser's own messages about failed requests, and our intended messages to developers. */
const ofTheFault = /^Failed to load resource|^Access to |WebSocket connection to|^<wallet-modal> |net::ERR_|^Refused to display/

for (let part = 0; part < PARTS; part++)
  test(`chaos: whatever fails during ${which}, nothing is thrown, the state is the wallet’s, and what was typed stays (part ${part + 1} of ${PARTS})`, async ({
    page,
    provider,
    otherHosts,
    witness,
  }) => {
    test.setTimeout(soak ? 3_600_000 : 300_000)
    const world = await openWorld(page, provider)
    otherHosts.push(new URL(world.relay.url).host)
    console.log(`chaos: seed ${SEED}, part ${part + 1}`)
    const failed: string[] = []
    const met: Record<Component, number> = { wallet: 0, storage: 0, rpc: 0, provider: 0, relay: 0, frame: 0 }
    try {
      for (let index = 0; index < JOURNEYS; index++) {
        const journey = part * JOURNEYS + index
        if (ONLY >= 0 && journey !== ONLY) continue
        const chance = chanceOf(SEED * 1_009 + journey)
        const done: string[] = []
        try {
          await startAfresh(world)
          const component = components[journey % components.length] ?? 'wallet'
          for (const step of planOf(component, chance)) {
            done.push(await step(world, chance))
            await expectSame(world)
          }
          for (let step = chance.pick(soak ? [0, 1, 2] : [0, 0, 1]); step > 0; step--) {
            if (chance.often(0.5)) done.push(await breakSomething(world, chance))
            done.push(await anyStep(world, chance))
            await expectSame(world)
          }
          // A request that nobody waits for may meet the fault a moment later.
          await expect
            .poll(async () => (await feltIn(world))[component], { message: `how often the page met the broken ${component}` })
            .toBeGreaterThan(0)
          const felt = await feltIn(world)
          for (const each of components) if (felt[each] > 0) met[each]++
          await heal(world, chance)
          await expectHealed(world)
          expect(witness.pageErrors, 'uncaught errors').toEqual([])
          expect(
            witness.consoleErrors.filter((text) => !ofTheFault.test(text)),
            'our own console errors',
          ).toEqual([])
          if (soak) console.log(`chaos: journey ${journey}: ${done.join(' → ')}`)
        } catch (cause) {
          const message = cause instanceof Error ? cause.message : String(cause)
          const shown = await world.dialog.textContent({ timeout: 1_000 }).catch(() => 'no dialog')
          failed.push(`CHAOS_SEED=${SEED} CHAOS_ONLY=${journey}: ${done.join(' → ')}: ${message}\nOn screen: ${shown}`)
          console.log(failed.at(-1))
          // The next journeys must not suffer from this one.
          await heal(world, chance)
          await page.reload()
          await page.locator('wallet-modal:defined').waitFor({ state: 'attached' })
          witness.pageErrors.length = 0
          witness.consoleErrors.length = 0
        }
      }
      expect(failed, 'failed journeys').toEqual([])
      console.log(`chaos: part ${part + 1}, journeys that met a fault of each component: ${JSON.stringify(met)}`)
      if (ONLY < 0)
        for (const each of components)
          expect(met[each], `journeys that met a fault of the ${each}`).toBeGreaterThanOrEqual(JOURNEYS * LEAST_SHARE)
    } finally {
      await world.stop()
    }
  })
