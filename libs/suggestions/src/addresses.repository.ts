import { isUnitWord, placeWords, STATE_NAMES, stateForms, STREET_TYPES } from '@app/address';
import type { Recipient } from '@app/http';
import { ListingMasks, placeJoin, wordsToFind } from '@app/listings';
import { allOf, sql, SqlExecutor, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { matchAddress, matchRanges } from './search/index.js';
import type { SuggestQuery } from './suggest.query.js';
import type { Suggestion } from './suggestion.fields.js';

/** Maximum number of addresses that are compared with the typed text. */
const MOST_COMPARED = 200;
const MOST_WORDS = 20;
const FEWEST_LETTERS = 3;

interface AddressRow extends Pick<Suggestion, 'text' | 'suburb' | 'state' | 'postcode' | 'listings'> {
  readonly propertyID: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Whether a word distinguishes addresses: it is not the type of a street, a state or a unit. */
const isName = (word: string): boolean =>
  word.length >= FEWEST_LETTERS &&
  /^\D/.test(word) &&
  !STREET_TYPES.has(word) &&
  !STATE_NAMES.has(word) &&
  !isUnitWord(word);

/** Suggests the addresses of properties (B63). */
@Injectable()
export class AddressesRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * The addresses that contain every typed word. The text must have a number, and a name with at least three letters.
   */
  async suggest({ q, state, limit }: SuggestQuery, recipient: Recipient): Promise<Suggestion[]> {
    const words = placeWords(q).map(({ folded }) => folded);
    const numbers = words.flatMap((word) => word.match(/\d+/g) ?? []);
    const { conditions: asked, every } = wordsToFind(q, (word) => [word]);
    const isNamed = words.some((word, at) => isName(word) && asked[at]?.length !== 0);
    if (numbers.length === 0 || words.length > MOST_WORDS || !isNamed) return [];
    const conditions = [
      sql`found.words @@ ${every}::tsquery`,
      // Checked again, because the words of descriptions contain numbers as well.
      ...numbers.map((number) => sql`listing.full_address ~ ${`(^|\\D)${number}(\\D|$)`}`),
      ...(state === undefined ? [] : [sql`lower(place.state) = ANY(${stateForms(state)}::text[])`]),
    ];
    const rows = await this.executor.query<AddressRow>(addressesStatement(every, conditions, recipient), 'composed');
    const found = rows.flatMap((row) => {
      const matches = matchAddress(row.text, asked);
      return matches ? [{ row, matches }] : [];
    });
    // Addresses that begin with the first typed word come first; otherwise the order of addresses is kept.
    return found
      .toSorted((one, other) => (one.matches[0]?.at ?? 0) - (other.matches[0]?.at ?? 0))
      .slice(0, limit)
      .map(({ row, matches }) => ({
        ...row,
        type: 'address',
        regionName: '',
        areaName: '',
        slug: '',
        _id: null,
        latitude: String(row.latitude ?? ''),
        longitude: String(row.longitude ?? ''),
        match: matchRanges(row.text, matches),
      }));
  }
}

/** Listings that show their address, the latest of each property, in the order of addresses. */
function addressesStatement(every: string, conditions: readonly Sql[], recipient: Recipient): Sql {
  const masks = new ListingMasks(recipient);
  // Hidden addresses are never suggested, whatever the key.
  const isShown = (alias: Sql): Sql => sql`NOT ${alias}.hides_address AND ${masks.rows(alias) ?? sql`TRUE`}`;
  return sql`
    WITH latest AS (
      SELECT DISTINCT ON (listing.property_id) listing.id, listing.property_id, listing.address_order, listing.latitude,
        listing.longitude, coalesce(place.suburb, '') AS suburb, coalesce(place.state, '') AS state,
        coalesce(place.postcode, '') AS postcode
      FROM listing_words found JOIN ${masks.from()} ON listing.id = found.listing_id ${placeJoin}
      WHERE (found.words || found.context) @@ ${every}::tsquery AND ${allOf(conditions)} AND ${isShown(sql`listing`)}
      ORDER BY listing.property_id, listing.modtime DESC, listing.id DESC
    )
    SELECT latest.property_id AS "propertyID", document.address::json ->> 'fullAddress' AS text, latest.suburb,
      latest.state, latest.postcode, latest.latitude, latest.longitude, (
        SELECT count(*)::int FROM ${masks.from('other')}
        WHERE other.property_id = latest.property_id AND other.status = 'current' AND ${isShown(sql`other`)}
      ) AS listings
    FROM (SELECT * FROM latest ORDER BY address_order, id LIMIT ${MOST_COMPARED}) latest
    JOIN listing_documents document ON document.listing_id = latest.id
    ORDER BY latest.address_order, latest.id`;
}
