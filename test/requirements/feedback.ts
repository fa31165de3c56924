/** Ratings of stored answers. */
export const feedback = {
  'feedback.message-id.required': {
    text: 'A rating without `message_id` gets 400',
    source: 'Ratings',
  },
  'feedback.message-id.malformed': {
    text: 'A rating with a `message_id` that is not a valid id gets 400',
    source: 'Ratings',
  },
  'feedback.message-id.foreign': {
    text: "A rating of another knowledge base's message gets 403",
    source: 'Ratings',
  },
  'feedback.message-id.unknown': {
    text: 'A rating of an unknown message gets 404',
    source: 'Ratings',
  },
  'feedback.message-id.from-chat': {
    text: "The `message_id` of a chat's last frame can be rated",
    source: 'Ratings',
  },
  'feedback.message-id.from-websocket': {
    text: 'The `message_id` of a WebSocket done frame can be rated',
    source: 'Ratings',
  },
  'feedback.message-id.from-form-deflect': {
    text: 'The `message_id` of a form-deflect answer can be rated',
    source: 'Ratings',
  },
  'feedback.rating.required': {
    text: 'A rating body without `rating` gets 400',
    source: 'Ratings',
  },
  'feedback.rating.bad': {
    text: 'A `rating` outside the accepted values gets 400',
    source: 'Ratings',
  },
  'feedback.rating.up-and-down': {
    text: 'The ratings `up` and `down` are accepted and stored as sent',
    source: 'Ratings',
  },
  'feedback.rating.older-values': {
    text: 'The older rating values 5 and 1 are accepted',
    source: 'Conventions',
  },
  'feedback.comment.optional-and-stored': {
    text: 'A rating may carry a free-text `comment`, which is stored with it',
    source: 'Ratings',
  },
  'feedback.reason.stored': {
    text: 'A rating of down may carry a `reason`: `wrong`, `outdated`, `incomplete` or `not_my_question`',
    source: 'Ratings',
  },
  'feedback.reason.only-down': {
    text: 'A `reason` with a rating of up, and one of another value, gets 400',
    source: 'Ratings',
  },
  'feedback.reason.counted': {
    text: 'Reasons are in the list of answers, in their gap and in analytics, from every channel',
    source: 'Ratings',
  },
  'feedback.first.created': {
    text: 'The first rating of an answer gets 201 with the record',
    source: 'Ratings',
  },
  'feedback.again.replaces': {
    text: 'A second rating of an answer replaces the first: an answer holds one rating',
    source: 'Ratings',
  },
  'feedback.delete.withdraws': {
    text: 'DELETE answers 204 and the answer has no rating any more',
    source: 'Ratings',
  },
  'feedback.delete.can-be-rated-again': {
    text: 'An answer whose rating was withdrawn can be rated afresh',
    source: 'Ratings',
  },
  'feedback.record.fields': {
    text: 'A feedback record has `id`, `workspace_id`, `message_id`, `vote`, `reason`, `comment`, `source`, `created_at` and `updated_at`',
    source: 'Ratings',
  },
  'feedback.record.vote-not-rating': {
    text: 'The stored rating is named `vote`; the record has no `rating`',
    source: 'Ratings',
  },
  'feedback.all-channels.one-place': {
    text: 'Ratings from the API, the widget and bots are stored in one place',
    source: 'Ratings',
  },
  'feedback.all-channels.in-analytics': {
    text: 'A rating sent through any channel appears in analytics',
    source: 'Ratings',
  },
  'feedback.down-rated.knowledge-gap': {
    text: 'A down-rated answer counts as a knowledge gap',
    source: 'Ratings',
  },
  'comment.max-2000': {
    text: 'A `comment` of 2,000 characters is taken and a longer one gets 400',
    source: 'Ratings',
  },
  'delete.no-rating': {
    text: 'DELETE answers 204 also when there was no rating',
    source: 'Ratings',
  },
  'delete.malformed-message-id': {
    text: 'DELETE with a malformed message id gets 400',
    source: 'Ratings',
  },
  'delete.foreign-message': {
    text: "DELETE on another knowledge base's message gets 403",
    source: 'Ratings',
  },
  'delete.unknown-message': {
    text: 'DELETE on an unknown message gets 404',
    source: 'Ratings',
  },
  'older-ratings.numbers-and-strings': {
    text: '5 and 1 are accepted as numbers and as strings',
    source: 'Ratings',
  },
  'older-ratings.stored-as-up-and-down': {
    text: '5 is stored as `up` and 1 as `down`',
    source: 'Ratings',
  },
  'source.allowed-values': {
    text: "A rating's `source` is one of `api`, `widget`, `websocket`, `mcp`, `form_deflect` and `bot`",
    source: 'Ratings',
  },
  'source.names-the-channel': {
    text: "A rating's `source` names the channel it came through",
    source: 'Ratings',
  },
} as const
