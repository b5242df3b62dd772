import {
  type Billing,
  type SubscriptionStatus,
  type Usage,
  type UsageKey,
  limitState,
  percentInUse,
  subscriptionStatuses,
  usageKeys,
} from '@sluice/contract/billing'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useClient, type SluiceClient } from '../../platform/api/client-context.tsx'
import { useNowByHalfMinute } from '../../platform/format/clock.ts'
import { formatNumber, plural } from '../../platform/format/plural.ts'
import { formatUtcDay } from '../../platform/format/time.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { ToneChip } from '../../platform/ui/chips.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import type { Tone } from '../../platform/ui/palette.ts'
import { ProgressBar } from '../../platform/ui/progress-bar.tsx'
import { Skeleton } from '../../platform/ui/skeleton.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { polled, pollMs } from '../../platform/api/polled.ts'

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug/billing')({
  component: BillingPage,
  staticData: { title: 'Billing and usage' },
})

function BillingPage() {
  const workspace = useWorkspace()
  return (
    <div className="max-w-240">
      <PageHeader
        title="Billing and usage"
        meta="What this workspace uses, and what it may use. The limits are set by whoever runs this server."
      />
      <BillingOf key={workspace.id} workspaceId={workspace.id} />
    </div>
  )
}

function BillingOf({ workspaceId }: { workspaceId: string }) {
  const { data, error, isFetching, refetch } = useQuery(billingQuery(useClient(), workspaceId))
  return (
    <div className="flex flex-col gap-4">
      <ErrorPanel
        heading="There was a problem loading your billing information"
        error={error}
        actions={
          <Button isPending={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      />
      {data ? <BillingDetails billing={data} /> : error ? null : <Loading />}
    </div>
  )
}

function BillingDetails({ billing }: { billing: Billing }) {
  const subscription = subscriptionOf(billing.subscriptionStatus)
  return (
    <>
      <Card title="Current billing period">
        <Period
          starts={Date.parse(billing.currentPeriodStartsUtc)}
          ends={Date.parse(billing.currentPeriodEndsUtc)}
        />
        <div className="border-line border-t">
          <Properties
            rows={[
              {
                label: 'Subscription',
                value: (
                  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    <ToneChip tone={subscription.tone}>{subscription.label}</ToneChip>
                    {subscription.explanation}
                  </span>
                ),
              },
              { label: 'Data retention', value: <Retention period={billing.dataRetentionPeriod} /> },
            ]}
          />
        </div>
      </Card>
      <div className="grid gap-4 sm:grid-cols-2">
        {usageKeys.map((kind) => (
          <UsageCard key={kind} kind={kind} usage={billing.usage[kind]} />
        ))}
      </div>
    </>
  )
}

/** The last day that belongs to the period, as people write it. */
function Period({ starts, ends }: { starts: number; ends: number }) {
  const { daysPassed, days, percent } = progressOf({ starts, ends }, useNowByHalfMinute())
  return (
    <div className="flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-medium">{`${formatUtcDay(starts)} to ${formatUtcDay(ends - 1)}`}</p>
        <p className="text-fg-2 tabular-nums">{`${daysPassed} of ${plural(days, 'day')} passed`}</p>
      </div>
      <ProgressBar label="Days of the billing period that have passed" percent={percent} />
    </div>
  )
}

/** The number that the text begins with counts days. */
function Retention({ period }: { period: string }) {
  const days = Number.parseInt(period, 10)
  if (Number.isNaN(days)) return <>{period}</>
  return <>{`${plural(days, 'day')}. Jobs that ended longer ago are deleted with their artifacts.`}</>
}

function Loading() {
  return (
    <output aria-label="Loading the billing information" className="flex flex-col gap-4">
      <Skeleton className="h-55 rounded-lg sm:h-46" />
      <span className="grid gap-4 sm:grid-cols-2">
        {usageKeys.map((kind) => (
          <Skeleton key={kind} className="h-40 rounded-lg" />
        ))}
      </span>
    </output>
  )
}

const dayMs = 86_400_000

interface PeriodProgress {
  readonly daysPassed: number
  readonly days: number
  /** Floor of the part of the days that have passed. */
  readonly percent: number
}

/** How many days of the period have passed, of how many. */
function progressOf(period: { starts: number; ends: number }, now: number): PeriodProgress {
  const days = Math.round((period.ends - period.starts) / dayMs)
  const daysPassed = Math.min(days, Math.max(0, Math.floor((now - period.starts) / dayMs)))
  return { daysPassed, days, percent: days === 0 ? 100 : Math.floor((daysPassed / days) * 100) }
}

interface Subscription {
  readonly label: string
  readonly tone: Tone
  readonly explanation: string
}

const known: Record<SubscriptionStatus, Subscription> = {
  Active: { label: 'Active', tone: 'green', explanation: 'The subscription is valid and active.' },
  Paused: {
    label: 'Paused',
    tone: 'amber',
    explanation: 'The subscription is not active, but it can be re-activated.',
  },
  Unpaid: {
    label: 'Unpaid',
    tone: 'red',
    explanation: 'The subscription is suspended due to overdue payment.',
  },
  Terminated: { label: 'Terminated', tone: 'red', explanation: 'The subscription is cancelled.' },
}

/** What a subscription status is called and what it means. */
function subscriptionOf(status: string): Subscription {
  const found = subscriptionStatuses.find((each) => each === status)
  return found
    ? known[found]
    : { label: 'Unknown', tone: 'neutral', explanation: 'The status of the subscription is unknown.' }
}

const words: Record<UsageKey, { readonly title: string; readonly explanation: string }> = {
  Environments: {
    title: 'Environments',
    explanation: 'Of all stacks, whether they are initialized or not. At the limit none can be created.',
  },
  ConcurrentWorkers: {
    title: 'Concurrent workers',
    explanation: 'Jobs at work at this moment. At the limit further jobs stay pending until one ends.',
  },
  ActiveWorkerMinutes: {
    title: 'Active worker minutes',
    explanation: 'What the jobs that ended in this period worked, each rounded up to a minute.',
  },
  PassiveWorkerMinutes: {
    title: 'Passive worker minutes',
    explanation:
      'What these jobs waited for an answer, another job, a sandbox or a busy org, each rounded up to a minute.',
  },
}

const states: Record<
  ReturnType<typeof limitState>,
  { readonly tone: Tone; readonly label: string | null }
> = {
  within: { tone: 'blue', label: null },
  reached: { tone: 'amber', label: 'Limit reached' },
  exceeded: { tone: 'red', label: 'Limit exceeded' },
}

/** One kind of usage: what is in use, what is allowed, what is left. */
function UsageCard({ kind, usage }: { kind: UsageKey; usage: Usage }) {
  const { title, explanation } = words[kind]
  const { tone, label } = states[limitState(usage)]
  const percent = percentInUse(usage)
  const rows = [
    ['In use', formatNumber(usage.inUseQuantity)],
    ['Entitlement', quantity(usage.entitlementQuantity)],
    ['Available', quantity(usage.availableQuantity)],
  ] as const
  return (
    <section
      aria-label={title}
      className="border-line bg-surface flex min-w-0 flex-col rounded-lg border p-4"
    >
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <h2 className="text-14 font-semibold">{title}</h2>
        {label ? <ToneChip tone={tone}>{label}</ToneChip> : null}
      </div>
      <p className="text-12 text-fg-2 pt-1 pb-3">{explanation}</p>
      <div className="mt-auto flex flex-col gap-3">
        {percent === null ? null : (
          <div className="flex items-center gap-3">
            <ProgressBar label={`${title} in use`} percent={percent} tone={tone} className="flex-1" />
            <span className="text-12 text-fg-2 tabular-nums">{`${formatNumber(percent)} %`}</span>
          </div>
        )}
        <dl className="border-line grid grid-cols-3 gap-3 border-t pt-3">
          {rows.map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="text-12 text-fg-2">{name}</dt>
              <dd className="text-16 font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

const quantity = (value: number | null) => (value === null ? 'Unlimited' : formatNumber(value))

/** Asked for anew at each visit, and while somebody looks at it: jobs begin and end meanwhile. */
const billingQuery = (client: SluiceClient, workspaceId: string) =>
  queryOptions({
    queryKey: [polled, 'billing', workspaceId],
    queryFn: ({ signal }) => client.workspaces.getBilling({ params: { workspaceId }, signal }),
    staleTime: 0,
    refetchInterval: pollMs,
  })
