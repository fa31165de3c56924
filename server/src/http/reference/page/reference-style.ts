/** Inlined in the reference page. Exported so that a Content-Security-Policy can carry its hash. */
export const REFERENCE_STYLE = `
:root {
  color-scheme: light dark;
  --text: #1e1c17; --quiet: #57534a; --line: #e2ddd1; --page: #faf8f3; --surface: #fff; --code: #f3f0e8;
  --link: #0b5c63; --get: #2b6a3c; --post: #0b5c63; --put: #8a5300; --patch: #7a3e6b; --delete: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #f1ede3; --quiet: #c2bcae; --line: #37342d; --page: #161511; --surface: #1f1d19; --code: #12110e;
    --link: #6fc4c6; --get: #7fc792; --post: #6fc4c6; --put: #e6b265; --patch: #c68bb5; --delete: #ff9c91;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; color: var(--text); background: var(--page); font: 1rem/1.55 ui-sans-serif, system-ui, sans-serif; }
a { color: var(--link); }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
code { font: .9em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow: auto; max-height: 32rem; margin: 0; padding: .75rem 1rem; background: var(--code); border: 1px solid var(--line); border-radius: 8px; font-size: .85rem; tab-size: 2; }
pre:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
pre code { font-size: 1em; white-space: pre-wrap; overflow-wrap: anywhere; }
figure { margin: 1rem 0 0; }
figcaption { margin-bottom: .35rem; font-size: .95rem; font-weight: 700; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--page); }
.layout { max-width: 100rem; margin: 0 auto; padding: 0 1.25rem 4rem; }
header { padding: 2rem 0 1.25rem; border-bottom: 1px solid var(--line); }
h1, h2, h3, .brand { font-family: ui-serif, Georgia, 'Times New Roman', serif; font-weight: 600; letter-spacing: -.015em; }
.brand { display: inline-flex; align-items: center; gap: .5rem; margin-bottom: 1.5rem; color: var(--text); font-size: 1.25rem; line-height: 1; text-decoration: none; }
.brand svg { width: 1.5rem; height: 1.5rem; }
.brand span { margin-inline-start: -.5rem; color: var(--link); }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.4rem; }
h3 { margin: 0; font-size: 1.1rem; line-height: 1.4; }
h4 { margin: 1.5rem 0 .25rem; font-size: .95rem; }
h5 { margin: 1rem 0 0; font-size: .9rem; }
p { margin: .5rem 0; max-width: 44rem; }
.quiet { color: var(--quiet); }
nav h2 { font-family: inherit; letter-spacing: 0; margin: 1.25rem 0 .25rem; font-size: .95rem; }
nav details { margin: 0; }
nav summary { padding: .3rem 0; font-size: .9rem; font-weight: 400; }
nav details ul { padding-left: 1rem; }
nav ul { margin: 0; padding: 0; list-style: none; font-size: .9rem; line-height: 1.4; }
nav a { display: block; padding: .3rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
section.operation { margin-top: 1.75rem; padding: 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
.address { display: flex; gap: .6rem; align-items: baseline; margin: .4rem 0 .75rem; max-width: none; }
.method { flex: none; padding: 0 .4rem; border: 1px solid currentColor; border-radius: 5px; font: 600 .8rem/1.5 ui-monospace, monospace; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); }
.patch { color: var(--patch); } .delete { color: var(--delete); }
dl { margin: .25rem 0 0; }
.field { display: grid; grid-template-columns: minmax(0, 19rem) minmax(0, 1fr); gap: 0 1rem; padding: .45rem 0; border-top: 1px solid var(--line); }
dt, dd { margin: 0; min-width: 0; }
dt code { font-weight: 600; }
.type { color: var(--quiet); font: .85rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
.required { color: var(--put); font-size: .85rem; }
i { font-size: .85rem; }
details { margin-top: 1.25rem; }
.nested { margin-top: .25rem; padding-left: .75rem; border-left: 2px solid var(--line); }
.nested > summary { color: var(--link); font-size: .9rem; font-weight: 400; }
.nested .field { grid-template-columns: minmax(0, 1fr); }
.nested .field:first-child { border-top: 0; }
summary { cursor: pointer; font-size: .95rem; font-weight: 700; padding: .25rem 0; }
summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
table { width: 100%; margin: .25rem 0 0; border-collapse: collapse; font-size: .95rem; }
th, td { padding: .4rem .75rem .4rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
table code { white-space: nowrap; }
thead th { border-top: 0; color: var(--quiet); font-size: .85rem; }
td:last-child, th:last-child { padding-right: 0; }
.wide { overflow-x: auto; }
.wide td:last-child { min-width: 14rem; }
.wide:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media (min-width: 60rem) {
  .columns { display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: 2.5rem; }
  nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: .5rem 0 2rem; }
}
@media (min-width: 84rem) {
  .sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 30rem); gap: 2rem; }
  .sides .field { grid-template-columns: minmax(0, 1fr); }
  .examples figure:first-child { margin-top: 1.5rem; }
  .examples { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding-bottom: 1rem; }
}
@media (max-width: 36rem) {
  .layout { padding: 0 1rem 3rem; }
  nav a, nav summary { padding: .55rem 0; }
  section.operation { margin: 1.5rem -1rem 0; border-width: 1px 0; border-radius: 0; }
  .field { grid-template-columns: minmax(0, 1fr); }
  .address { flex-wrap: wrap; gap: .25rem .6rem; }
}
@media print { details::details-content { content-visibility: visible; block-size: auto; } nav, .skip { display: none; } section.operation { break-inside: avoid; } }
`
