import type { Rows } from './settings-row.ts'
import { addSandboxEnvironment } from './sandbox-environment.ts'
import { type Scenario, initialized, observe } from './settings-scenarios.ts'

/** A sandbox environment with its branch. */
const deletion: Scenario = async (world, settings) => {
  const both = await initialized(world)
  await addSandboxEnvironment(world.ctx, both, { name: 'qa' })
  return await observe(world, both, { jobCommandName: 'DeleteEnvironment', settings })
}

/** What each setting of DeleteEnvironment changes. */
export const deleteEnvironmentRows: Rows<'DeleteEnvironment'> = {
  environmentFilter: { selects: true },
  deleteGitBranch: {
    scenario: deletion,
    changed: true,
    outcome: (observed) => observed.branches,
    expected: { before: ['env/qa', 'main'], after: ['main'] },
  },
  deleteSandbox: {
    scenario: deletion,
    changed: true,
    outcome: (observed) => observed.sandboxes,
    expected: { before: ['qa'], after: [] },
  },
}
