import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { FormDialog } from './form-dialog.tsx'

function Example({ onClosed }: { onClosed: () => void }) {
  const [name, setName] = useState('')
  const [isOpen, setOpen] = useState(true)
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={() => {
        setOpen(false)
        onClosed()
      }}
      isChanged={name !== ''}
      title="Rename"
      isPending={false}
      error={null}
      problemHeading="There was a problem"
      onSubmit={(event) => event.preventDefault()}
    >
      <input aria-label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
    </FormDialog>
  )
}

const dialog = page.getByRole('dialog', { name: 'Rename' })
const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
const name = page.getByRole('textbox', { name: 'Name' })

async function openChanged(typed: string) {
  let closed = 0
  await render(<Example onClosed={() => (closed += 1)} />)
  await name.fill(typed)
  return () => closed
}

const escape = () => userEvent.keyboard('{Escape}')
const cross = () => dialog.getByRole('button', { name: 'Close' }).click()
const cancel = () => dialog.getByRole('button', { name: 'Cancel' }).click()

test.for([escape, cross])('a changed form asks before it is discarded: %s', async (close) => {
  const closed = await openChanged('Core')
  await close()
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('Core')
  await close()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(closed()).toBe(1)
})

test.for([
  ['', escape],
  ['', cross],
  ['Core', cancel],
] as const)('a form with %j closes at once: %s', async ([typed, close]) => {
  const closed = await openChanged(typed)
  await close()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(question).not.toBeInTheDocument()
  expect(closed()).toBe(1)
})
