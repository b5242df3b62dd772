import { Button } from '../../platform/ui/button.tsx'
import { Properties } from '../../platform/ui/card.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'

interface WebhookSecretProps {
  isOpen: boolean
  onClose: () => void
  secret: string
}

/** The secret is kept sealed, so this is the one time that it can be shown. */
export const WebhookSecret = ({ isOpen, onClose, secret }: WebhookSecretProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title="Secret of the signatures"
    description="With it the receiver verifies that a call comes from here. It is shown only now; a chat needs none."
    footer={
      <Button intent="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <div className="border-line rounded-lg border">
      <Properties
        rows={[{ label: 'Secret', value: <CopyText text={secret} label="secret" className="max-w-full" /> }]}
      />
    </div>
  </Dialog>
)
