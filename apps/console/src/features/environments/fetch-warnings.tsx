import type { Environment } from '@sluice/contract/environment'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useClient } from '../../platform/api/client-context.tsx'
import { problemFrom, problemMessages } from '../../platform/api/problem.ts'
import { Notice } from '../../platform/ui/notice.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { salesforceInfoQuery } from '../current-stack/salesforce-info.query.ts'
import { sandboxesQuery } from './sandboxes.query.ts'

const orgInfoFailed = 'There was a problem fetching org info'

/** What could not be fetched for the list. The list stays usable without it. */
export function FetchWarnings({ environments }: { environments: readonly Environment[] }) {
  const client = useClient()
  const stack = useStack()
  const query = sandboxesQuery(client, stack)
  const hasSandbox = environments.some(({ isProduction }) => !isProduction)
  const sandboxes = useQuery({ ...query, enabled: query.enabled === true && hasSandbox })
  const infos = useQueries({
    queries: environments.map((environment) => salesforceInfoQuery(client, stack.workspaceId, environment)),
  })
  const infoErrors = infos.flatMap(({ error }, index) =>
    error ? [`${environments[index]?.name}: ${messageOf(error)}`] : [],
  )
  return (
    <>
      {sandboxes.error ? (
        <Warning
          title="There was a problem fetching sandbox info"
          messages={problemMessages(problemFrom(sandboxes.error))}
          className="mb-3"
        />
      ) : null}
      {infoErrors.length > 0 ? (
        <Warning title={orgInfoFailed} messages={infoErrors} className="mb-3" />
      ) : null}
    </>
  )
}

/** Why the info of one org could not be fetched. */
export const OrgInfoWarning = ({ error, className }: { error: Error; className?: string }) => (
  <Warning title={orgInfoFailed} messages={problemMessages(problemFrom(error))} className={className} />
)

const messageOf = (error: Error): string => problemMessages(problemFrom(error)).join(' ')

interface WarningProps {
  title: string
  messages: readonly string[]
  className?: string | undefined
}

const Warning = ({ title, messages, className = '' }: WarningProps) => (
  <Notice kind="warning" title={title} className={className}>
    {messages.map((message) => (
      <p key={message} className="text-fg-2 wrap-anywhere">
        {message}
      </p>
    ))}
  </Notice>
)
