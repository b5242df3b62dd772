import type { ListedWorkspace } from '@sluice/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { useClient } from '../../platform/api/client-context.tsx'
import { toNotFound } from '../../platform/not-found.tsx'
import { Button, buttonClasses } from '../../platform/ui/button.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { AuthFrame } from '../auth/auth-frame.tsx'
import { useUser } from '../auth/session-context.tsx'
import { workspaceListQuery } from '../workspaces/workspace-list.query.ts'
import { invitationInfoQuery, linkProblems } from './invitation-link.ts'
import { InvitationOffer } from './invitation-offer.tsx'
import { useAcceptInvitation } from './use-accept-invitation.ts'

export const Route = createFileRoute('/invitation/$workspaceId/$invitationId')({
  validateSearch: z.object({ token: z.string().optional().catch(undefined) }),
  beforeLoad: async ({ context, search, location }) => {
    if (!search.token) throw redirect(toNotFound(location))
    await context.session.restore()
  },
  component: InvitationPage,
  staticData: { title: 'Invitation' },
})

/** Waits for what the link offers and, for a signed-in visitor, for the workspaces that he is in. */
function InvitationPage() {
  const { workspaceId, invitationId } = Route.useParams()
  const { token = '' } = Route.useSearch()
  const link = { params: { workspaceId, invitationId }, query: { token } }
  const client = useClient()
  const user = useUser()
  const info = useQuery(invitationInfoQuery(client, link))
  const list = useQuery({ ...workspaceListQuery(client), enabled: user !== null })
  const accept = useAcceptInvitation(link)
  // The membership that this page's own acceptance creates must not show the page for existing members.
  const membership = accept.isIdle && user ? membershipIn(list.data, workspaceId) : undefined
  if (membership) return <AlreadyMember workspace={membership} />
  const error = info.error ?? (user ? list.error : null)
  if (error) return <Failure error={error} queries={[info, list]} />
  if (info.data && (user === null || list.data))
    return <InvitationOffer link={link} info={info.data} accept={accept} />
  return (
    <AuthFrame title="Invitation">
      <Spinner label="Loading the invitation" />
    </AuthFrame>
  )
}

const membershipIn = (list: readonly ListedWorkspace[] | undefined, workspaceId: string) =>
  list?.find(({ id, accessLevel }) => id === workspaceId && accessLevel !== null)

interface FailureProps {
  error: Error
  queries: readonly { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }[]
}

const Failure = ({ error, queries }: FailureProps) => (
  <AuthFrame title="Invitation">
    <ErrorPanel
      heading="There was a problem fetching the invitation details"
      error={error}
      overrides={linkProblems}
      actions={
        <Button
          isPending={queries.some(({ isFetching }) => isFetching)}
          onClick={() => {
            for (const query of queries) if (query.error) void query.refetch()
          }}
        >
          Try again
        </Button>
      }
    />
  </AuthFrame>
)

/** Also for an invitation that was accepted before and is gone. */
const AlreadyMember = ({ workspace }: { workspace: ListedWorkspace }) => (
  <AuthFrame title="Invitation">
    <Notice kind="info" title="Already a member">
      <p className="wrap-anywhere">{`You are a member of ${workspace.name}.`}</p>
    </Notice>
    <Link
      to="/workspaces/$workspaceSlug"
      params={{ workspaceSlug: workspace.slug }}
      className={buttonClasses({ intent: 'primary', size: 'lg' })}
    >
      Go to workspace
    </Link>
  </AuthFrame>
)
