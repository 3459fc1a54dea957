interface RentPeriod {
  /** The period as a feed or a line may write it, in lower-case letters alone. */
  readonly spellings: readonly string[];
  /** The rent for a week, of a rent for the period. */
  readonly weekly: (rent: number) => number;
}

/** Twelve months are 52 weeks. */
const WEEKS_OF_YEAR = 52;
const MONTHS_OF_YEAR = 12;

/** The periods of rents, by the word that is stored. */
const PERIODS: Readonly<Record<string, RentPeriod>> = {
  weekly: { spellings: ['week', 'wk', 'pw', 'perweek'], weekly: (rent) => rent },
  fortnightly: { spellings: ['fortnight', 'fn', 'pf', 'perfortnight'], weekly: (rent) => rent / 2 },
  monthly: {
    spellings: ['month', 'mth', 'pm', 'pcm', 'permonth', 'calendarmonth', 'percalendarmonth', 'calendarmonthly'],
    weekly: (rent) => (rent * MONTHS_OF_YEAR) / WEEKS_OF_YEAR,
  },
  yearly: { spellings: ['year', 'yr', 'peryear'], weekly: (rent) => rent / WEEKS_OF_YEAR },
  annual: { spellings: ['annually', 'annum', 'pa', 'perannum'], weekly: (rent) => rent / WEEKS_OF_YEAR },
};

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(PERIODS).flatMap(([name, { spellings }]) => [name, ...spellings].map((one) => [one, name] as const)),
);

/** The stored word for a period: `week`, `p.w.` and `per week` are `weekly`. Undefined for other texts. */
export const rentPeriodOf = (text: string): string | undefined => NAMES.get(text.toLowerCase().replace(/[^a-z]/g, ''));

/** The rent for a week; a period that is not known counts as a week. */
export const weeklyRent = (rent: number, period: string): number =>
  PERIODS[rentPeriodOf(period) ?? 'weekly']?.weekly(rent) ?? rent;
