import type { ConflictFile } from '@sluice/contract/conflict'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useClient } from '../../../platform/api/client-context.tsx'
import { isProblem } from '../../../platform/api/problem.ts'
import { languageOf } from '../../../platform/code/languages.ts'
import { ErrorPanel } from '../../../platform/ui/error-panel.tsx'
import { Notice } from '../../../platform/ui/notice.tsx'
import { useStack } from '../../current-stack/stack-context.tsx'
import { useConflictActions } from '../conflict-context.tsx'
import { fileVersionQuery } from '../conflict.query.ts'
import { isResolved } from '../resolution-rules.ts'
import { inSentence, resolutionName } from '../side-names.ts'
import { useEarlierElements } from '../use-earlier.ts'
import { ContendedElements } from './contended-elements.tsx'
import { type ComparedVersion, canCompareWithOriginal, EditorToolbar, labelOf } from './editor-toolbar.tsx'
import { type EditorFacts, Editor } from './editor.ts'

interface MergeEditorProps {
  file: ConflictFile
  /** The result as it was loaded. */
  text: string
}

/** The result of a merge in an editor: its conflicts as blocks, and what it changes against one of the versions. */
export function MergeEditor({ file, text }: MergeEditorProps) {
  const { names, readOnlyReason, operationOf } = useConflictActions()
  const isReadOnly = readOnlyReason !== null || isResolved(file) || operationOf(file.id) !== null
  const { host, editor, facts } = useEditor({ file, text, isReadOnly })
  const [chosen, setVersion] = useState<ComparedVersion>('Local')
  const version = chosen === 'Orig' && !canCompareWithOriginal(facts) ? 'Local' : chosen
  const [isCollapsed, setCollapsed] = useState(true)
  const language = languageOf(file.filePath, text)
  useEffect(() => {
    let isGone = false
    void language?.load().then((extension) => (isGone ? undefined : editor?.setLanguage(extension)))
    return () => {
      isGone = true
    }
  }, [editor, language])
  const comparison = useComparison({ file, version, editor, isCollapsed, isReadOnly })
  return (
    <>
      <EditorToolbar
        file={file}
        editor={editor}
        facts={facts}
        language={language?.name ?? 'Plain text'}
        comparison={{ version, setVersion, isCollapsed, setCollapsed }}
      />
      {comparison.isTooSlow ? (
        <Notice
          kind="info"
          title="Changes are not highlighted, because comparing this file takes longer than 5 seconds."
          className="mx-3 mb-2"
        />
      ) : null}
      {isProblem(comparison.error, 'conflictFileVersionMissing') ? (
        <Notice
          kind="info"
          title={`The file has no ${inSentence(labelOf(version, names))} version to compare with.`}
          className="mx-3 mb-2"
        />
      ) : (
        <ErrorPanel
          heading="There was a problem loading the file to compare with"
          error={comparison.error}
          className="mx-3 mb-2"
        />
      )}
      {file.resolvedAs === null || readOnlyReason !== null ? null : (
        <p className="text-12 text-fg-2 px-3 pb-2">
          {`Resolved as “${resolutionName(file.resolvedAs, names)}”. Reset the file to edit it.`}
        </p>
      )}
      <div className="border-line border-t">
        <ElementsAbove file={file} editor={editor} elements={facts.elements} isReadOnly={isReadOnly} />
        <div ref={host} className="min-w-0" />
      </div>
    </>
  )
}

type ElementsAboveProps = Omit<Parameters<typeof ContendedElements>[0], 'earlier'>

/** What conflicts, as long as the file is not resolved. */
function ElementsAbove({ file, ...props }: ElementsAboveProps) {
  const earlier = useEarlierElements(file)
  if (file.resolvedAs !== null || file.sizeBytesOrig === null) return null
  return (
    <div className="border-line border-b">
      <ContendedElements file={file} {...props} earlier={earlier} />
    </div>
  )
}

interface EditorParts extends MergeEditorProps {
  isReadOnly: boolean
}

/** Opens an editor in the element, with what it tells about its text. */
function useEditor({ file, text, isReadOnly }: EditorParts) {
  const { drafts, names } = useConflictActions()
  const host = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [facts, setFacts] = useState<EditorFacts>({ conflictCount: 0, elements: [], changeCount: null })
  const first = useRef({ text, names, isReadOnly, label: `Result of ${file.filePath}` })
  const { id } = file
  useEffect(() => {
    if (host.current === null) return undefined
    const opened = new Editor({
      ...first.current,
      parent: host.current,
      onEdit: () => drafts.edit(id, () => opened.text),
      onFacts: (now) => setFacts((before) => (isSame(before, now) ? before : now)),
    })
    setEditor(opened)
    return () => opened.destroy()
  }, [drafts, id])
  useEffect(() => editor?.setReadOnly(isReadOnly), [editor, isReadOnly])
  return { host, editor, facts }
}

const isSame = (one: EditorFacts, other: EditorFacts): boolean =>
  one.conflictCount === other.conflictCount &&
  one.elements === other.elements &&
  one.changeCount === other.changeCount

interface ComparisonParts {
  file: ConflictFile
  version: ComparedVersion
  editor: Editor | null
  isCollapsed: boolean
  isReadOnly: boolean
}

/** Shows in the editor what changes against the version. */
function useComparison({ file, version, editor, isCollapsed, isReadOnly }: ComparisonParts) {
  const { conflict } = useConflictActions()
  const { workspaceId, id: stackId } = useStack()
  const stack = { workspaceId, stackId }
  const { data, error } = useQuery(fileVersionQuery(useClient(), { stack, conflict, file, version }))
  const [isTooSlow, setTooSlow] = useState(false)
  useEffect(() => {
    if (editor === null || data === undefined) return undefined
    const giveUp = new AbortController()
    editor.compareWith(data, { isCollapsed, isReadOnly, signal: giveUp.signal }).then(
      (isShown) => setTooSlow(!isShown),
      () => undefined,
    )
    return () => giveUp.abort()
  }, [editor, data, isCollapsed, isReadOnly])
  return { error, isTooSlow }
}
