import type { ApexTestRun } from '@sluice/contract/apex-test-run'
import { formatDuration } from '../../platform/format/duration.ts'
import { formatNumber } from '../../platform/format/plural.ts'
import { cn } from '../../platform/ui/cn.ts'
import { toneClasses } from '../../platform/ui/tone-classes.ts'

/** How many methods a run has and how they ended, as a bar and in numbers. */
export function TestRunSummary({ run }: { run: ApexTestRun }) {
  const counted = run.testResults?.length ?? run.methodsCompleted
  const widths = resultWidths(run, counted)
  const parts = [
    { label: 'passed', width: widths.passed, count: run.methodsPassed, tone: 'green' },
    { label: 'skipped', width: widths.skipped, count: run.methodsSkipped, tone: 'neutral' },
    { label: 'failed', width: widths.failed, count: run.methodsFailed, tone: 'red' },
  ] as const
  const words = parts.map(({ label, count }) => `${formatNumber(count)} ${label}`).join(', ')
  return (
    <div className="px-4 py-3">
      <figure aria-label={words} className="bg-pressed flex h-2 overflow-hidden rounded-full">
        {parts.map(({ label, width, tone }) => (
          <div
            key={label}
            data-part={label}
            className={cn('h-full transition-[width] duration-2000', toneClasses[tone].bar)}
            style={{ width: `${width}%` }}
          />
        ))}
      </figure>
      <p className="flex flex-wrap gap-x-4 pt-2 tabular-nums">
        <span>{`${formatNumber(Math.max(run.methodsEnqueued, counted))} enqueued`}</span>
        {parts.map(({ label, count }) => (
          <span key={label}>{`${formatNumber(count)} ${label}`}</span>
        ))}
        {run.duration === null ? null : <span>{`${formatDuration(run.duration)} in tests`}</span>}
      </p>
    </div>
  )
}

/** The widths of the parts of a result bar, in percent of all methods that are known. */
export function resultWidths(
  run: Pick<ApexTestRun, 'methodsEnqueued' | 'methodsPassed' | 'methodsSkipped' | 'methodsFailed'>,
  resultCount: number,
): { passed: number; skipped: number; failed: number } {
  const all = Math.max(run.methodsEnqueued, resultCount)
  const percent = (count: number): number => (all === 0 ? 0 : (count / all) * 100)
  return {
    passed: percent(run.methodsPassed),
    skipped: percent(run.methodsSkipped),
    failed: percent(run.methodsFailed),
  }
}
