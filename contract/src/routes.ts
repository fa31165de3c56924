import { adminRoutes } from './admin/routes.ts'
import {
  chatRoute,
  formDeflectOutcomeRoute,
  formDeflectRoute,
  publicRoutes,
  rateRoute,
  relatedRoute,
  savedWidgetConfigRoute,
  searchRoute,
  suggestedQuestionsRoute,
  threadChatRoute,
  widgetConfigRoute,
  withdrawRatingRoute,
} from './public-routes.ts'
import type { Route } from './route.ts'

export { adminRoutes, publicRoutes }

/** What the server serves today, and so what its OpenAPI document lists. */
export const servedRoutes: readonly Route[] = [
  chatRoute,
  threadChatRoute,
  formDeflectRoute,
  formDeflectOutcomeRoute,
  searchRoute,
  relatedRoute,
  rateRoute,
  withdrawRatingRoute,
  suggestedQuestionsRoute,
  widgetConfigRoute,
  savedWidgetConfigRoute,
  ...adminRoutes,
]
