import { applyDefaults, pickFields } from '@app/schema';
import type { ListingEventEntity } from './entities/listing-event.entity.js';
import { ListingContent } from './listing.fields.js';
import { SoldDetails } from './listing.line.js';
import type { NormalizedLine } from './listing.normalized.js';

/** The stored texts that a change replaces: JSON, as the writer made them. */
export interface StoredDocument {
  readonly document: string;
  readonly address: string;
  readonly private: { readonly soldDetails?: object };
  readonly agents: readonly { readonly id: number; readonly profileVisibility: boolean }[];
}

type Tree = Record<string, unknown>;
type Kind = ListingEventEntity['kind'];
type Happening = Pick<ListingEventEntity, 'kind' | 'before' | 'after'>;

/** The event kind of a changed field; default: content. */
const KIND_OF: Readonly<Record<string, Kind>> = {
  status: 'status',
  underOffer: 'status',
  isOffMarket: 'status',
  price: 'price',
  commercialRent: 'price',
  soldDetails: 'price',
  images: 'images',
};
const CHANGES = ['status', 'price', 'images', 'content'] as const;

/** The first event of a listing. */
export const createdEvent = ({ line }: NormalizedLine): Happening => ({
  kind: 'created',
  before: null,
  after: { listingType: line.listingType, status: line.status, price: line.price },
});

/** The events of a change: one per kind, with the fields that differ, old and new. */
export function changeEvents(stored: StoredDocument, normalized: NormalizedLine): Happening[] {
  const before = storedFields(stored);
  const after = normalizedFields(normalized);
  const events = new Map<Kind, { kind: Kind; before: Tree; after: Tree }>();
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (JSON.stringify(before[name]) === JSON.stringify(after[name])) continue;
    const kind = KIND_OF[name] ?? 'content';
    const event = events.get(kind) ?? { kind, before: {}, after: {} };
    event.before[name] = before[name] ?? null;
    event.after[name] = after[name] ?? null;
    events.set(kind, event);
  }
  return CHANGES.flatMap((kind) => events.get(kind) ?? []);
}

function storedFields({ document, address, private: { soldDetails }, agents }: StoredDocument): Tree {
  const shown = pickFields(ListingContent, JSON.parse(`{${document}}`) as object); // the text of an object
  const sold = soldDetails && applyDefaults(SoldDetails, soldDetails as never);
  return { ...shown, address: JSON.parse(address) as object, agents, ...(sold ? { soldDetails: sold } : {}) };
}

function normalizedFields({ line, content, address }: NormalizedLine): Tree {
  const { agents, soldDetails } = line;
  const shown = JSON.parse(`{${content}}`) as Tree; // the text of an object
  const linked = agents.map(({ id, profileVisibility }) => ({ id, profileVisibility }));
  const sold = soldDetails && applyDefaults(SoldDetails, soldDetails as never);
  return { ...shown, address: JSON.parse(address) as object, agents: linked, ...(sold ? { soldDetails: sold } : {}) };
}
