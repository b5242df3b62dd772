import { z } from 'zod'
import { entityId } from '../fields.ts'

/** Declared only: the onboarding call submits the initialization itself. */
export const onboardingTemplate = z.strictObject({ initializeStackJobId: entityId })
export type OnboardingTemplate = z.output<typeof onboardingTemplate>

/** The same as the template. */
export const onboardingInput = z.object({ initializeStackJobId: entityId })
export type OnboardingInput = z.output<typeof onboardingInput>

/** Whether the playground is ready to be explored. */
export const onboardingResult = z.object({ stackIsInitialized: z.boolean() })
export type OnboardingResult = z.infer<typeof onboardingResult>
