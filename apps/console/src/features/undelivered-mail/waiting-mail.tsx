import { limits } from '@sluice/contract/limits'
import type { WaitingMail } from '@sluice/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../platform/api/client-context.tsx'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { CopyButton } from '../../platform/ui/copy-text.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { waitingMailQuery } from './undelivered-mail.query.ts'

/** For global administrators of a server without a mail server, who pass the links on. */
export function WaitingMailList() {
  const { data, error, isFetching, refetch } = useQuery(waitingMailQuery(useClient()))
  if (error && !isFetching)
    return (
      <ErrorPanel
        heading="There was a problem loading the mail"
        error={error}
        actions={<Button onClick={() => void refetch()}>Retry</Button>}
      />
    )
  if (data === undefined) return <Spinner label="Loading the mail" />
  if (data.length === 0) return <EmptyState title="No mail waits" />
  return (
    <>
      <ul className="flex flex-col gap-3">
        {data.map((mail) => (
          <li key={mail.id}>
            <MailCard mail={mail} />
          </li>
        ))}
      </ul>
      {data.length === limits.undeliveredMail ? (
        <p className="text-fg-2 pt-3">{`Only the newest ${limits.undeliveredMail} are listed.`}</p>
      ) : null}
    </>
  )
}

function MailCard({ mail: { toAddress, subject, body, createdUtc } }: { mail: WaitingMail }) {
  const [link] = /https?:\/\/\S+/.exec(body) ?? []
  return (
    <Card
      title={<span className="wrap-anywhere">{subject}</span>}
      actions={
        <span className="text-12 text-fg-2">
          <Timestamp moment={createdUtc} />
        </span>
      }
    >
      <div className="flex flex-col gap-2 p-4">
        <p className="flex min-h-6 flex-wrap items-center gap-x-2">
          <span className="text-fg-2">To</span>
          <span className="font-medium wrap-anywhere">{toAddress}</span>
          {link === undefined ? null : <CopyButton text={link} label="link" />}
        </p>
        <p className="text-fg-2 wrap-anywhere whitespace-pre-wrap">{body.trim()}</p>
      </div>
    </Card>
  )
}
