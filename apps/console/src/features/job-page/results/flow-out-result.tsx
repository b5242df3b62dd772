import { type FlowOutResult, flowOutVerdict } from '@sluice/contract/job-commands/flow-out-result'
import type { JobWithNotices } from '@sluice/contract/job'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { useMemo } from 'react'
import { plural } from '../../../platform/format/plural.ts'
import { StatusText } from '../../../platform/ui/status.tsx'
import { CommitRange } from '../../repository/commit-range.tsx'
import type { CommitPair } from '../../repository/history.query.ts'
import { DeployNow } from './deploy-now.tsx'
import { FlowOutAttempts } from './flow-out-attempts.tsx'
import { FlowOutComponentTable } from './flow-out-component-table.tsx'
import { FailureCauses } from './failure-causes.tsx'
import { causesOf } from './flow-out-failures.ts'
import { flowOutReasons } from './flow-out-reasons.ts'
import { flowOutSentence, flowOutText } from './flow-out-sentence.ts'
import { OverwrittenComponents } from '../../jobs/overwritten-components.tsx'
import { RerunFailedButton } from './rerun-failed-button.tsx'
import { Facts } from '../../jobs/result-section.tsx'
import { ResultSentence } from './result-sentence.tsx'
import { SnapshotLink } from './snapshot-link.tsx'
import { ViewDifference } from './view-difference.tsx'

interface FlowOutResultViewProps {
  job: JobWithNotices
  result: FlowOutResult
  /** The commits of a flow merge; null when they were not pushed. Undefined for a flow out, whose result has its own. */
  commits?: CommitPair | null
}

/** What a flow out deployed, what failed, and why it stopped. */
export function FlowOutResultView({ job, result, commits }: FlowOutResultViewProps) {
  const reasons = flowOutReasons(result)
  const causes = useMemo(() => causesOf(result), [result])
  const pair = commits ?? pairOf(result)
  return (
    <>
      <ResultSentence
        status={statusOf(result)}
        sentence={flowOutSentence(result)}
        text={flowOutText(result)}
        actions={
          <>
            {pair?.from === undefined ? null : <ViewDifference pair={pair} />}
            <RerunFailedButton job={job} result={result} isInBranch={commits !== null} />
          </>
        }
      />
      <Facts facts={factsOf(result, job)} />
      {reasons.length > 0 ? (
        <ul className="list-disc px-4 pb-3 pl-8">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : null}
      <DeployNow job={job} result={result} />
      <FailureCauses causes={causes} commitHash={pair?.to ?? null} />
      <FlowOutComponentTable jobId={job.id} result={result} pair={pair} />
      <OverwrittenComponents result={result} />
      <FlowOutAttempts job={job} attempts={result.attempts} />
    </>
  )
}

function statusOf(result: FlowOutResult): DisplayStatus {
  const verdict = flowOutVerdict(result)
  return verdict === 'failed' ? 'Failed' : verdict === 'successful' ? 'Succeeded' : 'Warning'
}

function pairOf({ newChanges }: FlowOutResult): CommitPair | null {
  if (newChanges === null) return null
  const { sinceCommitHash: from, untilCommitHash: to } = newChanges
  return { to, ...(from === null ? {} : { from }) }
}

function factsOf(result: FlowOutResult, { mainEnvironmentId }: JobWithNotices) {
  const { diffCounts } = result.diffResult
  const verdict = flowOutVerdict(result)
  const label = verdict.charAt(0).toUpperCase() + verdict.slice(1)
  return [
    {
      label: 'Outcome',
      value: (
        <StatusText status={statusOf(result)} label={result.isCheckOnly ? `${label} (check-only)` : label} />
      ),
    },
    { label: 'Added', value: diffCounts.added },
    { label: 'Modified', value: diffCounts.modified },
    { label: 'Deleted', value: diffCounts.deleted },
    { label: 'Attempts', value: plural(result.attempts.length, 'attempt') },
    {
      label: 'Commits',
      value: result.newChanges ? <CommitRange range={result.newChanges} /> : '—',
    },
    {
      label: 'Snapshot',
      value: <SnapshotLink environmentId={mainEnvironmentId} snapshot={result.environmentSnapshot} />,
    },
  ]
}
