import {
  type ComponentResult,
  type FlowOutResult,
  flowOutVerdict,
} from '@sluice/contract/job-commands/flow-out-result'
import type { ComponentIdentity } from '@sluice/contract/component'
import type { JobWithNotices } from '@sluice/contract/job'
import { shortHash } from '../../../platform/format/commit-hash.ts'
import { plural } from '../../../platform/format/plural.ts'
import { StatusText } from '../../../platform/ui/status.tsx'
import { ToneChip } from '../../../platform/ui/chips.tsx'
import { ChangeTypeMark } from './change-type-mark.tsx'
import { ComponentProblems } from './component-problems.tsx'
import { DeployNow } from './deploy-now.tsx'
import { FlowOutAttempts } from './flow-out-attempts.tsx'
import { flowOutReasons } from './flow-out-reasons.ts'
import { OverwrittenComponents } from './overwritten-components.tsx'
import { Facts, ResultSection } from './result-section.tsx'
import { type ResultColumn, ResultTable } from './result-table.tsx'

type Failure = FlowOutResult['failures'][number]

const keyOf = (component: ComponentIdentity) =>
  `${component.packageName} ${component.componentType} ${component.componentName}`

const identityColumns: readonly ResultColumn<ComponentIdentity>[] = [
  { label: 'Package', cell: (component) => component.packageName, className: 'text-fg-2' },
  { label: 'Type', cell: (component) => component.componentType, className: 'text-fg-2' },
  { label: 'Name', cell: (component) => component.componentName, className: 'font-medium wrap-anywhere' },
]

const successColumns: readonly ResultColumn<ComponentResult>[] = [
  { label: 'Change', cell: (component) => <ChangeTypeMark changeType={component.changeType} /> },
  ...identityColumns,
  {
    label: 'ID',
    cell: (component) => component.componentId ?? '—',
    className: 'font-mono text-12 text-fg-2',
  },
]

/** What a flow out deployed, what failed, and why it stopped. */
export function FlowOutResultView({ job, result }: { job: JobWithNotices; result: FlowOutResult }) {
  const { failures, successes, excludedComponents } = result
  const reasons = flowOutReasons(result)
  const successTitle = result.isCheckOnly ? 'Validated components' : 'Deployed components'
  return (
    <>
      <Facts facts={factsOf(result)} />
      {reasons.length > 0 ? (
        <ul className="list-disc px-4 pb-3 pl-8">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : null}
      <DeployNow job={job} result={result} />
      {failures.length > 0 ? (
        <ResultSection title={`Failed components (${failures.length})`}>
          <ul className="flex flex-col gap-3">
            {failures.map((failure) => (
              <FailureItem key={keyOf(failure)} failure={failure} />
            ))}
          </ul>
        </ResultSection>
      ) : null}
      {successes.length > 0 ? (
        <ResultSection title={`${successTitle} (${successes.length})`}>
          <ResultTable label={successTitle} columns={successColumns} rows={successes} keyOf={keyOf} />
        </ResultSection>
      ) : null}
      <Identities title="Excluded components" rows={excludedComponents} />
      <Identities title="Only in the org, not deleted" rows={result.onlyInOrg} />
      <OverwrittenComponents result={result} />
      <FlowOutAttempts attempts={result.attempts} />
    </>
  )
}

function factsOf(result: FlowOutResult) {
  const { diffCounts } = result.diffResult
  const verdict = flowOutVerdict(result)
  const status = verdict === 'failed' ? 'Failed' : verdict === 'successful' ? 'Succeeded' : 'Warning'
  const label = verdict.charAt(0).toUpperCase() + verdict.slice(1)
  return [
    {
      label: 'Outcome',
      value: <StatusText status={status} label={result.isCheckOnly ? `${label} (check-only)` : label} />,
    },
    { label: 'Added', value: diffCounts.added },
    { label: 'Modified', value: diffCounts.modified },
    { label: 'Deleted', value: diffCounts.deleted },
    { label: 'Attempts', value: plural(result.attempts.length, 'attempt') },
    {
      label: 'Commits',
      value: result.newChanges ? (
        <code className="text-12 font-mono">
          {result.newChanges.sinceCommitHash ? `${shortHash(result.newChanges.sinceCommitHash)}..` : ''}
          {shortHash(result.newChanges.untilCommitHash)}
        </code>
      ) : (
        '—'
      ),
    },
    {
      label: 'Snapshot',
      value: result.environmentSnapshot
        ? `${result.environmentSnapshot.number}: ${result.environmentSnapshot.title}`
        : '—',
    },
  ]
}

function FailureItem({ failure }: { failure: Failure }) {
  return (
    <li className="border-line rounded-md border p-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1.5">
        <ChangeTypeMark changeType={failure.changeType} />
        <span className="text-fg-2">{failure.componentType}</span>
        <span className="font-medium wrap-anywhere">{failure.componentName}</span>
        {failure.isNew ? <ToneChip tone="red">New</ToneChip> : null}
        {failure.failingSinceCommit ? (
          <span className="text-12 text-fg-2">
            Failing since <code className="font-mono">{shortHash(failure.failingSinceCommit)}</code>
          </span>
        ) : null}
      </p>
      <ComponentProblems problems={failure.problems} />
    </li>
  )
}

function Identities({ title, rows }: { title: string; rows: readonly ComponentIdentity[] }) {
  if (rows.length === 0) return null
  return (
    <ResultSection title={`${title} (${rows.length})`}>
      <ResultTable label={title} columns={identityColumns} rows={rows} keyOf={keyOf} />
    </ResultSection>
  )
}
