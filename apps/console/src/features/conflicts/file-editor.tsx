import type { ConflictFile } from '@sluice/contract/conflict'
import { lazy, Suspense } from 'react'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { editorId } from './editor-id.ts'
import { useTarget } from './use-target.ts'

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
