import type { AgentFields } from '../dto/agent.fields.js';
import type { AccountEntity } from '@app/accounts';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation, Unique } from 'typeorm';

/** An agent of an account: columns for filters, the record with every field, and the documents built from it. */
@Entity('agents')
@Unique('agents_uid_key', ['uid'])
@Unique('agents_slug_key', ['slug', 'websiteId'])
@Index('agents_website', ['websiteId', 'id'])
@Index('agents_email_agency', ['emailAgency'])
@Index('agents_email_crm', ['emailCrm'])
@Index('agents_folded_name', ['foldedName'])
@Index('agents_departments', ['departments'], { type: 'gin' })
@Index('agents_unique_listing_agent', ['websiteId', 'uniqueListingAgentID'], {
  unique: true,
  where: `unique_listing_agent_id <> ''`,
})
@Index('agents_alphabetical', { synchronize: false })
@Index('agents_folded_name_part', { synchronize: false })
@Index('agents_newest', { synchronize: false })
@Index('agents_updated', { synchronize: false })
export class AgentEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('uuid') uid: string;
  /** Increases with every update; the first part of the ETag. */
  @Column('int') version: number;
  @Column('int', { name: 'website_id' }) websiteId: number;
  @Column('text') name: string;
  /** Without case, accents and apostrophes. */
  @Column('text', { name: 'folded_name', default: '' }) foldedName: string;
  /** The search words of the name. */
  @Column('text', { name: 'name_words', array: true, default: [] }) nameWords: string[];
  @Column('text') slug: string;
  /** Case-folded. */
  @Column('text', { name: 'email_agency' }) emailAgency: string;
  /** Case-folded. */
  @Column('text', { name: 'email_crm' }) emailCrm: string;
  /** Case-folded. */
  @Column('text', { array: true }) departments: string[];
  /** The person id in feeds of the account; empty if no feed provided one. */
  @Column('text', { name: 'unique_listing_agent_id', default: '' }) uniqueListingAgentID: string;
  /** Name and e-mail addresses, folded like the name, one per line. */
  @Column('text') search: string;
  /** Every writable field. */
  @Column('jsonb') record: AgentFields;
  /** JSON text of the list representation, without statistics and website. */
  @Column('text') item: string;
  /** JSON text of the biography, which single reads add. */
  @Column('text') biography: string;
  /** JSON text of the agent in a listing's single read, without members that depend on the listing. */
  @Column('text') card: string;
  /** JSON text of the agent on cards of listings. */
  @Column('text', { name: 'listing_card' }) listingCard: string;
  /** Version of the declarations from which the four texts were built. */
  @Column('int', { default: 0 }) representation: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;

  @ManyToOne('AccountEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'agents_website_id_fkey' })
  website?: Relation<AccountEntity>;
}
