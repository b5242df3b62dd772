import { ProductionChip } from '../../../platform/ui/chips.tsx'
import { DifferenceLink } from '../../differences/difference-cell.tsx'
import { type PreviewSide, remaining } from './preview-changes.ts'
import { previewSentence } from './preview-text.ts'
import type { EnvironmentPreview } from './use-flow-preview.ts'

const none: ReadonlySet<string> = new Set()

/** What the jobs of several environments are going to do, a sentence each. */
export function PreviewsOfMany({
  previews,
  side,
}: {
  previews: readonly EnvironmentPreview[]
  side: PreviewSide
}) {
  return (
    <section aria-label="What will happen">
      <ul className="border-line flex max-h-72 flex-col overflow-auto rounded-md border">
        {previews.map(({ environment, known }) => (
          <li
            key={environment.id}
            className="border-line flex flex-wrap gap-x-3 gap-y-1 border-b px-3 py-2 last:border-b-0"
          >
            <span className="inline-flex items-center gap-2 font-medium">
              <DifferenceLink environment={environment}>{environment.name}</DifferenceLink>
              {environment.isProduction ? <ProductionChip /> : null}
            </span>
            <span className="text-fg-2">
              {known === null
                ? 'It is not known yet what will happen.'
                : previewSentence(remaining(known.changes, none), side)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
