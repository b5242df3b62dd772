import type { Environment } from '@sluice/contract/environment'
import { type Sandbox, sandboxLicenseLabels } from '@sluice/contract/sandbox'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { SandboxStatus } from './org-details.tsx'
import { useSandbox } from './sandboxes.query.ts'

/** What the production org knows of the sandbox of an environment. */
export function SandboxCard({ environment }: { environment: Environment }) {
  const sandbox = useSandbox(environment)
  return (
    <Card title="Sandbox">
      {sandbox ? (
        <SandboxRows sandbox={sandbox} />
      ) : (
        <p className="text-fg-2 p-4">
          {sandbox === undefined ? 'Fetching sandbox info' : 'Sandbox info not available'}
        </p>
      )}
    </Card>
  )
}

const id = (text: string) => <code className="text-12 font-mono">{text}</code>
const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No')

const SandboxRows = ({ sandbox }: { sandbox: Sandbox }) => (
  <Properties
    rows={[
      { label: 'Name', value: sandbox.name },
      { label: 'License type', value: sandboxLicenseLabels[sandbox.licenseType] },
      { label: 'Description', value: sandbox.description ?? '—' },
      { label: 'Status', value: <SandboxStatus sandbox={sandbox} /> },
      { label: 'Started', value: <Timestamp moment={sandbox.startedUtc} /> },
      { label: 'Completed', value: <Timestamp moment={sandbox.completedUtc} /> },
      { label: 'Activated', value: <Timestamp moment={sandbox.activatedUtc} /> },
      { label: 'Can be refreshed', value: yesOrNo(sandbox.isRefreshable) },
      { label: 'Can be deleted', value: yesOrNo(sandbox.isDeletable) },
      { label: 'Sandbox ID', value: id(sandbox.id) },
      { label: 'Org ID', value: sandbox.orgId === null ? '—' : id(sandbox.orgId) },
    ]}
  />
)
