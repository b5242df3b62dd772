import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createReadiness } from './readiness.ts'

test('many who ask within a second share one look at the parts, and later ones get a new one', async () => {
  const readiness = createReadiness()
  let looks = 0
  let isWell = true
  readiness.register('database', async () => {
    looks += 1
    await pause(20)
    return { ok: isWell }
  })
  const verdicts = await Promise.all(Array.from({ length: 200 }, () => readiness.check()))
  expect([looks, verdicts.every(({ ready }) => ready)]).toEqual([1, true])
  isWell = false
  await expect.poll(async () => (await readiness.check()).ready, { interval: 50 }).toBe(false)
  expect(looks).toBe(2)
})

test('a server that stops is not ready at once', async () => {
  const readiness = createReadiness()
  readiness.register('database', async () => ({ ok: true }))
  expect((await readiness.check()).ready).toBe(true)
  readiness.drain()
  expect(await readiness.check()).toMatchObject({ ready: false, parts: { server: { ok: false } } })
})

test('a process is ready while something outside it does not work, and says so', async () => {
  const readiness = createReadiness()
  readiness.register('database', async () => ({ ok: true }))
  readiness.registerWarning('worker', async () => ({ ok: false, detail: 'no worker seen for a minute' }))
  expect(await readiness.check()).toEqual({
    ready: true,
    parts: { database: { ok: true }, worker: { ok: false, detail: 'no worker seen for a minute' } },
  })
})
