import type { SluiceApi } from '@sluice/contract/api'
import type { DifferenceComponent, DifferingFile } from '@sluice/contract/difference'
import type { Environment } from '@sluice/contract/environment'
import type { Response } from '@sluice/contract/route'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { plural } from '../../platform/format/plural.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { CodeSkeleton } from '../repository/code-skeleton.tsx'
import { DifferenceBody } from '../repository/difference-body.tsx'
import { Fetched } from '../repository/fetched.tsx'
import { CommitLink } from '../repository/repository-links.tsx'
import type { WholeDifference } from '../repository/viewer/sheet-file.ts'
import { useDifferenceSheet } from '../repository/viewer/use-difference-sheet.tsx'
import { visibleText } from '../repository/visible-text.ts'
import { ComponentMarks, WhoAndWhen } from './component-marks.tsx'
import { componentTitle } from './difference-text.ts'
import { componentQuery, wholeFileOf } from './difference.query.ts'
import { useDifference, useDifferencePlace } from './use-difference.ts'

type Details = Response<SluiceApi['differences']['getComponent']>

interface ComponentDetailsProps {
  environment: Environment
  component: DifferenceComponent
}

/** How a component differs on each side, with its element differences in sentences, its lines and its authors. */
export function ComponentDetails({ environment, component }: ComponentDetailsProps) {
  const { componentType, componentName } = component
  const revision = useDifference(environment.id)?.revision
  const place = useDifferencePlace(environment)
  const asked = { componentType, componentName, revision }
  const query = useQuery(componentQuery(place, asked))
  const whole = (side: 'outbound' | 'inbound') => (path: string) => wholeFileOf(place, asked, { side, path })
  return (
    <article aria-label={componentTitle(component)} className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-col gap-1">
        <h2 className="text-16 font-semibold wrap-anywhere">{visibleText(componentName)}</h2>
        <p className="text-fg-2">{visibleText(componentType)}</p>
        <ComponentMarks component={component} />
        <MergeSentence merge={component.merge} />
      </header>
      <Fetched
        query={query}
        what="the component"
        missing="This component does not differ any more"
        loading={<CodeSkeleton />}
      >
        {(details) => <Sides component={component} details={details} whole={whole} />}
      </Fetched>
    </article>
  )
}

const mergeSentences = {
  clean: 'Both sides changed it; a flow in merges the changes.',
  conflict: 'Both sides changed the same place; a flow in needs a decision.',
}

const MergeSentence = ({ merge }: Pick<DifferenceComponent, 'merge'>) =>
  merge === null ? null : <p className="text-fg-2">{mergeSentences[merge]}</p>

interface SidesProps {
  component: DifferenceComponent
  details: Details
  /** Fetches whole files of a side. */
  whole: (side: 'outbound' | 'inbound') => DifferingFilesProps['whole']
}

function Sides({ component: { outbound, inbound }, details, whole }: SidesProps) {
  return (
    <>
      {inbound ? (
        <DifferingFiles title="Changed in the org" files={details.inbound} whole={whole('inbound')}>
          <WhoAndWhen change={inbound} />
        </DifferingFiles>
      ) : null}
      {outbound ? (
        <DifferingFiles title="To deploy" files={details.outbound} whole={whole('outbound')}>
          {outbound.wasLeftOut ? 'An earlier flow out left it out. ' : null}
          {details.commits.length === 0 ? <WhoAndWhen change={outbound} /> : null}
          <Commits commits={details.commits} />
        </DifferingFiles>
      ) : null}
    </>
  )
}

const Commits = ({ commits }: Pick<Details, 'commits'>) =>
  commits.length === 0 ? null : (
    <ul aria-label={plural(commits.length, 'commit')} className="flex flex-col gap-1">
      {commits.map(({ hash, subject, authorName, authoredUtc }) => (
        <li key={hash} className="flex flex-wrap items-baseline gap-x-2">
          <CommitLink hash={hash} className="text-12" />
          <span className="text-fg wrap-anywhere">{visibleText(subject) || 'No message'}</span>
          <span className="text-12">
            {visibleText(authorName)} <Timestamp moment={authoredUtc} />
          </span>
        </li>
      ))}
    </ul>
  )

interface DifferingFilesProps {
  title: string
  files: readonly DifferingFile[]
  /** Fetches the difference of a file with all of its lines, for the sheet. */
  whole: (path: string) => WholeDifference
  /** What else is known of the change, such as who made it. */
  children?: ReactNode
}

/** The files of a component that one change makes, each with its sentences and lines. */
export function DifferingFiles({ title, files, whole, children }: DifferingFilesProps) {
  const { open, sheet } = useDifferenceSheet(
    files.map(({ path, changeType }) => ({
      path,
      name: path.slice(path.lastIndexOf('/') + 1),
      changeType,
      whole: whole(path),
    })),
  )
  return (
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
          <DifferenceBody difference={file} path={file.path} onOpen={() => open(file.path)} />
        </div>
      ))}
      {sheet}
    </section>
  )
}
