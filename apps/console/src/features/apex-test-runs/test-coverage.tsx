import type { ApexClassCoverage } from '@sluice/contract/apex-test-run'
import { Card } from '../../platform/ui/card.tsx'
import { ProgressBar } from '../../platform/ui/progress-bar.tsx'

/** Which share of the lines of each class the tests of the org reached. */
export function TestCoverage({ coverage }: { coverage: readonly ApexClassCoverage[] }) {
  return (
    <Card title="Code coverage">
      <ul className="px-4 py-2">
        {coverage.map(({ name, linesCovered, linesUncovered }) => {
          const lines = linesCovered + linesUncovered
          const percent = lines === 0 ? 100 : Math.floor((linesCovered / lines) * 100)
          return (
            <li key={name} className="flex flex-wrap items-center gap-x-4 py-1">
              <span className="min-w-0 flex-1 basis-48 font-mono wrap-anywhere">{name}</span>
              <ProgressBar label={`Coverage of ${name}`} percent={percent} className="w-32" />
              <span className="text-fg-2 w-40 text-right tabular-nums">
                {`${percent} %, ${linesCovered} of ${lines} lines`}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
