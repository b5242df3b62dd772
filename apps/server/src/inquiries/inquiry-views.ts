import { type Inquiry, inquiry as inquirySchema } from '@sluice/contract/inquiry'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { inquiry } from '../platform/database/schema/inquiries.ts'

const inquiriesAtMost = 500

/** Inquiries of the workspace, or those with the ids; the newest first. */
export async function viewInquiries(
  tx: Transaction,
  workspaceId: string,
  ids?: readonly string[],
): Promise<Inquiry[]> {
  const named = ids === undefined ? undefined : inArray(inquiry.id, [...ids])
  const rows = await tx
    .select()
    .from(inquiry)
    .where(and(eq(inquiry.workspaceId, workspaceId), named))
    .orderBy(desc(inquiry.createdUtc))
    .limit(inquiriesAtMost)
  return rows.flatMap((row) => {
    const parsed = inquirySchema.safeParse({
      ...row,
      createdUtc: row.createdUtc.toISOString(),
      answerRequiredBeforeUtc: row.answerRequiredBeforeUtc?.toISOString() ?? null,
      answeredUtc: row.answeredUtc?.toISOString() ?? null,
    })
    return parsed.data ?? []
  })
}
