import type { Stack } from '@sluice/contract/stack'
import { createFileRoute, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { entities } from '../../entities.ts'
import { followEntity } from '../../platform/entities/follow-entity.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { InitializationBanner } from '../stack-initialization/initialization-banner.tsx'
import { StackProvider } from './stack-context.tsx'

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug')({
  component: StackContainer,
})

const all = (rows: ReadonlyMap<string, Stack>) => [...rows.values()]

function StackContainer() {
  const { workspaceSlug, stackSlug } = Route.useParams()
  const router = useRouter()
  const rows = useDerived(entities.stacks, all)
  const lastId = useRef<string | null>(null)
  const lastSlug = useRef(stackSlug)
  // Another address is another question: only a page that stays open follows its stack.
  const followed = followEntity(rows, stackSlug, lastSlug.current === stackSlug ? lastId.current : null)
  useEffect(() => {
    lastSlug.current = stackSlug
    if (followed.kind === 'found') lastId.current = followed.entity.id
    if (followed.kind === 'unknown') void router.navigate({ to: '/404', replace: true })
    if (followed.kind === 'vanished')
      void router.navigate({ to: '/workspaces/$workspaceSlug/stacks', params: { workspaceSlug }, replace: true })
    if (followed.kind === 'moved') {
      lastSlug.current = followed.entity.slug
      void router.navigate({ to: '.', params: (old) => ({ ...old, stackSlug: followed.entity.slug }), replace: true })
    }
  })
  if (followed.kind !== 'found') return null
  return (
    <StackProvider stack={followed.entity}>
      {followed.entity.isInitialized ? null : <InitializationBanner />}
      <Outlet />
    </StackProvider>
  )
}
