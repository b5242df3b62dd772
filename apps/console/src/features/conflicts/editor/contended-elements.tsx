import type { ConflictFile, EarlierResolution, SideAuthor } from '@sluice/contract/conflict'
import type { ConflictElement } from '@sluice/contract/conflict-elements'
import { useRef } from 'react'
import { entities } from '../../../entities.ts'
import { useEntity } from '../../../platform/entities/use-entity.ts'
import { Timestamp } from '../../../platform/format/timestamp.tsx'
import { Button } from '../../../platform/ui/button.tsx'
import { StatusIcon } from '../../../platform/ui/status.tsx'
import { MemberName } from '../../workspaces/member-name.tsx'
import { useConflictActions } from '../conflict-context.tsx'
import { inSentence } from '../side-names.ts'
import { replaceConflictNumber, showConflictNumber } from './conflict-blocks.ts'
import type { Editor } from './editor.ts'

interface ContendedElementsProps {
  file: ConflictFile
  editor: Editor | null
  elements: readonly ConflictElement[]
  isReadOnly: boolean
  /** What became of elements in an earlier conflict, by their keys. */
  earlier: ReadonlyMap<string, readonly string[]>
}

/** More are not listed; they are in the text. */
const listedAtMost = 200

/** What conflicts in a file, element by element, with both sides and a button that takes one. */
export function ContendedElements({ file, editor, elements, isReadOnly, earlier }: ContendedElementsProps) {
  const { names } = useConflictActions()
  const list = useRef<HTMLOListElement>(null)
  const use = (number: number, lines: readonly string[]) => {
    if (editor === null) return
    replaceConflictNumber(editor.view, number, lines)
    // The element leaves the list, and with it the button that has the focus.
    requestAnimationFrame(() => {
      const [next] = list.current?.children[number]?.querySelectorAll('button') ?? []
      if (next) next.focus()
      else editor.view.focus()
    })
  }
  return (
    <section aria-label="What conflicts" className="bg-surface flex min-w-0 flex-col">
      <header className="border-line flex flex-wrap gap-x-4 gap-y-1 border-b px-3 py-2">
        <h3 className="text-12 font-medium">What conflicts</h3>
        <Authors side={names.local} authors={file.localAuthors} />
        <Authors side={names.remote} authors={file.remoteAuthors} />
      </header>
      {elements.length === 0 ? (
        <p className="text-12 text-fg-2 flex items-center gap-1.5 px-3 py-3">
          <StatusIcon status="Succeeded" className="size-3.5" /> Nothing conflicts any more.
        </p>
      ) : (
        <ol ref={list} className="max-h-80 overflow-y-auto" aria-label="Conflicting elements">
          {elements.slice(0, listedAtMost).map((element, number) => (
            <Element
              key={`${element.first} ${element.name}`}
              element={element}
              isReadOnly={isReadOnly}
              before={element.key === null ? undefined : earlier.get(element.key)}
              file={file}
              onShow={() => editor && showConflictNumber(editor.view, number)}
              onUse={(lines) => use(number, lines)}
            />
          ))}
        </ol>
      )}
      {elements.length > listedAtMost ? (
        <p className="text-12 text-fg-2 px-3 py-2">
          {`${elements.length - listedAtMost} more are in the text.`}
        </p>
      ) : null}
    </section>
  )
}

function Authors({ side, authors }: { side: string; authors: readonly SideAuthor[] }) {
  if (authors.length === 0) return null
  return (
    <p className="text-12 text-fg-2">
      {side}: changed by <span className="text-fg">{authors.map(({ name }) => name).join(', ')}</span>
    </p>
  )
}

interface ElementProps {
  file: ConflictFile
  element: ConflictElement
  isReadOnly: boolean
  before: readonly string[] | undefined
  onShow: () => void
  onUse: (lines: readonly string[]) => void
}

function Element({ file, element, isReadOnly, before, onShow, onUse }: ElementProps) {
  const { names } = useConflictActions()
  const { name, sides } = element
  const side = (label: string, lines: readonly string[], use: string | null) => (
    <Side
      label={label}
      lines={lines}
      use={use === null ? null : { text: use, name: `${use} in ${name}`, isDisabled: isReadOnly }}
      onUse={() => onUse(lines)}
    />
  )
  return (
    <li className="border-line flex flex-col gap-1 border-b px-3 py-2 last:border-b-0">
      <button
        type="button"
        className="text-12 text-accent-fg self-start text-left font-mono break-all hover:underline"
        onClick={onShow}
      >
        {name}
      </button>
      <dl className="text-12 grid grid-cols-[minmax(3.75rem,auto)_minmax(0,auto)_auto] items-start justify-start gap-x-3 gap-y-0.5">
        {sides.base === null ? null : side('Base', sides.base, null)}
        {side(names.local, sides.local, `Use ${inSentence(names.local)}`)}
        {side(names.remote, sides.remote, `Use ${inSentence(names.remote)}`)}
        {before === undefined ? null : side('Before', before, 'Use again')}
      </dl>
      {before === undefined || file.earlier === null ? null : <EarlierNote earlier={file.earlier} />}
    </li>
  )
}

interface SideProps {
  label: string
  lines: readonly string[]
  use: { text: string; name: string; isDisabled: boolean } | null
  onUse: () => void
}

function Side({ label, lines, use, onUse }: SideProps) {
  const value = valueOf(lines)
  return (
    <>
      <dt className="text-fg-2 max-w-40 truncate py-1">{label}</dt>
      <dd className={`py-1 ${value.isText ? 'font-mono wrap-anywhere whitespace-pre-wrap' : 'text-fg-3'}`}>
        {value.text}
      </dd>
      <dd className="flex min-h-6 items-center">
        {use === null || use.isDisabled ? null : (
          <Button size="sm" className="h-6 px-1.5 shadow-none" aria-label={use.name} onClick={onUse}>
            {use.text}
          </Button>
        )}
      </dd>
    </>
  )
}

const leaf = /^\s*<([\w.:-]+)(?:\s[^<>]*)?>([^<]*)<\/\1>\s*$/u

/** The value of an element that has only text; otherwise how much there is. */
function valueOf(lines: readonly string[]): { text: string; isText: boolean } {
  const [first, ...more] = lines
  if (first === undefined) return { text: 'Not there', isText: false }
  if (more.length > 0) return { text: `${lines.length} lines`, isText: false }
  const text = (leaf.exec(first)?.[2] ?? first).trim()
  return text === '' ? { text: 'Empty', isText: false } : { text, isText: true }
}

/** Says who resolved the same before, in which environment and when. */
function EarlierNote({ earlier }: { earlier: EarlierResolution }) {
  const { localEnvironmentId, resolvedByUserId, resolvedUtc } = earlier
  const environment = useEntity(entities.environments, localEnvironmentId)
  return (
    <p className="text-12 text-fg-2">
      Resolved before{environment ? ` in ${environment.name}` : null} by{' '}
      <MemberName userId={resolvedByUserId} /> <Timestamp moment={resolvedUtc} />
    </p>
  )
}
