import { useParams } from '@tanstack/react-router'
import { StackNavigation } from './stack-navigation.tsx'
import { WorkspaceNavigation } from './workspace-navigation.tsx'

export function Navigation() {
  const { workspaceSlug, stackSlug } = useParams({ strict: false })
  if (!workspaceSlug) return null
  return stackSlug ? (
    <StackNavigation workspaceSlug={workspaceSlug} stackSlug={stackSlug} />
  ) : (
    <WorkspaceNavigation workspaceSlug={workspaceSlug} />
  )
}
