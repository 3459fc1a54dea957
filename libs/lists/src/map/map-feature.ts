import { parseStored } from '@app/schema';
import type { MapFeature } from '../page.js';

interface Placed {
  readonly latitude: string;
  readonly longitude: string;
}

/** The coordinates are in the address of a full item; a card, whose address is a text, has them itself. */
type Shown = { readonly id: number } & (
  { readonly address: Placed; readonly latitude?: never } | ({ readonly address: string } & Placed)
);

/** A listing or property as a map feature, at the coordinates of its representation. */
export function featureOfAddress(item: string): MapFeature {
  const shown = parseStored<Shown>(item);
  const { latitude, longitude } = shown.latitude === undefined ? shown.address : shown;
  return {
    id: shown.id,
    coordinates: latitude === '' || longitude === '' ? null : [Number(longitude), Number(latitude)],
  };
}
