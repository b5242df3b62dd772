import { runApexTestsResult } from '@sluice/contract/job-commands/run-apex-tests'
import { eq } from 'drizzle-orm'
import { apexTestResult } from '../../../platform/database/schema/apex-test-runs.ts'
import { artifact } from '../../../platform/database/schema/jobs.ts'
import type { FlowWorld } from '../flow-world.ts'
import type { InitializedStack } from '../initialized-stack.ts'
import { runsInOrg, stackWithTests, storedRuns } from '../org-tests.ts'
import { everything, outputOf, submit } from '../run-job.ts'
import type { CrashRow } from './crash-row.ts'
import { inWords } from './row-scene.ts'

let stack: Promise<InitializedStack> | undefined
const stackOf = (world: FlowWorld) => (stack ??= stackWithTests(world))

export const runApexTestsRow: CrashRow = {
  command: 'RunApexTests',
  mode: 'of one class',
  leaves: '1 run in the org, 1 run stored, 2 results, 1 report, named in the result',
  async arrange(world) {
    const { flow } = await stackOf(world)
    const before = (await runsInOrg(flow)).length
    const left = async (jobId: string) => {
      const runs = await storedRuns(world, jobId)
      const id = runs[0]?.id ?? jobId
      const { results, artifacts } = await world.ctx.database.asSystem(async (tx) => ({
        results: await tx.$count(apexTestResult, eq(apexTestResult.apexTestRunId, id)),
        artifacts: await tx.select().from(artifact).where(eq(artifact.jobId, jobId)),
      }))
      const output = runApexTestsResult.parse(await outputOf(world.ctx, flow, jobId))
      return inWords({
        'run in the org': (await runsInOrg(flow)).length - before,
        'run stored': runs.length,
        results,
        report: artifacts.filter(({ type }) => type === 'JUnitTestResults').length,
        'named in the result': output.apexTestRunId === id,
      })
    }
    const jobTemplate = { environmentFilter: everything, classNames: ['BTest'] }
    return {
      flow,
      submit: () => submit(world.ctx, flow, { jobCommandName: 'RunApexTests', jobTemplate }),
      left,
    }
  },
}
