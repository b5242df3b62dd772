import { plural } from '../../../platform/format/plural.ts'
import { visibleText } from '../visible-text.ts'
import type { FileDifferenceAnswer } from './sheet-file.ts'

/** What differs in sentences, above the lines; nothing for a file that is not compared by element. */
export function ElementsAbove({
  difference: { sentences, sentenceCount },
}: {
  difference: Pick<FileDifferenceAnswer, 'sentences' | 'sentenceCount'>
}) {
  if (sentences === null) return null
  const left = sentenceCount - sentences.length
  return (
    <section
      aria-label="Elements"
      className="border-line max-h-40 shrink-0 overflow-y-auto border-b px-4 py-2"
    >
      <p className="text-12 text-fg-2 pb-0.5 font-medium">Elements</p>
      {sentences.length === 0 ? (
        <p>No element differs: only spelling, order without meaning or comments.</p>
      ) : (
        <ul className="flex flex-col gap-0.5">
          {sentences.map((sentence, index) => (
            // Two changes may read alike, and the list never changes its order.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="wrap-anywhere">
              {visibleText(sentence)}
            </li>
          ))}
        </ul>
      )}
      {left > 0 ? <p className="text-fg-2 pt-1">{`and ${plural(left, 'more difference')}`}</p> : null}
    </section>
  )
}
