import { createFileRoute, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useFollowedEntity } from '../../platform/entities/use-followed-entity.ts'
import { toNotFound } from '../../platform/not-found.tsx'
import { EnvironmentProvider } from '../current-stack/environment-context.tsx'
import { EnvironmentHeader } from './environment-header.tsx'
import { EnvironmentTabs } from './environment-tabs.tsx'
import { useStackEnvironments } from '../current-stack/use-stack-environments.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/environments/$environmentSlug',
)({ component: EnvironmentContainer })

function EnvironmentContainer() {
  const { workspaceSlug, stackSlug, environmentSlug } = Route.useParams()
  const router = useRouter()
  const followed = useFollowedEntity(useStackEnvironments(), environmentSlug)
  const movedTo = followed.kind === 'moved' ? followed.entity.slug : null
  useEffect(() => {
    if (movedTo !== null)
      void router.navigate({
        to: '.',
        params: (old) => ({ ...old, environmentSlug: movedTo }),
        replace: true,
      })
    else if (followed.kind === 'unknown') void router.navigate(toNotFound(router.state.location))
    else if (followed.kind === 'vanished')
      void router.navigate({
        to: '/workspaces/$workspaceSlug/stacks/$stackSlug/environments',
        params: { workspaceSlug, stackSlug },
        replace: true,
      })
  }, [followed.kind, movedTo, router, workspaceSlug, stackSlug])
  if (followed.kind !== 'found') return null
  return (
    <EnvironmentProvider environment={followed.entity}>
      <EnvironmentHeader />
      <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <EnvironmentTabs />
        <div className="min-w-0">
          <Outlet />
        </div>
      </div>
    </EnvironmentProvider>
  )
}
