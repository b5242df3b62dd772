import type { UndeliveredMail } from '@sluice/contract/users'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'

export const undeliveredMailColumns: readonly Column<UndeliveredMail>[] = [
  {
    id: 'recipient',
    label: 'Recipient',
    width: '15rem',
    cell: ({ toAddress }) => (
      <span title={toAddress} className="text-fg font-medium">
        {toAddress}
      </span>
    ),
  },
  {
    id: 'subject',
    label: 'Subject',
    width: '14rem',
    cell: ({ subject }) => <span title={subject}>{subject}</span>,
  },
  {
    id: 'error',
    label: 'Last error',
    width: 'auto',
    cell: ({ lastError }) =>
      lastError === null ? (
        <span className="text-fg-3">—</span>
      ) : (
        <span title={lastError} className="wrap-anywhere">
          {lastError}
        </span>
      ),
  },
  { id: 'attempts', label: 'Attempts', width: '6rem', cell: ({ attempts }) => attempts },
  {
    id: 'created',
    label: 'Created',
    width: '8rem',
    cell: ({ createdUtc }) => <Timestamp moment={createdUtc} />,
  },
  {
    id: 'failed',
    label: 'Given up',
    width: '8rem',
    cell: ({ failedUtc }) => <Timestamp moment={failedUtc} />,
  },
]
