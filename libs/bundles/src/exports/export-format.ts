import type { EndLine } from '../files/ndjson-lines.js';

/** The text before and after the lines of an export. */
export interface ExportFormat {
  readonly mediaType: string;
  readonly opening?: string;
  /** @param count the number of lines */
  readonly closing: (count: number) => string;
}

export const NDJSON: ExportFormat = {
  mediaType: 'application/x-ndjson',
  closing: (count) => `${JSON.stringify({ end: true, count } satisfies EndLine)}\n`,
};
