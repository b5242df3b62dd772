import { z } from 'zod'

/** `Baseline` is labelled "Recommended" on the screen. */
export const apiVersionMode = z.enum(['Baseline', 'Latest'])
export type ApiVersionMode = z.infer<typeof apiVersionMode>

/** The modes in the words of the screen. */
export const apiVersionModeLabels: Record<ApiVersionMode, string> = {
  Baseline: 'Recommended',
  Latest: 'Latest',
}
