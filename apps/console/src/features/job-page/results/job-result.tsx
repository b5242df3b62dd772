import type { JobWithNotices } from '@sluice/contract/job'
import {
  type CreateEnvironmentInput,
  type CreateEnvironmentResult,
  createEnvironmentInput,
  createEnvironmentResult,
} from '@sluice/contract/job-commands/create-environment'
import {
  type DeleteEnvironmentInput,
  type DeleteEnvironmentResult,
  deleteEnvironmentInput,
  deleteEnvironmentResult,
} from '@sluice/contract/job-commands/delete-environment'
import { flowInResult } from '@sluice/contract/job-commands/flow-in'
import { flowMergeInput, flowMergeResult } from '@sluice/contract/job-commands/flow-merge'
import { flowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { initializeStackResult } from '@sluice/contract/job-commands/initialize-stack'
import { type OnboardingResult, onboardingResult } from '@sluice/contract/job-commands/onboarding'
import { runApexTestsResult } from '@sluice/contract/job-commands/run-apex-tests'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../platform/api/client-context.tsx'
import { formatBytes } from '../../../platform/format/bytes.ts'
import { useNetwork } from '../../../platform/network-context.tsx'
import { Button } from '../../../platform/ui/button.tsx'
import { Card } from '../../../platform/ui/card.tsx'
import { ErrorPanel } from '../../../platform/ui/error-panel.tsx'
import { RawJson } from '../../../platform/ui/raw-json.tsx'
import { Spinner } from '../../../platform/ui/spinner.tsx'
import { Facts } from '../../jobs/result-section.tsx'
import { loadsByItself, outputOf, outputQuery } from '../output.query.ts'
import { FlowInResultView } from './flow-in-result.tsx'
import { FlowMergeResultView } from './flow-merge-result.tsx'
import { FlowOutResultView } from './flow-out-result.tsx'
import { ResultSentence } from './result-sentence.tsx'
import { RunApexTestsResultView } from './run-apex-tests-result.tsx'

/** The result of an ended job, as its output artifact has it. */
export function JobResult({ job }: { job: JobWithNotices }) {
  const artifact = outputOf(job)
  if (!artifact) return null
  return (
    <Card title="Result">
      <LoadedResult job={job} artifact={artifact} />
    </Card>
  )
}

function LoadedResult({
  job,
  artifact,
}: {
  job: JobWithNotices
  artifact: NonNullable<ReturnType<typeof outputOf>>
}) {
  const client = useClient()
  const network = useNetwork()
  const [isWanted, setWanted] = useState(loadsByItself(artifact))
  const { data, error, isFetching, refetch } = useQuery({
    ...outputQuery({ client, network }, job, artifact),
    enabled: isWanted,
  })
  if (!isWanted)
    return (
      <div className="flex flex-wrap items-center gap-3 px-4 py-3">
        <span className="text-fg-2">The output is large ({formatBytes(artifact.sizeBytes)}).</span>
        <Button onClick={() => setWanted(true)}>Load output</Button>
      </div>
    )
  if (error && !isFetching)
    return (
      <div className="p-4">
        <ErrorPanel
          heading="There was a problem loading the output"
          error={error}
          actions={<Button onClick={() => void refetch()}>Retry</Button>}
        />
      </div>
    )
  if (data === undefined)
    return (
      <div className="px-4 py-3">
        <Spinner label="Loading the output" />
      </div>
    )
  return <ResultView job={job} output={data} />
}

function ResultView({ job, output }: { job: JobWithNotices; output: unknown }) {
  if (job.commandName === 'FlowOut') {
    const parsed = flowOutResult.safeParse(output)
    if (parsed.success) return <FlowOutResultView job={job} result={parsed.data} />
  }
  if (job.commandName === 'FlowIn' || job.commandName === 'InitializeStack') {
    const schema = job.commandName === 'FlowIn' ? flowInResult : initializeStackResult
    const parsed = schema.safeParse(output)
    if (parsed.success) return <FlowInResultView job={job} result={parsed.data} />
  }
  if (job.commandName === 'FlowMerge') {
    const input = flowMergeInput.safeParse(job.commandInput)
    const parsed = flowMergeResult.safeParse(output)
    if (input.success && parsed.success)
      return <FlowMergeResultView job={job} input={input.data} result={parsed.data} />
  }
  if (job.commandName === 'CreateEnvironment') {
    const input = createEnvironmentInput.safeParse(job.commandInput)
    const parsed = createEnvironmentResult.safeParse(output)
    if (input.success && parsed.success)
      return <CreateEnvironmentResultView job={job} input={input.data} result={parsed.data} />
  }
  if (job.commandName === 'DeleteEnvironment') {
    const input = deleteEnvironmentInput.safeParse(job.commandInput)
    const parsed = deleteEnvironmentResult.safeParse(output)
    if (input.success && parsed.success)
      return <DeleteEnvironmentResultView input={input.data} result={parsed.data} />
  }
  if (job.commandName === 'RunApexTests') {
    const parsed = runApexTestsResult.safeParse(output)
    if (parsed.success) return <RunApexTestsResultView job={job} result={parsed.data} />
  }
  if (job.commandName === 'Onboarding') {
    const parsed = onboardingResult.safeParse(output)
    if (parsed.success) return <OnboardingResultView result={parsed.data} />
  }
  return (
    <>
      <p className="text-fg-2 px-4 pt-3">Output visualization for this job type is not yet implemented</p>
      <RawJson label="Raw output of the job" value={output} />
    </>
  )
}

interface DeleteEnvironmentResultViewProps {
  /** Says what was asked for, so that what is still there can be told from what was gone before. */
  input: DeleteEnvironmentInput
  result: DeleteEnvironmentResult
}

/** What was deleted with an environment, and what is still there. */
function DeleteEnvironmentResultView({ input, result }: DeleteEnvironmentResultViewProps) {
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

/** What the set-up of a new user has left behind. */
function OnboardingResultView({ result }: { result: OnboardingResult }) {
  const { stackIsInitialized, environmentNames, sandboxRefusal, invitedUsername, invitationRefusal } = result
  const facts = [{ label: 'Stack', value: stackIsInitialized ? 'is initialized' : 'is not initialized' }]
  if (environmentNames.length > 0)
    facts.push({ label: 'Sandboxes', value: `${environmentNames.join(', ')}: jobs of their own create them` })
  if (sandboxRefusal !== null) facts.push({ label: 'Sandboxes missing', value: sandboxRefusal })
  if (invitedUsername !== null) facts.push({ label: 'Invited to the repository', value: invitedUsername })
  if (invitationRefusal !== null) facts.push({ label: 'Not invited', value: invitationRefusal })
  const sentence = stackIsInitialized ? 'The stack is set up.' : 'The stack is not set up.'
  return (
    <>
      <ResultSentence
        status={stackIsInitialized ? 'Succeeded' : 'Failed'}
        sentence={sentence}
        text={[sentence, ...facts.map(({ label, value }) => `${label}: ${value}`)].join('\n')}
      />
      <Facts facts={facts} />
    </>
  )
}

interface CreateEnvironmentResultViewProps {
  job: JobWithNotices
  /** Has the names of what was made. */
  input: CreateEnvironmentInput
  result: CreateEnvironmentResult
}

/** What was made with an environment, what was there before, and what the first flow out deployed to the sandbox. */
function CreateEnvironmentResultView({ job, input, result }: CreateEnvironmentResultViewProps) {
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
