/** The widget's design tokens, so that the site and the widget match. */
export const STYLE = `
:root { --paper:#faf8f3; --surface:#fff; --sunken:#f3f0e8; --line:#e2ddd1; --ink:#1e1c17; --ink-2:#57534a; --ink-3:#6b665b; --accent:#0b5c63; --tint:#e2efee; color-scheme:light }
:root[data-theme=dark] { --paper:#161511; --surface:#1f1d19; --sunken:#12110e; --line:#37342d; --ink:#f1ede3; --ink-2:#c2bcae; --ink-3:#a59e8f; --accent:#6fc4c6; --tint:#17302f; color-scheme:dark }
* { box-sizing:border-box }
body { margin:0; font:16px/26px system-ui, sans-serif; color:var(--ink); background:var(--paper) }
header { position:sticky; top:0; display:flex; flex-wrap:wrap; gap:8px 16px; align-items:center; min-height:60px; padding:8px 20px; background:var(--paper); border-bottom:1px solid var(--line); z-index:10 }
.brand { display:flex; gap:10px; align-items:center; margin-right:auto; font:600 20px/24px ui-serif, Georgia, serif; letter-spacing:-.02em; color:inherit; text-decoration:none }
.modes { display:flex; flex-wrap:wrap; gap:2px; font-size:13px }
.modes a { padding:3px 10px; border-radius:6px; color:var(--ink-2); text-decoration:none }
.modes a[aria-current] { background:var(--tint); color:var(--accent); font-weight:600 }
button { font:inherit; font-size:14px; color:var(--ink-2); background:var(--surface); border:1px solid var(--line); border-radius:8px; padding:4px 12px; cursor:pointer }
kbd { font:11px/16px system-ui; border:1px solid var(--line); border-radius:4px; padding:0 5px; margin-left:8px }
.columns { display:grid; grid-template-columns:240px minmax(0,1fr); max-width:1240px; margin:0 auto }
.side { position:sticky; top:60px; align-self:start; padding:24px; font-size:14px; line-height:20px; max-height:calc(100vh - 60px); overflow:auto }
.side h2 { font-size:12px; letter-spacing:.04em; text-transform:uppercase; color:var(--ink-3); margin:20px 0 6px; border:0; padding:0 }
.side a { display:block; padding:5px 10px; margin:0 -10px; border-radius:6px; color:var(--ink-2); text-decoration:none }
.side a[aria-current] { background:var(--tint); color:var(--accent); font-weight:600 }
main { padding:32px 40px 120px; max-width:820px }
h1 { font:600 36px/44px ui-serif, Georgia, serif; letter-spacing:-.02em; margin:0 0 16px }
h2 { font:600 22px/30px ui-serif, Georgia, serif; margin:40px 0 12px }
a { color:var(--accent) }
pre { background:var(--sunken); border-radius:10px; padding:14px 16px; overflow:auto; font-size:13px; line-height:20px }
code { font-family:ui-monospace, monospace; font-size:.88em } :not(pre)>code { background:var(--sunken); border-radius:4px; padding:1px 5px }
table { border-collapse:collapse; display:block; overflow:auto; font-size:14px; line-height:20px } th, td { text-align:left; padding:8px 12px; border-bottom:1px solid var(--line); vertical-align:top }
#assistant { height:560px; margin-bottom:40px }
img { max-width:100% }
@media (max-width:800px) { .columns { display:block } .side { display:none } main { padding:24px 20px 100px } .modes { order:3; width:100% } .search kbd { display:none } th, td { min-width:7em } }
`
