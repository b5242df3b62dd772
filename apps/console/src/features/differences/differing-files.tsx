import type { DifferingFile } from '@sluice/contract/difference'
import type { ReactNode } from 'react'
import { DifferenceBody } from '../repository/difference-body.tsx'
import { visibleText } from '../repository/visible-text.ts'

interface DifferingFilesProps {
  title: string
  files: readonly DifferingFile[]
  /** What else is known of the change, such as who made it. */
  children?: ReactNode
}

/** The files of a component that one change makes, each with its sentences and lines. */
export const DifferingFiles = ({ title, files, children }: DifferingFilesProps) => (
  <section className="flex flex-col gap-2">
    <h3 className="text-14 font-semibold">{title}</h3>
    {children === undefined ? null : <div className="text-fg-2">{children}</div>}
    {files.length === 0 ? <p className="text-fg-2">Its content is not known here.</p> : null}
    {files.map((file) => (
      <div key={file.path} className="border-line bg-surface min-w-0 rounded-lg border">
        <p className="border-line text-12 text-fg-2 flex flex-wrap gap-x-2 border-b px-3 py-2">
          <span className="font-mono wrap-anywhere">{visibleText(file.path)}</span>
          <span>{file.changeType}</span>
          {file.isShared ? <span>Other components lie in this file too.</span> : null}
        </p>
        <DifferenceBody difference={file} path={file.path} />
      </div>
    ))}
  </section>
)
