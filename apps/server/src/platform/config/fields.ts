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

export const emailAddress = (fallback: string) =>
  z
    .string()
    .regex(/^[^@\s<>]+@[^@\s<>]+$/, 'must be an e-mail address')
    .default(fallback)

export const yesOrNo = (fallback: boolean) =>
  z
    .enum(['true', 'false'], 'must be "true" or "false"')
    .transform((v) => v === 'true')
    .default(fallback)

const isAddress = (value: string, protocols: readonly string[]) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol)

export const httpAddress = z
  .string()
  .refine((v) => isAddress(v, ['http:', 'https:']), 'must be an address that begins with http:// or https://')

/** Scheme, host and port only: what a request's origin is compared with. */
export const httpOrigin = z.string().refine((v) => {
  if (!isAddress(v, ['http:', 'https:'])) return false
  const { pathname, search, username } = new URL(v)
  return pathname === '/' && !search && !username
}, 'must be an origin: http:// or https://, host and port, and nothing after them')

export const postgresAddress = z
  .string()
  .refine((v) => isAddress(v, ['postgres:', 'postgresql:']), 'must begin with postgres:// or postgresql://')

export const smtpAddress = z
  .string()
  .refine((v) => isAddress(v, ['smtp:', 'smtps:']), 'must begin with smtp:// or smtps://')

/** 32 random bytes, written as 64 hexadecimal digits or as base64. */
export const key256 = z.string().superRefine((value, context) => {
  try {
    parseKey(value)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
  }
})
