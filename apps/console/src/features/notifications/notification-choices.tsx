import {
  minutesBeforeAsking,
  minutesBetweenMails,
  type NotificationChoices as Choices,
  notificationEventLabels,
  notificationEvents,
  type NotificationScope,
} from '@sluice/contract/notification'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Select } from '../../platform/ui/select.tsx'
import { Skeleton } from '../../platform/ui/skeleton.tsx'
import { choicesQuery } from './notifications.query.ts'

const scopes: Readonly<Record<NotificationScope, string>> = {
  None: 'No mail',
  Own: 'My jobs and schedules',
  All: 'All jobs and schedules',
}

/** What the user gets by mail, workspace by workspace. */
export function NotificationChoices() {
  const { data, error, isFetching, refetch } = useQuery(choicesQuery(useClient()))
  const { sendsMail } = useConfig()
  if (data?.length === 0) return null
  return (
    <Card title="Notifications by mail">
      <p className="border-line text-fg-2 border-b px-4 py-3">
        You get at most one mail from each workspace in {minutesBetweenMails} minutes. You are told of a job
        that waits for input when nobody has answered it for {minutesBeforeAsking} minutes.
        {sendsMail
          ? null
          : ' This installation has no mail server yet: mails wait until its administrator sets one up.'}
      </p>
      {error && !isFetching ? (
        <ErrorPanel
          className="m-4"
          heading="There was a problem loading the choices"
          error={error}
          actions={<Button onClick={() => void refetch()}>Retry</Button>}
        />
      ) : null}
      {data === undefined && !error ? <Skeleton className="m-4 h-40" /> : null}
      {data?.map((one) => (
        <WorkspaceChoices key={one.workspaceId} {...one} />
      ))}
    </Card>
  )
}

interface WorkspaceChoicesProps {
  workspaceId: string
  workspaceName: string
  choices: Choices
}

function WorkspaceChoices({ workspaceId, workspaceName, choices }: WorkspaceChoicesProps) {
  const client = useClient()
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (body: Choices) => client.notifications.setChoices({ params: { workspaceId }, body }),
    onSettled: () => queries.invalidateQueries(choicesQuery(client)),
  })
  // While it is saved, and until the list is loaded anew, what was chosen is shown.
  const shown = save.isPending ? save.variables : choices
  return (
    <section className="border-line border-b last:border-0">
      <h3 className="px-4 pt-3 font-semibold wrap-anywhere">{workspaceName}</h3>
      <ErrorPanel className="mx-4 my-2" heading="There was a problem saving the choice" error={save.error} />
      <Properties
        rows={notificationEvents.map((event) => ({
          label: notificationEventLabels[event],
          value: (
            <Select
              aria-label={`${notificationEventLabels[event]}, ${workspaceName}`}
              className="max-w-64"
              items={scopes}
              value={shown[event]}
              disabled={save.isPending}
              onValueChange={(scope) => save.mutate({ ...choices, [event]: scope })}
            />
          ),
        }))}
      />
    </section>
  )
}
