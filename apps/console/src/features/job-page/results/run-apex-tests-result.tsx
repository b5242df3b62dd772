import type { ApexTestResult, ApexTestRun } from '@sluice/contract/apex-test-run'
import type { JobWithNotices } from '@sluice/contract/job'
import type { RunApexTestsResult } from '@sluice/contract/job-commands/run-apex-tests'
import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { entities } from '../../../entities.ts'
import { useClient } from '../../../platform/api/client-context.tsx'
import { useEntity } from '../../../platform/entities/use-entity.ts'
import { plural } from '../../../platform/format/plural.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { onDemand } from '../../../platform/ui/on-demand.tsx'
import { TestRunLink } from '../../apex-test-runs/test-run-link.tsx'
import { testRunQuery } from '../../apex-test-runs/test-run.query.ts'
import { useStack } from '../../current-stack/stack-context.tsx'
import { whyNotRerun } from '../../jobs/job-actions.ts'
import { Facts } from '../../jobs/result-section.tsx'
import { useNotAllowed } from '../../workspaces/use-actor.ts'
import type { RerunFailedTestsDialogProps } from '../rerun-failed-tests-dialog.tsx'
import { ResultSentence } from './result-sentence.tsx'

interface RunApexTestsResultViewProps {
  job: JobWithNotices
  result: RunApexTestsResult
}

/** Says how the tests ended and leads to the run, which has their results. */
export function RunApexTestsResultView({ job, result: { apexTestRunId } }: RunApexTestsResultViewProps) {
  const run = useEntity(entities.apexTestRuns, apexTestRunId)
  const failed = run?.methodsFailed ?? 0
  const sentence = !run
    ? 'The run has ended.'
    : failed === 0
      ? 'All tests passed.'
      : `${plural(failed, 'test')} failed.`
  return (
    <>
      <ResultSentence
        status={failed > 0 ? 'Warning' : 'Succeeded'}
        sentence={sentence}
        text={sentence}
        actions={run ? <RerunFailedTests job={job} run={run} /> : null}
      />
      <Facts
        facts={[
          {
            label: 'Apex test run',
            value: <TestRunLink apexTestRunId={apexTestRunId}>Results and coverage</TestRunLink>,
          },
        ]}
      />
    </>
  )
}

// The dialog is loaded when it opens, because most visitors only read the result.
const Dialog = onDemand<RerunFailedTestsDialogProps>(
  async () => (await import('../rerun-failed-tests-dialog.tsx')).RerunFailedTestsDialog,
)

interface RerunFailedTestsProps {
  job: JobWithNotices
  run: ApexTestRun
}

/** Offers to run the classes with failed tests again; renders nothing when none failed or the environment was deleted. */
function RerunFailedTests({ job, run }: RerunFailedTestsProps) {
  const environment = useEntity(entities.environments, run.environmentId)
  const { isInitialized } = useStack()
  const notAllowed = useNotAllowed()
  const [isOpen, setOpen] = useState(false)
  const client = useClient()
  const ids = { workspaceId: run.workspaceId, stackId: run.stackId, apexTestRunId: run.id }
  const isOffered = run.methodsFailed > 0 && environment !== undefined
  const { data } = useQuery({ ...testRunQuery(client, ids, run), enabled: isOffered })
  const failed = useMemo(() => failedClasses(data?.testResults ?? []), [data])
  if (!isOffered || failed === 'none') return null
  const reason =
    whyNotRerun(job, isInitialized) ??
    notAllowed('runApexTests', environment) ??
    (failed === 'ofPackages' ? 'Test classes of packages cannot be named for a test run.' : null)
  return (
    <>
      <Button size="sm" disabledReason={reason} onClick={() => setOpen(true)}>
        <RotateCcw aria-hidden /> Rerun failed classes only
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        job={job}
        classNames={failed === 'ofPackages' ? [] : failed}
      />
    </>
  )
}

/** The names of the classes with a failed test; `ofPackages` when one has a namespace, because a job cannot name such a class. */
function failedClasses(results: readonly ApexTestResult[]): readonly string[] | 'none' | 'ofPackages' {
  const failed = results.filter(({ isFailed }) => isFailed)
  if (failed.length === 0) return 'none'
  if (failed.some(({ apexClassNamespace }) => apexClassNamespace !== null)) return 'ofPackages'
  return [...new Set(failed.map(({ apexClassName }) => apexClassName))].toSorted()
}
