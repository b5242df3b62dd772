import { EventEmitter, once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Practice } from './practice.ts'
import { TestOrg } from './testing/client.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'practice-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const hour = 60 * 60 * 1_000

/** Starts background work that lasts until `end` is called. */
function startWork(practice: Practice, name: string): { end: () => void } {
  const ending = new EventEmitter()
  practice.runInBackground(
    name,
    once(ending, 'end').then(() => undefined),
  )
  return { end: () => void ending.emit('end') }
}

/** Starts to close a practice org during a copy, and advances the fake timers by an hour. */
async function closeDuringCopy(timeScale: number) {
  const practice = await Practice.open({ dataDir, timeScale })
  const copy = startWork(practice, 'copy')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isSettled = false
  const settled = practice.settle().then(() => (isSettled = true))
  await vi.advanceTimersByTimeAsync(hour)
  return { practice, copy, settled, isSettled: () => isSettled }
}

test('closing waits for background work on a machine of any speed, and for the work that it starts', async () => {
  const { practice, copy, settled, isSettled } = await closeDuringCopy(0)
  expect(isSettled()).toBe(false)
  const activation = startWork(practice, 'activation')
  copy.end()
  await vi.advanceTimersByTimeAsync(hour)
  expect(isSettled()).toBe(false)
  activation.end()
  await settled
})

test('closing does not wait for a copy that takes as long as on the real service', async () => {
  const { copy, isSettled } = await closeDuringCopy(1)
  expect(isSettled()).toBe(true)
  copy.end()
})

test('closing waits until the archive of a retrieve is written', async () => {
  // A retrieve takes at least 200 ms at this scale, so the close comes before its archive.
  const org = await TestOrg.start({ seed: 'empty', timeScale: 20 })
  onTestFinished(() => org.stop())
  const id = await org.startRetrieve({ ApexClass: ['*'] })
  await org.practiceOrg.close()
  const archive = await readFile(join(org.dataDir, 'orgs', org.orgId, 'retrieves', `${id}.zip`))
  expect(Object.keys(unzipSync(archive))).toContain('package.xml')
})

const outcomeOf = (call: Promise<unknown>): Promise<'answered' | 'cut'> =>
  call.then(
    () => 'answered',
    () => 'cut',
  )

test('closing waits until a call that has arrived is finished', async () => {
  const org = await TestOrg.start()
  onTestFinished(() => org.stop())
  const folder = join(org.dataDir, 'orgs')
  const unfinished = (): string[] =>
    readdirSync(folder).filter((name) => existsSync(join(folder, name, 'unfinished')))
  const answer = outcomeOf(org.admin('POST', '/admin/orgs', { name: 'Second', bundled: true }))
  await expect.poll(unfinished, { interval: 5 }).toHaveLength(1)
  await org.practiceOrg.close()
  expect(unfinished()).toEqual([])
  expect(await answer).toBe('cut')
})

test('closing ends the delay of a call by a fault', async () => {
  const org = await TestOrg.start()
  onTestFinished(() => org.stop())
  await org.admin('POST', '/admin/faults', { kind: 'delay', operation: 'query', delayMs: hour })
  const answer = outcomeOf(org.rest('/query?q=SELECT+Id+FROM+User'))
  await expect.poll(() => org.admin('GET', '/admin/faults')).toMatchObject({ faults: [] })
  await org.practiceOrg.close()
  expect(await answer).toBe('cut')
})
