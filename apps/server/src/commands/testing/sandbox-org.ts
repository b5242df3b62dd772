import type { FlowStack } from './flow-world.ts'
import type { OrgEdit } from './test-org.ts'

interface OrgOfSandbox {
  readonly id: string
  readonly sandboxName?: string
  readonly parentOrgId?: string
}

/** The org of a sandbox, edited and read as people do in its setup. */
export async function sandboxOrg({ org }: FlowStack, sandboxName: string) {
  const orgs = await org.admin<OrgOfSandbox[]>('GET', 'orgs')
  const found = orgs.find((one) => one.parentOrgId === org.id && one.sandboxName === sandboxName)
  if (found === undefined) throw new Error(`There is no sandbox ${sandboxName}.`)
  const { id } = found
  return {
    id,
    edit: (edit: OrgEdit) => org.admin('POST', `orgs/${id}/components`, edit),
    /** The source of a class; null when the sandbox has none of that name. */
    async text(name: string): Promise<string | null> {
      const path = `orgs/${id}/components?type=ApexClass&name=${name}`
      const { files } = await org
        .admin<{ files?: Record<string, string> }>('GET', path)
        .catch(() => ({ files: undefined }))
      return files?.[`classes/${name}.cls`] ?? null
    },
  }
}
