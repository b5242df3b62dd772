/** The colours of the console, for a page that is made without it. A test holds them to its tokens. */
export const referenceColours = {
  light: {
    canvas: '#f7f9fa',
    surface: '#ffffff',
    sunken: '#f0f3f5',
    line: '#dce1e4',
    fg: '#152026',
    'fg-2': '#434f57',
    'accent-fg': '#00607c',
    focus: '#008fb5',
    'blue-text': '#0053a0',
    'blue-soft': '#dff3ff',
    'green-text': '#026430',
    'green-soft': '#e2f7e6',
    'amber-text': '#724900',
    'amber-soft': '#fdeeda',
    'red-text': '#942222',
    'red-soft': '#ffe6e1',
  },
  dark: {
    canvas: '#0b1012',
    surface: '#12171a',
    sunken: '#080c0f',
    line: '#252c31',
    fg: '#e9edf0',
    'fg-2': '#b4bcc1',
    'accent-fg': '#62cfe7',
    focus: '#3bc2ea',
    'blue-text': '#91c6fd',
    'blue-soft': '#102942',
    'green-text': '#98d1a6',
    'green-soft': '#132e1b',
    'amber-text': '#e1ba83',
    'amber-soft': '#362408',
    'red-text': '#ffa59c',
    'red-soft': '#421916',
  },
} as const

const variables = (colours: Readonly<Record<string, string>>): string =>
  Object.entries(colours)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';')

export const referenceStyle = `
:root{color-scheme:light dark;${variables(referenceColours.light)}}
@media(prefers-color-scheme:dark){:root{${variables(referenceColours.dark)}}}
*{box-sizing:border-box}
html{scroll-padding-top:4rem}
body{margin:0;background:var(--canvas);color:var(--fg);font:14px/1.5 "IBM Plex Sans Variable","IBM Plex Sans",system-ui,sans-serif}
a{color:var(--accent-fg);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--focus);outline-offset:1px}
code,pre{font:12px/1.5 "IBM Plex Mono",ui-monospace,monospace}
code{overflow-wrap:anywhere}
header{position:sticky;top:0;z-index:1;display:flex;align-items:center;gap:.75rem;height:3rem;padding:0 1rem;background:var(--surface);border-bottom:1px solid var(--line)}
header a{display:flex;align-items:center;gap:.5rem;color:inherit;font-weight:600;text-decoration:none}
header span{color:var(--fg-2)}
.skip{position:absolute;top:.25rem;left:.25rem;z-index:2;padding:.5rem .75rem;background:var(--surface);transform:translateY(-4rem)}
.skip:focus{transform:none}
nav{padding:1rem}
nav ul{margin:0;padding:0;list-style:none}
nav ul ul{padding-left:1rem}
nav a,nav summary{display:block;padding:.25rem .5rem;border-radius:6px}
nav summary{display:list-item}
nav a{color:var(--fg-2);text-decoration:none}
nav a:hover{text-decoration:underline}
main{min-width:0;max-width:60rem;padding:1rem}
h1{margin:0;font-size:20px;letter-spacing:-.01em}
h2{margin:2rem 0 .5rem;font-size:16px}
h3{display:flex;flex-wrap:wrap;align-items:baseline;gap:.5rem;margin:0;font-weight:500}
section{margin:.75rem 0;padding:.875rem 1rem;background:var(--surface);border:1px solid var(--line);border-radius:10px}
section p{margin:.5rem 0}
.method{padding:0 .375rem;border-radius:4px;font-size:11px;font-weight:600;line-height:1.25rem;color:var(--blue-text);background:var(--blue-soft)}
.post{color:var(--green-text);background:var(--green-soft)}
.put,.patch{color:var(--amber-text);background:var(--amber-soft)}
.delete{color:var(--red-text);background:var(--red-soft)}
dl{margin:.5rem 0}
dl div{display:grid;grid-template-columns:6rem minmax(0,1fr);gap:.5rem;padding:.125rem 0}
dt{color:var(--fg-2)}
dd{margin:0;overflow-wrap:anywhere}
.problems div{grid-template-columns:minmax(0,20rem) minmax(0,1fr);border-top:1px solid var(--line);padding:.5rem 0}
.problems dt{color:inherit;overflow-wrap:anywhere}
section summary{padding:.25rem 0;cursor:default;color:var(--accent-fg);font-weight:500}
pre{margin:.5rem 0 0;max-height:24rem;overflow:auto;padding:.75rem;background:var(--sunken);border-radius:6px}
@media(min-width:64rem){body{display:grid;grid-template:3rem auto/16rem minmax(0,1fr)}header{grid-column:1/-1}
nav{position:sticky;top:3rem;max-height:calc(100vh - 3rem);overflow:auto;border-right:1px solid var(--line)}main{padding:1.5rem 2rem}}
@media(max-width:40rem){dl div,.problems div{grid-template-columns:minmax(0,1fr);gap:0}}
@media print{header,nav,.skip{display:none}section{break-inside:avoid}}
`
