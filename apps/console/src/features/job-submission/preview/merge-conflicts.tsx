import type { PredictedConflict, PredictedMerge } from '@sluice/contract/merge-preview'
import { formatNumber, plural } from '../../../platform/format/plural.ts'
import { Notice } from '../../../platform/ui/notice.tsx'
import { visibleText } from '../../repository/visible-text.ts'
import { conflictSentence, partLabels } from './merge-text.ts'

/** The number of conflicts that are named. */
const mostNamed = 50

/** Lists the files that conflict, in which part of the merge they do, and how each conflict is resolved. */
export function MergeConflicts({
  prediction,
  checkOnly,
}: {
  prediction: PredictedMerge
  checkOnly: boolean
}) {
  const said = conflictSentence(prediction, checkOnly)
  if (said === null) return null
  const { conflicts, conflictCount } = prediction
  const shown = conflicts.slice(0, mostNamed)
  return (
    <Notice kind={said.kind} title={said.title}>
      {shown.length === 0 ? null : (
        <ul aria-label="Predicted conflicts" className="mt-1 max-h-40 overflow-auto">
          {shown.map((conflict) => (
            <li key={`${conflict.part} ${conflict.path}`} className="wrap-anywhere">
              <Conflict conflict={conflict} />
            </li>
          ))}
          {conflictCount > shown.length ? (
            <li className="text-fg-2">and {formatNumber(conflictCount - shown.length)} more</li>
          ) : null}
        </ul>
      )}
    </Notice>
  )
}

const resolutions = {
  PreferLocal: 'local where they collide',
  PreferRemote: 'remote where they collide',
  TakeLocal: 'the local file',
  TakeRemote: 'the remote file',
  Manual: 'as decided',
} as const

function Conflict({
  conflict: { part, path, component, detail, resolvedAs },
}: {
  conflict: PredictedConflict
}) {
  return (
    <>
      {component === null
        ? visibleText(path)
        : visibleText(`${component.componentType} ${component.componentName}`)}{' '}
      <span className="text-fg-2">
        {partLabels[part]}
        {resolvedAs === null ? null : `: ${resolutions[resolvedAs]}`}
        {detail === '' ? null : ` (${visibleText(detail)})`}
      </span>
    </>
  )
}

/** Lists the references that the merge breaks. */
export function MergeWarnings({ prediction: { warnings, warningCount } }: { prediction: PredictedMerge }) {
  if (warningCount === 0) return null
  const shown = warnings.slice(0, mostNamed)
  return (
    <Notice kind="warning" title={`${plural(warningCount, 'warning')} about what the merge leaves behind`}>
      <ul aria-label="Warnings of the merge" className="mt-1 max-h-40 overflow-auto">
        {shown.map(({ path, message }) => (
          <li key={`${path} ${message}`} className="wrap-anywhere">
            {visibleText(path)}: <span className="text-fg-2">{visibleText(message)}</span>
          </li>
        ))}
        {warningCount > shown.length ? (
          <li className="text-fg-2">and {formatNumber(warningCount - shown.length)} more</li>
        ) : null}
      </ul>
    </Notice>
  )
}
