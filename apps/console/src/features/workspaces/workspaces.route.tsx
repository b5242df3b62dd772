import { createFileRoute, redirect } from '@tanstack/react-router'
import { rememberedWorkspace, startingWorkspace } from './remembered-workspace.ts'
import { workspaceListQuery } from './workspace-list.query.ts'

/** The workspace route without a slug: it never shows, it only finds the way. */
export const Route = createFileRoute('/_signed-in/_shell/workspaces')({
  beforeLoad: async ({ context }) => {
    const list = await context.queryClient.fetchQuery({ ...workspaceListQuery(context.client), staleTime: 0 })
    const start = startingWorkspace(list, rememberedWorkspace.read())
    if (!start) throw redirect({ to: '/onboarding', replace: true })
    throw redirect({ to: '/workspaces/$workspaceSlug', params: { workspaceSlug: start.slug }, replace: true })
  },
})
