import { SignJWT, jwtVerify } from 'jose'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Transaction } from '../platform/database/database.ts'
import { artifact } from '../platform/database/schema/jobs.ts'

/** Who may read which file. The address that carries it is good for a short while. */
const claims = z.object({ artifactId: z.string(), workspaceId: z.string(), userId: z.string() })
export type DownloadClaims = z.infer<typeof claims>

const audience = 'artifact-download'
const validSeconds = 15 * 60

export async function issueDownloadToken(ctx: Context, download: DownloadClaims): Promise<string> {
  const now = Math.floor(ctx.clock.now().getTime() / 1000)
  return new SignJWT({ ...download })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setExpirationTime(now + validSeconds)
    .sign(ctx.secrets.deriveKey(audience))
}

export async function readDownloadToken(ctx: Context, token: string): Promise<DownloadClaims | null> {
  try {
    const options = { algorithms: ['HS256'], audience, currentDate: ctx.clock.now(), requiredClaims: ['exp'] }
    const { payload } = await jwtVerify(token, ctx.secrets.deriveKey(audience), options)
    return claims.safeParse(payload).data ?? null
  } catch {
    return null
  }
}

export async function findArtifact(tx: Transaction, of: { workspaceId: string; artifactId: string }) {
  const [row] = await tx
    .select()
    .from(artifact)
    .where(and(eq(artifact.workspaceId, of.workspaceId), eq(artifact.id, of.artifactId)))
  return row ?? null
}
