import { ListingAddress } from '@app/address';
import { defineDocuments } from '@app/documents';
import { parseStored, applyDefaults } from '@app/schema';
import { sql } from '@app/sql';

/** The prebuilt documents of a property: its address, as given by its first listing. */
export const propertyDocuments = defineDocuments<{ readonly address: string }>({
  table: 'property_documents',
  key: 'property_id',
  types: [ListingAddress],
  revision: 1,
  columns: { address: 'text' },
  source: { from: sql`property_documents stated`, alias: 'stated', columns: sql`stated.address` },
  remake: ({ address }) => ({
    address: JSON.stringify(applyDefaults(ListingAddress, parseStored<Record<string, unknown>>(address))), // written by a writer
  }),
});
