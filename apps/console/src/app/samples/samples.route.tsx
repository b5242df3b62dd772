import { ProblemError } from '@sluice/contract/client'
import { statusScale } from '@sluice/contract/status-scale'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useConfig } from '../../platform/config.tsx'
import { type ButtonProps, Button } from '../../platform/ui/button.tsx'
import { CountBadge, ProductionChip, TagChip, ToneChip } from '../../platform/ui/chips.tsx'
import { DisclosureCard } from '../../platform/ui/disclosure-card.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Explanation } from '../../platform/ui/explanation.tsx'
import { Mark } from '../../platform/ui/mark.tsx'
import { MenuGroup, MenuLabel, MenuSeparator } from '../../platform/ui/menu-group.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../platform/ui/menu.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { tones } from '../../platform/ui/palette.ts'
import { ProgressBar } from '../../platform/ui/progress-bar.tsx'
import { RawJson } from '../../platform/ui/raw-json.tsx'
import { Skeleton } from '../../platform/ui/skeleton.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { StatusBadge, StatusIcon, StatusText } from '../../platform/ui/status.tsx'
import { Tooltip, TooltipProvider } from '../../platform/ui/tooltip.tsx'
import { ThemeMenu } from '../shell/theme-menu.tsx'
import { DialogSamples } from './dialog-samples.tsx'
import { FieldSamples } from './field-samples.tsx'
import { Sample, SampleSection } from './sample-section.tsx'
import { TableSamples } from './table-samples.tsx'
import { TextSamples } from './text-samples.tsx'

export const Route = createFileRoute('/samples')({
  component: SamplesPage,
  staticData: { title: 'Samples' },
})

/** Every shared component in every state, with made-up values; nothing here calls the server. */
function SamplesPage() {
  const { productName } = useConfig()
  return (
    <TooltipProvider>
      <header className="border-line bg-surface flex h-12 items-center gap-2 border-b px-4">
        <Link to="/" aria-label={`${productName}, home`} className="rounded-md">
          <Mark />
        </Link>
        <span className="flex-1 font-semibold">{productName}</span>
        <ThemeMenu />
      </header>
      <main className="mx-auto flex w-full max-w-280 flex-col gap-8 px-4 py-6 sm:px-6">
        <div>
          <h1 className="text-24 font-semibold tracking-[-0.015em]">Samples</h1>
          <p className="text-fg-2 pt-1">
            The shared components of the console in every state, with made-up values.
          </p>
        </div>
        <StatusSamples />
        <TextSamples />
        <ButtonSamples />
        <FieldSamples />
        <MessageSamples />
        <DialogSamples />
        <TableSamples />
      </main>
    </TooltipProvider>
  )
}

const intents = ['primary', 'neutral', 'quiet', 'danger'] as const
const sizes = ['sm', 'md', 'lg'] as const
const states: [name: string, props: ButtonProps][] = [
  ['enabled', {}],
  ['disabled', { disabled: true }],
  ['disabled with a reason', { disabledReason: 'The stack is not initialized.' }],
  ['at work', { isPending: true }],
]

const ButtonSamples = () => (
  <SampleSection title="Buttons and menus">
    {states.map(([name, props]) => (
      <Sample key={name} name={`Buttons, ${name}`}>
        {intents.map((intent) => (
          <Button key={intent} intent={intent} {...props}>
            {intent} {name}
          </Button>
        ))}
      </Sample>
    ))}
    <Sample name="Sizes, icons, tooltips and menus">
      {sizes.map((size) => (
        <Button key={size} size={size}>
          <Plus aria-hidden /> Size {size}
        </Button>
      ))}
      <Tooltip label="Says what the icon means">
        <Button size="icon" aria-label="Add">
          <Plus aria-hidden />
        </Button>
      </Tooltip>
      <Menu>
        <MenuTrigger render={<Button />}>Menu</MenuTrigger>
        <MenuContent>
          <MenuGroup>
            <MenuLabel>Group</MenuLabel>
            <MenuItem>First</MenuItem>
            <MenuItem disabled>Second, disabled</MenuItem>
          </MenuGroup>
          <MenuSeparator />
          <MenuItem>Third</MenuItem>
        </MenuContent>
      </Menu>
    </Sample>
  </SampleSection>
)

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

const MessageSamples = () => (
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

const StatusSamples = () => (
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
