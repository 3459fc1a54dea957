import { RENT_PERIOD, rentPeriodOf, weeklyRent } from '@app/listings';
import { quoted, readAmount, type ReadValue } from './numbers.js';

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
  /** The period beside it. */
  readonly period: string | undefined;
}

const SCALES: Readonly<Record<string, number>> = { k: 1e3, t: 1e3, m: 1e6 };
const SCALE = String.raw`(?:k|m|mln|mill?s?|millions?|thou|thousands?)(?=['’]?s?\b)`;

/** `$500k`, `1.2 million`, `1,200,000`, `650pw`, `$800's`; no part of a word, a date, a time or a percentage. */
const NUMBER = new RegExp(
  String.raw`(?<![\w.,/:])(?:A(?:UD?)?\s?)?(?<dollar>\$\s?)?(?<whole>\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+(?!\d)|\d+)(?<fraction>\.\d+)?(?:\s?(?<scale>${SCALE}))?(?<plural>['’]?s\b)?(?=pp?[./]?[acdfmnw](?![a-z])|pcm|(?![\w%:]|[.,/]\d))`,
  'giu',
);

/** An amount that has its own subject. */
const AMOUNT = String.raw`(?:A(?:UD?)?\s?)?\$?\s?\d[\d.,]{0,14}(?: \d{3}\b){0,3}(?:\s?${SCALE}(?:['’]?s)?)?`;
const IS = String.raw`(?:\s?[:=(]|\s(?:of|from|is|are|at|only|just|over|up\sto|approx\.?|approximately|about)\b){0,3}\s?`;

/** Not in `no deposit`, `5% deposit`. */
const NONE = String.raw`(?<!(?:\b(?:no|low|nil|zero|free)|%)\s)`;

/** Numbers that are neither a price nor a rent. */
const NO_AMOUNTS = [
  String.raw`(?<![\d.,$]|\$\s|\$\s?\d{1,3}(?: \d{3}){0,2} )(?:(?:\+\d{1,3}|\(0\d\)|\b0[2-478]|\b1[38]00)[\d ()-]{6,}\d|\b13(?:\d \d{3}|(?: \d\d){2})\b|(?<=\b(?:call|phone|ph|tel|mob(?:ile)?|contact)\b\D{0,30})\d{4}[ -]?\d{4}\b)`, // telephones
  String.raw`(?:\b(?:ref(?:erence)?|p?id|abn|acn)|#)[\s:.#]*\d+(?: \d{3})*`,
  String.raw`\b(?:lots?|units?|stage|no|level|suite|apartment|apt|villa|townhouse|residence|house|shop|building|type)[\s:.#]*\d{1,5}[a-jln-z]?\b(?![.,]\d| \d{3}\b(?! \d{3})|\s?(?:${SCALE}|\/|p[./\s]?[acmw]|per\b|w(?:ee)?k|month|fortnight))`,
  String.raw`(?<![\d.,$]|\$\s)\d[\d.,]{0,14}\s?(?:m(?:²|2\b|\s?[x×]\s?\d|\s(?:frontage|wide|deep|long|from|to the)\b)|sq(?:m|\.|\s|uare\b)|ac\b|acres?\b|ha\b|hectares?\b|km\b|met(?:re|er)s?\b)`,
  String.raw`\d[\d.]*\s%`,
  String.raw`${AMOUNT}\s(?:holding\s)?deposit\b(?!\s(?:taken|paid))`,
  String.raw`${NONE}\b(?:deposit|bond)${IS}${AMOUNT}(?![\d.,]|\s?(?:p\/?[cmw]|per\b|\/|w(?:ee)?k|month|fortnight))`,
  String.raw`${AMOUNT}\s(?:bond(?!\s(?:taken|paid|\d+\s?week))|rebate|cash\s?back|grant|(?:price\s)?(?:drop|reduction|discount)|savings?|off(?![\s-](?:the[\s-])?(?:plan|market)))\b`,
  String.raw`${NONE}\b(?:(?:council|water|land|shire)\srates|strata|lev(?:y|ies)|body\scorp(?:orate)?|outgoings|stamp\sduty|sav(?:e|es|ings?)|rebate|grant|fhog|bonus|discount|cash\s?back)${IS}${AMOUNT}`,
  String.raw`${AMOUNT}\s?(?:p\.?q\b|(?:\/|per\s)\s?(?:quarter|qtr|hour|hr|24\b|(?:person|guest)(?!\s?(?:\/|p|a\b|each|week))))`,
  String.raw`\b\d+\s?[x×@]\s?\$\s?${AMOUNT}`, // several properties
  // former prices
  String.raw`\b(?:was|were|previously|formerly|originally)\b(?:\s?:|\s(?:priced|listed|advertised|asking|at|for|from)\b){0,3}\s?${AMOUNT}(?:\s?(?:[-\u2010-\u2015]|to\b)\s?${AMOUNT})?`,
  String.raw`${AMOUNT}[\s,;:–-]{0,5}(?=\b(?:now\b(?:\s(?:only|just|at|from|priced|asking)\b){0,3}\s?\$\d|(?:price\s)?(?:reduced|dropped|slashed|cut|lowered)\sto\b))`,
  String.raw`\b(?:reduced|reduction|drop(?:ped)?|slashed|cut|lowered|down)\s(?:by|of)\s${AMOUNT}`,
  // times, and lengths of leases
  String.raw`(?<![\d.,$]|\$\s)\d{1,2}(?:(?:[:.]\d\d)?\s?[ap]\.?m|(?:\s?(?:-|or|to)\s?\d{1,2})?[\s-]?(?:week|month|year)s?)\b`,
].map((pattern) => new RegExp(pattern, 'gi'));

