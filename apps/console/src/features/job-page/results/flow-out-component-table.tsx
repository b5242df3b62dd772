import { diagnose } from '@sluice/contract/deployment-errors/diagnose'
import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { ChevronRight } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { formatNumber, plural } from '../../../platform/format/plural.ts'
import { FilterBox } from '../../../platform/tables/table-toolbar.tsx'
import { type RowPlace, VirtualRows } from '../../../platform/tables/virtual-rows.tsx'
import { ToneChip } from '../../../platform/ui/chips.tsx'
import { cn } from '../../../platform/ui/cn.ts'
import { StatusText } from '../../../platform/ui/status.tsx'
import { useStack } from '../../current-stack/stack-context.tsx'
import { ChangeTypeMark } from '../../jobs/change-type-mark.tsx'
import { ComponentProblems, placeOf } from '../../jobs/component-problems.tsx'
import { ResultSection } from '../../jobs/result-section.tsx'
import type { CommitPair } from '../../repository/history.query.ts'
import { CommitLink } from '../../repository/repository-links.tsx'
import { ComponentDifference } from './component-difference.tsx'
import { csvOf, DownloadCsv } from './download-csv.tsx'
import { FilterChipRow } from './filter-chip-row.tsx'
import {
  type ComponentFate,
  type Fates,
  type FlowOutComponent,
  type FlowOutLine,
  componentFates,
  filterFlowOutComponents,
  flowOutComponents,
  linesByType,
} from './flow-out-components.ts'

const columns = [
  { label: 'Result', width: '9rem' },
  { label: 'Name' },
  { label: 'Change', width: '7rem' },
  { label: 'ID', width: '11rem' },
]

const statuses: Record<ComponentFate, DisplayStatus> = {
  failed: 'Failed',
  notDeployed: 'Skipped',
  deployed: 'Succeeded',
  excluded: 'Skipped',
  onlyInOrg: 'Skipped',
}

interface FlowOutComponentTableProps {
  jobId: string
  result: FlowOutResult
  /** The commits whose difference a row opens; null where the repository does not have them. */
  pair: CommitPair | null
}

/** Every component of a flow out by type, with what became of it. */
export function FlowOutComponentTable({ jobId, result, pair }: FlowOutComponentTableProps) {
  const components = useMemo(() => flowOutComponents(result), [result])
  const fates: Fates = {
    failed: 'Failed',
    notDeployed: result.isCheckOnly ? 'Not validated' : 'Not deployed',
    deployed: result.isCheckOnly ? 'Validated' : 'Deployed',
    excluded: 'Left out',
    onlyInOrg: 'Only in the org',
  }
  const [fate, setFate] = useState<ComponentFate | null>(null)
  const [text, setText] = useState('')
  const [open, setOpen] = useState<string | null>(null)
  const hasRepository = useStack().managedRepositoryHost === 'BuiltIn'
  const wanted = useDeferredValue(text)
  const shown = useMemo(
    () => filterFlowOutComponents(components, { fate, text: wanted }),
    [components, fate, wanted],
  )
  const lines = useMemo(() => linesByType(shown), [shown])
  if (components.length === 0) return null
  return (
    <ResultSection title={`Components (${formatNumber(components.length)})`}>
      <div className="flex flex-wrap items-center gap-2 pb-2">
        <FateChips fates={fates} components={components} value={fate} onChange={setFate} />
        <div className="flex-1 max-sm:hidden" />
        <FilterBox label="Search components" value={text} onChange={setText} />
        <DownloadCsv
          name={`components-${jobId}.csv`}
          isEmpty={shown.length === 0}
          csv={() => flowOutCsv(shown, fates)}
        />
      </div>
      {shown.length === 0 ? (
        <p className="text-fg-2 py-2">No component matches your search.</p>
      ) : (
        <VirtualRows
          label="Components"
          items={lines}
          keyOf={({ key }) => key}
          columns={columns}
          neededRem={37}
          renderRow={(line, place) =>
            'component' in line ? (
              <ComponentRow
                place={place}
                component={line.component}
                fates={fates}
                pair={hasRepository ? pair : null}
                isOpen={open === line.key}
                onToggle={() => setOpen(open === line.key ? null : line.key)}
              />
            ) : (
              <TypeRow place={place} line={line} />
            )
          }
        />
      )}
    </ResultSection>
  )
}

type TypeLine = Exclude<FlowOutLine, { component: FlowOutComponent }>

