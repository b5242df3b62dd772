import { createFileRoute } from '@tanstack/react-router'
import { EmptyState } from '../../platform/ui/empty-state.tsx'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/environments/$environmentSlug/hierarchy',
)({ component: HierarchyView, staticData: { title: 'Hierarchy' } })

/** A placeholder, which no link leads to. */
function HierarchyView() {
  return <EmptyState title="Coming soon" />
}
