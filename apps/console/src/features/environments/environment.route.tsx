import {
  createFileRoute,
  Link,
  Outlet,
  useLocation,
  useMatchRoute,
  useParams,
  useRouter,
} from '@tanstack/react-router'
import { ArrowDownToLine, ArrowUpFromLine, FlaskConical, GitMerge } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFollowedEntity } from '../../platform/entities/use-followed-entity.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { toNotFound } from '../../platform/not-found.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { CountBadge, ProductionChip } from '../../platform/ui/chips.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { EnvironmentProvider, useEnvironment } from '../current-stack/environment-context.tsx'
import { useStackParams } from '../current-stack/stack-paths.ts'
import { useStackEnvironments } from '../current-stack/use-stack-environments.ts'
import { RunApexTestsDialog } from '../job-submission/dialogs.tsx'
import { FlowDialogs } from '../job-submission/flow-dialogs.tsx'
import { type RunApexTestsForm, newTestRun } from '../job-submission/run-apex-tests-form.ts'
import type { StartedFlow } from '../job-submission/started-flow.ts'
import { MemberName } from '../workspaces/member-name.tsx'
import { EnvironmentJobChip, LatestJobMoment } from './environment-job-chip.tsx'
import { useErrorCount } from './use-error-count.ts'

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

const notInitialized = 'The environment is not initialized.'

function EnvironmentHeader() {
  const environment = useEnvironment()
  const [started, setStarted] = useState<StartedFlow | null>(null)
  const [tests, setTests] = useState<RunApexTestsForm | null>(null)
  const environmentIds = [environment.id]
  const reason = environment.isInitialized ? null : notInitialized
  return (
    <>
      <PageHeader
        title={environment.name}
        badge={
          <>
            {environment.isProduction ? <ProductionChip /> : null}
            <EnvironmentJobChip environment={environment} />
            <span className="text-fg-2 empty:hidden">
              <LatestJobMoment environment={environment} />
            </span>
          </>
        }
        meta={
          <>
            <span>{environment.slug}</span>
            <span>
              Created by <MemberName userId={environment.createdByUserId} />{' '}
              <Timestamp moment={environment.createdUtc} />
            </span>
            <CopyText text={environment.id} label="environment ID" className="max-w-full" />
          </>
        }
        actions={
          <>
            <Button disabledReason={reason} onClick={() => setStarted({ flow: 'in', environmentIds })}>
              <ArrowDownToLine aria-hidden /> Flow in
            </Button>
            <Button disabledReason={reason} onClick={() => setStarted({ flow: 'out', environmentIds })}>
              <ArrowUpFromLine aria-hidden /> Flow out
            </Button>
            <Button disabledReason={reason} onClick={() => setStarted({ flow: 'mergeInto', environmentIds })}>
              <GitMerge aria-hidden /> Merge into
            </Button>
            <Button disabledReason={reason} onClick={() => setTests(newTestRun(environmentIds))}>
              <FlaskConical aria-hidden /> Run tests
            </Button>
          </>
        }
      />
      <RunApexTestsDialog isOpen={tests !== null} onClose={() => setTests(null)} initial={tests} />
      <FlowDialogs started={started} onClose={() => setStarted(null)} />
    </>
  )
}

const path = '/workspaces/$workspaceSlug/stacks/$stackSlug/environments/$environmentSlug'
const tabClasses =
  'flex h-8 shrink-0 items-center justify-between gap-2 rounded-md px-2.5 text-fg-2 whitespace-nowrap hover:bg-hover hover:text-fg aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-fg'

/** Side tabs; on a narrow page they stand in a row above. Each has an address, so they are links. */
function EnvironmentTabs() {
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
