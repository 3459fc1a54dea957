import { named } from './kind.js';
import { INSTANT } from './patterns.js';
import { patterned } from './text.kinds.js';
import { parseInstant } from './time.kinds.js';

const LENGTH = '[0-9]{1,4}[smh]|[0-9]{1,2}d';

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** A length of time; empty: none is given. */
export const duration = named(
  'DurationOrEmpty',
  'A number of seconds, minutes, hours or days: `90s`, `15m`, `24h` or `7d`; at most four digits, for days two. Empty: none.',
  patterned(`^(?:${LENGTH})?$`, 5, 'a duration such as 90s, 15m, 24h or 7d, or empty'),
);

/** A time, or how long ago it was. Never given: absent. */
export const timeOrDuration = named<string>('TimeOrDuration', 'A time in ISO 8601, or how long ago it was: `24h`.', {
  ...patterned(`${INSTANT}|^(?:${LENGTH})$`, 40, 'a date and time in ISO 8601, or a duration such as 24h'),
  empty: undefined,
});

/** The seconds of a duration. */
export const secondsOf = (text: string): number =>
  Number(text.slice(0, -1)) * SECONDS[text.slice(-1) as keyof typeof SECONDS]; // the kind has no other unit

/** The time that a `timeOrDuration` names; invalid for another text. */
export const timeOf = (text: string): Date => new Date(parseInstant(text) ?? Date.now() - secondsOf(text) * 1000);
