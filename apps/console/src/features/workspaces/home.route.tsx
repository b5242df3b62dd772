import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/_shell/')({
  beforeLoad: () => {
    throw redirect({ to: '/workspaces', replace: true })
  },
})
