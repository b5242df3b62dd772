import type { Environment } from '@sluice/contract/environment'
import type { JobWithNotices } from '@sluice/contract/job'
import { displayStatusText } from '@sluice/contract/job-rules'
import type { Stack } from '@sluice/contract/stack'
import { useParams, useRouter } from '@tanstack/react-router'
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Boxes,
  Building2,
  Keyboard,
  Layers,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Sun,
  Workflow,
} from 'lucide-react'
import { useMemo } from 'react'
import { entities } from '../../../entities.ts'
import type { StartedFlow } from '../../../features/job-submission/started-flow.ts'
import { newestFirst } from '../../../features/jobs/job-filter.ts'
import { useJobTitle } from '../../../features/jobs/use-job-title.ts'
import { useSignOut } from '../../../features/workspaces/use-sign-out.ts'
import { useDerived } from '../../../platform/entities/use-entity.ts'
import { chooseTheme } from '../../../platform/ui/theme.ts'
import { useWorkspaceList } from '../use-open-workspace.ts'
import type { Command } from './command.ts'
import { useKeyboardDialogs } from './keyboard-context.tsx'
import { ownPages, stackPages, stackWizards, workspacePages, workspaceWizards } from './pages.ts'

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

/** The pages of what is open, and the wizards that make something there. */
function usePageCommands(): readonly Command[] {
  const router = useRouter()
  const { workspaceSlug, stackSlug } = useParams({ strict: false })
  return useMemo(() => {
    const commands: Command[] = []
    const addPage = (page: Page, run: () => void) => commands.push({ ...commandOf('Pages', page), run })
    const addWizard = (page: Page, run: () => void) => commands.push({ ...commandOf('Actions', page), run })
    if (workspaceSlug !== undefined && stackSlug !== undefined) {
      const params = { workspaceSlug, stackSlug }
      for (const page of stackPages) addPage(page, () => void router.navigate({ to: page.to, params }))
      for (const page of stackWizards) addWizard(page, () => void router.navigate({ to: page.to, params }))
    }
    if (workspaceSlug !== undefined) {
      const params = { workspaceSlug }
      for (const page of workspacePages) addPage(page, () => void router.navigate({ to: page.to, params }))
      for (const page of workspaceWizards)
        addWizard(page, () => void router.navigate({ to: page.to, params }))
    }
    for (const page of ownPages) addPage(page, () => void router.navigate({ to: page.to }))
    addWizard(createWorkspace, () => void router.navigate({ to: '/create-workspace' }))
    return commands
  }, [router, workspaceSlug, stackSlug])
}

interface Page {
  label: string
  icon: Command['icon']
  letter?: string | null
}

const createWorkspace: Page = { label: 'Create new workspace', icon: Plus }

const commandOf = (group: string, { label, icon, letter }: Page) => ({
  id: `page ${label}`,
  group,
  label,
  icon,
  ...(letter ? { keys: ['g', letter] } : {}),
})

const themes = [
  ['light', 'Use the light theme', Sun],
  ['dark', 'Use the dark theme', Moon],
  ['system', 'Use the theme of the system', Monitor],
] as const

/** What a person can set or do on every page. */
function useSettingCommands(): readonly Command[] {
  const { openSheet } = useKeyboardDialogs()
  const signOut = useSignOut()
  return useMemo(
    () => [
      ...themes.map(([theme, label, icon]) => ({
        id: `theme ${theme}`,
        group: 'Settings',
        label,
        icon,
        run: () => chooseTheme(theme),
      })),
      {
        id: 'keys',
        group: 'Settings',
        label: 'Keyboard shortcuts',
        icon: Keyboard,
        keys: ['?'],
        run: openSheet,
      },
      { id: 'sign out', group: 'Settings', label: 'Sign out', icon: LogOut, run: () => void signOut() },
    ],
    [openSheet, signOut],
  )
}
