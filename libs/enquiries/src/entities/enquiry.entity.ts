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

/** An enquiry about a listing: personal data, which no other table has (ADR 50). */
@Entity('enquiries')
@Unique('enquiries_uid_key', ['uid'])
@Index('enquiries_website', ['websiteId', 'held', 'id'])
@Index('enquiries_listing', ['listingId', 'createdAt'])
@Index('enquiries_created', ['createdAt'])
export class EnquiryEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('uuid') uid: string;
  @Column('int', { name: 'website_id' }) websiteId: number;
  /** The listing may be gone. */
  @Column('int', { name: 'listing_id' }) listingId: number;
  @Column('text') name: string;
  @Column('text') email: string;
  @Column('text') phone: string;
  @Column('text') message: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  /** Its listing has got too many: no hook is told. */
  @Column('boolean', { default: false }) held: boolean;
  /** The idempotency key of the request, with its stored pair: the answer that is stored for it has the enquiry. */
  @Column('int', { name: 'credential_id', nullable: true }) credentialId: number | null;
  @Column('text', { name: 'idempotency_key', nullable: true }) idempotencyKey: string | null;

  @ManyToOne('AccountEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'enquiries_website_id_fkey' })
  website?: Relation<AccountEntity>;
}

/** How many enquiries were accepted from an address, or for a listing (`listing 239`), in a window of time (ADR 50). */
@Entity('enquiry_counts')
@Index('enquiry_counts_until', ['until'])
export class EnquiryCountEntity {
  @PrimaryColumn('text') subject: string;
  @Column('int') count: number;
  @Column('timestamptz') until: Date;
}
