import { ArrowDownToLine, ArrowUpFromLine, FlaskConical, GitMerge } from 'lucide-react'
import { useState } from 'react'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ProductionChip } from '../../platform/ui/chips.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { RunApexTestsDialog } from '../job-submission/dialogs.tsx'
import { FlowDialogs } from '../job-submission/flow-dialogs.tsx'
import type { StartedFlow } from '../job-submission/started-flow.ts'
import { type RunApexTestsForm, newTestRun } from '../job-submission/run-apex-tests-form.ts'
import { MemberName } from '../workspaces/member-name.tsx'
import { useEnvironment } from '../current-stack/environment-context.tsx'
import { EnvironmentJobChip, LatestJobMoment } from './environment-job-chip.tsx'

const notInitialized = 'The environment is not initialized.'

export function EnvironmentHeader() {
  const environment = useEnvironment()
  const [started, setStarted] = useState<StartedFlow | null>(null)
  const [tests, setTests] = useState<RunApexTestsForm | null>(null)
  const environmentIds = [environment.id]
  const reason = environment.isInitialized ? null : notInitialized
  return (
    <>
      <PageHeader
        title={environment.name}
        badge={
          <>
            {environment.isProduction ? <ProductionChip /> : null}
            <EnvironmentJobChip environment={environment} />
            <span className="text-fg-2 empty:hidden">
              <LatestJobMoment environment={environment} />
            </span>
          </>
        }
        meta={
          <>
            <span>{environment.slug}</span>
            <span>
              Created by <MemberName userId={environment.createdByUserId} />{' '}
              <Timestamp moment={environment.createdUtc} />
            </span>
            <CopyText text={environment.id} label="environment ID" className="max-w-full" />
          </>
        }
        actions={
          <>
            <Button disabledReason={reason} onClick={() => setStarted({ flow: 'in', environmentIds })}>
              <ArrowDownToLine aria-hidden /> Flow in
            </Button>
            <Button disabledReason={reason} onClick={() => setStarted({ flow: 'out', environmentIds })}>
              <ArrowUpFromLine aria-hidden /> Flow out
            </Button>
            <Button disabledReason={reason} onClick={() => setStarted({ flow: 'mergeInto', environmentIds })}>
              <GitMerge aria-hidden /> Merge into
            </Button>
            <Button disabledReason={reason} onClick={() => setTests(newTestRun(environmentIds))}>
              <FlaskConical aria-hidden /> Run tests
            </Button>
          </>
        }
      />
      <RunApexTestsDialog isOpen={tests !== null} onClose={() => setTests(null)} initial={tests} />
      <FlowDialogs started={started} onClose={() => setStarted(null)} />
    </>
  )
}
