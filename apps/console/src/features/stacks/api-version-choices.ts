import { type ApiVersionMode, apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import type { Choice } from '../../platform/forms/fields/choice-cards.tsx'

/** The API version modes of a stack, with what each means. */
export const apiVersionChoices: readonly Choice<ApiVersionMode>[] = [
  {
    value: 'Baseline',
    title: apiVersionModeLabels.Baseline,
    description: 'Baseline: the newest version that every org of the stack supports.',
  },
  {
    value: 'Latest',
    title: apiVersionModeLabels.Latest,
    description: 'Each org works with the newest version that it supports itself.',
  },
]
