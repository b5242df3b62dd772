import type { ApexTestRun } from '@sluice/contract/apex-test-run'

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
