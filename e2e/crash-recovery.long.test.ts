import { afterAll, beforeAll, expect, test } from 'vitest'
import { casesOfSlice } from '../tools/long/long-run.ts'
import {
  flowInThroughKill,
  flowOutThrough,
  initializeThroughKill,
  theOneCommit,
} from './crash/crash-cases.ts'
import { type CrashWorld, crashWorld } from './crash/crash-world.ts'
import type { WorkingClone } from './working-clone.ts'

let world: CrashWorld
let clone: WorkingClone
beforeAll(async () => {
  world = await crashWorld()
  clone = await initializeThroughKill(world, 'push.before:kill')
})
afterAll(async () => {
  await clone?.remove()
  await world?.stop()
})

/** Steps and effects are hit before, after, and at intent, performance and result. */
const flowInPoints = [
  'load.before',
  'load.after',
  'check org.after',
  'read revisions.after',
  'fetch.after',
  'retrieve.post',
  'retrieve.poll',
  'commit.before',
  'commit.after',
  'merge.after',
  'push.intent',
  'push.before',
  'push.after',
  'push.performed',
  'push.result',
  'parity.before',
  'parity.after',
  'store output.after',
  'output.after',
  'end.before',
  'end.after',
]

test.each(casesOfSlice(flowInPoints))('a flow in killed at %s brings exactly one commit', async (point) => {
  expect(await flowInThroughKill(world, clone, `${point}:kill`)).toEqual(theOneCommit)
})

const flowOutPoints = [
  'deploy.intent',
  'deploy.post',
  'deploy.performed',
  'deploy.result',
  'deploy.id',
  'deploy.poll',
  'deployment.after',
  'parity.before',
  'end.before',
  'end.after',
]

test.each(casesOfSlice(flowOutPoints))('a flow out killed at %s is deployed exactly once', async (point) => {
  const interrupt = { arm: `${point}:kill`, during: () => world.comeBack() }
  expect(await flowOutThrough(world, clone, interrupt)).toEqual({ accepted: 1, done: 1, commits: 0 })
})
