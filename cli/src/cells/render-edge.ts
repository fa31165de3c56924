import { Failure } from '../failure.ts'
import type { Cell, Cells } from './cells-file.ts'

export type Edge = {
  /** The name that readers use. */
  readonly serverName: string
  /** As nginx's `listen` has it. */
  readonly listen: readonly string[]
  /** Files with more lines for the server, such as its certificate. */
  readonly include: readonly string[]
}

type DigitsOf = (cell: string) => string

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'
/** Where a path has the id of its workspace or knowledge base. */
const TENANT_PATHS = [
  '/api/v1/(?:public|admin|hooks)/(?:knowledge-bases|workspaces)/',
  '/(?:mcp|oauth)/',
  '/\\.well-known/[a-z-]+/(?:mcp|oauth)/',
  '/console/w/',
].join('|')

/** What nginx includes in its `http` block. Cells are compared as patterns: strings ignore case there. */
export function renderEdge({ cells, homes }: Cells, edge: Edge, toDigits: DigitsOf): string {
  const [first] = cells
  if (!first) throw new Failure('There are no cells yet. Add one with footnote cells add')
  const open = cells.filter(({ isDraining }) => !isDraining)
  if (open.length === 0)
    throw new Failure('Every cell is draining: none is left for new workspaces.')
  const upstreams = cells
    .map(({ cell }) => `    "~^${cell}$" footnote_${toDigits(cell)};`)
    .join('\n')
  const known = cells.map(({ cell }) => `    "~^${cell}$" ${cell};`).join('\n')
  return `# Written by footnote cells render: change the cells, not this file.
# A path names its workspace or knowledge base, whose id names its cell; else the key or token does;
# else what the request or the browser says (X-Footnote-Cell, ?cell=, the cookie); else it is ${first.cell}.
map $uri $footnote_tenant {
    default "";
    "~*^(?:${TENANT_PATHS})(?<footnote_id>${UUID})(?:/|$)" $footnote_id;
}
map $footnote_tenant $footnote_elsewhere {
    default "";
${Object.entries(homes)
  .map(([id, cell]) => `    ${id} ${cell};`)
  .join('\n')}
}
map $footnote_tenant $footnote_by_id {
    default "";
${cells.map(({ cell }) => `    "~*^.{15}${toDigits(cell)}-" ${cell};`).join('\n')}
}
map "$http_x_client_key$http_x_client_id$http_authorization" $footnote_key {
    default "";
    "~(?:^|Bearer )fn[pct]_(?<footnote_two>[0-9A-Za-z]{2})[0-9A-Za-z]{33}" $footnote_two;
}
map $footnote_key $footnote_by_key {
    default "";
${known}
}
map "$http_x_footnote_cell|$arg_cell|$cookie_footnote_cell" $footnote_named {
    default "";
    "~^(?<footnote_one>[0-9A-Za-z]{2})\\|" $footnote_one;
    "~^\\|(?<footnote_one>[0-9A-Za-z]{2})\\|" $footnote_one;
    "~^\\|\\|(?<footnote_one>[0-9A-Za-z]{2})$" $footnote_one;
}
map $footnote_named $footnote_by_name {
    default "";
${known}
}
# A new workspace that a program makes is placed by the weights of the cells that take one.
split_clients $request_id $footnote_placed {
${shares(open)}
}
map "$request_method $uri $http_authorization" $footnote_new {
    default ${first.cell};
    "~^POST /api/v1/admin/workspaces ." $footnote_placed;
}
map "$footnote_elsewhere|$footnote_by_id|$footnote_by_key|$footnote_by_name" $footnote_cell {
    default $footnote_new;
    "~^(?<footnote_found>[0-9A-Za-z]{2})\\|" $footnote_found;
    "~^\\|(?<footnote_found>[0-9A-Za-z]{2})\\|" $footnote_found;
    "~^\\|\\|(?<footnote_found>[0-9A-Za-z]{2})\\|" $footnote_found;
    "~^\\|\\|\\|(?<footnote_found>[0-9A-Za-z]{2})$" $footnote_found;
}
map $footnote_cell $footnote_upstream {
    default "";
${upstreams}
}
# A workspace that has moved: its cell answers 421 and says where it is. It may have moved once more.
map $footnote_next $footnote_next_upstream {
    default "";
${upstreams}
}
map $footnote_last $footnote_last_upstream {
    default "";
${upstreams}
}
# Whoever opens the console of a cell, or a link from its mail, stays with that cell.
map "$arg_cell|$uri" $footnote_cookie {
    default "";
    "~^..\\|" "footnote_cell=$footnote_cell; Path=/; HttpOnly; SameSite=Lax";
    "~^\\|/console/" "footnote_cell=$footnote_cell; Path=/; HttpOnly; SameSite=Lax";
}
map $footnote_cookie $footnote_next_cookie {
    default "footnote_cell=$footnote_next; Path=/; HttpOnly; SameSite=Lax";
    "" "";
}
map $footnote_cookie $footnote_last_cookie {
    default "footnote_cell=$footnote_last; Path=/; HttpOnly; SameSite=Lax";
    "" "";
}
map $http_upgrade $footnote_connection {
    default upgrade;
    "" "";
}
${cells.map((cell) => upstream(cell, toDigits(cell.cell))).join('\n')}
server {
${edge.listen.map((address) => `    listen ${address};`).join('\n')}
    server_name ${edge.serverName};
${edge.include.map((file) => `    include ${file};`).join('\n')}
    # The service has its own limits.
    client_max_body_size 0;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $footnote_connection;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_pass_header X-Accel-Buffering;
    proxy_intercept_errors on;
    recursive_error_pages on;
    location / {
        proxy_pass http://$footnote_upstream;
        add_header Set-Cookie $footnote_cookie;
        error_page 421 = @footnote_next;
    }
    location @footnote_next {
        set $footnote_next $upstream_http_x_footnote_cell;
        proxy_pass http://$footnote_next_upstream;
        add_header Set-Cookie $footnote_next_cookie;
        error_page 421 = @footnote_last;
    }
    location @footnote_last {
        set $footnote_last $upstream_http_x_footnote_cell;
        proxy_pass http://$footnote_last_upstream;
        add_header Set-Cookie $footnote_last_cookie;
    }
}
`
}

/** nginx ignores the case of its name too. */
const upstream = ({ servers }: Cell, digits: string): string => `upstream footnote_${digits} {
${servers.map((server) => `    server ${server};`).join('\n')}
    keepalive 32;
}`

/** The last one takes what rounding leaves. */
function shares(cells: readonly Cell[]): string {
  const all = cells.reduce((sum, { weight }) => sum + weight, 0)
  return cells
    .map(({ cell, weight }, index) =>
      index === cells.length - 1
        ? `    * ${cell};`
        : `    ${((100 * weight) / all).toFixed(2)}% ${cell};`,
    )
    .join('\n')
}
