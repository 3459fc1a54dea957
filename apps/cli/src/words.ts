import {
  linesOf,
  IMPORT_OUTCOMES,
  type BadLine,
  type ExportedFile,
  type FileReport,
  type ImportProgress,
} from '@app/bundles';
import { listingsOf, FEED_OUTCOMES, type FeedLine, type FeedReport } from '@app/feeds';

const number = (value: number): string => value.toLocaleString('en');

/** Example: "harbour.xml: 12 created, 1 rejected; 13 listings in 0.4 s" */
export function feedWords(report: FeedReport): string {
  const { fatal, startedAt, endedAt } = report;
  const file = inOneLine(report.file);
  if (fatal !== null) return `${file}: rejected: ${fatal}`;
  const counted = FEED_OUTCOMES.filter((outcome) => report[outcome] > 0 || outcome === 'created');
  const counts = counted.map((outcome) => `${number(report[outcome])} ${outcome}`).join(', ');
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  const listings = listingsOf(report);
  const rate = seconds > 0 ? ` (${number(Math.round(listings / seconds))}/s)` : '';
  return `${file}: ${counts}; ${number(listings)} listing${listings === 1 ? '' : 's'} in ${seconds.toFixed(1)} s${rate}`;
}

/**
 * Example: "harbour.xml:41:9: ABC123: bedrooms: "many" is not a number: left out". An entry without an id is named by
 * its number.
 */
export function feedLineWords({ file, line, column, entry, uniqueID, element, problem, done }: FeedLine): string {
  const place = line === null ? file : `${file}:${line}:${column}`;
  const listing = uniqueID === '' && entry !== null ? `entry ${entry}` : uniqueID;
  return [place, listing, element, problem, done]
    .filter((part) => part !== '')
    .map(inOneLine)
    .join(': ');
}

/** Example: "12/harbour.zip: ignored: only *.xml is imported, not *.zip" */
export const noticeWords = (path: string, notice: string): string => inOneLine(`${path}: ${notice}`);

/** Removes line breaks: names of files and texts of feeds may contain them. */
const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Example: "2,000 lines in 0.4 s (5,000/s)" */
function pace(lines: number, seconds: number): string {
  const rate = seconds > 0 ? ` (${number(Math.round(lines / seconds))}/s)` : '';
  return `${number(lines)} line${lines === 1 ? '' : 's'} in ${seconds.toFixed(1)} s${rate}`;
}

/** Example: "listings.ndjson: 1,998 created, 2 rejected; 2,000 lines in 0.4 s (5,000/s)" */
export function importedWords(report: FileReport): string {
  const counted = IMPORT_OUTCOMES.filter((outcome) => report[outcome] > 0 || outcome === 'created');
  const counts = counted.map((outcome) => `${number(report[outcome])} ${outcome}`).join(', ');
  return `${report.file}: ${counts}; ${pace(linesOf(report), report.seconds)}`;
}

/** Example: "out/listings.ndjson: 2,000 lines in 0.4 s (5,000/s)" */
export const exportedWords = ({ file, lines, seconds }: ExportedFile): string => `${file}: ${pace(lines, seconds)}`;

/** Example: "listings.ndjson:12: agents[0].id: must be an agent that exists" */
export const badLineWords = ({ file, line, field, reason }: BadLine): string => `${file}:${line}: ${field}: ${reason}`;

/** Example: "listings.ndjson: 12,000 lines, 34 %" */
export function progressWords({ file, lines, read, isIndexing }: ImportProgress): string {
  if (isIndexing) return `${file}: ${number(lines)} lines, creating indexes`;
  return `${file}: ${number(lines)} lines${read === undefined ? '' : `, ${Math.floor(read * 100)} %`}`;
}
