import type { Mutant } from '../mutant.ts'

const app = 'apps/console/src/app'
const platform = 'apps/console/src/platform'
const keyboard = `${app}/shell/keyboard`
const news = `${app}/shell/job-news`

export const consoleFrameMutants: readonly Mutant[] = [
  {
    id: 'console/frame/changed-form-discarded',
    file: `${platform}/forms/discard-question.tsx`,
    from: '(isChanged ? setAsking(true) : close())',
    to: 'close()',
    tests: [`${platform}/forms/form-dialog.browser.test.tsx`],
  },
  {
    id: 'console/frame/unchanged-form-asks',
    file: `${platform}/forms/discard-question.tsx`,
    from: '(isChanged ? setAsking(true) : close())',
    to: 'setAsking(true)',
    tests: [`${platform}/forms/form-dialog.browser.test.tsx`],
  },
  {
    id: 'console/frame/foreign-address-named',
    file: `${platform}/not-found.tsx`,
    from: '.regex(/^\\/(?![/\\\\])/)',
    to: '.min(1)',
    tests: [`${app}/not-found.browser.test.tsx`],
  },
  {
    id: 'console/frame/keys-while-typing',
    file: `${keyboard}/read-key.ts`,
    from: 'press.altKey || press.isTyping || !areSingleKeysOn',
    to: 'press.altKey || !areSingleKeysOn',
    tests: [`${keyboard}/read-key.test.ts`],
  },
  {
    id: 'console/frame/keys-cannot-be-switched-off',
    file: `${keyboard}/read-key.ts`,
    from: 'press.altKey || press.isTyping || !areSingleKeysOn',
    to: 'press.altKey || press.isTyping',
    tests: [`${keyboard}/read-key.test.ts`],
  },
  {
    id: 'console/frame/letter-acts-on-the-row-too',
    file: `${keyboard}/use-keys.ts`,
    from: '      event.preventDefault()\n      // A letter',
    to: '      // A letter',
    tests: [`${keyboard}/keyboard.browser.test.tsx`],
  },
  {
    id: 'console/frame/palette-finds-any-word',
    file: `${keyboard}/command.ts`,
    from: 'if (score === 0) return null',
    to: 'if (score === 0) continue',
    tests: [`${keyboard}/command.test.ts`],
  },
  {
    id: 'console/frame/old-job-is-news',
    file: `${news}/job-changes.ts`,
    from: 'before === undefined ? isFresh : !before.isOver',
    to: 'before === undefined || !before.isOver',
    tests: [`${news}/job-changes.test.ts`],
  },
  {
    id: 'console/frame/ended-job-asks',
    file: `${news}/job-changes.ts`,
    from: 'isUnfinished(job) && job.hasPendingInquiries',
    to: 'job.hasPendingInquiries',
    tests: [`${news}/job-changes.test.ts`],
  },
  {
    id: 'console/frame/news-of-jobs-of-others',
    file: `${news}/job-news.tsx`,
    from: 'user !== null && job.createdByUserId === user.id',
    to: 'user !== null',
    tests: [`${news}/job-news.browser.test.tsx`],
  },
  {
    id: 'console/frame/notified-unasked',
    file: `${platform}/desktop-notifications.ts`,
    from: "Notification.permission === 'granted' && localStorage.getItem(key) === 'on' ? 'on' : 'off'",
    to: "Notification.permission === 'granted' || localStorage.getItem(key) === null ? 'on' : 'off'",
    tests: [`${news}/job-news.browser.test.tsx`],
  },
  {
    id: 'console/frame/sign-out-stays-in-its-tab',
    file: `${platform}/other-tabs.ts`,
    from: "if (data === 'signed-out') listener()",
    to: '',
    tests: [`${app}/other-tabs.browser.test.tsx`],
  },
  {
    id: 'console/frame/colours-fade-with-reduced-motion',
    file: `${platform}/ui/theme.css`,
    from: 'transition-property: none !important;',
    to: 'transition-duration: 0.01ms !important;',
    tests: [`${app}/other-tabs.browser.test.tsx`],
  },
  {
    id: 'console/frame/unknown-type-filters',
    file: `${platform}/tables/list-filter.ts`,
    from: 'value !== undefined && Object.hasOwn(labels, value)',
    to: 'value !== undefined && value in labels',
    tests: [`${platform}/tables/list-filter.test.ts`],
  },
  {
    id: 'console/frame/empty-edit-refused-by-its-format',
    file: `${platform}/forms/inline-edit.tsx`,
    from: "draft.trim() === '' || issues[0] === undefined",
    to: 'issues[0] === undefined',
    tests: [`${platform}/forms/inline-edit.browser.test.tsx`],
  },
  {
    id: 'console/frame/reason-for-the-mouse-only',
    file: `${platform}/ui/button.tsx`,
    from: "{...(disabledReason ? { 'aria-describedby': reasonId } : {})}",
    to: '',
    tests: [`${app}/samples/samples.browser.test.tsx`],
  },
  {
    id: 'console/frame/pushed-name-is-not-shown',
    file: 'apps/console/src/app/shell/use-open-workspace.ts',
    from: '{ ...listed, name: pushed.name }',
    to: 'listed',
    tests: ['apps/console/src/app/shell.browser.test.tsx'],
  },
]
