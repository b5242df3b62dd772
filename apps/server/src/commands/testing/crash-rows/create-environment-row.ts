import { createEnvironmentResult } from '@sluice/contract/job-commands/create-environment'
import { eq } from 'drizzle-orm'
import { environment } from '../../../platform/database/schema/environments.ts'
import { outputOf, submit } from '../run-job.ts'
import { createGroup, deleteSandboxes, sandboxesOf } from '../sandbox-environment.ts'
import type { CrashRow } from './crash-row.ts'
import { inWords, stackOfRow } from './row-scene.ts'

const stack = stackOfRow()
let hasGroup: Promise<void> | undefined
let made = 0

export const createEnvironmentRow: CrashRow = {
  command: 'CreateEnvironment',
  mode: 'with a new branch and a new sandbox',
  leaves: '1 sandbox, branch created, sandbox created, equal to the branch, 1 snapshot',
  async arrange(world) {
    const both = await stack(world)
    const { flow, clone } = both
    await (hasGroup ??= createGroup(flow, 'Builders'))
    const name = `box${made++}`
    const jobTemplate = {
      environmentName: name,
      gitBranchName: `env/${name}`,
      sfdcSandboxName: name,
      sfdcSandboxActivationUserGroupName: 'Builders',
    }
    const left = async (jobId: string) => {
      const rows = await world.ctx.database.asSystem((tx) =>
        tx.select().from(environment).where(eq(environment.name, name)),
      )
      const result = createEnvironmentResult.parse(await outputOf(world.ctx, flow, jobId))
      const listed = await clone.git('ls-remote', 'origin', `refs/heads/env/${name}`)
      const [row] = rows
      const words = inWords({
        sandbox: (await sandboxesOf(flow)).filter((one) => one === name).length,
        'branch created': result.branchWasCreated,
        'sandbox created': result.sandboxWasCreated,
        'equal to the branch':
          row?.isInitialized === true && listed.startsWith(`${row.latestKnownParityCommitHashOutbound}\t`),
        snapshot: row?.lastSnapshotNumber ?? 0,
      })
      // An org may have 25 Developer sandboxes, and the table has more lines.
      await deleteSandboxes(flow, name)
      return words
    }
    return {
      flow,
      submit: () => submit(world.ctx, flow, { jobCommandName: 'CreateEnvironment', jobTemplate }),
      left,
    }
  },
}
