import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import type { PropertyEntity } from './property.entity.js';

/** The identity of a property that turned out to be the same address as another one, which answers for it (ADR 43). */
@Entity('property_aliases')
@Unique('property_aliases_uid_key', ['uid'])
@Index('property_aliases_property', ['propertyId'])
export class PropertyAliasEntity {
  @PrimaryColumn('int') id: number;
  @Column('uuid') uid: string;
  @Column('int', { name: 'property_id' }) propertyId: number;

  @ManyToOne('PropertyEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'property_id', foreignKeyConstraintName: 'property_aliases_property_id_fkey' })
  property?: Relation<PropertyEntity>;
}
