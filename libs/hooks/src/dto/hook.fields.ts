import { count, Field, id, instant, list, named, oneOf, tally, text, timeOrDuration, type Kind } from '@app/schema';

const hookState = named(
  'HookState',
  '`active`: messages are delivered. `failing`: the last attempt failed and will be retried. `disabled`: nothing is sent until the hook is enabled.',
  oneOf(['active', 'failing', 'disabled']),
);

/** A whole number without an upper limit. */
const amount: Kind<number> = { ...tally, empty: 0 };

/** The list representation of a hook: a URL to which an account has changes sent. */
export class HookItem {
  @Field(id, 'Numeric id of the hook. It stays the same while the `hooks` of the account contain the URL.', {
    notNullable: true,
    example: 3,
  })
  hookID: number;
  @Field(id, 'Numeric id of the account.', { notNullable: true, example: 12 }) websiteID: number;
  @Field(text(), 'Name of the integration.', { example: 'CRM' }) name: string;
  @Field(text(), 'URL that receives the messages.', { notNullable: true, example: 'https://crm.example/hook' })
  url: string;
  @Field(list(text()), 'Events that trigger a message.', { example: ['new-current-listing'] }) triggers: string[];
  @Field(hookState, 'State of the deliveries.', { notNullable: true, example: 'active' }) state: string;
  @Field(
    text(),
    'Why the last attempt failed, or why the hook is disabled or can never be called. Null if there is no problem.',
    { notNullable: true, nullable: true, example: null },
  )
  reason: string | null;
  @Field(amount, 'Number of failed attempts since the last success.', { notNullable: true, example: 0 })
  failures: number;
  @Field(instant, 'Time since which all attempts have failed, in UTC. Null if the last one succeeded.', {
    notNullable: true,
    nullable: true,
    example: null,
  })
  failingSince: string | null;
  @Field(amount, 'Number of failed messages that will be retried.', { notNullable: true, example: 0 })
  waiting: number;
  @Field(
    instant,
    'Time before which nothing is sent to a failing hook, or of the next retry, in UTC. Null if nothing waits.',
    { notNullable: true, nullable: true, example: null },
  )
  nextAttemptAt: string | null;
  @Field(instant, 'Time of the last attempt, in UTC. Null if there was none in the last 30 days.', {
    notNullable: true,
    nullable: true,
  })
  lastAttemptAt: string | null;
  @Field(count, 'HTTP status of the response to the last attempt. Null without a response or an attempt.', {
    notNullable: true,
    nullable: true,
    example: 200,
  })
  lastStatus: number | null;
  @Field(instant, 'Time when the hook was created, in UTC.', { notNullable: true, example: '2026-02-27T00:00:00.000Z' })
  createdAt: string;
}

/** The secret of a hook. */
export class HookSecret {
  @Field(text(), 'Secret for signing messages: `whsec_` and 32 bytes in base64.', {
    notNullable: true,
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  })
  secret: string;
  @Field(text(), 'Former secret, which also signs messages until `formerUntil`. Null if there is none.', {
    notNullable: true,
    nullable: true,
    example: null,
  })
  formerSecret: string | null;
  @Field(instant, 'Time when the former secret expires, in UTC.', { notNullable: true, nullable: true, example: null })
  formerUntil: string | null;
}

/** An attempt to deliver a message. */
export class HookDelivery {
  @Field(tally, 'Numeric id of the attempt.', { notNullable: true, example: 4711 }) id: number;
  @Field(text(), 'Id of the message (`webhook-id`), the same for all its attempts.', {
    notNullable: true,
    example: 'msg_e87b0153fc71_3_812_441',
  })
  deliveryID: string;
  @Field(text(), 'Type of the message.', { notNullable: true, example: 'listing-price' }) type: string;
  @Field(instant, 'Time of the attempt, in UTC.', { notNullable: true }) at: string;
  @Field(amount, 'Number of the attempt, starting with 1.', { notNullable: true, example: 1 }) attempt: number;
  @Field(count, 'HTTP status of the response. Null if there was none.', {
    notNullable: true,
    nullable: true,
    example: 200,
  })
  status: number | null;
  @Field(amount, 'Duration of the attempt in milliseconds.', { notNullable: true, example: 87 }) durationMs: number;
  @Field(text(), 'First kB of the response, or why there was none. Empty for responses to `enquiry-created`.', {
    example: 'thanks',
  })
  reply: string;
  @Field(instant, 'Time of the next attempt, in UTC. Null if there is none.', {
    notNullable: true,
    nullable: true,
    example: null,
  })
  nextAt: string | null;
}

/** The result of a ping. */
export class HookPing {
  @Field(text(), 'Id of the message (`webhook-id`).', {
    notNullable: true,
    example: 'ping_01963ef0-7d4c-7c3e-9b1a-3f6f0e5d2c11',
  })
  deliveryID: string;
  @Field(count, 'HTTP status of the response. Null if there was none.', {
    notNullable: true,
    nullable: true,
    example: 200,
  })
  status: number | null;
  @Field(amount, 'Duration in milliseconds.', { notNullable: true, example: 87 }) durationMs: number;
  @Field(text(), 'First kB of the response, or why there was none.', { example: 'thanks' }) reply: string;
}

/** The messages to send again: either all since a time, or one. */
export class ReplayHookDto {
  @Field(
    timeOrDuration,
    'All changes recorded since this time are sent again. It must be within the retention time of the change log (30 days).',
    { notNullable: true, example: '24h' },
  )
  since?: string;
  @Field(text(200), 'The message with this id (`webhook-id`) is sent again, if the change log still contains it.', {
    notNullable: true,
  })
  deliveryID?: string;
}

/** The answer to a replay. */
export class AcceptedReplay {
  @Field(text(), 'Confirmation in words.', { example: 'Replay accepted' }) message: string;
}
