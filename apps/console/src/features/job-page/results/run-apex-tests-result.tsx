import type { JobWithNotices } from '@sluice/contract/job'
import type { RunApexTestsResult } from '@sluice/contract/job-commands/run-apex-tests'
import { entities } from '../../../entities.ts'
import { useEntity } from '../../../platform/entities/use-entity.ts'
import { plural } from '../../../platform/format/plural.ts'
import { TestRunLink } from '../../apex-test-runs/test-run-link.tsx'
import { RerunFailedTests } from './rerun-failed-tests.tsx'
import { ResultSentence } from './result-sentence.tsx'
import { Facts } from '../../jobs/result-section.tsx'

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
