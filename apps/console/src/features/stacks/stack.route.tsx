import type { Stack } from '@sluice/contract/stack'
import { createFileRoute, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { useFollowedEntity } from '../../platform/entities/use-followed-entity.ts'
import { toNotFound } from '../../platform/not-found.tsx'
import { InitializationBanner } from '../stack-initialization/initialization-banner.tsx'
import { StackProvider } from '../current-stack/stack-context.tsx'

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug')({
  component: StackContainer,
})

const all = (rows: ReadonlyMap<string, Stack>) => [...rows.values()]

function StackContainer() {
  const { workspaceSlug, stackSlug } = Route.useParams()
  const router = useRouter()
  const rows = useDerived(entities.stacks, all)
  const followed = useFollowedEntity(rows, stackSlug)
  const movedTo = followed.kind === 'moved' ? followed.entity.slug : null
  useEffect(() => {
    if (movedTo !== null)
      void router.navigate({ to: '.', params: (old) => ({ ...old, stackSlug: movedTo }), replace: true })
    else if (followed.kind === 'unknown') void router.navigate(toNotFound(router.state.location))
    else if (followed.kind === 'vanished')
      void router.navigate({
        to: '/workspaces/$workspaceSlug/stacks',
        params: { workspaceSlug },
        replace: true,
      })
  }, [followed.kind, movedTo, router, workspaceSlug])
  if (followed.kind !== 'found') return null
  return (
    <StackProvider stack={followed.entity}>
      {followed.entity.isInitialized ? null : <InitializationBanner />}
      <Outlet />
    </StackProvider>
  )
}
