import { expect, test } from 'vitest'
import { exactTime } from '../lib/exact-time'
import { later, locales } from '.'
import { enRest } from './en-rest'

// Their word for "every" is inflected by number and gender, which the formatted time does not give.
test.each([
  ['ru', 'за каждый период (21 час)', 'за каждый период (31 день)', 'за каждый период (21 минута)'],
  ['uk', 'за кожен період (21 година)', 'за кожен період (31 день)', 'за кожен період (21 хвилина)'],
  ['pl', 'co 21 godzin', 'co 31 dni', 'co 21 minut'],
])('in %s, a period of 21 or 31 is grammatical', async (tag, ...wanted) => {
  const words = await later[tag]?.()
  const told = [21 * 3_600, 31 * 86_400, 21 * 60].map((seconds) => words?.sessions.every(exactTime(seconds, tag)))
  expect(told).toEqual(wanted)
})

test.each([
  ['de', 'Endet am', 'Endete am', 'Erteilt am'],
  ['es', 'Termina el', 'Terminó el', 'Concedida el'],
  ['it', 'Fine:', 'Terminata:', 'Concessa:'],
  ['nl', 'Eindigt op', 'Geëindigd op', 'Toegestaan op'],
  ['pt-BR', 'Termina em', 'Terminou em', 'Concedida em'],
  ['id', 'Berakhir pada', 'Telah berakhir pada', 'Diberikan pada'],
  ['vi', 'Kết thúc lúc', 'Đã kết thúc lúc', 'Cấp lúc'],
  ['ar', 'تنتهي في', 'انتهت في', 'مُنحت في'],
  ['hi', 'समाप्ति:', 'समाप्त हुआ:', 'अनुमति:'],
])('in %s, a date has the preposition of the language', async (tag, ...before) => {
  const { embedded, sessions } = (await later[tag]?.()) ?? {}
  const told = [embedded?.ends(''), embedded?.endedOn(''), sessions?.granted('')]
  expect(told).toEqual(before.map((words) => `${words} `))
})

test('in English, a retry in one second uses the singular', () => {
  const told = [1, 2, 30].map(enRest.account.retryIn)
  expect(told).toEqual(['Trying again in 1 second.', 'Trying again in 2 seconds.', 'Trying again in 30 seconds.'])
})

test('in Hebrew, neither does the cooldown say seconds for one', async () => {
  const wait = (await later.he?.())?.embedded.wait
  expect([1, 2, 30].map((seconds) => wait?.(seconds))).toEqual([
    'אפשר לנסות שוב בעוד שנייה',
    'אפשר לנסות שוב בעוד שתי שניות',
    'אפשר לנסות שוב בעוד 30 שניות',
  ])
})

test.each(Object.keys(locales))('in %s, the retry notice ends with the same mark as the sentence before it', async (tag) => {
  const words = await locales[tag]?.()
  const stop = (text = '') => /[.。।]?$/u.exec(text)?.[0]
  for (const seconds of [1, 2, 5, 30])
    expect(stop(words?.account.retryIn(seconds)), String(seconds)).toBe(stop(words?.account.balanceSafe))
})
