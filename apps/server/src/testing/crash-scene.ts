import { eq } from 'drizzle-orm'
import { afterEach, beforeEach } from 'vitest'
import { environmentTag } from '../platform/database/schema/environments.ts'
import { environmentLock } from '../platform/database/schema/job-execution.ts'
import { artifact, job } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'
import { type Worker, startWorker } from '../worker/worker.ts'
import { outsideOf, scriptedCommands } from './scripted-command.ts'
import { killSpawnedWorkers } from './spawn-worker.ts'
import { testContext } from './test-context.ts'
import { type TestStack, insertStack } from './test-jobs.ts'

export interface Traces {
  retrieves: number
  deploys: number
  parities: number
  outputs: number
  locks: number
}

export const once: Traces = { retrieves: 1, deploys: 1, parities: 1, outputs: 1, locks: 0 }

/** For a test file: a stack per test, jobs of the scripted command, and a worker here that takes over. */
export function crashScene() {
  const given = testContext({ settings: { SLUICE_LEASE_SECONDS: '3' } })
  let owner: TestStack
  let survivor: Worker | undefined
  beforeEach(async () => {
    owner = await insertStack(given.ctx)
  })
  afterEach(async () => {
    await killSpawnedWorkers()
    await survivor?.stop()
    survivor = undefined
  })
  return {
    get ctx() {
      return given.ctx
    },
    get owner() {
      return owner
    },
    outside: (line: string) => outsideOf(given.ctx.folders.root).count(line),
    async submit(commandInput: Record<string, unknown> = {}): Promise<string> {
      const { workspaceId, stackId, environmentIds } = owner
      const jobId = newId()
      await given.ctx.database.inWorkspace(workspaceId, null, async (tx) => {
        const mainEnvironmentId = environmentIds[0] ?? null
        await tx.insert(job).values({
          id: jobId,
          workspaceId,
          stackId,
          commandName: 'FlowOut',
          commandInput,
          mainEnvironmentId,
        })
        await given.ctx.jobs.enqueue(tx, { jobId, workspaceId })
      })
      return jobId
    },
    async takeOver(): Promise<void> {
      survivor = await startWorker(given.ctx, scriptedCommands)
    },
    /** What the job left outside and in the database. */
    tracesOf(jobId: string): Promise<Traces> {
      const outside = outsideOf(given.ctx.folders.root)
      return given.ctx.database.asSystem(async (tx) => ({
        retrieves: outside.count(`retrieve ${jobId}`),
        deploys: outside.count(`deploy ${jobId}`),
        parities: await tx.$count(environmentTag, eq(environmentTag.name, `parity-${jobId}`)),
        outputs: await tx.$count(artifact, eq(artifact.jobId, jobId)),
        locks: await tx.$count(environmentLock, eq(environmentLock.jobId, jobId)),
      }))
    },
  }
}
