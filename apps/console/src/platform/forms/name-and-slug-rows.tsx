import { labelledSlugField, nameField } from '@sluice/contract/fields'
import type { Property } from '../ui/card.tsx'
import { InlineEdit } from './inline-edit.tsx'

interface NameAndSlug {
  /** What has the name, in small letters. */
  entity: 'workspace' | 'stack' | 'environment'
  named: { readonly name: string; readonly slug: string }
  disabledReason: string | null
  onChange: (change: { name: string } | { slug: string }) => Promise<void>
}

/** The two first rows of every settings page, edited where they stand. */
export function nameAndSlugRows({ entity, named, disabledReason, onChange }: NameAndSlug): Property[] {
  const shared = { entity, disabledReason }
  return [
    {
      label: 'Name',
      value: (
        <InlineEdit
          {...shared}
          label="Name"
          value={named.name}
          schema={nameField('Name')}
          onSave={(name) => onChange({ name: name ?? '' })}
        />
      ),
    },
    {
      label: 'Slug',
      explanation: `Stands in the addresses of the pages of this ${entity}. Links that have the old one stop working when it changes.`,
      value: (
        <InlineEdit
          {...shared}
          label="Slug"
          value={named.slug}
          view={<code className="text-12 font-mono">{named.slug}</code>}
          schema={labelledSlugField('Slug')}
          onSave={(slug) => onChange({ slug: slug ?? '' })}
        />
      ),
    },
  ]
}
