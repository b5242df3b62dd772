import { useState } from 'react'
import { formatBytes } from '../../platform/format/bytes.ts'
import { formatClock, formatDuration } from '../../platform/format/duration.ts'
import { plural } from '../../platform/format/plural.ts'
import { Elapsed, Timestamp } from '../../platform/format/timestamp.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { maskedSecret } from '../../platform/ui/masked-secret.ts'
import { OutsideLink } from '../../platform/ui/text-link.tsx'
import { Keys } from '../shell/keyboard/keys.tsx'
import { Sample, SampleSection } from './sample-section.tsx'

const nouns = [
  'stack',
  'member',
  'invitation',
  'environment',
  'schedule',
  'job',
  'file',
  'test run',
  'test result',
]
const minute = 60_000
const durations = [250, 7000, 3 * minute + 5000, 80 * minute]

// The clock of the page ticks every half minute: each distance is half a minute from where its text changes.
const distances = [-5000, -3.5 * minute, -26 * 60 * minute, 2 * 60 * minute + 50_000]

export const TextSamples = () => (
  <SampleSection title="Text and values">
    <Sample name="Counts">
      {nouns.map((noun) => (
        <span key={noun} className="border-line rounded-md border px-2 py-1">
          {[0, 1, 2].map((count) => plural(count, noun)).join(', ')}
        </span>
      ))}
    </Sample>
    <TimeSamples />
    <Sample name="Durations and sizes">
      {durations.map((duration) => (
        <span key={duration}>{formatDuration(duration)}</span>
      ))}
      <span>{formatClock(80 * minute)}</span>
      <span>{formatBytes(1024)}</span>
      <span>{formatBytes(1_572_864)}</span>
    </Sample>
    <Sample name="Copy, links and keys">
      <CopyText text="a91f03c27d" label="commit hash" />
      <OutsideLink href="https://example.com" hasIcon>
        Outside link
      </OutsideLink>
      <Keys keys={['g', 'j']} />
    </Sample>
    <Card title="Properties">
      <Properties
        rows={[
          { label: 'Name', value: 'Core CRM' },
          { label: 'Password', value: maskedSecret },
          {
            label: 'Metadata path',
            value: '/src',
            explanation: 'The folder of the repository that holds the metadata.',
          },
        ]}
      />
    </Card>
  </SampleSection>
)

/** Moments before and after the page was opened. */
function TimeSamples() {
  const [opened] = useState(() => Date.now())
  const momentAt = (distance: number) => new Date(opened + distance).toISOString()
  return (
    <Sample name="Relative times">
      {distances.map((distance) => (
        <Timestamp key={distance} moment={momentAt(distance)} />
      ))}
      <Timestamp moment={null} />
      <Elapsed since={momentAt(-65_000)} />
    </Sample>
  )
}
