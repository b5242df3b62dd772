import { ArrowDownToLine, ArrowUpFromLine } from 'lucide-react'
import { useState } from 'react'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ProductionChip } from '../../platform/ui/chips.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { FlowInDialog, FlowOutDialog } from '../job-submission/dialogs.tsx'
import { type FlowInForm, newFlowIn } from '../job-submission/flow-in-form.ts'
import { type FlowOutForm, newFlowOut } from '../job-submission/flow-out-form.ts'
import { MemberName } from '../workspaces/member-name.tsx'
import { useEnvironment } from './environment-context.tsx'
import { EnvironmentJobChip } from './environment-job-chip.tsx'

const notInitialized = 'The environment is not initialized.'

export function EnvironmentHeader() {
  const environment = useEnvironment()
  const [flowIn, setFlowIn] = useState<FlowInForm | null>(null)
  const [flowOut, setFlowOut] = useState<FlowOutForm | null>(null)
  const reason = environment.isInitialized ? null : notInitialized
  return (
    <>
      <PageHeader
        title={environment.name}
        badge={
          <>
            {environment.isProduction ? <ProductionChip /> : null}
            <EnvironmentJobChip environment={environment} />
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
            <Button disabledReason={reason} onClick={() => setFlowIn(newFlowIn([environment.id]))}>
              <ArrowDownToLine aria-hidden /> Flow in
            </Button>
            <Button disabledReason={reason} onClick={() => setFlowOut(newFlowOut([environment.id]))}>
              <ArrowUpFromLine aria-hidden /> Flow out
            </Button>
          </>
        }
      />
      <FlowInDialog isOpen={flowIn !== null} onClose={() => setFlowIn(null)} initial={flowIn} />
      <FlowOutDialog isOpen={flowOut !== null} onClose={() => setFlowOut(null)} initial={flowOut} />
    </>
  )
}
