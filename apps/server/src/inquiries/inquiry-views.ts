import { type Inquiry, inquiry as inquirySchema } from '@sluice/contract/inquiry'
import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { inquiry } from '../platform/database/schema/inquiries.ts'

const inquiriesAtMost = 500
/** Browsers ask for a longer prompt when they show it. */
const pushedPromptBytesAtMost = 16_384

type InquiryRow = typeof inquiry.$inferSelect
type PushedRow = Omit<InquiryRow, 'prompt'> & { readonly prompt: InquiryRow['prompt'] | null }

/** Inquiries of the workspace, or those with the ids, as they are pushed: without long prompts; the newest first. */
export async function viewInquiries(
  tx: Transaction,
  workspaceId: string,
  ids?: readonly string[],
): Promise<Inquiry[]> {
  const named = ids === undefined ? undefined : inArray(inquiry.id, [...ids])
  const prompt = sql<
    PushedRow['prompt']
  >`case when octet_length(${inquiry.prompt}::text) <= ${pushedPromptBytesAtMost} then ${inquiry.prompt} end`
  const rows = await tx
    .select({ ...getTableColumns(inquiry), prompt })
    .from(inquiry)
    .where(and(eq(inquiry.workspaceId, workspaceId), named))
    .orderBy(desc(inquiry.createdUtc))
    .limit(inquiriesAtMost)
  return rows.flatMap((row) => viewInquiry(row) ?? [])
}

/** The inquiry as the API shows it; null for a row that an earlier release wrote in another form. */
export function viewInquiry(row: PushedRow): Inquiry | null {
  const parsed = inquirySchema.safeParse({
    ...row,
    createdUtc: row.createdUtc.toISOString(),
    answerRequiredBeforeUtc: row.answerRequiredBeforeUtc?.toISOString() ?? null,
    answeredUtc: row.answeredUtc?.toISOString() ?? null,
  })
  return parsed.data ?? null
}
