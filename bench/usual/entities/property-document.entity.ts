import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Property } from './property.entity.js';

@Entity('property_documents')
export class PropertyDocument {
  @PrimaryColumn('int', { name: 'property_id' }) propertyId: number;
  @Column('text', { transformer: { from: (text: string) => JSON.parse(text) as object, to: JSON.stringify } })
  address: object;

  @OneToOne(() => Property, (property) => property.document)
  @JoinColumn({ name: 'property_id' })
  property: Relation<Property>;
}
