import type { CrashRow } from './crash-row.ts'
import { createEnvironmentRow } from './create-environment-row.ts'
import { deleteEnvironmentRow } from './delete-environment-row.ts'
import { flowInFastForward, flowInWithMerge } from './flow-in-row.ts'
import { flowMergeRow } from './flow-merge-row.ts'
import { flowOutRow, quickDeployRow } from './flow-out-row.ts'
import { initializeStackRow } from './initialize-stack-row.ts'
import { onboardingRow } from './onboarding-row.ts'
import { runApexTestsRow } from './run-apex-tests-row.ts'

const deployed = '1 deployment, changed in the org, 1 snapshot, parity, listed in the result'

/** The commands of the crash table, each in its modes. */
export const crashRows: readonly CrashRow[] = [
  initializeStackRow,
  flowInFastForward,
  flowInWithMerge,
  flowOutRow({ mode: 'diff by history', settings: { diffMode: 'History' }, leaves: deployed }),
  flowOutRow({ mode: 'diff by comparison with the org', settings: { diffMode: 'Org' }, leaves: deployed }),
  flowOutRow({
    mode: 'check only',
    settings: { diffMode: 'History', checkOnly: true },
    leaves: '1 validation, listed in the result',
  }),
  quickDeployRow(deployed),
  flowMergeRow,
  createEnvironmentRow,
  deleteEnvironmentRow,
  runApexTestsRow,
  onboardingRow,
]
