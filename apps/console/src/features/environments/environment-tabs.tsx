import { Link, useLocation, useMatchRoute, useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { CountBadge } from '../../platform/ui/chips.tsx'
import { useStackParams } from '../current-stack/stack-paths.ts'
import { useEnvironment } from '../current-stack/environment-context.tsx'
import { useErrorCount } from './use-error-count.ts'

const path = '/workspaces/$workspaceSlug/stacks/$stackSlug/environments/$environmentSlug'
const tabClasses =
  'flex h-8 shrink-0 items-center justify-between gap-2 rounded-md px-2.5 text-fg-2 whitespace-nowrap hover:bg-hover hover:text-fg aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-fg'

/** Side tabs; on a narrow page they stand in a row above. Each has an address, so they are links. */
export function EnvironmentTabs() {
  const { environmentSlug = '' } = useParams({ strict: false })
  const params = { ...useStackParams(), environmentSlug }
  const errors = useErrorCount(useEnvironment().id)
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const isDifference = Boolean(useMatchRoute()({ to: `${path}/difference` }))
  useEffect(() => {
    const selected = row.current?.querySelector(`a[href="${pathname}"]`)
    selected?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname])
  return (
    <nav
      ref={row}
      aria-label="Environment"
      className="relative flex gap-0.5 max-lg:overflow-x-auto max-lg:pb-1 lg:flex-col"
    >
      <Link
        to={`${path}/flow`}
        params={params}
        aria-current={isDifference ? 'page' : undefined}
        className={tabClasses}
      >
        Flow
      </Link>
      <Link to={`${path}/settings`} params={params} className={tabClasses}>
        Settings
      </Link>
      <Link to={`${path}/salesforce`} params={params} className={tabClasses}>
        Salesforce org
      </Link>
      <Link to={`${path}/undeployed`} params={params} className={tabClasses}>
        Undeployed components
        {errors > 0 ? <CountBadge tone="amber" count={errors} label="with errors" /> : null}
      </Link>
      <Link to={`${path}/advanced`} params={params} className={tabClasses}>
        Advanced
      </Link>
    </nav>
  )
}
