import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What is only shown of a property. */
@Entity('property_documents')
export class PropertyDocumentEntity {
  @PrimaryColumn('int', { name: 'property_id' }) propertyId: number;
  /** JSON text of the address. */
  @Column('text') address: string;
  /** Of which declarations the address was made. */
  @Column('int') representation: number;
}
