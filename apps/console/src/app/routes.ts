import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes'

/** Every page of the console with its address. */
export const routes = rootRoute('app/root.route.tsx', [
  layout('anonymous-only', 'features/auth/anonymous-only.route.tsx', [
    route('/signin', 'features/auth/sign-in.route.tsx'),
    route('/register', 'features/auth/register.route.tsx'),
    route('/password/forgot', 'features/auth/forgot-password.route.tsx'),
  ]),
  route('/password/reset/$userId/$token/$username', 'features/auth/reset-password.route.tsx'),
  route('/404', 'app/not-found.route.tsx'),
  route('/salesforce/callback', 'features/salesforce-connection/callback.route.tsx'),
  layout('signed-in', 'features/auth/signed-in.route.tsx', [
    route('/onboarding', 'features/onboarding/onboarding.route.tsx'),
    layout('shell', 'app/shell.route.tsx', [
      index('features/workspaces/home.route.tsx'),
      route('/create-workspace', 'features/workspaces/create-workspace.route.tsx'),
      route('/profile', 'features/profile/profile.route.tsx'),
      route('/undelivered-mail', 'features/undelivered-mail/undelivered-mail.route.tsx'),
      route('/workspaces', 'features/workspaces/workspaces.route.tsx'),
      route('/workspaces/$workspaceSlug', 'features/workspaces/workspace.route.tsx', [
        index('features/workspaces/workspace-index.route.tsx'),
        route('/settings', 'features/workspaces/workspace-settings.route.tsx'),
        route('/members', 'features/members/members.route.tsx'),
        route('/create-stack', 'features/stacks/create-stack.route.tsx'),
        route('/stacks', 'features/stacks/stacks.route.tsx'),
        route('/stacks/$stackSlug', 'features/stacks/stack.route.tsx', [
          index('features/stacks/stack-index.route.tsx'),
          route('/settings', 'features/stacks/stack-settings.route.tsx'),
          route('/create-environment', 'features/create-environment/create-environment.route.tsx'),
          route('/environments', 'features/environments/environments.route.tsx'),
          route('/environments/$environmentSlug', 'features/environments/environment.route.tsx', [
            index('features/environments/environment-index.route.tsx'),
            route('/flow', 'features/environments/environment-flow.route.tsx'),
            route('/difference', 'features/differences/difference.route.tsx'),
            route('/settings', 'features/environments/environment-settings.route.tsx'),
            route('/salesforce', 'features/environments/environment-salesforce.route.tsx'),
            route('/snapshots', 'features/environments/environment-snapshots.route.tsx'),
            route('/undeployed', 'features/environments/environment-undeployed.route.tsx'),
            route('/advanced', 'features/environments/environment-advanced.route.tsx'),
            route('/hierarchy', 'features/environments/environment-hierarchy.route.tsx'),
          ]),
          route('/repository', 'features/repository/repository.route.tsx', [
            index('features/repository/branches.route.tsx'),
            route('/commits/$revision', 'features/repository/commits.route.tsx'),
            route('/commit/$hash', 'features/repository/commit.route.tsx'),
            route('/tree/$revision', 'features/repository/folder.route.tsx'),
            route('/file/$revision', 'features/repository/file.route.tsx'),
            route('/compare', 'features/repository/compare.route.tsx'),
            route('/compare/$from/$to', 'features/repository/comparison.route.tsx'),
          ]),
          route('/jobs', 'features/jobs/jobs.route.tsx'),
          route('/jobs/$jobId', 'features/jobs/job.route.tsx'),
          route('/jobs/$jobId/inquiry/$inquiryId', 'features/inquiries/inquiry.route.tsx'),
        ]),
      ]),
    ]),
  ]),
])
