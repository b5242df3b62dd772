import { z } from 'zod'

/**
 * The only components that a flow out deploys, because a person chose them or because they failed in a job. All others are left
 * out, also those that begin to differ while the dialog is open.
 */
export const chosenComponents = z.object({
  origin: z.enum(['person', 'failures']),
  components: z.array(z.object({ componentType: z.string(), componentName: z.string() })),
})
export type ChosenComponents = z.output<typeof chosenComponents>
