import type { MapFeature } from '@app/lists';

interface Placed {
  readonly latitude: string;
  readonly longitude: string;
}

/** What an item shows of where it is: a whole one in its address, a card, whose address is one line, in itself. */
type Shown = { readonly id: number } & (
  { readonly address: Placed; readonly latitude?: never } | ({ readonly address: string } & Placed)
);

/** A listing or a property on the map: where its representation says that it is. */
export function featureOfAddress(item: string): MapFeature {
  const shown = JSON.parse(item) as Shown; // the text of a listing or a property, or of its card
  const { latitude, longitude } = shown.latitude === undefined ? shown.address : shown;
  return {
    id: shown.id,
    coordinates: latitude === '' || longitude === '' ? null : [Number(longitude), Number(latitude)],
  };
}
