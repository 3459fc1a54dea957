import type { SuburbEntity } from '@app/suburbs';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  Unique,
  PrimaryColumn,
  OneToOne,
} from 'typeorm';

/** A physical address (D30). */
@Entity('properties')
@Unique('properties_uid_key', ['uid'])
@Unique('properties_address_key_key', ['addressKey'])
@Index('properties_suburb', ['suburbId', 'id'])
@Index('properties_alphabetical', ['addressOrder', 'id'])
@Index('properties_types', ['listingTypes', 'id'])
@Index('properties_facts', { synchronize: false })
@Index('properties_newest', { synchronize: false })
@Index('properties_hiding', ['id'], { where: 'hides_some' })
@Index('properties_updated', { synchronize: false })
export class PropertyEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('uuid') uid: string;
  /**
   * The canonical key of the address: equal keys are the same address. For an address without a street it is the
   * listing's own key.
   */
  @Column('text', { name: 'address_key' }) addressKey: string;
  @Column('int', { name: 'suburb_id', nullable: true }) suburbId: number | null;
  /** Case-folded. */
  @Column('text') street: string;
  /** Case-folded. */
  @Column('text', { name: 'full_address' }) fullAddress: string;
  /** Sort key: suburb, street, street number (numerically), sub-number. */
  @Column({ type: 'text', name: 'address_order', collation: 'C' }) addressOrder: string;
  /** Decimal degrees. */
  @Column('double precision', { nullable: true }) latitude: number | null;
  @Column('double precision', { nullable: true }) longitude: number | null;
  /** Whether these are those of the centre of the suburb; null without coordinates. */
  @Column('boolean', { name: 'is_centre', nullable: true, default: false }) isCentre: boolean | null;
  /** This and the next four are those of the latest listing; a trigger on listings updates them. */
  @Column('smallint', { nullable: true }) bedrooms: number | null;
  @Column('smallint', { nullable: true }) bathrooms: number | null;
  @Column('smallint', { name: 'car_spaces', nullable: true }) carSpaces: number | null;
  /** A bit for each of LISTING_TYPES, in that order. */
  @Column('smallint', { name: 'listing_types' }) listingTypes: number;
  /** The current listing with the latest `modtime`; without a current one, the latest listing. */
  @Column('int', { name: 'shown_listing_id', nullable: true }) shownListingId: number | null;
  /** Whether one of its listings hides the address, or is hidden. A trigger on listings sets it. */
  @Column({ type: 'boolean', name: 'hides_some', insert: false, update: false, default: false })
  readonly hidesSome?: boolean;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;

  @ManyToOne('SuburbEntity')
  @JoinColumn({ name: 'suburb_id', foreignKeyConstraintName: 'properties_suburb_id_fkey' })
  suburb?: Relation<SuburbEntity> | null;
}

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
