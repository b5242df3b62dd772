import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/workspaces/$workspaceSlug/stacks', params, replace: true })
  },
})
