import type { ChangeType } from '@sluice/contract/component'
import type { FlowInResult } from '@sluice/contract/job-commands/flow-in'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { formatNumber } from '../../../platform/format/plural.ts'
import { FilterBox } from '../../../platform/tables/table-toolbar.tsx'
import { linkClasses } from '../../../platform/ui/text-link.tsx'
import { useStack } from '../../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../../current-stack/stack-paths.ts'
import { ChangeTypeMark } from '../../jobs/change-type-mark.tsx'
import { ResultSection } from '../../jobs/result-section.tsx'
import { type ResultColumn, ResultTable } from '../../jobs/result-table.tsx'
import { CommitLink } from '../../repository/repository-links.tsx'
import { visibleText } from '../../repository/visible-text.ts'
import { csvOf, DownloadCsv } from './download-csv.tsx'
import { FilterChipRow } from './filter-chip-row.tsx'

type File = FlowInResult['combinedGitCommitResult']['fileResults'][number]

const columns: readonly ResultColumn<File>[] = [
  { label: 'Change', cell: (file) => <ChangeTypeMark changeType={file.changeType} />, width: '7rem' },
  {
    label: 'Component',
    cell: ({ componentIdentity: component }) =>
      component === null ? '—' : `${component.componentType} ${component.componentName}`,
    className: 'wrap-anywhere',
    isTitle: true,
  },
  { label: 'File', cell: (file) => <FileLink file={file} />, className: 'font-mono text-12 wrap-anywhere' },
  {
    label: 'Author',
    cell: (file) => (
      <>
        <span className="block">{file.authorName}</span>
        <span className="text-12 text-fg-3 block">{file.authorEmail}</span>
      </>
    ),
    className: 'text-fg-2 wrap-anywhere',
    width: '10rem',
  },
  {
    label: 'Commit',
    cell: (file) => <CommitLink hash={file.commitHash} className="text-12" />,
    width: '7rem',
  },
]

const changes: readonly ChangeType[] = ['Added', 'Modified', 'Deleted']

/** The files that a flow in committed, by type and name, with search and a file for spreadsheets. */
export function CommittedFiles({ jobId, files }: { jobId: string; files: readonly File[] }) {
  const [change, setChange] = useState<ChangeType | null>(null)
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const sorted = useMemo(() => files.toSorted((a, b) => compare(textOf(a), textOf(b))), [files])
  const shown = useMemo(
    () =>
      sorted.filter(
        (file) =>
          (change === null || file.changeType === change) && textOf(file).toLowerCase().includes(wanted),
      ),
    [sorted, change, wanted],
  )
  if (files.length === 0) return null
  return (
    <ResultSection title={`Committed files (${formatNumber(files.length)})`}>
      <div className="flex flex-wrap items-center gap-2 pb-2">
        <FilterChipRow
          label="Change"
          values={changes.map((value) => ({
            value,
            label: value,
            count: files.filter((file) => file.changeType === value).length,
          }))}
          total={files.length}
          value={change}
          onChange={setChange}
        />
        <div className="flex-1 max-sm:hidden" />
        <FilterBox label="Search files" value={text} onChange={setText} />
        <DownloadCsv name={`files-${jobId}.csv`} isEmpty={shown.length === 0} csv={() => filesCsv(shown)} />
      </div>
      {shown.length === 0 ? (
        <p className="text-fg-2 py-2">No file matches your search.</p>
      ) : (
        <ResultTable
          label="Committed files"
          columns={columns}
          rows={shown}
          keyOf={(file) => `${file.commitHash} ${file.filePath}`}
        />
      )}
    </ResultSection>
  )
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const textOf = ({ componentIdentity: component, filePath, authorName }: File): string =>
  `${component?.componentType ?? ''} ${component?.componentName ?? ''} ${filePath} ${authorName}`

const filesCsv = (files: readonly File[]): string =>
  csvOf([
    ['Change', 'Type', 'Name', 'File', 'Author', 'E-mail', 'Commit'],
    ...files.map(
      ({ changeType, componentIdentity: component, filePath, authorName, authorEmail, commitHash }) => [
        changeType,
        component?.componentType ?? '',
        component?.componentName ?? '',
        filePath,
        authorName,
        authorEmail,
        commitHash,
      ],
    ),
  ])

/** The file at its commit; one that was deleted has no page. */
function FileLink({ file: { filePath: path, commitHash, changeType } }: { file: File }) {
  const params = useStackParams()
  const { managedRepositoryHost } = useStack()
  if (changeType === 'Deleted' || managedRepositoryHost !== 'BuiltIn') return visibleText(path)
  return (
    <Link
      to={`${stackPath}/repository/file/$revision`}
      params={{ ...params, revision: commitHash }}
      search={{ path, view: 'code' }}
      className={linkClasses}
    >
      {visibleText(path)}
    </Link>
  )
}
