import type { Environment } from '@sluice/contract/environment'
import type { JobWithNotices } from '@sluice/contract/job'
import { displayStatusText } from '@sluice/contract/job-rules'
import type { Stack } from '@sluice/contract/stack'
import { useParams, useRouter } from '@tanstack/react-router'
import { ArrowDownToLine, ArrowUpFromLine, Boxes, Building2, Layers, Workflow } from 'lucide-react'
import { useMemo } from 'react'
import { entities } from '../../../entities.ts'
import { newestFirst } from '../../../features/jobs/job-filter.ts'
import { useJobTitle } from '../../../features/jobs/use-job-title.ts'
import type { StartedFlow } from '../../../features/job-submission/started-flow.ts'
import { useDerived } from '../../../platform/entities/use-entity.ts'
import { useWorkspaceList } from '../use-open-workspace.ts'
import type { Command } from './command.ts'
import { usePageCommands } from './use-page-commands.ts'
import { useSettingCommands } from './use-setting-commands.ts'

const stack = '/workspaces/$workspaceSlug/stacks/$stackSlug'
const listed = <T>(rows: ReadonlyMap<string, T>): readonly T[] => [...rows.values()]
/** So many of the newest jobs can be found. */
const searchedJobs = 500

/** Everything that the palette can find now. */
export function useCommands(startFlow: (flow: StartedFlow) => void): readonly Command[] {
  const pages = usePageCommands()
  const { environments, flows } = useEnvironmentCommands(startFlow)
  const jobs = useJobCommands()
  const places = usePlaceCommands()
  const settings = useSettingCommands()
  return useMemo(
    () => [...pages, ...environments, ...flows, ...jobs, ...places, ...settings],
    [pages, environments, flows, jobs, places, settings],
  )
}

/** The environments of the workspace, and the flows of those in the open stack. */
function useEnvironmentCommands(startFlow: (flow: StartedFlow) => void) {
  const router = useRouter()
  const { workspaceSlug = '', stackSlug: openStackSlug } = useParams({ strict: false })
  const environments = useDerived(entities.environments, listed<Environment>)
  const stacks = useDerived(entities.stacks, listed<Stack>)
  return useMemo(() => {
    const found: { environments: Command[]; flows: Command[] } = { environments: [], flows: [] }
    for (const { id, slug: environmentSlug, name, stackId, isInitialized } of environments) {
      const owner = stacks.find((each) => each.id === stackId)
      if (!owner) continue
      const params = { workspaceSlug, stackSlug: owner.slug, environmentSlug }
      const open = () => void router.navigate({ to: `${stack}/environments/$environmentSlug`, params })
      const shared = { detail: owner.name }
      found.environments.push({ ...shared, id, group: 'Environments', label: name, icon: Boxes, run: open })
      if (owner.slug !== openStackSlug || !isInitialized) continue
      for (const [flow, label, icon] of flowKinds)
        found.flows.push({
          ...shared,
          id: `${id} ${flow}`,
          group: 'Actions',
          label: `${label} ${name}…`,
          icon,
          run: () => startFlow({ flow, environmentIds: [id] }),
        })
    }
    return found
  }, [router, environments, stacks, workspaceSlug, openStackSlug, startFlow])
}

const flowKinds = [
  ['in', 'Flow in', ArrowDownToLine],
  ['out', 'Flow out', ArrowUpFromLine],
] as const

function useJobCommands(): readonly Command[] {
  const router = useRouter()
  const { workspaceSlug = '' } = useParams({ strict: false })
  const jobs = useDerived(entities.jobs, listed<JobWithNotices>)
  const stacks = useDerived(entities.stacks, listed<Stack>)
  const titleOf = useJobTitle()
  return useMemo(
    () =>
      jobs
        .toSorted(newestFirst)
        .slice(0, searchedJobs)
        .flatMap((job): Command[] => {
          const owner = stacks.find(({ id }) => id === job.stackId)
          if (!owner) return []
          const params = { workspaceSlug, stackSlug: owner.slug, jobId: job.id }
          const run = () => void router.navigate({ to: `${stack}/jobs/$jobId`, params })
          const detail = `${displayStatusText(job)} · ${owner.name}`
          return [{ id: job.id, group: 'Jobs', label: titleOf(job), detail, icon: Workflow, run }]
        }),
    [router, jobs, stacks, titleOf, workspaceSlug],
  )
}

/** The stacks of the open workspace, and the workspaces. */
function usePlaceCommands(): readonly Command[] {
  const router = useRouter()
  const { workspaceSlug = '' } = useParams({ strict: false })
  const stacks = useDerived(entities.stacks, listed<Stack>)
  const workspaces = useWorkspaceList()
  return useMemo(
    () => [
      ...stacks.map(({ id, name, slug: stackSlug }): Command => {
        const run = () => void router.navigate({ to: stack, params: { workspaceSlug, stackSlug } })
        return { id, group: 'Stacks', label: name, icon: Layers, run }
      }),
      ...workspaces.map(({ id, name, slug }): Command => {
        const params = { workspaceSlug: slug }
        const run = () => void router.navigate({ to: '/workspaces/$workspaceSlug', params })
        return { id, group: 'Workspaces', label: name, icon: Building2, run }
      }),
    ],
    [router, stacks, workspaces, workspaceSlug],
  )
}
