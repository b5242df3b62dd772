import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { CommandResult, JobCommand } from '../durable/job-command.ts'
import type { Run } from '../durable/run.ts'
import { job, jobDependency } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'
import { type Worker, startWorker } from '../worker/worker.ts'
import { type TestContextOptions, testContext } from './test-context.ts'
import { type TestStack, insertStack, submitJob } from './test-jobs.ts'
import { everyCommand } from './every-command.ts'

export const succeeded: CommandResult = { outcome: 'Succeeded', output: { done: true } }

type Body = (run: Run) => Promise<CommandResult>

const succeed: Body = async () => succeeded

/** For a test file: a worker whose jobs do what the test says, on a stack of its own per test. */
export function commandBench(options: TestContextOptions = {}) {
  const given = testContext(options)
  let worker: Worker
  let owner: TestStack
  let current: Body = succeed
  const command: JobCommand = (_ctx, run) => current(run)
  beforeAll(async () => {
    worker = await startWorker(given.ctx, everyCommand(command))
  })
  afterAll(() => worker.stop())
  const moveToAnotherWorkspace = async () => {
    owner = await insertStack(given.ctx)
  }
  beforeEach(moveToAnotherWorkspace)
  return {
    get ctx() {
      return given.ctx
    },
    /** What every job does from now on. */
    jobsDo(body: Body): void {
      current = body
    },
    moveToAnotherWorkspace,
    submit: () => submitJob(given.ctx, owner),
    async submitDependent(dependsOnJobId: string): Promise<string> {
      const { workspaceId, stackId } = owner
      const jobId = newId()
      await given.ctx.database.inWorkspace(workspaceId, null, async (tx) => {
        await tx
          .insert(job)
          .values({ id: jobId, workspaceId, stackId, commandName: 'FlowIn', commandInput: {} })
        await tx.insert(jobDependency).values({ workspaceId, jobId, dependsOnJobId })
        await given.ctx.jobs.enqueue(tx, { jobId, workspaceId })
      })
      return jobId
    },
    /** Jobs of a schedule, submitted one after the other. */
    async submitOfSchedule(count: number): Promise<string[]> {
      const { workspaceId, stackId } = owner
      const createdByScheduleId = newId()
      const jobIds = Array.from({ length: count }, () => newId())
      for (const [index, jobId] of jobIds.entries())
        await given.ctx.database.inWorkspace(workspaceId, null, async (tx) => {
          const of = { createdByScheduleId, createdByScheduleOccurrenceUtc: new Date(index) }
          await tx
            .insert(job)
            .values({ id: jobId, workspaceId, stackId, commandName: 'FlowIn', commandInput: {}, ...of })
          await given.ctx.jobs.enqueue(tx, { jobId, workspaceId })
        })
      return jobIds
    },
    signal: (jobId: string, topic: string) =>
      given.ctx.database.inWorkspace(owner.workspaceId, null, (tx) =>
        given.ctx.jobs.signal(tx, { jobId, topic, message: null }),
      ),
    cancel: (jobId: string) =>
      given.ctx.database.inWorkspace(owner.workspaceId, null, (tx) =>
        given.ctx.jobs.requestCancellation(tx, { jobId, workspaceId: owner.workspaceId, userId: null }),
      ),
  }
}
