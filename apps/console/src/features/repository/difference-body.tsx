import type { SluiceApi } from '@sluice/contract/api'
import type { Response } from '@sluice/contract/route'
import { plural } from '../../platform/format/plural.ts'
import { DifferenceLines } from './difference-lines.tsx'
import { unreadableText } from './file-kinds.ts'
import { visibleText } from './visible-text.ts'

type Difference = Response<SluiceApi['repository']['getDifference']>

/** How a file differs: its elements in sentences where it is metadata XML, and its lines. */
export const DifferenceBody = ({ difference, path }: { difference: Difference; path: string }) => (
  <div className={difference.sentences ? 'xl:grid xl:grid-cols-[20rem_minmax(0,1fr)]' : ''}>
    {difference.sentences ? <Sentences difference={difference} /> : null}
    <Lines difference={difference} path={path} />
  </div>
)

function Sentences({ difference: { sentences, sentenceCount } }: { difference: Difference }) {
  const left = sentenceCount - (sentences?.length ?? 0)
  return (
    <div className="border-line min-w-0 border-b p-4 xl:border-r xl:border-b-0">
      <h4 className="text-12 text-fg-2 pb-1 font-medium">Elements</h4>
      {sentences?.length === 0 ? (
        <p>No element differs: only spelling, order without meaning or comments.</p>
      ) : (
        <ul className="flex max-h-96 flex-col gap-1 overflow-auto">
          {sentences?.map((sentence, index) => (
            // Two changes may read alike, and the list never changes its order.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="wrap-anywhere">
              {visibleText(sentence)}
            </li>
          ))}
        </ul>
      )}
      {left > 0 ? <p className="text-fg-2 pt-2">{`and ${plural(left, 'more difference')}`}</p> : null}
    </div>
  )
}

function Lines({ difference: { kind, hunks, isCut }, path }: { difference: Difference; path: string }) {
  if (kind !== 'text') return <p className="text-fg-2 p-4">{unreadableText(kind)}</p>
  if (hunks.length === 0) return <p className="text-fg-2 p-4">No line differs.</p>
  return (
    <div className="min-w-0">
      <DifferenceLines hunks={hunks} label={`Lines of ${visibleText(path)}`} />
      {isCut ? (
        <p className="text-fg-2 px-4 py-2">
          The difference is longer than what is shown here. Clone the repository to see all of it.
        </p>
      ) : null}
    </div>
  )
}