/** Numbers that are no price of a sale. */
const NO_PRICES = [
  String.raw`\$\s?\d[\d.,]*\s?(?:\/|per|p)\s?(?:sq|sm|m2|m²|met|acre|ha\b|hectare)`,
  String.raw`${NONE}\b(?:rent(?:ed|al)?|rates|return(?:s|ing)?|leased|income|turnover|takings|profit|noi|ebitda)${IS}${AMOUNT}`,
  String.raw`${AMOUNT}\s(?:(?:net|gross)\s(?:income|profit|return|p\.?a)|turnover|takings|profit)\b`,
  String.raw`\bland${IS}${AMOUNT}[\s,+&|/-]{0,5}(?:and\s)?(?:house|home|build)${IS}${AMOUNT}`,
].map((pattern) => new RegExp(pattern, 'gi'));

/** Words for a part of a million. */
const PART_OF_MILLION = /\b(?:mid|middle|high|upper|late)[\s-]*$/i;

/** A lower amount is no price of a sale: its thousands are missing, or it is a placeholder. */
const LEAST_SALE = 1e3;

/** Words beside a number that cannot be anything but a price. */
const PRICE_WORDS = new Set(
  `a above about and approx approximately around asking at aud buyers circa each ex excess excl excluding for from gst
  guide high in inc incl including indicative low mid neg nego negotiable now of offer offers only ono or over per plus
  price range rent reduced start starting starts the to under up`.split(/\s+/),
);

/** Stands for a number that is no amount: words on its two sides do not belong together. */
const BLANK = '¦';

/** "Strata $650,000" is the price of a strata title: no levy, rent or return is as high. */
const isPriceBesideCost = (found: string): boolean =>
  /^(?:strata|rates|rental|return|leased|bonus)[^\d]*\d{3}(?:,\d{3}|\s?k)/i.test(found);

/** A longer text is no price. */
const MOST_CHARACTERS = 500;

const BETWEEN = /^\s*(?:[-~\u2010-\u2015\u2212]|(?:(?:up|down)\s)?to|through|and|&)\s*(?:(?:low|mid|high)[\s-]*)?$/i;

/** Words before a former price and a lower one, which are no range: `Reduced from $700,000 to $650,000`. */
const REDUCTION = /\b(?:reduc|drop|slash|discount|cut\b|down\b|lowered)/i;

/**
 * Reads the amount, the range and the period of a price in words: `From $900,000`, `$650 pw`, `$1.1 - 1.2 million`. If
 * there are several amounts, a rent is the first one with a period, preferably one with a weekly rent, and a price the
 * first one without. The price of a sale has a unit or at least four digits. Former prices, costs, telephones, areas and
 * dates are no amounts.
 */
export function readPriceText(text: string, isRent: boolean): PriceText {
  const shown = [...NO_AMOUNTS, ...(isRent ? [] : NO_PRICES)].reduce(
    (left, numbers) =>
      left.replaceAll(numbers, (found) => (!isRent && isPriceBesideCost(found) ? found : BLANK.repeat(found.length))),
    text.slice(0, MOST_CHARACTERS),
  );
  const tokens = tokensOf(shown, isRent);
  const range = rangeIn(shown, tokens, isRent);
  // `$1,000 - $1,500,000` begins with a placeholder.
  const least = isRent ? 0 : Math.max(LEAST_SALE, (range?.max ?? 0) / 10);
  const amounts = tokens.filter(({ isAmount, value }) => isAmount && value >= least);
  const amount =
    amounts.find(({ period }) => period !== undefined && weeklyRent(1, period)) ??
    amounts.find(({ period }) => period !== undefined) ??
    amounts[0] ??
    (isOnlyPrice(shown, tokens) ? tokens[0] : undefined);
  const value = range?.min ?? amount?.value ?? -1;
  if (value < least) return {};
  const read = { value, ...(range && range.max > range.min && { range }) };
  return isRent ? { ...read, ...periodIn(shown, range ? tokens[0] : amount) } : read;
}

/** Reads an amount of any kind that may have words beside it: `$2,000 (4 weeks)`. */
export function readAmountInWords(text: string): ReadValue<number> {
  const read = readAmount(text);
  if ('value' in read || read.isNegative) return read;
  const { value, range } = readPriceText(text, true);
  if (value === undefined || range) return read;
  return { value, remark: `${quoted(text)} is more than a number: read as ${value}` };
}

