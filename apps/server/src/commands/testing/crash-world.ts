import { afterAll, afterEach, beforeAll } from 'vitest'
import { openFlowWorld } from './flow-world.ts'
import { type FlowWorkerOptions, type FlowWorkerProcess, spawnFlowWorker } from './spawn-flow-worker.ts'

type World = Awaited<ReturnType<typeof openFlowWorld>>

/** A world whose workers are processes of their own. Read it inside tests only. */
export function crashWorld() {
  let world: World | undefined
  const workers: FlowWorkerProcess[] = []
  const made = (): World => {
    if (!world) throw new Error('The world exists only while the tests run.')
    return world
  }
  beforeAll(async () => {
    world = await openFlowWorld({ withWorker: false })
  })
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.end()
  })
  afterAll(() => world?.close())
  return {
    get ctx() {
      return made().ctx
    },
    get folder() {
      return made().folder
    },
    connect: () => made().connect(),
    worker: async (options?: FlowWorkerOptions) => {
      const worker = await spawnFlowWorker(made().ctx, options)
      workers.push(worker)
      return worker
    },
  }
}
