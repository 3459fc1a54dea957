import type { BadLine, ExportedFile, FileReport, ImportProgress } from '@app/intake';

const number = (value: number): string => value.toLocaleString('en');

/** "2,000 lines in 0.4 s (5,000/s)" */
function pace(lines: number, seconds: number): string {
  const rate = seconds > 0 ? ` (${number(Math.round(lines / seconds))}/s)` : '';
  return `${number(lines)} line${lines === 1 ? '' : 's'} in ${seconds.toFixed(1)} s${rate}`;
}

/** "listings.ndjson: 1,998 created, 2 rejected; 2,000 lines in 0.4 s (5,000/s)" */
export function importedWords({ file, seconds, thing: _, ...tally }: FileReport): string {
  const counts = Object.entries(tally).filter(([name, count]) => count > 0 || name === 'created');
  const lines = counts.reduce((sum, [, count]) => sum + count, 0);
  return `${file}: ${counts.map(([name, count]) => `${number(count)} ${name}`).join(', ')}; ${pace(lines, seconds)}`;
}

/** "out/listings.ndjson: 2,000 lines in 0.4 s (5,000/s)" */
export const exportedWords = ({ file, lines, seconds }: ExportedFile): string => `${file}: ${pace(lines, seconds)}`;

/** "listings.ndjson:12: agents[0].id: must be an agent that exists" */
export const badLineWords = ({ file, line, field, reason }: BadLine): string => `${file}:${line}: ${field}: ${reason}`;

/** "listings.ndjson: 12,000 lines, 34 %" */
export function progressWords({ file, lines, read }: ImportProgress): string {
  return `${file}: ${number(lines)} lines${read === undefined ? '' : `, ${Math.floor(read * 100)} %`}`;
}
