import { IMPORT_OUTCOMES, type FileReport } from '@app/bundles';
import { describe, expect, it } from 'vitest';
import { badLineWords, exportedWords, importedWords, progressWords } from './words.js';

const none: FileReport = {
  kind: 'listings',
  file: 'a',
  seconds: 0,
  ...(Object.fromEntries(IMPORT_OUTCOMES.map((outcome) => [outcome, 0])) as Record<ImportOutcome, number>), // of each
};
type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

describe('the summary of an imported file', () => {
  it('lists its outcomes in order, without zeros, and its rate', () => {
    const report = { ...none, file: 'listings.ndjson', created: 1_998, rejected: 2, seconds: 0.4 };
    expect(importedWords(report)).toBe('listings.ndjson: 1,998 created, 2 rejected; 2,000 lines in 0.4 s (5,000/s)');
  });

  it('always has the number of created rows, and no rate without a duration', () => {
    expect(importedWords(none)).toBe('a: 0 created; 0 lines in 0.0 s');
    expect(importedWords({ ...none, created: 1 })).toBe('a: 1 created; 1 line in 0.0 s');
  });
});

it('the summary of an exported file has its number of lines', () => {
  expect(exportedWords({ file: 'out/a.ndjson', lines: 2_000, seconds: 0.4 })).toBe(
    'out/a.ndjson: 2,000 lines in 0.4 s (5,000/s)',
  );
});

it('the message about a bad line has its line number, so that an editor can jump there', () => {
  expect(badLineWords({ file: 'a.ndjson', line: 12, field: 'agents[0].id', reason: 'must exist' })).toBe(
    'a.ndjson:12: agents[0].id: must exist',
  );
});

it('progress has a percentage if the size of the file is known', () => {
  expect(progressWords({ file: 'a', lines: 12_000, read: 0.349 })).toBe('a: 12,000 lines, 34 %');
  expect(progressWords({ file: 'a', lines: 12_000 })).toBe('a: 12,000 lines');
});
