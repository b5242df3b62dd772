import { z } from 'zod'
import { entityId } from '../fields.ts'

const settings = {
  initializeStackJobId: entityId,
  /** Two Developer sandboxes, each with its environment. */
  createSandboxEnvironments: z.boolean().default(false),
  /** Who gets read access to the managed repository, where GitHub keeps it. */
  repositoryUsernameToInvite: z.string().nullable().default(null),
}

/** The onboarding call submits both jobs itself; nobody submits this one by hand. */
export const onboardingTemplate = z.strictObject(settings)
export type OnboardingTemplate = z.output<typeof onboardingTemplate>

/** The same as the template. */
export const onboardingInput = z.object(settings)
export type OnboardingInput = z.output<typeof onboardingInput>

/** Whether the stack is ready to be explored, and what became of what else was asked for. */
export const onboardingResult = z.object({
  stackIsInitialized: z.boolean(),
  /** The names of the environments that jobs of their own create. */
  environmentNames: z.array(z.string()).default([]),
  /** Why there are none although they were asked for. */
  sandboxRefusal: z.string().nullable().default(null),
  /** Who was invited to the repository at GitHub. */
  invitedUsername: z.string().nullable().default(null),
  /** Why nobody was although somebody was named. */
  invitationRefusal: z.string().nullable().default(null),
})
export type OnboardingResult = z.output<typeof onboardingResult>
