import type { ApexTestResult, ApexTestRun } from '@sluice/contract/apex-test-run'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { StatusBadge, StatusText } from '../../platform/ui/status.tsx'

export const TestRunStatusText = ({ run }: { run: ApexTestRun }) => <StatusText status={run.displayStatus} />

export const TestRunStatusBadge = ({ run }: { run: ApexTestRun }) => (
  <StatusBadge status={run.displayStatus} />
)

export const outcomeLabels = {
  Pass: 'Passed',
  Fail: 'Failed',
  CompileFail: 'Compilation failed',
  Skip: 'Skipped',
} as const satisfies Record<ApexTestResult['outcome'], string>

const statusOf = {
  Pass: 'Succeeded',
  Fail: 'Failed',
  CompileFail: 'Failed',
  Skip: 'Skipped',
} as const satisfies Record<ApexTestResult['outcome'], DisplayStatus>

export const OutcomeText = ({ outcome }: Pick<ApexTestResult, 'outcome'>) => (
  <StatusText status={statusOf[outcome]} label={outcomeLabels[outcome]} />
)
