import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { PropertyEntity } from './property.entity.js';

/** The data of a property that is only shown. */
@Entity('property_documents')
@Index('property_documents_representation', ['representation'])
export class PropertyDocumentEntity {
  @PrimaryColumn('int', { name: 'property_id' }) propertyId: number;
  /** JSON text of the address. */
  @Column('text') address: string;
  /** Version of the declarations that the address was made from. */
  @Column('int', { default: 0 }) representation: number;

  @OneToOne('PropertyEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'property_id', foreignKeyConstraintName: 'property_documents_property_id_fkey' })
  property?: Relation<PropertyEntity>;
}