function tokensOf(text: string, isRent: boolean): Token[] {
  return [...text.matchAll(NUMBER)].flatMap((match) => {
    const { dollar, whole = '', fraction = '', scale = '', plural } = match.groups ?? {};
    const isBare = dollar === undefined && scale === '';
    // "$1.650" may be thousands.
    if (isRent && scale === '' && fraction.length > 3) return [];
    if (/^0\d/.test(whole) || (!isRent && isBare && /^(?:1[89]|20)\d\d$/.test(whole))) return [];
    const digits = whole.replaceAll(/[, ]/g, '');
    const number = Number(digits + fraction);
    // "High $800's" are thousands, "high $1.2's" are millions, and "low 7's" may be both.
    const ofPlural = plural === undefined || isRent || number >= 10_000 ? 1 : number >= 100 ? 1e3 : fraction && 1e6;
    const times = SCALES[scale.slice(0, 1).toLowerCase()] ?? (ofPlural || 1);
    const [start, end] = [match.index, match.index + match[0].length];
    if (times === 1e6 && fraction === '' && PART_OF_MILLION.test(text.slice(0, start))) return [];
    // "2pm" is a time.
    const isPeriodic = dollar !== undefined || digits.length >= 3;
    const period = isPeriodic
      ? (periodBehind(text.slice(end)) ?? (isRent ? periodAhead(text.slice(0, start)) : undefined))
      : undefined;
    if (!isRent && period !== undefined) return [];
    const isAmount =
      dollar !== undefined || times > 1 || digits.length >= 5 || whole.includes(',') || period !== undefined;
    return { start, end, value: scaled(number, times), scale: times, isAmount, period };
  });
}

/** Multiplied without the error of binary fractions: 1.1 million. */
const scaled = (number: number, times: number): number => Math.round(number * times * 100) / 100;

function periodBehind(behind: string): string | undefined {
  const [first] = behind.matchAll(RENT_PERIOD);
  const isBeside = first && /^\s*(?:p?\/|\(|-|per|an?|each|every)?\s*$/i.test(behind.slice(0, first.index));
  return isBeside ? rentPeriodOf(first[0]) : undefined;
}

/** The period before an amount, unless it is of a previous amount: `Nightly $250, weekly from $1,500`. */
function periodAhead(ahead: string): string | undefined {
  const last = [...ahead.matchAll(RENT_PERIOD)].at(-1);
  if (!last || /\d\s*(?:p?\/|[(-]|[a-z]+)?\s*$/i.test(ahead.slice(0, last.index))) return undefined;
  const between = ahead.slice(last.index + last[0].length);
  return /^(?:[\s:-]|\b(?:rates?|rent|price|from|is|at|only)\b)*$/i.test(between) ? rentPeriodOf(last[0]) : undefined;
}

/** Two amounts with `-` or `to` between them; the first one may lack its scale. */
function rangeIn(text: string, tokens: readonly Token[], isRent: boolean): { min: number; max: number } | undefined {
  for (const [at, to] of tokens.entries()) {
    const from = tokens[at - 1];
    if (!from || !BETWEEN.test(text.slice(from.end, to.start).replaceAll(RENT_PERIOD, ''))) continue;
    const lacksScale = from.scale === 1 && to.scale > 1 && scaled(from.value, to.scale) <= to.value;
    const least = lacksScale ? scaled(from.value, to.scale) : isRent ? from.value : amountBeside(from, to);
    // `650 - 700 pw`: the period belongs to both amounts.
    const isOfPeriod = to.period !== undefined && from.value >= 100 && from.value <= to.value;
    if (to.isAmount && (from.isAmount || least !== from.value || isOfPeriod) && least > 0)
      return {
        min: Math.min(least, to.value),
        max: REDUCTION.test(text.slice(0, to.start)) ? to.value : Math.max(least, to.value),
      };
  }
  return undefined;
}

/** An amount with the thousands or millions that it lacks beside another one: `$309 - $339,000`. */
const amountBeside = ({ value, scale }: Token, { value: other }: Token): number =>
  (scale === 1 && value < LEAST_SALE ? [1e3, 1e6] : [])
    .map((times) => scaled(value, times))
    .find((amount) => amount <= other * 2 && amount * 2 >= other) ?? value;

/** The period beside an amount, else the next one, else the first one. */
function periodIn(text: string, amount: Token | undefined): { readonly period?: string } {
  if (amount?.period !== undefined) return { period: amount.period };
  const periods = [...text.matchAll(RENT_PERIOD)];
  const behind = periods.find(({ index }) => amount !== undefined && index >= amount.end);
  const period = rentPeriodOf((behind ?? periods[0])?.[0] ?? '');
  return period === undefined ? {} : { period };
}

/** Whether a text has one number, and only words of prices beside it. */
function isOnlyPrice(text: string, tokens: readonly Token[]): boolean {
  const [only, ...others] = tokens;
  if (!only || others.length > 0) return false;
  const around = `${text.slice(0, only.start)} ${text.slice(only.end)}`.replaceAll(RENT_PERIOD, ' ');
  return (around.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? []).every((word) => PRICE_WORDS.has(word));
}
