import type { ComponentIdentity } from '@sluice/contract/component'
import type { JobWithNotices } from '@sluice/contract/job'
import type { FailedTest, FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { entities } from '../../../entities.ts'
import { useEntity } from '../../../platform/entities/use-entity.ts'
import { formatNumber, plural } from '../../../platform/format/plural.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { onDemand } from '../../../platform/ui/on-demand.tsx'
import { CodePlaceLink, codePath } from '../../apex-test-runs/code-place-link.tsx'
import { useStack } from '../../current-stack/stack-context.tsx'
import { whyNotRerun } from '../../jobs/job-actions.ts'
import { ResultSection } from '../../jobs/result-section.tsx'
import { useNotAllowed } from '../../workspaces/use-actor.ts'
import type { LeaveOutDialogProps } from '../rerun-failed-dialog.tsx'

const Dialog = onDemand<LeaveOutDialogProps>(
  async () => (await import('../rerun-failed-dialog.tsx')).LeaveOutDialog,
)

interface FailedTestsProps {
  job: JobWithNotices
  result: FlowOutResult
  /** The commit that was deployed; null where the repository does not have it. */
  commitHash: string | null
}

/** The tests that stopped a flow out, before everything else, with the ways on; nothing where none failed in the last attempt. */
export function FailedTests({ job, result, commitHash }: FailedTestsProps) {
  const run = result.attempts.at(-1)?.apexTestRun ?? null
  const tests = run?.failedTests ?? []
  const count = run?.failedCount ?? tests.length
  if (result.isSuccessful || tests.length === 0) return null
  return (
    <ResultSection title={`Failed tests (${formatNumber(count)})`}>
      <ul className="flex flex-col gap-3">
        {tests.map((test) => (
          <TestItem key={`${test.className}.${test.methodName}`} test={test} commitHash={commitHash} />
        ))}
      </ul>
      {count > tests.length ? (
        <p className="text-fg-2 pt-2">{`${formatNumber(count - tests.length)} more are in the test results.`}</p>
      ) : null}
      <WaysOn job={job} isCheckOnly={result.isCheckOnly} concerned={concernedBy(tests)} />
    </ResultSection>
  )
}

function TestItem({ test, commitHash }: { test: FailedTest; commitHash: string | null }) {
  const { className, methodName, message, line, components } = test
  const stack = useStack()
  const place = line === null ? null : { path: codePath({ name: className, isTrigger: false }, stack), line }
  return (
    <li className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium wrap-anywhere">{`${className}.${methodName}`}</span>
        {line === null ? null : (
          <CodePlaceLink place={place} branch={commitHash}>{`line ${formatNumber(line)}`}</CodePlaceLink>
        )}
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{message}</p>
      {components.length === 0 ? null : (
        <p className="text-12 text-fg-2 wrap-anywhere">
          {`Changed in this flow: ${components.map(({ componentName }) => componentName).join(', ')}`}
        </p>
      )}
    </li>
  )
}

/** The changed components that the failed tests concern, each once. */
function concernedBy(tests: readonly FailedTest[]): readonly ComponentIdentity[] {
  const all = tests.flatMap(({ components }) => components)
  return [...new Map(all.map((one) => [`${one.componentType} ${one.componentName}`, one])).values()]
}

const none: readonly ComponentIdentity[] = []
const namedOnButton = 2

interface WaysOnProps {
  job: JobWithNotices
  isCheckOnly: boolean
  concerned: readonly ComponentIdentity[]
}

/** Runs the job again, as it was or without what the failed tests concern. */
function WaysOn({ job, isCheckOnly, concerned }: WaysOnProps) {
  const { isInitialized } = useStack()
  const notAllowed = useNotAllowed()
  const environment = useEntity(entities.environments, job.mainEnvironmentId)
  const [without, setWithout] = useState<readonly ComponentIdentity[] | null>(null)
  if (environment === undefined || (job.commandName !== 'FlowOut' && job.commandName !== 'FlowMerge'))
    return null
  const reason =
    whyNotRerun(job, isInitialized) ??
    notAllowed(isCheckOnly ? 'startCheckOnlyFlow' : 'startFlow', environment)
  return (
    <div className="flex flex-wrap gap-2 pt-3">
      {concerned.length === 0 ? null : (
        <Button disabledReason={reason} onClick={() => setWithout(concerned)}>
          <RotateCcw aria-hidden /> {`Leave out ${namesOf(concerned)} and run again`}
        </Button>
      )}
      <Button disabledReason={reason} onClick={() => setWithout(none)}>
        <RotateCcw aria-hidden /> Run again
      </Button>
      <Dialog
        isOpen={without !== null}
        onClose={() => setWithout(null)}
        job={job}
        components={without ?? none}
      />
    </div>
  )
}

function namesOf(components: readonly ComponentIdentity[]): string {
  if (components.length > namedOnButton) return plural(components.length, 'component')
  return components.map(({ componentName }) => componentName).join(' and ')
}
