import { count, Field, id, instant, list, named, oneOf, tally, text, timeOrDuration, type Kind } from '@app/schema';

const hookState = named(
  'HookState',
  '`active`: messages arrive. `failing`: the last attempt has failed, and is repeated. `disabled`: nothing is sent until the hook is enabled.',
  oneOf(['active', 'failing', 'disabled']),
);

/** A whole number that has no bound of ours. */
const amount: Kind<number> = { ...tally, empty: 0 };

/** The list representation of a hook: a URL that an account has changes sent to. */
export class HookItem {
  @Field(id, 'Numeric id of the hook. It stays while the account names the URL in its `hooks`.', {
    notNullable: true,
    example: 3,
  })
  hookID: number;
  @Field(id, 'Numeric id of the account.', { notNullable: true, example: 12 }) websiteID: number;
  @Field(text(), 'Name of the integration.', { example: 'CRM' }) name: string;
  @Field(text(), 'URL that is called.', { notNullable: true, example: 'https://crm.example/hook' }) url: string;
  @Field(list(text()), 'Events that are sent.', { example: ['new-current-listing'] }) triggers: string[];
  @Field(hookState, 'How the deliveries stand.', { notNullable: true, example: 'active' }) state: string;
  @Field(
    text(),
    'Why the last attempt has failed, or why the hook is disabled or can never be called. Null when there is no such problem.',
    { notNullable: true, nullable: true, example: null },
  )
  reason: string | null;
  @Field(amount, 'Number of failed attempts since the last success.', { notNullable: true, example: 0 })
  failures: number;
  @Field(instant, 'Since when all attempts have failed, in UTC. Null when the last one did not.', {
    notNullable: true,
    nullable: true,
    example: null,
  })
  failingSince: string | null;
  @Field(amount, 'Number of messages that have failed and will be repeated.', { notNullable: true, example: 0 })
  waiting: number;
  @Field(
    instant,
    'Time before which nothing is sent to a failing hook, or when the next failed message is repeated, in UTC. Null when nothing waits.',
    { notNullable: true, nullable: true, example: null },
  )
  nextAttemptAt: string | null;
  @Field(instant, 'Time of the last attempt, in UTC. Null when there was none in the last 30 days.', {
    notNullable: true,
    nullable: true,
  })
  lastAttemptAt: string | null;
  @Field(count, 'HTTP status that the last attempt was answered with. Null when there was no answer, or no attempt.', {
    notNullable: true,
    nullable: true,
    example: 200,
  })
  lastStatus: number | null;
  @Field(instant, 'Time when the hook was created, in UTC.', { notNullable: true }) createdAt: string;
}

/** The secret of a hook. */
export class HookSecret {
  @Field(text(), 'Secret that messages are signed with: `whsec_` and 32 bytes in base64.', {
    notNullable: true,
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  })
  secret: string;
  @Field(text(), 'Former secret, which signs along until `formerUntil`. Null when there is none.', {
    notNullable: true,
    nullable: true,
    example: null,
  })
  formerSecret: string | null;
  @Field(instant, 'Time when the former secret ends, in UTC.', { notNullable: true, nullable: true, example: null })
  formerUntil: string | null;
}

/** An attempt to deliver a message. */
export class HookDelivery {
  @Field(tally, 'Numeric id of the attempt.', { notNullable: true, example: 4711 }) id: number;
  @Field(text(), 'Id of the message (`webhook-id`): the same for all its attempts.', {
    notNullable: true,
    example: 'msg_e87b0153fc71_3_812_441',
  })
  deliveryID: string;
  @Field(text(), 'Type of the message.', { notNullable: true, example: 'listing-price' }) type: string;
  @Field(instant, 'Time of the attempt, in UTC.', { notNullable: true }) at: string;
  @Field(amount, 'Number of the attempt, starting with 1.', { notNullable: true, example: 1 }) attempt: number;
  @Field(count, 'HTTP status of the answer. Null when there was none.', {
    notNullable: true,
    nullable: true,
    example: 200,
  })
  status: number | null;
  @Field(amount, 'Duration of the attempt in milliseconds.', { notNullable: true, example: 87 }) durationMs: number;
  @Field(text(), 'First kB of the answer, or why there was none. Empty of answers to `enquiry-created`.', {
    example: 'thanks',
  })
  reply: string;
  @Field(instant, 'Time of the next attempt, in UTC. Null when there is none.', {
    notNullable: true,
    nullable: true,
    example: null,
  })
  nextAt: string | null;
}

/** What came of a ping. */
export class HookPing {
  @Field(text(), 'Id of the message (`webhook-id`).', {
    notNullable: true,
    example: 'ping_01963ef0-7d4c-7c3e-9b1a-3f6f0e5d2c11',
  })
  deliveryID: string;
  @Field(count, 'HTTP status of the answer. Null when there was none.', {
    notNullable: true,
    nullable: true,
    example: 200,
  })
  status: number | null;
  @Field(amount, 'Duration in milliseconds.', { notNullable: true, example: 87 }) durationMs: number;
  @Field(text(), 'First kB of the answer, or why there was none.', { example: 'thanks' }) reply: string;
}

/** What to send again: one of these. */
export class ReplayHookDto {
  @Field(
    timeOrDuration,
    'Everything that was recorded since this time is sent again. It is within the days that the log of changes is kept (30).',
    { notNullable: true, example: '24h' },
  )
  since?: string;
  @Field(text(200), 'The message with this id (`webhook-id`) is sent again, as long as the log of changes has it.', {
    notNullable: true,
  })
  deliveryID?: string;
}

/** The answer to a replay. */
export class AcceptedReplay {
  @Field(text(), 'Confirmation in words.', { example: 'Replay accepted' }) message: string;
}
