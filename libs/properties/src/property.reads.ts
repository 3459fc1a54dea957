import { isStale } from '@app/documents';
import { sql } from '@app/sql';
import { propertyDocuments } from './property.documents.js';

/** The columns of every representation of `properties property`. */
export const propertyColumns = () => sql`property.id AS "propertyID", stated.address AS "propertyAddress",
  ${isStale(propertyDocuments, 'stated')} AS "staleAddress", property.bedrooms,
  property.bathrooms, property.car_spaces AS "carSpaces", property.created_at AS "createdAt",
  property.updated_at AS "updatedAt"`;

/** The join that they need. */
export const statedAddress = sql`JOIN property_documents stated ON stated.property_id = property.id`;
