import { deleteEnvironmentResult } from '@sluice/contract/job-commands/delete-environment'
import { eq } from 'drizzle-orm'
import { environment } from '../../../platform/database/schema/environments.ts'
import { outputOf, submit } from '../run-job.ts'
import { addSandboxEnvironment, branchesOf, sandboxesOf } from '../sandbox-environment.ts'
import type { CrashRow } from './crash-row.ts'
import { inWords, stackOfRow } from './row-scene.ts'

const stack = stackOfRow()
let made = 0

export const deleteEnvironmentRow: CrashRow = {
  command: 'DeleteEnvironment',
  mode: 'with its branch and its sandbox',
  // Each is told as deleted only by a run that has deleted it, or found that the run before had.
  leaves: 'no environment, no branch, no sandbox, branch told as deleted, sandbox told as deleted',
  async arrange(world) {
    const both = await stack(world)
    const { flow } = both
    const name = `sandbox${made++}`
    const id = await addSandboxEnvironment(world.ctx, both, { name })
    const left = async (jobId: string) => {
      const rows = await world.ctx.database.asSystem((tx) => tx.$count(environment, eq(environment.id, id)))
      const result = deleteEnvironmentResult.parse(await outputOf(world.ctx, flow, jobId))
      return inWords({
        'no environment': rows === 0,
        'no branch': !(await branchesOf(both)).includes(`env/${name}`),
        'no sandbox': !(await sandboxesOf(flow)).includes(name),
        'branch told as deleted': result.gitBranchWasDeleted,
        'sandbox told as deleted': result.sandboxWasDeleted,
      })
    }
    const jobTemplate = {
      environmentFilter: { include: { ids: [id] } },
      deleteGitBranch: true,
      deleteSandbox: true,
    }
    return {
      flow,
      submit: () => submit(world.ctx, flow, { jobCommandName: 'DeleteEnvironment', jobTemplate }),
      left,
    }
  },
}
