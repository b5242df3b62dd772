import type {
  DeleteEnvironmentInput,
  DeleteEnvironmentResult,
} from '@sluice/contract/job-commands/delete-environment'
import { Facts } from './result-section.tsx'

interface DeleteEnvironmentResultViewProps {
  /** Says what was asked for, so that what is still there can be told from what was gone before. */
  input: DeleteEnvironmentInput
  result: DeleteEnvironmentResult
}

/** What was deleted with an environment, and what is still there. */
export function DeleteEnvironmentResultView({ input, result }: DeleteEnvironmentResultViewProps) {
  const { gitBranchName, gitBranchWasDeleted, sfdcSandboxName, sandboxWasDeleted } = result
  const branch = fateOf({ isWanted: input.deleteGitBranch, isDone: gitBranchWasDeleted })
  const sandbox = fateOf({ isWanted: input.deleteSandbox, isDone: sandboxWasDeleted })
  return (
    <Facts
      facts={[
        { label: 'Environment', value: `${input.environmentName} was deleted` },
        { label: 'Git branch', value: `${gitBranchName} ${branch}` },
        { label: 'Sandbox', value: sfdcSandboxName === null ? '—' : `${sfdcSandboxName} ${sandbox}` },
      ]}
    />
  )
}

function fateOf({ isWanted, isDone }: { isWanted: boolean; isDone: boolean }): string {
  if (isDone) return 'was deleted'
  return isWanted ? 'was gone before' : 'was kept'
}
