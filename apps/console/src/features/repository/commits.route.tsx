import { createFileRoute } from '@tanstack/react-router'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { CommitTable } from './commit-table.tsx'
import { RevisionPicker } from './revision-picker.tsx'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/repository/commits/$revision',
)({ component: CommitsPage, staticData: { title: 'Commits' } })

function CommitsPage() {
  const { revision } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <>
      <PageHeader
        title="Commits"
        actions={
          <RevisionPicker
            label="Branch"
            revision={revision}
            onChange={(next) => void navigate({ params: (old) => ({ ...old, revision: next }) })}
          />
        }
      />
      <CommitTable key={revision} range={{ revision }} label="Commits" />
    </>
  )
}
