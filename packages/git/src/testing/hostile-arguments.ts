/** Options of Git that run a program, write a file or change what an operation does. */
const optionsWith = (marker: string): readonly string[] => [
  `--upload-pack=touch ${marker}`,
  `--receive-pack=touch ${marker}`,
  `--exec=touch ${marker}`,
  `--open-files-in-pager=touch ${marker}`,
  `-Otouch ${marker}`,
  `-u touch ${marker}`,
  `--config=core.sshCommand=touch ${marker}`,
  `-ccore.pager=touch ${marker}`,
  `-calias.ls-tree=!touch ${marker}`,
  `--output=${marker}`,
  `-o${marker}`,
  `-o ${marker}`,
  `--separate-git-dir=${marker}`,
  `--template=${marker}`,
  `--git-dir=${marker}`,
  `--work-tree=${marker}`,
  '--exec-path=/tmp',
  '--contents=/etc/passwd',
  '--ignore-revs-file=/etc/passwd',
  '--no-index',
  '--reference=/',
  '--namespace=x',
  '--recurse-submodules',
  '--ext-diff',
  '--textconv',
  '--filter=tree:0',
  '--depth=1',
  '--shared',
  '--bare',
  '--all',
  '--mirror',
  '--prune',
  '--tags',
  '--force',
  '--delete',
  '--stdin',
  '--batch',
  '--root',
  '--not',
  '--glob=*',
  '--branches',
  '--reflog',
  '--pretty=%x00',
  '--help',
  '--version',
  '--end-of-options',
  '--',
  '-',
  '-f',
  '-d',
  '-D',
  '-h',
  '-1',
]

const shellWith = (marker: string): readonly string[] => [
  `$(touch ${marker})`,
  `\`touch ${marker}\``,
  `;touch ${marker};`,
  `|touch ${marker}`,
  `||touch ${marker}`,
  `&touch ${marker}&`,
  `&& touch ${marker}`,
  `> ${marker}`,
  `<(touch ${marker})`,
  `"; touch ${marker} #`,
  `'; touch ${marker} #`,
  `\n touch ${marker}\n`,
]

const revisions = [
  ...'@ HEAD~1 HEAD^{/x} main~1 main^ main^2 main^{commit} main@{0} main@{upstream} @{-1} @{u} ^main :/x'.split(
    ' ',
  ),
  ...':main main:main main:a main..x main...x a..b +main +refs/heads/*:refs/heads/* refs/heads/*'.split(' '),
  ...'refs/heads/main:refs/heads/main * a*b a?b a[b a\\b .x refs/heads/.x refs/heads/x.lock refs/heads/x.'.split(
    ' ',
  ),
  ...'refs/heads/x/ refs/heads/ refs//heads refs/heads/a..b ../main refs/../main refs/heads/../../x ~'.split(
    ' ',
  ),
  ...'/etc/passwd file:///etc fd::3 http::https://127.0.0.1/r git://127.0.0.1/r refs/heads/\ud800'.split(' '),
  'ext::sh -c id',
  '',
  `refs/heads/${'a'.repeat(250)}`,
]

const controls = [...Array.from({ length: 33 }, (_, code) => String.fromCharCode(code)), '\u007f']

/** Texts that are neither a revision, a ref nor a branch; `marker` is a file that they try to write. */
export function hostileArguments(marker: string): readonly string[] {
  const options = optionsWith(marker)
  return [
    ...options,
    ...options.map((option) => ` ${option}`),
    ...options.map((option) => `refs/heads/main ${option}`),
    ...options.map((option) => `refs/heads/main\n${option}`),
    ...shellWith(marker),
    ...revisions,
    ...controls.map((character) => `refs/heads/a${character}b`),
  ]
}

/** Names that Git allows for branches and files, and that a shell or an option parser would act upon. */
export const oddNames = (marker: string): readonly string[] => [
  `$(touch\${IFS}${marker})`,
  `\`touch\${IFS}${marker}\``,
  `;touch\${IFS}${marker};`,
  `|touch\${IFS}${marker}`,
  `&touch\${IFS}${marker}&`,
  `>${marker}`,
  `x--upload-pack=touch\${IFS}${marker}`,
  `x/--output=${marker}`,
  'x/-d',
  '#x',
  '!x',
  '%PATH%',
  '"x"',
  "'x'",
  '{x,y}',
]
