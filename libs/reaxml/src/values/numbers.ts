/** The result of reading a value: the value (with an optional remark), or a problem. */
export type ReadValue<T> =
  { readonly value: T; readonly remark?: string } | { readonly problem: string; readonly isNegative?: boolean };

const MONEY = /^(?:A(?:UD?)?\s?)?\$?\s?(\d{1,3}(?:,\d{3})+|\d+)?(\.\d+)?(e[+-]?\d{1,3})?$/i;

/** Reads an amount of 0 or more: `500000`, `$500,000`, `4.00`. A range or words are a problem. */
export function readAmount(text: string): ReadValue<number> {
  if (text.length > 50) return { problem: `${quoted(text)} is not a number` };
  const compact = text.replace(/(?<=\d)\s+(?=\d{3}\b)/g, '').trim();
  if (/^-\s?\$?\s?[\d.]/.test(compact) || /^\$\s?-/.test(compact))
    return { problem: `${quoted(text)} is below 0`, isNegative: true };
  const [whole, digits = '', fraction = '', exponent = ''] = MONEY.exec(compact) ?? [];
  if (whole === undefined || digits + fraction === '') return { problem: `${quoted(text)} is not a number` };
  return { value: Number(`${digits.replaceAll(',', '')}${fraction}${exponent}`) };
}

const NUMBER_WORDS = 'zero one|single two|double three|triple four five six seven eight nine ten'.split(' ');
/** A number, the noun that it counts, and the rest: `3 bedrooms + study`. */
const COUNT = new RegExp(
  String.raw`^(\d{1,5}(?:\.\d{1,5})?|${NUMBER_WORDS.join('|')})(?:[\s-]*(?:bed(?:room)?|bdrm|bd|br|bath(?:room)?|ba|ensuite|toilet|wc|car(?:\s?(?:space|port|park))?|garage|parking|space|living(?:\s?area)?|room)s?\b\.?)?\s*((?:[+&(]|plus\b|and\b)[^]*)?$`,
  'i',
);

const numberOf = (text: string): number =>
  /^\d/.test(text) ? Number(text) : NUMBER_WORDS.findIndex((words) => words.split('|').includes(text.toLowerCase()));

/**
 * Reads a count: `4`, `4.00`, `four`, `3 bedrooms`, `yes` (1), `no` (0). `2.5` becomes 2, `3+`, `3+1` and `3 + study`
 * become 3, `Studio` becomes 0 (bedrooms).
 */
export function readCount(text: string): ReadValue<number> {
  if (/^studio$/i.test(text)) return { value: 0 };
  if (/^(yes|true)$/i.test(text)) return { value: 1, remark: `${quoted(text)} is not a number: read as 1` };
  if (/^(no|false|none|nil)$/i.test(text)) return { value: 0 };
  const [, first, more] = COUNT.exec(text) ?? [];
  const read = first === undefined ? readAmount(text) : { value: numberOf(first) };
  if ('problem' in read || (!more && Number.isInteger(read.value))) return read;
  const value = Math.floor(read.value);
  return { value, remark: `${quoted(text)} is ${more ? 'more than a' : 'not a whole'} number: read as ${value}` };
}

/** Quotes a text for a note, cut to 80 characters. */
export const quoted = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

const YES = /^(yes|y|1|true|on|[1-9]\d?)$/i;
const NO = /^(no|n|0|false|off|none)$/i;

/** Reads `yes`, `1`, `true` and `no`, `0`, `false`; a count such as `2` means true. */
export function readTruth(text: string): ReadValue<boolean> {
  if (YES.test(text)) return { value: true };
  if (NO.test(text)) return { value: false };
  return { problem: `${quoted(text)} is neither yes nor no` };
}
