import type { ConflictFile } from '@sluice/contract/conflict'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { useUser } from '../auth/session-context.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { useConflictActions } from './conflict-context.tsx'
import { fileVersionQuery } from './conflict.query.ts'

// The editor is larger than all else of the page, and most conflicts are resolved without it.
const MergeEditor = lazy(async () => ({ default: (await import('./editor/merge-editor.tsx')).MergeEditor }))

/** The result of a file, in an editor that loads when the first file is opened. */
export function FileEditor({ file }: { file: ConflictFile }) {
  const target = useTarget(file)
  return (
    <section id={editorId(file)} aria-label={`Result of ${file.filePath}`} className="bg-surface">
      <ErrorPanel
        heading="There was a problem loading the file"
        error={target.error}
        overrides={{ conflictFileVersionMissing: 'The file has no content that could be edited.' }}
        className="m-3"
      />
      <Suspense fallback={<Loading />}>
        {target.text === undefined ? (
          target.error ? null : (
            <Loading />
          )
        ) : (
          <MergeEditor key={target.generation} file={file} text={target.text} />
        )}
      </Suspense>
    </section>
  )
}

const Loading = () => (
  <div className="grid h-72 place-items-center">
    <Spinner label="Loading the editor" />
  </div>
)

/**
 * The result of a file as the server has it. What others do to it is loaded again at once, unless it is being edited here: then
 * the draft is held until its author chooses. `generation` counts the loaded texts.
 */
function useTarget(file: ConflictFile) {
  const { conflict, drafts } = useConflictActions()
  const { workspaceId, id: stackId } = useStack()
  const userId = useUser()?.id
  const [revision, setRevision] = useState(0)
  const stack = { workspaceId, stackId }
  const query = fileVersionQuery(useClient(), { stack, conflict, file, version: 'Target' }, revision)
  const fetched = useQuery({ ...query, placeholderData: (former) => former, refetchOnWindowFocus: false })
  const { id } = file
  useEffect(() => {
    const reload = () => setRevision((before) => before + 1)
    const stopFollowing = followFile(conflict.id, id, (changed) => {
      if (changed.lastModifiedByUserId === userId && drafts.isOwnSave(id)) return
      if (drafts.all().has(id)) drafts.hold(id)
      else reload()
    })
    let wasHeld = false
    const stopListening = drafts.subscribe(() => {
      const state = drafts.all().get(id)?.state
      // The edits were discarded for what is on the server.
      if (wasHeld && state === undefined) reload()
      wasHeld = state === 'held'
    })
    return () => {
      stopFollowing()
      stopListening()
    }
  }, [conflict.id, drafts, id, userId])
  return { text: fetched.data, error: fetched.error, generation: useGeneration(fetched) }
}

/** Tells of each change of a file's result. */
function followFile(conflictId: string, fileId: string, onChange: (file: ConflictFile) => void) {
  const find = () => entities.conflicts.get(conflictId)?.files.find(({ id }) => id === fileId)
  let seen = find()?.lastModifiedUtc
  return entities.conflicts.subscribeTo(conflictId, () => {
    const file = find()
    if (file === undefined || file.lastModifiedUtc === seen) return
    seen = file.lastModifiedUtc
    onChange(file)
  })
}

/** Counts the texts that were loaded; one that stays on the screen while the next one loads is not counted again. */
function useGeneration({
  dataUpdatedAt,
  isPlaceholderData,
}: {
  dataUpdatedAt: number
  isPlaceholderData: boolean
}) {
  const [generation, setGeneration] = useState({ at: 0, count: 0 })
  if (!isPlaceholderData && dataUpdatedAt !== generation.at)
    setGeneration(({ count }) => ({ at: dataUpdatedAt, count: count + 1 }))
  return generation.count
}

/** What the editor of a file is called in the document. */
export const editorId = ({ id }: Pick<ConflictFile, 'id'>): string => `editor-${id}`
