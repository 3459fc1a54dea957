import { Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A suburb of the reference (`gazetted`), or a place outside it that an address refers to. */
@Entity('suburbs')
@Unique('suburbs_uid_key', ['uid'])
@Index('suburbs_slug', ['slug'])
@Index('suburbs_name', { synchronize: false })
@Index('suburbs_keys', ['placeKeys'], { type: 'gin' })
@Index('suburbs_place_text', { synchronize: false })
export class SuburbEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('uuid') uid: string;
  @Column('text') suburb: string;
  @Column('text') state: string;
  @Column('text') postcode: string;
  /** "Richmond VIC 3121" (D6). */
  @Column('text') name: string;
  /** "richmond-vic-3121" (D6). */
  @Column('text') slug: string;
  @Column('text', { name: 'area_name', default: '' }) areaName: string;
  @Column('text', { name: 'region_name', default: '' }) regionName: string;
  /** The keys of its names, by which location filters and feeds find it. */
  @Column('text', { name: 'place_keys', array: true, default: '{}' }) placeKeys: string[];
  /** The canonical name with state and postcode, for searches by parts of it. */
  @Column('text', { name: 'place_text', default: '' }) placeText: string;
  @Column('jsonb', { name: 'surrounding_suburbs', nullable: true }) surroundingSuburbs:
    { name: string; slug: string }[] | null;
  /** Decimal degrees. */
  @Column('double precision', { nullable: true }) latitude: number | null;
  @Column('double precision', { nullable: true }) longitude: number | null;
  /** IANA name; empty when unknown. */
  @Column('text', { name: 'time_zone', default: '' }) timeZone: string;
  @Column('boolean') gazetted: boolean;
  /** The representation (a prebuilt document), as JSON text. */
  @Column('text') document: string;
  /** The version of the declarations from which the document was built. */
  @Column('int', { default: 0 }) representation: number;
}
