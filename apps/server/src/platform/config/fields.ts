import { z } from 'zod'
import { parseKey } from './key.ts'

/** Values arrive as text; an empty value counts as not set before these schemas see it. */
export const text = (fallback: string) => z.string().default(fallback)

export const wholeNumber = (fallback: number, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be between ${min} and ${max}`)
    .default(fallback)

/** A number, or `unlimited`. */
export const limit = z
  .string()
  .regex(/^(\d+|unlimited)$/, 'must be a whole number or "unlimited"')
  .transform((v) => (v === 'unlimited' ? null : Number(v)))
  .default(null)

export const list = z
  .string()
  .transform((v) =>
    v
      .split(/[,\s]+/)
      .map((item) => item.trim())
      .filter(Boolean),
  )
  .default([])

export const emailAddress = z.string().regex(/^[^@\s<>]+@[^@\s<>]+$/, 'must be an e-mail address')

export const yesOrNo = (fallback: boolean) =>
  z
    .enum(['true', 'false'], 'must be "true" or "false"')
    .transform((v) => v === 'true')
    .default(fallback)

/** 32 random bytes, written as 64 hexadecimal digits or as base64. */
export const key256 = z.string().superRefine((value, context) => {
  try {
    parseKey(value)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
  }
})
