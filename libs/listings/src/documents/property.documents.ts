import { addressOrder, ListingAddress, searchedAddress } from '@app/address';
import { defineDocuments } from '@app/documents';
import { applyDefaults, keepUnknown, parseStored } from '@app/schema';
import { sql } from '@app/sql';
import { PropertyEntity } from '../entities/property.entity.js';
import { addressColumns } from './listing.columns.js';

interface PropertySource {
  readonly id: number;
  readonly address: string;
}

/** The columns of a property for filters and sorts by address. */
export const propertyColumns = (address: ListingAddress) => ({
  ...addressColumns({ ...address, fullAddress: searchedAddress(address) }),
  addressOrder: addressOrder(address),
});

/** The prebuilt documents of a property: its address, as given by its first listing. */
export const propertyDocuments = defineDocuments<PropertySource>({
  table: 'property_documents',
  key: 'property_id',
  types: [ListingAddress],
  revision: 3,
  columns: { address: 'text' },
  source: {
    from: sql`property_documents stated`,
    alias: 'stated',
    columns: sql`stated.property_id AS id, stated.address`,
  },
  remake: ({ address }) => {
    const stored = parseStored<object>(address);
    return { address: JSON.stringify(keepUnknown(ListingAddress, stored, applyDefaults(ListingAddress, stored))) };
  },
  derived: [
    {
      entity: PropertyEntity,
      of: ({ id, address }) => ({
        id,
        ...propertyColumns(applyDefaults(ListingAddress, parseStored<object>(address))),
      }),
    },
  ],
  lock: 'listings',
});
