import type { ApexClassCoverage } from '@sluice/contract/apex-test-run'
import { plural } from '../../platform/format/plural.ts'
import { Card } from '../../platform/ui/card.tsx'
import { ProgressBar } from '../../platform/ui/progress-bar.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { codePath, CodePlaceLink } from './code-place-link.tsx'
import { coveragePercent } from './coverage-percent.ts'

interface TestCoverageProps {
  coverage: readonly ApexClassCoverage[]
  branch: string | null
}

/** Shows the covered share of each class and trigger, and its uncovered lines. */
export function TestCoverage({ coverage, branch }: TestCoverageProps) {
  return (
    <Card title="Code coverage">
      <ul className="px-4 py-2">
        {coverage.map((code) => (
          <CoverageRow key={`${code.name} ${code.isTrigger}`} code={code} branch={branch} />
        ))}
      </ul>
    </Card>
  )
}

function CoverageRow({ code, branch }: { code: ApexClassCoverage; branch: string | null }) {
  const { name, linesCovered, linesUncovered, uncoveredLines } = code
  const percent = coveragePercent(code)
  return (
    <li className="py-1">
      <div className="flex flex-wrap items-center gap-x-4">
        <span className="min-w-0 flex-1 basis-48 font-mono wrap-anywhere">{name}</span>
        <ProgressBar label={`Coverage of ${name}`} percent={percent} className="w-32" />
        <span className="text-fg-2 ml-auto w-40 text-right tabular-nums">
          {`${percent} %, ${linesCovered} of ${linesCovered + linesUncovered} lines`}
        </span>
      </div>
      {uncoveredLines === null || uncoveredLines.length === 0 ? null : (
        <UncoveredLines code={code} lines={uncoveredLines} branch={branch} />
      )}
    </li>
  )
}

interface UncoveredLinesProps {
  code: ApexClassCoverage
  lines: readonly number[]
  branch: string | null
}

function UncoveredLines({ code, lines, branch }: UncoveredLinesProps) {
  const path = codePath(code, useStack())
  return (
    <details className="text-12 text-fg-2">
      <summary className="hover:text-fg w-fit cursor-default py-1">
        {`${plural(lines.length, 'line')} not reached`}
        <span className="sr-only">{` in ${code.name}`}</span>
      </summary>
      <ul className="flex flex-wrap gap-x-3 gap-y-1 pb-1 pl-4 font-mono tabular-nums">
        {lineRanges(lines).map(({ first, last }) => (
          <li key={first} className="min-h-6 min-w-6">
            <CodePlaceLink place={{ path, line: first }} branch={branch}>
              {first === last ? first : `${first}–${last}`}
            </CodePlaceLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

interface LineRange {
  first: number
  last: number
}

/** Ascending numbers of lines as ranges of lines that follow each other. */
export function lineRanges(lines: readonly number[]): LineRange[] {
  const ranges: LineRange[] = []
  for (const line of lines) {
    const range = ranges.at(-1)
    if (range !== undefined && line === range.last + 1) range.last = line
    else ranges.push({ first: line, last: line })
  }
  return ranges
}
