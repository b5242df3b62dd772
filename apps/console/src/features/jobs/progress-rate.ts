import type { ProgressScope } from '@sluice/contract/progress'
import { formatBytes } from '../../platform/format/bytes.ts'
import { formatNumber } from '../../platform/format/plural.ts'

/** The units whose speed says something. */
const ratedUnits = new Set(['batches', 'components', 'bytes', 'branches', 'commits', 'files'])

type Counted = Pick<ProgressScope, 'itemsCompleted' | 'itemsTotal' | 'unit' | 'startedUtc' | 'status'>

/** "1,240 of 3,000 components", "5 files", or nothing. */
export function progressCount({ itemsCompleted, itemsTotal, unit }: Counted): string | null {
  if (itemsCompleted === null) return null
  const show = unit === 'bytes' ? formatBytes : formatNumber
  const noun = unit === 'bytes' || unit === null ? '' : ` ${unit}`
  return itemsTotal === null
    ? `${show(itemsCompleted)}${noun}`
    : `${show(itemsCompleted)} of ${show(itemsTotal)}${noun}`
}

/** "124 components/s" while a scope is at work on something that is counted. */
export function progressRate(scope: Counted, now: number): string | null {
  const { itemsCompleted, unit, startedUtc, status } = scope
  if (status !== 'Executing' || itemsCompleted === null || unit === null || startedUtc === null) return null
  const seconds = (now - Date.parse(startedUtc)) / 1000
  if (!ratedUnits.has(unit) || seconds < 1 || itemsCompleted === 0) return null
  const rate = itemsCompleted / seconds
  if (unit === 'bytes') return `${formatBytes(Math.round(rate))}/s`
  return `${rate >= 10 ? formatNumber(Math.round(rate)) : rate.toFixed(1)} ${unit}/s`
}
