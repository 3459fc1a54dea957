import type { EnquiryItem } from '@app/enquiries';
import type { HookEvent } from './hook-event.js';

/** Maximum size of a body in bytes (B14). */
export const MOST_BODY = 20_000;

/** The content of a message. */
export interface HookContent extends HookEvent {
  readonly id: number;
  readonly uid: string;
  readonly websiteId: number | null;
  readonly uniqueId: string | null;
  readonly agentId: string | null;
  readonly propertyId: number | null;
  readonly enquiry: EnquiryItem | null;
  readonly at: Date;
}

const PATHS: Readonly<Record<string, string>> = {
  listing: 'listings',
  agent: 'agents',
  account: 'websites',
  enquiry: 'enquiries',
};

/**
 * The body of a message (B14). If it is too long, the longest fields are removed from `before` and `after` and listed
 * in `cut`; a single read returns them.
 * @param publicUrl the base URL of links; if empty, links are paths
 */
export function hookBody(type: string, content: HookContent, publicUrl: string): string {
  const cut: string[] = [];
  let { before, after } = content;
  for (;;) {
    const body = JSON.stringify({
      type,
      timestamp: content.at.toISOString(),
      data: dataOf(content, before, after, cut, publicUrl),
    });
    const longest = Buffer.byteLength(body) < MOST_BODY ? undefined : longestOf(before, after);
    if (longest === undefined) return body;
    cut.push(longest);
    [before, after] = [without(before, longest), without(after, longest)];
  }
}

type Fields = HookEvent['before'];

function dataOf(
  content: HookContent,
  before: Fields,
  after: Fields,
  cut: readonly string[],
  publicUrl: string,
): object {
  const { resource, id, uid, uniqueId, agentId, propertyId, websiteId, status, kinds, isGone, enquiry } = content;
  return {
    resource,
    id,
    _id: uid,
    ...(resource === 'listing' && { uniqueID: uniqueId, agentID: agentId, propertyID: propertyId }),
    websiteID: websiteId,
    ...(resource === 'listing' && { status }),
    kinds,
    ...(isGone && { deleted: true }),
    ...(resource === 'listing' && { before, after }),
    ...(enquiry && { enquiry }),
    ...(cut.length > 0 && { cut }),
    url: isGone ? null : `${publicUrl}/api/v1/${PATHS[resource]}/${id}`,
  };
}

const without = (fields: Fields, name: string): Fields =>
  fields && Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

function longestOf(before: Fields, after: Fields): string | undefined {
  const lengths = new Map<string, number>();
  for (const [name, value] of [...Object.entries(before ?? {}), ...Object.entries(after ?? {})]) {
    lengths.set(name, (lengths.get(name) ?? 0) + Buffer.byteLength(JSON.stringify(value)));
  }
  const [longest] = [...lengths].sort(([, one], [, other]) => other - one);
  return longest?.[0];
}

/** The body of a `resync` message: the receiver must copy the directory again. */
export const resyncBody = (type: string, websiteID: number, at: Date, publicUrl: string): string =>
  JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: { websiteID, url: `${publicUrl}/api/v1/export/listings.ndjson?websiteID=${websiteID}` },
  });
