import type {
  CreateEnvironmentInput,
  CreateEnvironmentResult,
} from '@sluice/contract/job-commands/create-environment'
import type { JobWithNotices } from '@sluice/contract/job'
import { FlowOutResultView } from './flow-out-result.tsx'
import { ResultSentence } from './result-sentence.tsx'
import { Facts } from '../../jobs/result-section.tsx'

interface CreateEnvironmentResultViewProps {
  job: JobWithNotices
  /** Has the names of what was made. */
  input: CreateEnvironmentInput
  result: CreateEnvironmentResult
}

/** What was made with an environment, what was there before, and what the first flow out deployed to the sandbox. */
export function CreateEnvironmentResultView({ job, input, result }: CreateEnvironmentResultViewProps) {
  const { branchWasCreated, sandboxWasCreated, outResult } = result
  return (
    <>
      <ResultSentence
        status="Succeeded"
        sentence={`The environment ${input.environmentName} was created.`}
        text={`The environment ${input.environmentName} was created: branch ${input.gitBranchName} ${originOf(branchWasCreated)}, sandbox ${input.sfdcSandboxName} ${originOf(sandboxWasCreated)}.`}
      />
      <Facts
        facts={[
          { label: 'Environment', value: input.environmentName },
          { label: 'Git branch', value: `${input.gitBranchName} ${originOf(branchWasCreated)}` },
          { label: 'Sandbox', value: `${input.sfdcSandboxName} ${originOf(sandboxWasCreated)}` },
        ]}
      />
      {outResult === null ? null : (
        <div className="border-line border-t">
          <FlowOutResultView job={job} result={outResult} />
        </div>
      )}
    </>
  )
}

const originOf = (wasCreated: boolean): string => (wasCreated ? 'was created' : 'was there before')
