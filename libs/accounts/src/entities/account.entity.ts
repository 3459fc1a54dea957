import { ACCOUNT_TYPES } from '@app/auth';
import type { SuburbEntity } from '@app/suburbs';
import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  Unique,
} from 'typeorm';

/** An agency website: columns for filters, the record with every field, and the documents built from it. */
@Entity('accounts')
@Unique('accounts_uid_key', ['uid'])
@Index('accounts_main', ['mainWebsiteId'], { where: 'main_website_id IS NOT NULL' })
@Index('accounts_hostname', ['hostname'])
@Index('accounts_slug', ['slug'])
@Index('accounts_suburb', ['suburbId'])
@Check('accounts_type_check', `type IN (${ACCOUNT_TYPES.map((type) => `'${type}'`).join(', ')})`)
export class AccountEntity {
  /** `websiteID`. */
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('uuid') uid: string;
  /** Increases with every update; the first part of the ETag. */
  @Column('int') version: number;
  @Column('text') name: string;
  /** Without case, accents and apostrophes. */
  @Column('text', { name: 'folded_name', default: '' }) foldedName: string;
  /** The words of the name in the form that searches compare; triggers copy them to the account's listings (ADR 25). */
  @Column('text', { name: 'name_words', array: true, default: [] }) nameWords: string[];
  /** The name in links, which several accounts may have. */
  @Column('text', { default: '' }) slug: string;
  @Column('text') link: string;
  @Column('text') hostname: string;
  @Column('boolean') status: boolean;
  /** Whether the public sees the account (`isDisplayToFrontEnd`). */
  @Column('boolean', { name: 'is_displayed', default: false }) isDisplayed: boolean;
  @Column('text') type: string;
  @Column('boolean', { name: 'is_website_client' }) isWebsiteClient: boolean;
  @Column('boolean', { name: 'has_for_sale' }) hasForSale: boolean;
  @Column('boolean', { name: 'has_for_rent' }) hasForRent: boolean;
  @Column('int', { name: 'main_website_id', nullable: true }) mainWebsiteId: number | null;
  @Column('text', { name: 'listing_source' }) listingSource: string;
  @Column('text', { name: 'listing_office_ids', array: true }) listingOfficeIds: string[];
  /** Case-folded agentIDs of the account in feeds of several accounts (B43). */
  @Column('text', { name: 'feed_agent_ids', array: true, default: [] }) feedAgentIds: string[];
  @Column('int', { name: 'suburb_id', nullable: true }) suburbId: number | null;
  /** The coordinates of the office; without its own, a trigger sets the centre of its suburb. */
  @Column('double precision', { nullable: true }) latitude: number | null;
  @Column('double precision', { nullable: true }) longitude: number | null;
  /** Whether the coordinates are the centre of the suburb; set by a trigger. */
  @Column({ type: 'boolean', name: 'is_centre', default: false, insert: false, update: false })
  readonly isCentre?: boolean;
  /** Case-folded. */
  @Column('text', { name: 'full_address' }) fullAddress: string;
  /** The text that `s` searches, folded like the name, one field per line (D14). */
  @Column('text') search: string;
  /** Slug template by listing type; empty if the account has none (D29). */
  @Column('jsonb', { name: 'slug_templates' }) slugTemplates: Record<string, string>;
  /** Every writable field except the credentials. */
  @Column('jsonb') record: Record<string, unknown>;
  /** JSON text of the list representation. */
  @Column('text') item: string;
  /** JSON text of the single representation. */
  @Column('text') detail: string;
  /** JSON text of the summary inside listings. */
  @Column('text', { name: 'listing_summary' }) listingSummary: string;
  /** The summary that `public` keys see. */
  @Column('text', { name: 'public_summary' }) publicSummary: string;
  /** JSON text of the account on cards of listings. */
  @Column('text', { name: 'listing_card' }) listingCard: string;
  /** JSON text of the summary inside agents, without `accessKey`. */
  @Column('text', { name: 'agent_summary' }) agentSummary: string;
  /** Version of the declarations from which the six texts were built. */
  @Column('int', { default: 0 }) representation: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;

  @ManyToOne('AccountEntity')
  @JoinColumn({ name: 'main_website_id', foreignKeyConstraintName: 'accounts_main_website_id_fkey' })
  mainWebsite?: Relation<AccountEntity> | null;

  @ManyToOne('SuburbEntity')
  @JoinColumn({ name: 'suburb_id', foreignKeyConstraintName: 'accounts_suburb_id_fkey' })
  suburb?: Relation<SuburbEntity> | null;
}
