import { useParams, useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import type { Command } from './command.ts'
import { ownPages, stackPages, stackWizards, workspacePages, workspaceWizards } from './pages.ts'

/** The pages of what is open, and the wizards that make something there. */
export function usePageCommands(): readonly Command[] {
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
