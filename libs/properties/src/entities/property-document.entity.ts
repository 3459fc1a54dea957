import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The data of a property that is only shown. */
@Entity('property_documents')
export class PropertyDocumentEntity {
  @PrimaryColumn('int', { name: 'property_id' }) propertyId: number;
  /** JSON text of the address. */
  @Column('text') address: string;
  /** Version of the declarations that the address was made from. */
  @Column('int') representation: number;
}
