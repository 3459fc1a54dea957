import type { FeedElement } from '../feed.types.js';
import { readInspection, type LocalInspection } from '../values/inspection-time.js';
import { readLocalTime, type LocalTime } from '../values/local-time.js';
import { said } from '../values/numbers.js';
import type { Draft } from './draft.js';
import { saidBy, single } from './readers.js';

/** A date; null for an empty one. What is none is noted and leaves what was before. */
export function readTime(
  text: string,
  element: FeedElement,
  draft: Draft,
  before?: LocalTime | null,
): LocalTime | null | undefined {
  if (text === '') return null;
  const time = readLocalTime(text);
  if (time === undefined) draft.note(element, `${said(text)} is no date`);
  return time ?? before;
}

/** `auction@date`, or its text. */
export const auction = single((element, draft) => {
  draft.times.auction = readTime(saidBy(element, 'date'), element, draft, draft.times.auction);
});

/** `inspectionTimes`: each inspection once. An empty one says that there are none. */
export const inspectionTimes = single((element, draft) => {
  const inspections = new Map<string, LocalInspection>();
  for (const child of element.children) {
    const { text } = child;
    if (text === '') continue;
    const inspection = readInspection(text);
    if (!inspection) draft.note(child, `${said(text)} is no inspection time`);
    else {
      if (inspection.open) draft.note(child, `${said(text)} has no end`, 'ends as it begins');
      inspections.set(`${inspection.from} ${inspection.to}`, { from: inspection.from, to: inspection.to });
    }
  }
  draft.times.inspections = [...inspections.values()];
});
