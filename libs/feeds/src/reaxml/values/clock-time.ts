/** A time of day, `HH:mm:ss`, with a fraction if it had one. */
export interface ClockTime {
  readonly seconds: number;
  /** Milliseconds as text: empty, or `.123`. */
  readonly fraction: string;
  /** The am/pm mark, if there was one. */
  readonly half: 'am' | 'pm' | '';
}

const CLOCK = /^(\d{1,2})(?:[:.](\d{2})(?:[:.](\d{2})(\.\d{1,9})?)?)?\s*([ap])?\.?m?\.?$/i;
export const NOON = 43_200;
const DAY = 86_400;

/** Reads `9:31:30`, `18:30`, `11:00am`, `1.30 PM`, `9am`; undefined for anything else. */
export function readClock(text: string): ClockTime | undefined {
  const [whole, hours, minutes = '0', seconds = '0', fraction = '', letter = ''] = CLOCK.exec(text.trim()) ?? [];
  // A bare number is not a time of day.
  if (whole === undefined || /^\d+$/.test(whole)) return undefined;
  const half = letter === '' ? '' : letter.toLowerCase() === 'a' ? 'am' : 'pm';
  const hour = Number(hours);
  if (Number(minutes) > 59 || Number(seconds) > 59 || hour > 23) return undefined;
  const inDay = hour * 3600 + Number(minutes) * 60 + Number(seconds);
  return { seconds: onTwelve(inDay, half), fraction: milliseconds(fraction), half };
}

/** Seconds after midnight on the 12-hour clock: "12:30am" is 00:30; "13:00pm", which some senders write, is 13:00. */
function onTwelve(seconds: number, half: ClockTime['half']): number {
  if (half === '' || seconds >= NOON + 3600) return seconds;
  return (seconds % NOON) + (half === 'pm' ? NOON : 0);
}

const milliseconds = (fraction: string): string => {
  const digits = fraction.slice(1, 4).padEnd(3, '0');
  return Number(digits) > 0 ? `.${digits}` : '';
};

/** Formats seconds after midnight as `HH:mm:ss`. */
export const clockText = (seconds: number, fraction = ''): string =>
  `${new Date((seconds % DAY) * 1000).toISOString().slice(11, 19)}${fraction}`;
