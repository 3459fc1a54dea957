import { named, patterned } from '@app/schema';

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** A length of time; empty: none is given. */
export const duration = named(
  'DurationOrEmpty',
  'A number of seconds, minutes, hours or days: `90s`, `15m`, `24h` or `7d`; at most four digits, for days two. Empty: none.',
  patterned('^(?:[0-9]{1,4}[smh]|[0-9]{1,2}d)?$', 5, 'a duration such as 90s, 15m, 24h or 7d, or empty'),
);

/** The seconds of a duration. */
export const secondsOf = (text: string): number =>
  Number(text.slice(0, -1)) * SECONDS[text.slice(-1) as keyof typeof SECONDS]; // the kind has no other unit
