import {
  Boxes,
  CalendarClock,
  CirclePlus,
  FlaskConical,
  Layers,
  Mail,
  Settings,
  User,
  Users,
  Workflow,
} from 'lucide-react'

const stack = '/workspaces/$workspaceSlug/stacks/$stackSlug'
const workspace = '/workspaces/$workspaceSlug'

/** The pages of a stack. `letter` follows `g` on the keyboard. */
export const stackPages = [
  { letter: 'e', label: 'Environments', to: `${stack}/environments`, icon: Boxes },
  { letter: 'j', label: 'Jobs', to: `${stack}/jobs`, icon: Workflow },
  { letter: 's', label: 'Schedules', to: `${stack}/schedules`, icon: CalendarClock },
  { letter: 't', label: 'Test runs', to: `${stack}/test-runs`, icon: FlaskConical },
  { letter: ',', label: 'Stack settings', to: `${stack}/settings`, icon: Settings },
] as const

/** The pages of a workspace. */
export const workspacePages = [
  { letter: 'w', label: 'Stacks', to: `${workspace}/stacks`, icon: Layers },
  { letter: 'm', label: 'Members', to: `${workspace}/members`, icon: Users },
  { letter: 'i', label: 'Invitations', to: `${workspace}/invitations`, icon: Mail },
  { letter: null, label: 'Workspace settings', to: `${workspace}/settings`, icon: Settings },
] as const

/** The pages of a person. */
export const ownPages = [{ letter: 'p', label: 'Profile', to: '/profile', icon: User }] as const

/** The wizards that make something in a stack. */
export const stackWizards = [
  { label: 'New sandbox environment', to: `${stack}/create-environment`, icon: CirclePlus },
  { label: 'New schedule', to: `${stack}/create-schedule`, icon: CirclePlus },
] as const

/** The wizards that make something in a workspace. */
export const workspaceWizards = [
  { label: 'New stack', to: `${workspace}/create-stack`, icon: CirclePlus },
] as const
