import { rentPeriodOf } from '@app/listings';

/** A price read from words. Members that the words do not contain are absent. */
export interface PriceText {
  readonly value?: number;
  readonly range?: { readonly min: number; readonly max: number };
  /** The period of a rent, by its stored word. */
  readonly period?: string;
}

/** A number in a text. */
interface Token {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  readonly scale: number;
  /** Whether it is an amount, regardless of the words beside it. */
  readonly isAmount: boolean;
  /** Whether a period follows it. */
  readonly isPerPeriod: boolean;
}

const SCALES: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, m: 1e6, mil: 1e6, mill: 1e6, million: 1e6 };

/** `$500k`, `1.2 million`, `1,200,000`, `650pw`, `$800's`; no part of a word, a date, a time or a percentage. */
const NUMBER =
  /(?<![\w.,/:])(?:A(?:UD?)?\s?)?(?<dollar>\$\s?)?(?<whole>\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+(?!\d)|\d+)(?<fraction>\.\d+)?(?:\s?(?<scale>k|m|mill?|million|thousand)\b)?(?<plural>['’]?s\b)?(?=p[./]?[acfmw]|(?![\w%:]|[.,/]\d))/giu;

/** Telephone numbers, which are no prices. */
const TELEPHONE = /(?:\+\d{1,3}|\(0\d\)|\b0\d|\b1[38]00)[\d ()-]{6,}\d/g;

/** A period behind an amount, or anywhere in the text. */
const PERIOD =
  /(?<![a-z])(?:p[./]?\s?w|p[./]?\s?f|p\.?\s?c\.?\s?m|p[./]?\s?m|p[./]?\s?a|f\/?n|(?:calendar\s+)?(?:week|fortnight|month|year)(?:ly)?|wk|mth|yr|annual(?:ly)?|annum)(?![a-z])/gi;

/** Words beside a number that cannot be anything but a price. */
const PRICE_WORDS = new Set(
  `a above about and approx approximately around asking at aud buyers circa each ex excess excl excluding for from gst
  guide high in inc incl including indicative low mid neg nego negotiable now of offer offers only ono or over per plus
  price range rent reduced start starting starts the to under up`.split(/\s+/),
);

/** A longer text is no price. */
const MOST_CHARACTERS = 500;

const BETWEEN = /^\s*(?:[-\u2013\u2014]|to|and|&)\s*$/i;

/**
 * Reads the amount, the range and the period of a price in words: `From $900,000`, `$650 pw`, `$1.1 - 1.2 million`. If
 * there are several amounts, a rent is the first one with a period, and a price the first one without.
 */
export function readPriceText(text: string, isRent: boolean): PriceText {
  const shown = text.slice(0, MOST_CHARACTERS).replaceAll(TELEPHONE, (telephone) => ' '.repeat(telephone.length));
  const tokens = tokensOf(shown);
  const range = rangeIn(shown, tokens);
  if (range) return { value: range.min, range, ...periodIn(shown, tokens[0]) };
  const amounts = tokens.filter(({ isAmount }) => isAmount);
  const amount =
    amounts.find(({ isPerPeriod }) => isPerPeriod === isRent) ??
    amounts[0] ??
    (isOnlyPrice(shown, tokens) ? tokens[0] : undefined);
  return amount ? { value: amount.value, ...periodIn(shown, amount) } : {};
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(NUMBER)].flatMap((match) => {
    const { dollar, whole = '', fraction = '', scale = '', plural } = match.groups ?? {};
    if (/^0\d/.test(whole)) return [];
    const digits = whole.replaceAll(/[, ]/g, '');
    const number = Number(digits + fraction);
    // "High $800's" are thousands.
    const times = SCALES[scale.toLowerCase()] ?? (plural !== undefined && number < 10_000 ? 1e3 : 1);
    const [start, end] = [match.index, match.index + match[0].length];
    // "2pm" is a time.
    const isPerPeriod = (dollar !== undefined || digits.length >= 3) && isBeforePeriod(text.slice(end));
    const isAmount = dollar !== undefined || scale !== '' || digits.length >= 5 || whole.includes(',') || isPerPeriod;
    return { start, end, value: scaled(number, times), scale: times, isAmount, isPerPeriod };
  });
}

/** Multiplied without the error of binary fractions: 1.1 million. */
const scaled = (number: number, times: number): number => Math.round(number * times * 100) / 100;

const isBeforePeriod = (behind: string): boolean => {
  const [first] = behind.matchAll(PERIOD);
  return first !== undefined && /^\s*(?:\/|\(|per|an?|each|every)?\s*$/i.test(behind.slice(0, first.index));
};

/** Two amounts with `-` or `to` between them; the first one may lack its scale. */
function rangeIn(text: string, tokens: readonly Token[]): { min: number; max: number } | undefined {
  for (const [at, to] of tokens.entries()) {
    const from = tokens[at - 1];
    if (!from || !BETWEEN.test(text.slice(from.end, to.start).replaceAll(PERIOD, ''))) continue;
    const lacksScale = from.scale === 1 && to.scale > 1 && scaled(from.value, to.scale) <= to.value;
    const least = lacksScale ? scaled(from.value, to.scale) : from.value;
    // `650 - 700 pw`: the period belongs to both amounts.
    const isOfPeriod = to.isPerPeriod && from.value >= 100 && from.value <= to.value;
    if (to.isAmount && (from.isAmount || lacksScale || isOfPeriod) && least > 0)
      return { min: Math.min(least, to.value), max: Math.max(least, to.value) };
  }
  return undefined;
}

/** The period behind an amount, else the first one. */
function periodIn(text: string, amount: Token | undefined): { readonly period?: string } {
  const periods = [...text.matchAll(PERIOD)];
  const behind = periods.find(({ index }) => amount !== undefined && index >= amount.end);
  const period = rentPeriodOf((behind ?? periods[0])?.[0] ?? '');
  return period === undefined ? {} : { period };
}

/** Whether a text has one number, and only words of prices beside it. */
function isOnlyPrice(text: string, tokens: readonly Token[]): boolean {
  const [only, ...others] = tokens;
  if (!only || others.length > 0) return false;
  const around = `${text.slice(0, only.start)} ${text.slice(only.end)}`.replaceAll(PERIOD, ' ');
  return (around.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? []).every((word) => PRICE_WORDS.has(word));
}
