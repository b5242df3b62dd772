import { limits } from '@sluice/contract/limits'
import type { UndeliveredMail, WaitingMail } from '@sluice/contract/users'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useClient, type SluiceClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { toNotFound } from '../../platform/not-found.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { CopyButton } from '../../platform/ui/copy-text.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'

export const Route = createFileRoute('/_signed-in/_shell/undelivered-mail')({
  beforeLoad: ({ context, location }) => {
    if (context.session.user()?.isGlobalAdministrator !== true) throw redirect(toNotFound(location))
  },
  component: UndeliveredMailPage,
  staticData: { title: 'Undelivered mail' },
})

/** For global administrators: the only place of the console that tells of mail that never arrived. */
function UndeliveredMailPage() {
  if (!useConfig().sendsMail)
    return (
      <div className="w-full max-w-240">
        <PageHeader
          title="Outbox"
          meta="This server sends no mail, because no mail server is configured. Pass the links on to the people they are for."
        />
        <WaitingMailList />
      </div>
    )
  return (
    <div className="flex flex-1 flex-col">
      <PageHeader
        title="Undelivered mail"
        meta="What the mail server did not take within 24 hours. It is not sent again, and its text is not kept."
      />
      <MailTable />
    </div>
  )
}

function MailTable() {
  const { data, error, isFetching, refetch } = useQuery(undeliveredMailQuery(useClient()))
  if (error && !isFetching)
    return (
      <ErrorPanel
        heading="There was a problem loading the mail"
        error={error}
        actions={<Button onClick={() => void refetch()}>Retry</Button>}
      />
    )
  const isCut = data?.length === limits.undeliveredMail
  return (
    <DataTable
      label="Undelivered mail"
      columns={undeliveredMailColumns}
      cardsBelowRem={66}
      groups={[{ title: '', rows: data ?? [] }]}
      rowName={({ subject }) => subject}
      isLoading={data === undefined}
      empty={<EmptyState title="No mail was given up" />}
      footer={
        isCut ? (
          <p className="text-fg-2 pt-3">{`Only the newest ${limits.undeliveredMail} are listed.`}</p>
        ) : null
      }
    />
  )
}

/** For global administrators of a server without a mail server, who pass the links on. */
function WaitingMailList() {
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

const undeliveredMailColumns: readonly Column<UndeliveredMail>[] = [
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

/** Mail that waits because the server has no mail server, newest first; asked for anew at each visit. */
const waitingMailQuery = (client: SluiceClient) =>
  queryOptions({
    queryKey: ['waiting-mail'],
    queryFn: ({ signal }) => client.users.listWaitingMail({ signal }),
    staleTime: 0,
    // Its links open accounts.
    gcTime: 0,
  })

/** Mail that the server has given up, newest first; asked for anew at each visit. */
const undeliveredMailQuery = (client: SluiceClient) =>
  queryOptions({
    queryKey: ['undelivered-mail'],
    queryFn: ({ signal }) => client.users.listUndeliveredMail({ signal }),
    staleTime: 0,
  })
