import { createFileRoute, Outlet, redirect, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { entities } from '../../entities.ts'
import { useFlushPolled } from '../../platform/api/polled.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { toNotFound } from '../../platform/not-found.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { useConnectionStatus, useHub } from './hub-context.tsx'
import { NonMemberNotice } from './non-member-notice.tsx'
import { OwnerNotice } from './owner-notice.tsx'
import { rememberedWorkspace } from './remembered-workspace.ts'
import { useLeaveWhenRemoved } from './use-leave-when-removed.ts'
import { WorkspaceProvider } from './workspace-context.tsx'
import { workspaceListQuery } from './workspace-list.query.ts'
import { Spinner } from '../../platform/ui/spinner.tsx'

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
