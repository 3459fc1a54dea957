import { Column, Entity, JoinColumn, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { Credential } from './credential.entity.js';
import { Suburb } from './suburb.entity.js';

/** The fields that readers see are one JSON column, as many teams keep what they only show. */
export type AccountRecord = Readonly<Record<string, unknown>>;

@Entity('accounts')
export class Account {
  @PrimaryColumn('int') id: number;
  @Column('uuid') uid: string;
  @Column('text') name: string;
  @Column('text') link: string;
  @Column('text') hostname: string;
  @Column('text') type: string;
  @Column('text') search: string;
  @Column('int', { name: 'main_website_id' }) mainWebsiteId: number | null;
  @Column('text', { name: 'listing_source' }) listingSource: string;
  @Column('text', { name: 'listing_office_ids', array: true }) listingOfficeIds: string[];
  @Column('jsonb', { name: 'slug_templates' }) slugTemplates: Record<string, string>;
  @Column('jsonb') record: AccountRecord;

  @ManyToOne(() => Suburb)
  @JoinColumn({ name: 'suburb_id' })
  suburb: Relation<Suburb> | null;

  @OneToMany(() => Credential, (credential) => credential.account)
  credentials: Relation<Credential>[];
}