const TypeRow = ({ place, line }: { place: RowPlace; line: TypeLine }) => (
  <tr {...place} className="cards:block">
    <th
      scope="rowgroup"
      colSpan={columns.length}
      className="bg-sunken border-line border-b px-2 py-1.5 text-left font-semibold cards:block"
    >
      {line.title}
      <span className="text-12 text-fg-2 font-normal">
        {` · ${line.packageName} · ${plural(line.count, 'component')}`}
      </span>
    </th>
  </tr>
)

const cell = 'border-line border-b px-2 py-1.5 align-top wrap-anywhere cards:border-0 cards:py-0.5'

interface ComponentRowProps {
  place: RowPlace
  component: FlowOutComponent
  fates: Fates
  pair: CommitPair | null
  isOpen: boolean
  onToggle: () => void
}

function ComponentRow({ place, component, fates, pair, isOpen, onToggle }: ComponentRowProps) {
  const { fate, identity, changeType, componentId, problems } = component
  return (
    <tr
      {...place}
      className="cards:border-line cards:flex cards:flex-wrap cards:items-center cards:border-b cards:py-1.5"
    >
      <td className={cell}>
        <StatusText status={statuses[fate]} label={fates[fate]} />
      </td>
      <td className={`${cell} cards:order-first cards:basis-full`}>
        <p className="flex flex-wrap items-center gap-x-3">
          {pair !== null && component.filePaths.length > 0 ? (
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={onToggle}
              className="hover:text-accent-fg inline-flex cursor-default items-center gap-1 text-left font-medium hover:underline"
            >
              <ChevronRight
                aria-hidden
                className={cn('text-fg-3 size-3.5 shrink-0', isOpen && 'rotate-90')}
              />
              {identity.componentName}
            </button>
          ) : (
            <span className="font-medium">{identity.componentName}</span>
          )}
          {component.isNew ? <ToneChip tone="red">New</ToneChip> : null}
          {component.failingSinceCommit ? (
            <span className="text-12 text-fg-2">
              Failing since <CommitLink hash={component.failingSinceCommit} />
            </span>
          ) : null}
        </p>
        {problems.length > 0 ? <ComponentProblems problems={problems} /> : null}
        {isOpen && pair !== null ? <ComponentDifference component={component} pair={pair} /> : null}
      </td>
      <td className={cell}>{changeType === null ? '—' : <ChangeTypeMark changeType={changeType} />}</td>
      <td className={cn(cell, 'text-12 text-fg-2 font-mono', componentId === null && 'cards:hidden')}>
        {componentId ?? '—'}
      </td>
    </tr>
  )
}

interface FateChipsProps {
  fates: Fates
  components: readonly FlowOutComponent[]
  value: ComponentFate | null
  onChange: (fate: ComponentFate | null) => void
}

/** Narrows the components to those of one fate. */
const FateChips = ({ fates, components, value, onChange }: FateChipsProps) => (
  <FilterChipRow
    label="Result"
    values={componentFates.map((fate) => ({
      value: fate,
      label: fates[fate],
      count: components.filter((one) => one.fate === fate).length,
    }))}
    total={components.length}
    value={value}
    onChange={onChange}
  />
)

const headings = ['Result', 'Change', 'Package', 'Type', 'Name', 'ID', 'Problems', 'Causes', 'What to do']

/** The components as CSV, with what is known about their errors. */
function flowOutCsv(components: readonly FlowOutComponent[], fates: Fates): string {
  const rows = components.map(({ fate, changeType, identity, componentId, problems }) => [
    fates[fate],
    changeType ?? '',
    identity.packageName,
    identity.componentType,
    identity.componentName,
    componentId ?? '',
    problems.map((problem) => `${placeOf(problem)}: ${problem.description}`.replace(/^: /, '')).join('\n'),
    ...advice(problems, identity.componentName),
  ])
  return csvOf([headings, ...rows])
}

/** What the rule book says about the errors of a component: its titles and its ways out. */
function advice(problems: FlowOutComponent['problems'], componentName: string): [string, string] {
  const known = problems
    .filter(({ type }) => type === 'Error')
    .map(({ description }) => diagnose(description, componentName))
    .filter(({ ruleId }) => ruleId !== null)
  return [known.map(({ title }) => title).join('\n'), known.map(({ wayOut }) => wayOut ?? '').join('\n')]
}
