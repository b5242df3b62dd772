import { createFileRoute, Outlet } from '@tanstack/react-router'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { OutsideLink } from '../../platform/ui/text-link.tsx'
import { repositoryAddress } from '../current-stack/repository-address.ts'
import { useStack } from '../current-stack/stack-context.tsx'
import { RepositoryTabs } from './repository-tabs.tsx'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/repository',
)({ component: RepositoryContainer, staticData: { title: 'Git repository' } })

/** The pages of a repository that this installation hosts. */
function RepositoryContainer() {
  const stack = useStack()
  if (stack.managedRepositoryHost !== 'BuiltIn')
    return (
      <EmptyState title="This repository is hosted elsewhere">
        <p>
          Look at it where it is:{' '}
          <OutsideLink href={repositoryAddress(stack)}>{stack.gitRepositoryUrl}</OutsideLink>
        </p>
      </EmptyState>
    )
  return (
    <div className="flex flex-1 flex-col">
      <RepositoryTabs />
      <Outlet />
    </div>
  )
}
