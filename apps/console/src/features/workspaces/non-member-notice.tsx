import { Notice } from '../../platform/ui/notice.tsx'

export const NonMemberNotice = () => (
  <Notice
    kind="warning"
    className="mb-4"
    title="You are not a member of this workspace - please proceed with caution."
  />
)
