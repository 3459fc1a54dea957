import { addressForms, placeWords, STATE_NAMES, stateForms, STREET_TYPES, type AddressWord } from '@app/address';
import type { Recipient } from '@app/http';
import { anywhere } from '@app/lists';
import { addressTexts, hasAddressPart, ListingMasks, placeJoin } from '@app/listings';
import { allOf, anyOf, sql, SqlExecutor, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { matchAddress, matchRanges, typedAddresses, type TypedAddress } from './search/index.js';
import type { SuggestQuery } from './suggest.query.js';
import type { Suggestion } from './suggestion.fields.js';

/** Maximum number of addresses that are compared with the typed text. */
const MOST_COMPARED = 30;
const MOST_WORDS = 20;
const FEWEST_LETTERS = 3;

interface AddressRow extends Pick<Suggestion, 'text' | 'suburb' | 'state' | 'postcode' | 'listings'> {
  readonly propertyID: number;
  readonly lot: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Whether a word finds few addresses: it is not a number, the type of a street or a state. */
const isName = ({ forms }: AddressWord): boolean =>
  forms.every(
    (form) => form.length >= FEWEST_LETTERS && !isNumber(form) && !STREET_TYPES.has(form) && !STATE_NAMES.has(form),
  );

const isNumber = (form: string): boolean => /^\d/.test(form);

/** Suggests the addresses of properties (B63). */
@Injectable()
export class AddressesRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * The addresses that contain every typed word. The text must have a number, and at least three letters of a name.
   * If its words are only types of streets ("12 ave" for Avenue Road), they must stand together.
   */
  async suggest({ q, state, limit }: SuggestQuery, recipient: Recipient): Promise<Suggestion[]> {
    const readings = typedAddresses(q);
    const [typed = []] = readings;
    const words = placeWords(q).map(({ folded }) => folded);
    const letters = typed
      .flatMap(({ from, to }) => words.slice(from, to))
      .join('')
      .replace(/\d/g, '');
    if (!/\d/.test(q) || letters.length < FEWEST_LETTERS || typed.length > MOST_WORDS) return [];
    const together = sql`listing.full_address LIKE ANY(${addressForms(q).map(anywhere)}::text[])`;
    const conditions = [
      typed.some(isName) ? anyOf(readings.map(hasTyped)) : hasAddressPart('listing', q),
      ...(state === undefined ? [] : [sql`lower(place.state) = ANY(${stateForms(state)}::text[])`]),
    ];
    const rows = await this.executor.query<AddressRow>(addressesStatement(conditions, together, recipient), 'composed');
    const found = rows.flatMap(({ lot, ...row }) => {
      const withLot = lot === '' ? row.text : `${row.text}, Lot ${lot}`;
      const matches = matchAddress(row.text, readings) ?? matchAddress(withLot, readings);
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
function addressesStatement(conditions: readonly Sql[], together: Sql, recipient: Recipient): Sql {
  const masks = new ListingMasks(recipient);
  // Hidden addresses are never suggested, whatever the key.
  const isShown = (alias: Sql): Sql => sql`NOT ${alias}.hides_address AND ${masks.rows(alias) ?? sql`TRUE`}`;
  return sql`
    WITH latest AS (
      SELECT DISTINCT ON (listing.property_id) listing.id, listing.property_id, listing.address_order, listing.latitude,
        listing.longitude, coalesce(place.suburb, '') AS suburb, coalesce(place.state, '') AS state,
        coalesce(place.postcode, '') AS postcode, ${together} AS "isTogether"
      FROM ${masks.from()} ${placeJoin}
      WHERE ${allOf(conditions)} AND ${isShown(sql`listing`)}
      ORDER BY listing.property_id, listing.modtime DESC, listing.id DESC
    )
    SELECT latest.property_id AS "propertyID", document.address::json ->> 'fullAddress' AS text,
      document.address::json ->> 'lotNumber' AS lot, latest.suburb, latest.state, latest.postcode,
      latest.latitude, latest.longitude, (
        SELECT count(*)::int FROM ${masks.from('other')}
        WHERE other.property_id = latest.property_id AND other.status = 'current' AND ${isShown(sql`other`)}
      ) AS listings
    FROM (SELECT * FROM latest ORDER BY "isTogether" DESC, address_order, id LIMIT ${MOST_COMPARED}) latest
    JOIN listing_documents document ON document.listing_id = latest.id
    ORDER BY latest."isTogether" DESC, latest.address_order, latest.id`;
}

/** The index of addresses finds names and numbers; other words are checked on the found addresses. */
const hasTyped = (typed: TypedAddress): Sql =>
  allOf(
    typed.map((word, at) => {
      const isWhole = isNumber(word.forms[0]) && at < typed.length - 1;
      const patterns = word.forms.map((form) => `% ${form}${isWhole ? ' ' : ''}%`);
      const text = isName(word) || isNumber(word.forms[0]) ? addressTexts('listing') : sql`listing.full_address`;
      return patterns.length > 1 ? sql`${text} LIKE ANY(${patterns}::text[])` : sql`${text} LIKE ${patterns[0]}`;
    }),
  );
