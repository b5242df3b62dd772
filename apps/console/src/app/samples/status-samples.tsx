import { statusScale } from '@sluice/contract/status-scale'
import { CountBadge, ProductionChip, TagChip, ToneChip } from '../../platform/ui/chips.tsx'
import { tones } from '../../platform/ui/palette.ts'
import { ProgressBar } from '../../platform/ui/progress-bar.tsx'
import { Skeleton } from '../../platform/ui/skeleton.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { StatusBadge, StatusIcon, StatusText } from '../../platform/ui/status.tsx'
import { Sample, SampleSection } from './sample-section.tsx'

export const StatusSamples = () => (
  <SampleSection title="Status">
    <ul aria-label="Status scale" className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
      {statusScale.map((status) => (
        <li key={status} className="grid grid-cols-[2rem_9rem_minmax(0,1fr)] items-center">
          <StatusIcon status={status} isNamed />
          <span>
            <StatusText status={status} />
          </span>
          <span>
            <StatusBadge status={status} />
          </span>
        </li>
      ))}
    </ul>
    <Sample name="Chips">
      <ProductionChip />
      <TagChip name="stage" value="qa" />
      <TagChip name="keep" value={null} />
      <TagChip name="runbook" value="https://example.com/runbook" />
      {tones.map((tone) => (
        <ToneChip key={tone} tone={tone}>
          {tone}
        </ToneChip>
      ))}
      <CountBadge tone="violet" count={3} label="waiting for input" />
    </Sample>
    <Sample name="Progress">
      <ProgressBar label="Beginning" percent={0} className="w-40" />
      <ProgressBar label="Halfway" percent={50} className="w-40" />
      <ProgressBar label="Failed" percent={80} tone="red" className="w-40" />
      <Spinner label="Loading" />
      <Skeleton className="h-4 w-40" />
    </Sample>
  </SampleSection>
)
