import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { withDatabase } from '../../testing/with-database.ts'
import { newId } from '../ids.ts'
import { auditEvent } from './schema/audit.ts'
import { stack } from './schema/stacks.ts'
import { workspace } from './schema/workspaces.ts'

const db = withDatabase()
const mine = newId()
const theirs = newId()

const stackOf = (workspaceId: string) => ({
  id: newId(),
  workspaceId,
  slug: 'main',
  name: 'Main',
  gitRepositoryIsManaged: true,
  gitRepositoryUrl: 'https://example.com/r.git',
  metadataDirectoryRelativePath: '/src',
  sfdcBaseSignInUrl: 'https://login.salesforce.com',
  sfdcApiVersionMode: 'Baseline' as const,
})

beforeAll(async () => {
  await db.database.asSystem(async (tx) => {
    for (const [id, name] of [[mine, 'mine'] as const, [theirs, 'theirs'] as const])
      await tx
        .insert(workspace)
        .values({ id, slug: name, name, companyName: 'C', firstName: 'F', lastName: 'L' })
    await tx.insert(stack).values([stackOf(mine), stackOf(theirs)])
  })
})

describe('row-level security', () => {
  test("hides another workspace's rows from a query without a condition", async () => {
    const rows = await db.database.inWorkspace(mine, null, (tx) => tx.select().from(stack))
    expect(rows.map((row) => row.workspaceId)).toEqual([mine])
  })

  test('shows nothing when no workspace is set', async () => {
    const client = new Client(db.database.url)
    await client.connect()
    const counts = await client.query(
      'select (select count(*) from stack) + (select count(*) from workspace) as n',
    )
    await client.end()
    expect(counts.rows).toEqual([{ n: '0' }])
  })

  test('refuses a row for another workspace', async () => {
    const insert = db.database.inWorkspace(mine, null, (tx) => tx.insert(stack).values(stackOf(theirs)))
    await expect(insert).rejects.toMatchObject({ cause: { code: '42501' } })
  })

  test('refuses to move a row into another workspace', async () => {
    const move = db.database.inWorkspace(mine, null, (tx) => tx.update(stack).set({ workspaceId: theirs }))
    await expect(move).rejects.toMatchObject({ cause: { code: '42501' } })
  })

  test("changes and deletes none of another workspace's rows", async () => {
    const touched = await db.database.inWorkspace(mine, null, async (tx) => [
      (
        await tx
          .update(stack)
          .set({ name: 'x' })
          .where(sql`workspace_id = ${theirs}`)
      ).rowCount,
      (await tx.delete(workspace).where(sql`id = ${theirs}`)).rowCount,
    ])
    expect(touched).toEqual([0, 0])
  })

  test('leaves no setting behind for the next borrower of the connection', async () => {
    await db.database.inWorkspace(mine, null, (tx) => tx.select().from(stack))
    const left = await db.database.asSystem((tx) =>
      tx.execute(sql`select coalesce(current_setting('sluice.workspace_id', true), '') as workspace`),
    )
    expect(left.rows).toEqual([{ workspace: '' }])
  })

  test('is forced on every table that names a workspace', async () => {
    const client = new Client(db.ownerUrl)
    await client.connect()
    const { rows } = await client.query(
      `select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'
       and (relname = 'workspace' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id'))
       and not (relrowsecurity and relforcerowsecurity
                and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'of_workspace'))`,
    )
    await client.end()
    expect(rows).toEqual([])
  })
})

describe('the role of the server', () => {
  test('owns nothing and cannot bypass the rules', async () => {
    const client = new Client(db.database.url)
    await client.connect()
    const { rows } = await client.query(
      `select (select count(*)::int from pg_class where relowner in (select oid from pg_roles where rolname like 'sluice_%' and not rolsuper)) as owned,
              bool_or(rolsuper or rolbypassrls or rolcreaterole) as mighty from pg_roles where rolname in ('sluice_app', 'sluice_system')`,
    )
    await client.end()
    expect(rows).toEqual([{ owned: 0, mighty: false }])
  })

  test('may write the audit log and never change it', async () => {
    await db.database.inWorkspace(mine, null, (tx) =>
      tx.insert(auditEvent).values({ id: newId(), workspaceId: mine, action: 'test' }),
    )
    const change = db.database.asSystem((tx) => tx.update(auditEvent).set({ action: 'other' }))
    await expect(change).rejects.toMatchObject({ cause: { code: '42501' } })
  })

  test('reads no passwords, sessions or mail inside a workspace', async () => {
    for (const table of ['user_password', 'session', 'refresh_token', 'password_reset', 'outbox_mail'])
      await expect(
        db.database.inWorkspace(mine, null, (tx) => tx.execute(sql.raw(`select * from ${table}`))),
      ).rejects.toMatchObject({ cause: { code: '42501' } })
  })
})
