import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { indexRoute, newRoute, rootRoute, shellRoute, workspaceRoute } from './entry-routes.ts'
import { Overview } from './pages/overview/overview.tsx'
import type { Search } from './search-values.ts'
import {
  Text,
  Day,
  Flag,
  Outcome,
  Vote,
  Channel,
  Review,
  AnalyticsDays,
  AnalyticsGroup,
  AnalyticsView,
  GapState,
  Visibility,
  RuleKind,
  DocumentSort,
  DocumentState,
  PageOutcome,
  given,
  optional,
} from './search-values.ts'

const child = <const Path extends string>(path: Path) => ({
  getParentRoute: () => shellRoute,
  path,
})

const childRoutes = [
  createRoute({ ...child('/'), component: Overview }),
  createRoute({
    ...child('/questions'),
    validateSearch: (search: Search) =>
      optional({
        q: given(Text, search['q']),
        outcome: given(Outcome, search['outcome']),
        vote: given(Vote, search['vote']),
        source: given(Channel, search['source']),
        review: given(Review, search['review']),
        from: given(Day, search['from']),
        to: given(Day, search['to']),
        document: given(Text, search['document']),
        page: given(Text, search['page']),
        open: given(Text, search['open']),
      }),
    component: lazyRouteComponent(() => import('./pages/questions/questions.tsx'), 'Questions'),
  }),
  createRoute({
    ...child('/gaps'),
    validateSearch: (search: Search) =>
      optional({ state: given(GapState, search['state']), open: given(Text, search['open']) }),
    component: lazyRouteComponent(() => import('./pages/gaps/gaps.tsx'), 'Gaps'),
  }),
  createRoute({
    ...child('/gaps/$gapId/draft'),
    component: lazyRouteComponent(() => import('./pages/gaps/draft.tsx'), 'DraftPage'),
  }),
  createRoute({
    ...child('/evaluations'),
    validateSearch: (search: Search) =>
      optional({ run: given(Text, search['run']), compare: given(Text, search['compare']) }),
    component: lazyRouteComponent(
      () => import('./pages/evaluations/evaluations.tsx'),
      'Evaluations',
    ),
  }),
  createRoute({
    ...child('/analytics'),
    validateSearch: (search: Search) =>
      optional({
        // An address has a number there.
        days: given(AnalyticsDays, String(search['days'])),
        from: given(Day, search['from']),
        to: given(Day, search['to']),
        group: given(AnalyticsGroup, search['group']),
        view: given(AnalyticsView, search['view']),
      }),
    component: lazyRouteComponent(() => import('./pages/analytics/analytics.tsx'), 'Analytics'),
  }),
  createRoute({
    ...child('/playground'),
    validateSearch: (search: Search) => optional({ q: given(Text, search['q']) }),
    component: lazyRouteComponent(() => import('./pages/playground/playground.tsx'), 'Playground'),
  }),
  createRoute({
    ...child('/sources'),
    validateSearch: (search: Search) => optional({ connect: given(Flag, search['connect']) }),
    component: lazyRouteComponent(() => import('./pages/sources/sources.tsx'), 'Sources'),
  }),
  createRoute({
    ...child('/sources/$sourceId'),
    validateSearch: (search: Search) =>
      optional({ outcome: given(PageOutcome, search['outcome']) }),
    component: lazyRouteComponent(() => import('./pages/sources/source.tsx'), 'SourcePage'),
  }),
  createRoute({
    ...child('/pages'),
    validateSearch: (search: Search) =>
      optional({
        state: given(DocumentState, search['state']),
        source: given(Text, search['source']),
        visibility: given(Visibility, search['visibility']),
        group: given(Text, search['group']),
        q: given(Text, search['q']),
        sort: given(DocumentSort, search['sort']),
      }),
    component: lazyRouteComponent(() => import('./pages/documents/documents.tsx'), 'Documents'),
  }),
  createRoute({
    ...child('/pages/$documentId'),
    validateSearch: (search: Search) => optional({ q: given(Text, search['q']) }),
    component: lazyRouteComponent(() => import('./pages/documents/document.tsx'), 'DocumentPage'),
  }),
  createRoute({
    ...child('/verified-answers'),
    validateSearch: (search: Search) =>
      optional({
        message: given(Text, search['message']),
        gap: given(Text, search['gap']),
        open: given(Text, search['open']),
      }),
    component: lazyRouteComponent(
      () => import('./pages/verified-answers/verified-answers.tsx'),
      'VerifiedAnswers',
    ),
  }),
  createRoute({
    ...child('/search-rules'),
    validateSearch: (search: Search) =>
      optional({
        message: given(Text, search['message']),
        kind: given(RuleKind, search['kind']),
      }),
    component: lazyRouteComponent(
      () => import('./pages/search-rules/search-rules.tsx'),
      'SearchRules',
    ),
  }),
  createRoute({
    ...child('/groups'),
    component: lazyRouteComponent(() => import('./pages/groups/groups.tsx'), 'Groups'),
  }),
  createRoute({
    ...child('/widgets'),
    component: lazyRouteComponent(() => import('./pages/widgets/widgets.tsx'), 'Widgets'),
  }),
  createRoute({
    ...child('/widgets/$widgetId'),
    validateSearch: (search: Search) => optional({ created: given(Flag, search['created']) }),
    component: lazyRouteComponent(() => import('./pages/widgets/widget.tsx'), 'WidgetPage'),
  }),
  createRoute({
    ...child('/keys'),
    validateSearch: (search: Search) =>
      optional({
        revoked: given(Flag, search['revoked']),
        create: given(Flag, search['create']),
      }),
    component: lazyRouteComponent(() => import('./pages/keys/keys.tsx'), 'Keys'),
  }),
  createRoute({
    ...child('/channels'),
    component: lazyRouteComponent(() => import('./pages/channels/channels.tsx'), 'Channels'),
  }),
  createRoute({
    ...child('/channels/$channelId'),
    component: lazyRouteComponent(() => import('./pages/channels/channel.tsx'), 'ChannelPage'),
  }),
  createRoute({
    ...child('/signed-readers'),
    component: lazyRouteComponent(
      () => import('./pages/signed-readers/signed-readers.tsx'),
      'SignedReaders',
    ),
  }),
  createRoute({
    ...child('/settings'),
    component: lazyRouteComponent(() => import('./pages/settings/settings.tsx'), 'Settings'),
  }),
  createRoute({
    ...child('/forms'),
    component: lazyRouteComponent(() => import('./pages/forms/forms.tsx'), 'Forms'),
  }),
  createRoute({
    ...child('/ai-tools'),
    component: lazyRouteComponent(() => import('./pages/ai-tools/ai-tools.tsx'), 'AiTools'),
  }),
  createRoute({
    ...child('/limits'),
    component: lazyRouteComponent(() => import('./pages/limits/limits.tsx'), 'Limits'),
  }),
  createRoute({
    ...child('/retention'),
    component: lazyRouteComponent(() => import('./pages/retention/retention.tsx'), 'Retention'),
  }),
  createRoute({
    ...child('/webhooks'),
    component: lazyRouteComponent(() => import('./pages/webhooks/webhooks.tsx'), 'Webhooks'),
  }),
  createRoute({
    ...child('/webhooks/$webhookId'),
    component: lazyRouteComponent(() => import('./pages/webhooks/webhook.tsx'), 'WebhookPage'),
  }),
  createRoute({
    ...child('/system'),
    component: lazyRouteComponent(() => import('./pages/system/system.tsx'), 'System'),
  }),
  createRoute({
    ...child('/people'),
    validateSearch: (search: Search) => optional({ invite: given(Flag, search['invite']) }),
    component: lazyRouteComponent(() => import('./pages/people/people.tsx'), 'People'),
  }),
  createRoute({
    ...child('/sign-in'),
    component: lazyRouteComponent(
      () => import('./pages/sign-in/sign-in-settings.tsx'),
      'SignInSettings',
    ),
  }),
  createRoute({
    ...child('/audit'),
    validateSearch: (search: Search) =>
      optional({
        actor: given(Text, search['actor']),
        action: given(Text, search['action']),
        target: given(Text, search['target']),
        from: given(Day, search['from']),
        to: given(Day, search['to']),
        open: given(Text, search['open']),
      }),
    component: lazyRouteComponent(() => import('./pages/audit/audit.tsx'), 'Audit'),
  }),
  createRoute({
    ...child('/account'),
    component: lazyRouteComponent(() => import('./pages/account/account.tsx'), 'Account'),
  }),
  createRoute({
    ...child('/models'),
    component: lazyRouteComponent(() => import('./pages/models/models.tsx'), 'Models'),
  }),
] as const

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    indexRoute,
    workspaceRoute,
    newRoute,
    shellRoute.addChildren(childRoutes),
  ]),
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
