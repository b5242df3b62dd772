import { createFileRoute, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { followEntity } from '../../platform/entities/follow-entity.ts'
import { EnvironmentProvider } from './environment-context.tsx'
import { EnvironmentHeader } from './environment-header.tsx'
import { EnvironmentTabs } from './environment-tabs.tsx'
import { useStackEnvironments } from './use-stack-environments.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/environments/$environmentSlug',
)({ component: EnvironmentContainer })

function EnvironmentContainer() {
  const params = Route.useParams()
  const { environmentSlug } = params
  const router = useRouter()
  const rows = useStackEnvironments()
  const lastId = useRef<string | null>(null)
  const lastSlug = useRef(environmentSlug)
  // Another address is another question: only a page that stays open follows its environment.
  const followed = followEntity(rows, environmentSlug, lastSlug.current === environmentSlug ? lastId.current : null)
  useEffect(() => {
    lastSlug.current = environmentSlug
    if (followed.kind === 'found') lastId.current = followed.entity.id
    if (followed.kind === 'unknown') void router.navigate({ to: '/404', replace: true })
    if (followed.kind === 'vanished')
      void router.navigate({ to: '/workspaces/$workspaceSlug/stacks/$stackSlug/environments', params, replace: true })
    if (followed.kind === 'moved') {
      const { slug } = followed.entity
      lastSlug.current = slug
      void router.navigate({ to: '.', params: (old) => ({ ...old, environmentSlug: slug }), replace: true })
    }
  })
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
