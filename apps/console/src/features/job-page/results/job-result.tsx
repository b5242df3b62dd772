import type { JobWithNotices } from '@sluice/contract/job'
import {
  createEnvironmentInput,
  createEnvironmentResult,
} from '@sluice/contract/job-commands/create-environment'
import {
  deleteEnvironmentInput,
  deleteEnvironmentResult,
} from '@sluice/contract/job-commands/delete-environment'
import { flowInResult } from '@sluice/contract/job-commands/flow-in'
import { flowMergeInput, flowMergeResult } from '@sluice/contract/job-commands/flow-merge'
import { flowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { initializeStackResult } from '@sluice/contract/job-commands/initialize-stack'
import { onboardingResult } from '@sluice/contract/job-commands/onboarding'
import { runApexTestsResult } from '@sluice/contract/job-commands/run-apex-tests'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../platform/api/client-context.tsx'
import { useNetwork } from '../../../platform/network-context.tsx'
import { formatBytes } from '../../../platform/format/bytes.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { Card } from '../../../platform/ui/card.tsx'
import { ErrorPanel } from '../../../platform/ui/error-panel.tsx'
import { RawJson } from '../../../platform/ui/raw-json.tsx'
import { Spinner } from '../../../platform/ui/spinner.tsx'
import { loadsByItself, outputOf, outputQuery } from '../output.query.ts'
import { CreateEnvironmentResultView } from './create-environment-result.tsx'
import { DeleteEnvironmentResultView } from './delete-environment-result.tsx'
import { FlowInResultView } from './flow-in-result.tsx'
import { FlowMergeResultView } from './flow-merge-result.tsx'
import { FlowOutResultView } from './flow-out-result.tsx'
import { OnboardingResultView } from './onboarding-result.tsx'
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
