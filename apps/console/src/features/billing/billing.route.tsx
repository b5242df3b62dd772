import { type Billing, usageKeys } from '@sluice/contract/billing'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useClient } from '../../platform/api/client-context.tsx'
import { useNowByHalfMinute } from '../../platform/format/clock.ts'
import { plural } from '../../platform/format/plural.ts'
import { formatUtcDay } from '../../platform/format/time.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { ToneChip } from '../../platform/ui/chips.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { ProgressBar } from '../../platform/ui/progress-bar.tsx'
import { Skeleton } from '../../platform/ui/skeleton.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { progressOf } from './billing-period.ts'
import { billingQuery } from './billing.query.ts'
import { subscriptionOf } from './subscription.ts'
import { UsageCard } from './usage-card.tsx'

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
