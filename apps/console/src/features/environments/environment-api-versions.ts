import { type ApiVersionMode, apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import type { Choice } from '../../platform/forms/fields/choice-cards.tsx'

/** The mode of an environment, or that of its stack. */
export type ApiVersionChoice = ApiVersionMode | 'Inferred'

/** What an environment may choose, with what each means. */
export const environmentApiVersionChoices = (
  ofStack: ApiVersionMode,
): readonly Choice<ApiVersionChoice>[] => [
  {
    value: 'Inferred',
    title: apiVersionText('Inferred'),
    description: `The mode of the stack, which is ${apiVersionModeLabels[ofStack]} now.`,
  },
  {
    value: 'Baseline',
    title: apiVersionModeLabels.Baseline,
    description: 'Baseline: the newest version that every org of the stack supports.',
  },
  {
    value: 'Latest',
    title: apiVersionModeLabels.Latest,
    description: 'The newest version that this org supports itself.',
  },
]

/** What was chosen, in one line. */
export const apiVersionText = (choice: ApiVersionChoice): string =>
  choice === 'Inferred' ? 'Inferred from stack' : apiVersionModeLabels[choice]
