import { type Control, useWatch } from 'react-hook-form'
import { plural } from '../../../platform/format/plural.ts'
import { Notice } from '../../../platform/ui/notice.tsx'
import type { FlowInForm } from '../flow-in-form.ts'
import { DiscardedList } from './discarded-list.tsx'
import { PreviewCard } from './preview-card.tsx'
import { PreviewsOfMany } from './previews-of-many.tsx'
import type { FlowInPreviewed } from './use-flow-in-preview.ts'

interface FlowInPreviewProps {
  control: Control<FlowInForm>
  previewed: FlowInPreviewed
}

/** What the flow in is going to bring from the orgs, and with force what it throws away. */
export function FlowInPreview({ control, previewed: { previews, inGit } }: FlowInPreviewProps) {
  const force = useWatch({ control, name: 'force' })
  const [first, ...others] = previews
  if (first === undefined) return null
  return (
    <>
      {others.length > 0 ? (
        <PreviewsOfMany previews={previews} side="inbound" />
      ) : (
        <PreviewCard preview={first} side="inbound" excluded={null} onExclude={() => undefined}>
          <Conflicts preview={first} />
        </PreviewCard>
      )}
      {force ? <DiscardedList previews={inGit} /> : null}
    </>
  )
}

/** How many of the changes a merge cannot unite without a person. */
function Conflicts({ preview: { known } }: { preview: FlowInPreviewed['previews'][number] }) {
  const both =
    known?.changes.filter(({ component }) => component !== null && component.outbound !== null) ?? []
  const conflicts = both.filter(({ component }) => component?.merge === 'conflict')
  if (conflicts.length > 0)
    return (
      <Notice
        kind="warning"
        title={`${plural(conflicts.length, 'component')} changed in the same place in branch and org: the merge needs a decision.`}
      />
    )
  if (both.length === 0) return null
  return (
    <p className="text-fg-2">
      {plural(both.length, 'component')} changed in branch and org; the merge unites the changes.
    </p>
  )
}
