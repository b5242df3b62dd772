import { SignJWT, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Context } from '../context.ts'

/** What one token is good for: the progress of one job, for one member. */
const claims = z.object({ jobId: z.string(), workspaceId: z.string(), userId: z.string() })
export type ProgressClaims = z.infer<typeof claims>

const audience = 'job-progress'
const validSeconds = 3600

export async function issueProgressToken(ctx: Context, token: ProgressClaims): Promise<string> {
  const now = Math.floor(ctx.clock.now().getTime() / 1000)
  return new SignJWT({ ...token })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setExpirationTime(now + validSeconds)
    .sign(ctx.secrets.deriveKey('job-progress'))
}

export async function readProgressToken(ctx: Context, token: string): Promise<ProgressClaims | null> {
  try {
    const options = { algorithms: ['HS256'], audience, currentDate: ctx.clock.now(), requiredClaims: ['exp'] }
    const { payload } = await jwtVerify(token, ctx.secrets.deriveKey('job-progress'), options)
    return claims.safeParse(payload).data ?? null
  } catch {
    return null
  }
}
