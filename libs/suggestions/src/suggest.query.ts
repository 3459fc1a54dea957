import { ListParameter, Parameter } from '@app/lists';
import { text, upTo, words } from '@app/schema';
import type { PlaceType } from './search/index.js';
import { placeType } from './suggestion.fields.js';

const MAX_LIMIT = 20;
const DEFAULT_LIMIT = 10;

/** The parameters of suggestions (B27). */
export class SuggestQuery {
  @Parameter(
    words,
    'The typed text: the name of a place, or the first letters of its words, optionally with its state or postcode. Case, accents, apostrophes and hyphens make no difference, nor do usual abbreviations (St, Mt, Pt, Bch, Nth, Hts).',
    { group: 'Words and identifiers', required: true, example: 'hurst nsw' },
  )
  q: string;

  @Parameter(text(200), 'State, by its code or its name. Not case-sensitive.', { group: 'Place', example: 'NSW' })
  state?: string;

  @ListParameter(placeType, 'Only suggestions of these types.', {
    group: 'Kind and status',
    example: 'suburb',
  })
  types?: (PlaceType | 'address')[];

  @Parameter(upTo(MAX_LIMIT), 'Maximum number of places and addresses.', {
    group: 'Page, order and form',
    initial: DEFAULT_LIMIT,
    example: DEFAULT_LIMIT,
  })
  limit: number;
}
