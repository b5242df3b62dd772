import { z } from 'zod'
import { entityId } from '../fields.ts'

/** The onboarding call submits both jobs itself; nobody submits this one by hand. */
export const onboardingTemplate = z.strictObject({ initializeStackJobId: entityId })
export type OnboardingTemplate = z.output<typeof onboardingTemplate>

/** The same as the template. */
export const onboardingInput = z.object({ initializeStackJobId: entityId })
export type OnboardingInput = z.output<typeof onboardingInput>

/** Whether the stack is ready to be explored. */
export const onboardingResult = z.object({ stackIsInitialized: z.boolean() })
export type OnboardingResult = z.infer<typeof onboardingResult>
