import type { AccountEntity } from '@app/accounts';
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
} from 'typeorm';

/** An enquiry to an agency. It is personal data, which no other table contains (ADR 36). */
@Entity('enquiries')
@Unique('enquiries_uid_key', ['uid'])
@Index('enquiries_website', ['websiteId', 'held', 'id'])
@Index('enquiries_listing', ['listingId', 'createdAt'])
@Index('enquiries_agent', ['agentId', 'createdAt'])
@Index('enquiries_created', ['createdAt'])
export class EnquiryEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('uuid') uid: string;
  @Column('int', { name: 'website_id' }) websiteId: number;
  /** `listing`, or the purpose of an enquiry to an agent or an account. */
  @Column('text') kind: string;
  /** The listing or the agent may have been deleted. */
  @Column('int', { name: 'listing_id', nullable: true }) listingId: number | null;
  @Column('int', { name: 'agent_id', nullable: true }) agentId: number | null;
  @Column('text') name: string;
  @Column('text') email: string;
  @Column('text') phone: string;
  @Column('text', { default: '' }) address: string;
  @Column('text') message: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  /** The listing, agent or account has exceeded its limit; hooks do not report the enquiry. */
  @Column('boolean', { default: false }) held: boolean;
  /**
   * The idempotency key of the request and its stored key pair; the response stored for the key contains the enquiry.
   */
  @Column('int', { name: 'credential_id', nullable: true }) credentialId: number | null;
  @Column('text', { name: 'idempotency_key', nullable: true }) idempotencyKey: string | null;

  @ManyToOne('AccountEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'enquiries_website_id_fkey' })
  website?: Relation<AccountEntity>;
}

/** The number of accepted enquiries of an address, or to `listing 239`, `agent 5`, `website 3`, in a time window. */
@Entity('enquiry_counts')
@Index('enquiry_counts_until', ['until'])
export class EnquiryCountEntity {
  @PrimaryColumn('text') subject: string;
  @Column('int') count: number;
  @Column('timestamptz') until: Date;
}
