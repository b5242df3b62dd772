import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect, useRouter } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { useFlushPolled } from '../../platform/api/polled.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { toNotFound } from '../../platform/not-found.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { useUser } from '../auth/session-context.tsx'
import { useConnectionStatus, useHub } from './hub-context.tsx'
import { MemberName } from './member-name.tsx'
import { rememberedWorkspace } from './remembered-workspace.ts'
import { useLeaveWorkspace } from './use-leave-workspace.ts'
import { useWorkspace, WorkspaceProvider } from './workspace-context.tsx'
import { workspaceListQuery } from './workspace-list.query.ts'

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug')({
  beforeLoad: async ({ context, params, location }) => {
    const query = workspaceListQuery(context.client)
    const isNamed = (workspace: { slug: string }) => workspace.slug === params.workspaceSlug
    const known = (await context.queryClient.ensureQueryData(query)).find(isNamed)
    // A workspace made in another tab or joined a moment ago is not in an older list.
    const workspace =
      known ?? (await context.queryClient.fetchQuery({ ...query, staleTime: 0 })).find(isNamed)
    if (!workspace) {
      rememberedWorkspace.clear()
      throw redirect(toNotFound(location))
    }
    rememberedWorkspace.write(workspace.id)
    return { workspaceId: workspace.id, accessLevel: workspace.accessLevel }
  },
  component: WorkspaceContainer,
})

function WorkspaceContainer() {
  const { workspaceId, accessLevel } = Route.useRouteContext()
  const hub = useHub()
  useEffect(() => {
    hub.open(workspaceId)
    return () => hub.close()
  }, [hub, workspaceId])
  const workspace = useEntity(entities.workspaces, workspaceId)
  const isReady = useEntity(entities.readiness, 'state') !== undefined
  useLeaveWhenGone(isReady && !workspace)
  useLeaveWhenRemoved(workspaceId)
  useFlushPolled(isReady && workspace !== undefined)
  return (
    <>
      <ConnectionBanner />
      {accessLevel === null ? <NonMemberNotice /> : null}
      {workspace && isReady ? (
        <WorkspaceProvider workspace={workspace}>
          <OwnerNotice key={workspace.id} />
          <Outlet />
        </WorkspaceProvider>
      ) : (
        <Loading />
      )}
    </>
  )
}

function Loading() {
  const { hasFailed } = useConnectionStatus()
  if (hasFailed) return null
  return (
    <div className="grid min-h-60 flex-1 place-items-center">
      <Spinner label="Loading the workspace" />
    </div>
  )
}

/** A workspace that disappears while it is open is no longer selected, and the home route finds another. */
function useLeaveWhenGone(isGone: boolean) {
  const router = useRouter()
  useEffect(() => {
    if (!isGone) return
    rememberedWorkspace.clear()
    void router.navigate({ to: '/workspaces', replace: true })
  }, [isGone, router])
}

function ConnectionBanner() {
  const hub = useHub()
  const { state, hasFailed } = useConnectionStatus()
  if (hasFailed)
    return (
      <Notice
        kind="error"
        className="mb-4"
        title="The connection to the server failed"
        actions={
          <Button size="sm" onClick={() => hub.tryAgain()}>
            <RotateCcw aria-hidden /> Try again
          </Button>
        }
      />
    )
  if (state !== 'Reconnecting') return null
  return (
    <Notice
      kind="warning"
      className="mb-4"
      title="The connection to the server was interrupted. Trying to reconnect..."
    />
  )
}

const NonMemberNotice = () => (
  <Notice
    kind="warning"
    className="mb-4"
    title="You are not a member of this workspace - please proceed with caution."
  />
)

/** Tells the former and the new owner that the ownership went over while they look. */
function OwnerNotice() {
  const { ownerUserId } = useWorkspace()
  const user = useUser()
  const [former, setFormer] = useState(ownerUserId)
  const userId = user?.id ?? null
  if (former === ownerUserId || (userId !== former && userId !== ownerUserId)) return null
  return (
    <Notice
      kind="info"
      className="mb-4"
      title={
        userId === ownerUserId ? (
          'You are the owner of this workspace now'
        ) : (
          <>
            <MemberName userId={ownerUserId} /> is the owner of this workspace now
          </>
        )
      }
      actions={
        <Button size="sm" onClick={() => setFormer(ownerUserId)}>
          Dismiss
        </Button>
      }
    />
  )
}

/** The server ends the connection of whoever was removed from the workspace: it is no longer in the list, and the page leaves. */
function useLeaveWhenRemoved(workspaceId: string): void {
  const { hasFailed } = useConnectionStatus()
  const client = useClient()
  const queryClient = useQueryClient()
  const leave = useLeaveWorkspace()
  useEffect(() => {
    if (!hasFailed) return
    const query = { ...workspaceListQuery(client), staleTime: 0 }
    queryClient
      .fetchQuery(query)
      .then(async (list) => {
        if (!list.some(({ id }) => id === workspaceId)) await leave()
      })
      // Without an answer the banner of the failed connection stays.
      .catch(() => undefined)
  }, [hasFailed, workspaceId, client, queryClient, leave])
}
