import { InvalidArgumentError, type Command as CommandLine } from 'commander';

/** The options that say which directory is generated. */
export const withDemoSize = (command: CommandLine): CommandLine =>
  command
    .option('--listings <N>', 'number of listings (default: 2,000)', wholeNumber(0, 100_000_000))
    .option(
      '--accounts <N>',
      'number of accounts (default: in proportion to the listings, 12 for 2,000)',
      wholeNumber(1, 1_000_000),
    )
    .option(
      '--seed <S>',
      'a whole number: another one gives another directory (default: 1)',
      wholeNumber(0, 2_147_483_647),
    )
    .option('--date <DAY>', 'the day that is today in the directory, as YYYY-MM-DD (default: today in UTC)', day);

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected: a whole number from ${least} to ${most}.`);
  };
}

/** Eight years before and some weeks after it must be instants that PostgreSQL and JavaScript can tell. */
function day(text: string): string {
  const [instant] = /^(19[89]|2\d\d)\d-\d\d-\d\d$/.test(text) ? [new Date(text)] : [];
  if (instant && !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)) return text;
  throw new InvalidArgumentError('Expected: a day from 1980-01-01 to 2999-12-31, such as 2026-01-15.');
}
