import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/workspaces/$workspaceSlug/stacks/$stackSlug/environments', params, replace: true })
  },
})
