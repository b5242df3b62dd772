import { formatNumber, plural } from '../../../platform/format/plural.ts'
import { Notice } from '../../../platform/ui/notice.tsx'
import { componentTitle } from '../../differences/difference-text.ts'
import type { EnvironmentPreview } from './use-flow-preview.ts'

/** So many are named; the job lists all of them when it asks. */
const mostNamed = 50

/** What a flow in with force throws away of each branch. */
export function DiscardedList({ previews }: { previews: readonly EnvironmentPreview[] }) {
  return previews.map(({ environment, known }) => {
    const lost = known?.changes ?? []
    if (known !== null && lost.length === 0)
      return (
        <p key={environment.id} className="text-fg-2">
          Force throws nothing away in {environment.name}: its branch has nothing that the org lacks.
        </p>
      )
    const title =
      known === null
        ? `Force throws away everything that only the branch ${environment.gitBranchName} has. It is not known yet what that is.`
        : `Force throws away ${plural(lost.length, 'change')} that only the branch ${environment.gitBranchName} has.`
    return (
      <Notice key={environment.id} kind="warning" title={title}>
        {lost.length === 0 ? null : (
          <ul aria-label={`Thrown away in ${environment.name}`} className="mt-1 max-h-40 overflow-auto">
            {lost.slice(0, mostNamed).map((change) => (
              <li key={change.key} className="wrap-anywhere">
                {componentTitle(change)} <span className="text-fg-2">{change.changeType} in Git</span>
              </li>
            ))}
            {lost.length > mostNamed ? (
              <li className="text-fg-2">and {formatNumber(lost.length - mostNamed)} more</li>
            ) : null}
          </ul>
        )}
      </Notice>
    )
  })
}
