import type { Stack } from '@sluice/contract/stack'
import { useConfig } from '../../platform/config.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'

/** How to get the repository onto one's own machine. */
export function CloneCard({ stack }: { stack: Stack }) {
  const { productName } = useConfig()
  return (
    <Card title="Clone">
      <Properties
        rows={[
          {
            label: 'Address',
            value: <CopyText text={stack.gitRepositoryUrl} label="clone address" className="max-w-full" />,
          },
          {
            label: 'Command',
            value: (
              <CopyText
                text={`git clone ${stack.gitRepositoryUrl}`}
                label="clone command"
                className="max-w-full"
              />
            ),
          },
          {
            label: 'Git sign-in',
            value: `Your ${productName} email address and password. Readers can clone, but not push.`,
          },
        ]}
      />
    </Card>
  )
}
