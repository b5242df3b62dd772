import type { ProgressScope } from '@sluice/contract/progress'
import { formatBytes } from '../../platform/format/bytes.ts'
import { formatDuration } from '../../platform/format/duration.ts'
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

/** Shorter than this, what is done says little about what is left. */
const leastSeconds = 3

/** "about 20 s left" while a scope is at work and its total is known, at the speed that it had so far. */
export function progressTimeLeft(scope: Counted, now: number): string | null {
  const { itemsCompleted, itemsTotal, startedUtc } = scope
  if (startedUtc === null || itemsTotal === null || scope.status !== 'Executing') return null
  const elapsed = now - Date.parse(startedUtc)
  if (!itemsCompleted || itemsCompleted >= itemsTotal || elapsed < leastSeconds * 1000) return null
  const left = (elapsed / itemsCompleted) * (itemsTotal - itemsCompleted)
  return `about ${formatDuration(Math.max(1000, left))} left`
}

/** A state in words: an enumerated value such as "InProgress" becomes "In progress", a sentence stays. */
export function stateWords(state: string): string {
  if (!/^(?:[A-Z][a-z]+)+$/.test(state)) return state
  return state.replaceAll(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
