import type { Environment } from '@sluice/contract/environment'
import type { PredictedMerge, PredictedSide } from '@sluice/contract/merge-preview'
import type { ReactNode } from 'react'
import { plural } from '../../../platform/format/plural.ts'
import { Timestamp } from '../../../platform/format/timestamp.tsx'
import { ProductionChip } from '../../../platform/ui/chips.tsx'
import { CheckNow } from '../../differences/check-now.tsx'

interface MergeBasisProps {
  source: Environment
  target: Environment
  /** Null until the merge has been predicted. */
  prediction: PredictedMerge | null
}

/** Says what the preview is based on: for each side the commit of its branch and the last look at its org. */
export function MergeBasis({ source, target, prediction }: MergeBasisProps) {
  return (
    <ul aria-label="What the preview is based on" className="grid gap-2 lg:grid-cols-2">
      <Side environment={source} word="From" side={prediction?.source ?? null} />
      <Side environment={target} word="Into" side={prediction?.target ?? null} />
    </ul>
  )
}

function Side({
  environment,
  word,
  side,
}: {
  environment: Environment
  word: string
  side: PredictedSide | null
}) {
  return (
    <li className="border-line flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-md border px-3 py-2">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex min-w-0 items-center gap-2">
          <span className="text-fg-2">{word}</span>
          <span className="truncate font-medium">{environment.name}</span>
          {environment.isProduction ? <ProductionChip /> : null}
        </p>
        <p className="text-12 text-fg-2">{side === null ? ' ' : basisOf(side)}</p>
      </div>
      <CheckNow environment={environment} intent="neutral" />
    </li>
  )
}

function basisOf({ flowIn, orgChanges, orgLookedAtUtc }: PredictedSide): ReactNode {
  if (flowIn === 'leftOut') return 'The branch as it was last looked at, without a flow in'
  if (flowIn === 'unknown' || orgLookedAtUtc === null)
    return 'The branch as it was last looked at. Nobody has looked at the org yet: the preview takes it for unchanged.'
  return (
    <>
      The branch with {plural(orgChanges ?? 0, 'change')} of the org, as looked at{' '}
      <Timestamp moment={orgLookedAtUtc} />
    </>
  )
}
