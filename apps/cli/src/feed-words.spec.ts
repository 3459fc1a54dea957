import { FEED_OUTCOMES, type FeedLine, type FeedReport } from '@app/feeds';
import { describe, expect, it } from 'vitest';
import { feedLineWords, feedWords, noticeWords } from './words.js';

type Counts = Pick<FeedReport, (typeof FEED_OUTCOMES)[number]>;

const report: FeedReport = {
  ...(Object.fromEntries(FEED_OUTCOMES.map((outcome) => [outcome, 0])) as Counts), // of each
  file: 'harbour.xml',
  websiteID: 12,
  mode: 'changes',
  isDryRun: false,
  hash: '00',
  startedAt: '2026-03-01T00:00:00.000Z',
  endedAt: '2026-03-01T00:00:00.400Z',
  fatal: null,
  unconfirmed: 0,
  problems: [],
};

describe('the summary of a feed file', () => {
  it('lists its outcomes in order, without zeros, and its rate', () => {
    expect(feedWords({ ...report, created: 1_998, rejected: 2 })).toBe(
      'harbour.xml: 1,998 created, 2 rejected; 2,000 listings in 0.4 s (5,000/s)',
    );
  });

  it('gives the reason for a rejected file, and counts nothing', () => {
    expect(feedWords({ ...report, created: 3, fatal: 'is empty' })).toMatch(/^harbour\.xml: rejected.*: is empty$/);
  });
});

describe('the line about a problem of a feed', () => {
  const line: FeedLine = {
    file: 'harbour.xml',
    line: 41,
    column: 9,
    entry: 3,
    uniqueID: 'ABC123',
    element: 'bedrooms',
    problem: '"many" is not a number',
    done: 'left out',
    outcome: 'created',
  };

  it('has line and column, so that an editor can jump there', () => {
    expect(feedLineWords(line)).toBe('harbour.xml:41:9: ABC123: bedrooms: "many" is not a number: left out');
  });

  it('has the position of an entry without an id, and leaves out what is missing', () => {
    expect(feedLineWords({ ...line, uniqueID: '', element: '', done: '' })).toBe(
      'harbour.xml:41:9: entry 3: "many" is not a number',
    );
    expect(feedLineWords({ ...line, line: null, column: null, entry: null, uniqueID: '' })).toMatch(
      /^harbour\.xml: bedrooms: /,
    );
  });

  it('stays on one line, whatever the names of files and listings contain', () => {
    expect(feedLineWords({ ...line, uniqueID: 'A\n\tB', problem: 'is\r\nbad' })).toBe(
      'harbour.xml:41:9: A B: bedrooms: is bad: left out',
    );
    expect(noticeWords('12/a\nb.zip', 'ignored')).toBe('12/a b.zip: ignored');
    expect(feedWords({ ...report, file: 'a\nb.xml' })).toMatch(/^a b\.xml: /);
  });
});
