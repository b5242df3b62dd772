import type { Conflict, ConflictFile } from '@sluice/contract/conflict'
import { useBlocker } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { type Draft, Drafts } from './drafts.ts'
import { useConflictParams } from './use-file-operations.ts'

interface UnsavedTextsProps {
  files: readonly ConflictFile[]
  drafts: Drafts
}

/** Names the files whose text could not be saved, and keeps a person from leaving without it. */
export function UnsavedTexts({ files, drafts }: UnsavedTextsProps) {
  const all = useSyncExternalStore(drafts.subscribe, drafts.all)
  const leaving = useBlocker({
    shouldBlockFn: async () => !(await drafts.flushAll()),
    enableBeforeUnload: () => drafts.all().size > 0,
    withResolver: true,
  })
  return (
    <>
      {files.map((file) => {
        const draft = all.get(file.id)
        return draft ? <UnsavedText key={file.id} file={file} draft={draft} drafts={drafts} /> : null
      })}
      <ConfirmDialog
        isOpen={leaving.status === 'blocked'}
        onClose={() => leaving.reset?.()}
        title="Leave without saving?"
        action="Leave"
        cancelLabel="Stay"
        isPending={false}
        problem={null}
        onConfirm={() => leaving.proceed?.()}
      >
        Edits of a file are not saved. If you leave, they are lost.
      </ConfirmDialog>
    </>
  )
}

interface UnsavedTextProps {
  file: ConflictFile
  draft: Draft
  drafts: Drafts
}

function UnsavedText({ file, draft, drafts }: UnsavedTextProps) {
  if (draft.state === 'held')
    return (
      <Notice
        kind="warning"
        title={`${file.filePath} was changed elsewhere while you edited it`}
        actions={
          <>
            <Button onClick={() => void drafts.discard(file.id)}>Discard my edits</Button>
            <Button onClick={() => void drafts.flush(file.id)}>Save mine</Button>
          </>
        }
      >
        Your edits are not saved yet. Saving them replaces what was changed.
      </Notice>
    )
  return (
    <ErrorPanel
      heading="There was a problem saving the file"
      error={draft.error}
      actions={
        <Button size="sm" onClick={() => void drafts.flush(file.id)}>
          {`Save ${file.filePath.slice(file.filePath.lastIndexOf('/') + 1)} again`}
        </Button>
      }
    />
  )
}

/** How long after the last edit a text is saved. */
const saveDelayMs = 1000

/** The texts of a conflict that are edited on this page. */
export function useDrafts(conflict: Conflict): Drafts {
  const client = useClient()
  const params = useConflictParams(conflict)
  const [drafts] = useState(
    () =>
      new Drafts({
        delayMs: saveDelayMs,
        save: async (conflictFileId, text) =>
          client.conflicts.saveFile({ params: { ...params, conflictFileId, version: 'Target' }, body: text }),
      }),
  )
  return drafts
}
