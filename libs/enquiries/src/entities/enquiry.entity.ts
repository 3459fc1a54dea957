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

/** An enquiry about a listing. It is personal data, which no other table contains (ADR 36). */
@Entity('enquiries')
@Unique('enquiries_uid_key', ['uid'])
@Index('enquiries_website', ['websiteId', 'held', 'id'])
@Index('enquiries_listing', ['listingId', 'createdAt'])
@Index('enquiries_created', ['createdAt'])
export class EnquiryEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('uuid') uid: string;
  @Column('int', { name: 'website_id' }) websiteId: number;
  /** The listing may have been deleted. */
  @Column('int', { name: 'listing_id' }) listingId: number;
  @Column('text') name: string;
  @Column('text') email: string;
  @Column('text') phone: string;
  @Column('text') message: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  /** The listing has exceeded its limit; hooks do not report the enquiry. */
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

/** The number of accepted enquiries of an address, or for a listing (`listing 239`), in a time window (ADR 36). */
@Entity('enquiry_counts')
@Index('enquiry_counts_until', ['until'])
export class EnquiryCountEntity {
  @PrimaryColumn('text') subject: string;
  @Column('int') count: number;
  @Column('timestamptz') until: Date;
}
