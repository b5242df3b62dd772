import { limitState, percentInUse, type Usage, type UsageKey } from '@sluice/contract/billing'
import { formatNumber } from '../../platform/format/plural.ts'
import { ToneChip } from '../../platform/ui/chips.tsx'
import type { Tone } from '../../platform/ui/palette.ts'
import { ProgressBar } from '../../platform/ui/progress-bar.tsx'

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
export function UsageCard({ kind, usage }: { kind: UsageKey; usage: Usage }) {
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
