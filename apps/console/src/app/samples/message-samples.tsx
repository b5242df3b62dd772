import { ProblemError } from '@sluice/contract/client'
import { Button } from '../../platform/ui/button.tsx'
import { DisclosureCard } from '../../platform/ui/disclosure-card.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Explanation } from '../../platform/ui/explanation.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { RawJson } from '../../platform/ui/raw-json.tsx'
import { SampleSection } from './sample-section.tsx'

/** As long as a real one, so that the details scroll. */
const exception = Array.from({ length: 40 }, (_, line) => `    at step${line} (sample.js:${line + 1}:1)`)

const problem = new ProblemError({
  type: 'gitCredentialsInvalid',
  title:
    'We could not establish a connection to your repository. Check the connection details and try again.',
  detail: 'The server refused the password.',
  status: 400,
  instance: '/api/workspaces/1/stacks/2',
  traceId: '00-sample-trace-01',
  exception: `Error: The server refused the password.\n${exception.join('\n')}`,
})

export const MessageSamples = () => (
  <SampleSection title="Messages">
    <Notice kind="info" title="Information" actions={<Button size="sm">Action</Button>}>
      <p className="text-fg-2">What happened, and what a person can do now.</p>
    </Notice>
    <Notice kind="warning" title="Warning" />
    <ErrorPanel heading="There was a problem saving the sample" error={problem} />
    <p className="flex items-center gap-1">
      Parity commit
      <Explanation subject="Parity commit">The commit that the org is known to equal.</Explanation>
    </p>
    <div className="border-line bg-surface rounded-lg border">
      <EmptyState title="No samples match your filter criteria" action={<Button>Clear filter</Button>}>
        Three kinds of empty lists are told apart.
      </EmptyState>
    </div>
    <DisclosureCard title="Advanced">
      <RawJson label="Raw JSON of the sample" value={{ name: 'Core CRM', count: 2 }} />
    </DisclosureCard>
  </SampleSection>
)
