import { useState } from 'react'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { Field, Input } from '../../platform/ui/field.tsx'
import { Sample, SampleSection } from './sample-section.tsx'

export const DialogSamples = () => (
  <SampleSection title="Dialogs">
    <Sample name="Confirmation and form">
      <Confirmation label="Delete sample" />
      <Confirmation label="Delete sample by name" typedText="Core CRM" />
      <FormSample />
    </Sample>
  </SampleSection>
)

function Confirmation({ label, typedText }: { label: string; typedText?: string }) {
  const [isOpen, setOpen] = useState(false)
  const [outcome, setOutcome] = useState('')
  const close = (said: string) => {
    setOpen(false)
    setOutcome(said)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <output>{outcome}</output>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => close('Cancelled')}
        title={label}
        action="Delete"
        isPending={false}
        problem={null}
        onConfirm={() => close('Confirmed')}
        {...(typedText === undefined ? {} : { typedText })}
      >
        The sample is deleted for good.
      </ConfirmDialog>
    </>
  )
}

function FormSample() {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const close = () => {
    setOpen(false)
    setName('')
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Form dialog</Button>
      <FormDialog
        isOpen={isOpen}
        onClose={close}
        isChanged={name !== ''}
        title="Form dialog"
        description="Asks before it discards what was changed."
        isPending={false}
        error={null}
        problemHeading="There was a problem"
        onSubmit={(event) => {
          event.preventDefault()
          close()
        }}
      >
        <Field name="name" label="Name">
          <Input value={name} onChange={(event) => setName(event.currentTarget.value)} />
        </Field>
      </FormDialog>
    </>
  )
}
