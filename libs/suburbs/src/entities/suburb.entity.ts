import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A suburb of the reference (`gazetted`), or a place outside it that an address names. */
@Entity('suburbs')
export class SuburbEntity {
  @PrimaryColumn('int') id: number;
  @Column('uuid') uid: string;
  @Column('text') suburb: string;
  @Column('text') state: string;
  @Column('text') postcode: string;
  /** "Richmond VIC 3121" (D6). */
  @Column('text') name: string;
  /** "richmond-vic-3121" (D6). */
  @Column('text') slug: string;
  @Column('text', { name: 'area_name' }) areaName: string;
  @Column('text', { name: 'region_name' }) regionName: string;
  @Column('jsonb', { name: 'surrounding_suburbs' }) surroundingSuburbs: { name: string; slug: string }[] | null;
  /** Decimal degrees. */
  @Column('double precision') latitude: number | null;
  @Column('double precision') longitude: number | null;
  /** IANA name; empty when unknown. */
  @Column('text', { name: 'time_zone' }) timeZone: string;
  @Column('boolean') gazetted: boolean;
  /** The representation (a prebuilt document), as JSON text. */
  @Column('text') document: string;
  /** The version of the declarations that the document was made from. */
  @Column('int') representation: number;
}
