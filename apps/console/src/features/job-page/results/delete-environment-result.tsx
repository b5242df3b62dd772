import type {
  DeleteEnvironmentInput,
  DeleteEnvironmentResult,
} from '@sluice/contract/job-commands/delete-environment'
import { ResultSentence } from './result-sentence.tsx'
import { Facts } from '../../jobs/result-section.tsx'

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
  const sandboxText = sfdcSandboxName === null ? '—' : `${sfdcSandboxName} ${sandbox}`
  const sentence = `The environment ${input.environmentName} was deleted.`
  return (
    <>
      <ResultSentence
        status="Succeeded"
        sentence={sentence}
        text={[sentence, `Git branch: ${gitBranchName} ${branch}`, `Sandbox: ${sandboxText}`].join('\n')}
      />
      <Facts
        facts={[
          { label: 'Environment', value: `${input.environmentName} was deleted` },
          { label: 'Git branch', value: `${gitBranchName} ${branch}` },
          { label: 'Sandbox', value: sandboxText },
        ]}
      />
    </>
  )
}

function fateOf({ isWanted, isDone }: { isWanted: boolean; isDone: boolean }): string {
  if (isDone) return 'was deleted'
  return isWanted ? 'was gone before' : 'was kept'
}
