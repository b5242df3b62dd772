import type { Dispatch } from 'react'
import { useWatch } from 'react-hook-form'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { TagEditor } from '../environment-tags/tag-editor.tsx'
import type { EditedTag, TagEvent } from '../environment-tags/tag-editor-state.ts'
import {
  type ApiVersionChoice,
  environmentApiVersionChoices,
} from '../environments/environment-api-versions.ts'
import { useStack } from '../current-stack/stack-context.tsx'
import type { StepProps } from './step-props.ts'

export const BasicStep = ({ form }: Pick<StepProps, 'form'>) => (
  <TextField control={form.control} name="environmentName" label="Environment name" />
)

export function ApiStep({ form }: Pick<StepProps, 'form'>) {
  const value = useWatch({ control: form.control, name: 'apiVersion' })
  const { sfdcApiVersionMode } = useStack()
  return (
    <ChoiceCards<ApiVersionChoice>
      label="API version mode"
      value={value}
      onValueChange={(next) => form.setValue('apiVersion', next)}
      choices={environmentApiVersionChoices(sfdcApiVersionMode)}
    />
  )
}

interface TagsStepProps {
  tags: readonly EditedTag[]
  dispatch: Dispatch<TagEvent>
}

/** No tag is marked as changed, because all of them are new. */
export const TagsStep = ({ tags, dispatch }: TagsStepProps) => (
  <TagEditor
    tags={tags.map((tag) => ({ ...tag, isModified: false }))}
    dispatch={dispatch}
    isDisabled={false}
  />
)
