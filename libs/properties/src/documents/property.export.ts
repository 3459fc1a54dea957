import { presentPropertyListing, accountJoin, textJoins, singleColumns, type WholeListingRow } from '@app/listings';
import { filtersOf, type ExportLines } from '@app/lists';
import { sql } from '@app/sql';
import { matchesProperty, PropertiesQuery } from '../filters/property.filters.js';
import { presentProperty, type PropertyRow } from './property.presenter.js';
import { propertyColumns, statedAddress } from './property-visibility.reads.js';

/** The parameters of an export of properties. */
export class PropertiesExportQuery extends filtersOf(PropertiesQuery) {}

interface ExportRow extends PropertyRow {
  readonly listings: readonly WholeListingRow[];
}

/** Properties, each as its single read shows it. */
export const propertyExport = (query: PropertiesExportQuery): ExportLines<ExportRow> => ({
  statement: sql`SELECT ${propertyColumns}, (
      SELECT json_agg(shown ORDER BY shown.modtime DESC, shown.id DESC)
      FROM (
        SELECT ${singleColumns('clients')}, listing.modtime, listing.id FROM listings listing ${accountJoin} ${textJoins}
        WHERE listing.property_id = property.id
      ) shown
    ) AS listings
    FROM properties property ${statedAddress} WHERE ${matchesProperty(query)} ORDER BY property.id`,
  line: ({ listings, ...property }) =>
    presentProperty(
      property,
      listings.map((row) => presentPropertyListing(row)),
    ),
});
