import type { AuditVerification } from '@sluice/contract/audit-log'
import { plural } from '../../platform/format/plural.ts'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { Notice } from '../../platform/ui/notice.tsx'

const faults = {
  EventChanged: 'was changed after it was recorded',
  EventMissing: 'was removed',
} as const

const faultText = ({ sequence, kind }: NonNullable<AuditVerification['firstFault']>): string =>
  kind === 'LinkMissing'
    ? 'An event has lost its place in the log.'
    : `Event ${sequence ?? ''} or one before it ${faults[kind]}.`

/** What a check of the log has found. */
export function VerificationNotice({ result }: { result: AuditVerification }) {
  const { isIntact, eventCount, lastHash, firstFault } = result
  if (!isIntact)
    return (
      <Notice kind="error" title="The audit log is not as it was recorded" className="mb-3">
        {firstFault ? <p className="text-fg-2">{faultText(firstFault)}</p> : null}
      </Notice>
    )
  return (
    <Notice kind="info" title={`The audit log is intact: ${plural(eventCount, 'event')}`} className="mb-3">
      <p className="text-fg-2">
        No event was changed or removed. Keep the fingerprint of the newest event to prove later that none was
        cut off at the end.
      </p>
      {lastHash === null ? null : (
        <CopyText text={lastHash} label="fingerprint" className="mt-1 max-w-full" />
      )}
    </Notice>
  )
}
