import { z } from 'zod'

/**
 * The components that the dialog of a flow out was opened for, because a person chose them or because they failed in a job.
 * Everything else is left out, also what differs only later.
 */
export const chosenComponents = z.object({
  origin: z.enum(['person', 'failures']),
  components: z.array(z.object({ componentType: z.string(), componentName: z.string() })),
})
export type ChosenComponents = z.output<typeof chosenComponents>
