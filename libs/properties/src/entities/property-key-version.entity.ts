import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** One row: by which function the keys of all properties were made. */
@Entity('property_key_version')
@Check('property_key_version_check', 'is_only')
export class PropertyKeyVersionEntity {
  @PrimaryColumn('boolean', { name: 'is_only', default: true }) isOnly: boolean;
  @Column('int') version: number;
}
