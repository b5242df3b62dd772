import { createFileRoute, Outlet } from '@tanstack/react-router'
import { workspaceListQuery } from '../features/workspaces/workspace-list.query.ts'
import { Shell } from './shell/shell.tsx'

export const Route = createFileRoute('/_signed-in/_shell')({
  loader: ({ context }) => context.queryClient.ensureQueryData(workspaceListQuery(context.client)),
  component: ShellRoute,
})

function ShellRoute() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}
