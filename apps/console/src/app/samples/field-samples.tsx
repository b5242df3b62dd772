import { requiredText } from '@sluice/contract/fields'
import { useState } from 'react'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { InlineEdit } from '../../platform/forms/inline-edit.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { Checkbox } from '../../platform/ui/checkbox.tsx'
import { Field, InlineField, Input, Textarea } from '../../platform/ui/field.tsx'
import { MultiCombobox } from '../../platform/ui/multi-combobox.tsx'
import { Select } from '../../platform/ui/select.tsx'
import { Switch } from '../../platform/ui/switch.tsx'
import { Sample, SampleSection } from './sample-section.tsx'

const levels = { Reader: 'Reader', Operator: 'Operator', Contributor: 'Contributor' }
const options = ['Production', 'QA', 'UAT'].map((name) => ({ value: name, label: name }))

export const FieldSamples = () => (
  <SampleSection title="Fields">
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Field name="usual" label="Text field" hint="A hint says what belongs here.">
        <Input defaultValue="Core CRM" />
      </Field>
      <Field name="wrong" label="Text field with an error" error="You must enter a value.">
        <Input />
      </Field>
      <Field name="off" label="Text field, disabled">
        <Input defaultValue="Core CRM" disabled />
      </Field>
      <Field name="lines" label="Several lines">
        <Textarea rows={3} defaultValue={'One\nTwo'} />
      </Field>
      <SelectSample />
      <ComboboxSample />
    </div>
    <Sample name="Checkboxes and switches">
      <InlineField name="checked" label="Checked">
        <Checkbox defaultChecked />
      </InlineField>
      <InlineField name="unchecked" label="Not checked">
        <Checkbox />
      </InlineField>
      <InlineField name="some" label="Some">
        <Checkbox indeterminate />
      </InlineField>
      <InlineField name="fixed" label="Disabled">
        <Checkbox disabled />
      </InlineField>
      <InlineField name="on" label="On">
        <Switch defaultChecked />
      </InlineField>
      <InlineField name="fixed-switch" label="Switch, disabled">
        <Switch disabled />
      </InlineField>
    </Sample>
    <CardsSample />
    <InlineEditSample />
  </SampleSection>
)

function SelectSample() {
  const [level, setLevel] = useState<keyof typeof levels>('Reader')
  return (
    <Field name="level" label="Select">
      <Select items={levels} value={level} onValueChange={setLevel} />
    </Field>
  )
}

function ComboboxSample() {
  const [chosen, setChosen] = useState(['Production'])
  return (
    <Field name="environments" label="Several of a list">
      <MultiCombobox
        options={options}
        value={chosen}
        onValueChange={setChosen}
        placeholder="Choose environments"
        emptyText="No environment matches"
      />
    </Field>
  )
}

function CardsSample() {
  const [value, setValue] = useState('one')
  return (
    <ChoiceCards
      label="Choice cards"
      value={value}
      onValueChange={setValue}
      choices={[
        { value: 'one', title: 'First', description: 'A sentence says what it means.' },
        { value: 'two', title: 'Second', description: 'Another sentence says what this means.' },
      ]}
    />
  )
}

/** Takes a moment to save, and refuses the word "refused". */
function InlineEditSample() {
  const [name, setName] = useState('Core CRM')
  const save = async (value: string | null) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    if (value === 'refused') throw new Error('This sample refuses that word.')
    setName(value ?? '')
  }
  const edit = { entity: 'sample', value: name, schema: requiredText('Sample name', 512), onSave: save }
  return (
    <Card title="Inline edit">
      <Properties
        rows={[
          { label: 'Enabled', value: <InlineEdit {...edit} label="Sample name" /> },
          {
            label: 'Not allowed',
            value: (
              <InlineEdit {...edit} label="Fixed name" disabledReason="Only administrators may change it." />
            ),
          },
        ]}
      />
    </Card>
  )
}
