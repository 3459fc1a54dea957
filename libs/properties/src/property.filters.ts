import { ContainsWithin, Equals, MatchesAny } from '@app/lists';
import { count, text } from '@app/schema';
import { listingType, setsWithAny } from '@app/listings';
import { sql } from '@app/sql';
import { PlaceQuery } from '@app/suburbs';

const words = text(200);

/** What the trigram index holds. */
const TEXTS = "(property.full_address || E'\\n' || property.street)";

/** What the list of properties takes. */
export class PropertiesQuery extends PlaceQuery {
  @Equals('property.bedrooms', count, 'Bedrooms, exactly', { example: 3 })
  bedrooms?: number;

  @Equals('property.bathrooms', count, 'Bathrooms, exactly', { example: 2 })
  bathrooms?: number;

  @Equals('property.car_spaces', count, 'Car spaces, exactly', { example: 1 })
  carspaces?: number;

  @ContainsWithin(TEXTS, 'property.full_address', words, 'Part of the address', { example: '39 main' })
  address?: string;

  @ContainsWithin(TEXTS, 'property.street', words, 'Part of the street', { example: 'main' })
  street?: string;

  @MatchesAny(
    listingType,
    'Has a listing of this type',
    (types) => sql`property.listing_types = ANY(${setsWithAny(types)}::smallint[])`,
    { example: 'residential' },
  )
  listingType?: string[];
}
