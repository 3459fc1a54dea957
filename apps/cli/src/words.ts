import {
  linesOf,
  IMPORT_OUTCOMES,
  type BadLine,
  type ExportedFile,
  type FileReport,
  type ImportProgress,
} from '@app/bundles';

const number = (value: number): string => value.toLocaleString('en');

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
export function progressWords({ file, lines, read }: ImportProgress): string {
  return `${file}: ${number(lines)} lines${read === undefined ? '' : `, ${Math.floor(read * 100)} %`}`;
}
