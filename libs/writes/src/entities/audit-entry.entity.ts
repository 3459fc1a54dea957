import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What somebody has done (B23). It outlives what it names, so it refers to nothing. */
@Entity('audit_log')
@Index('audit_log_at', ['at'])
@Index('audit_log_website', ['websiteId', 'id'])
@Index('audit_log_former_website', ['formerWebsiteId', 'id'], { where: 'former_website_id IS NOT NULL' })
@Index('audit_log_author', ['authorWebsiteId', 'id'])
@Index('audit_log_thing', ['resourceId', 'resource', 'id'])
@Index('audit_log_credential', ['credentialId', 'id'])
export class AuditEntryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) at: Date;
  /** Whose keys they were: `operator` or `account`. */
  @Column('text') role: string;
  /** The account whose keys they were. */
  @Column('int', { name: 'author_website_id', nullable: true }) authorWebsiteId: number | null;
  /** Its stored pair. */
  @Column('int', { name: 'credential_id', nullable: true }) credentialId: number | null;
  /** The label of the operator's named pair. */
  @Column('text', { name: 'credential_label', nullable: true }) credentialLabel: string | null;
  /** The address by which the request was counted; null for a command. */
  @Column('text', { nullable: true }) address: string | null;
  @Column('text', { name: 'request_id', nullable: true }) requestId: string | null;
  /** The command; null for a request. */
  @Column('text', { nullable: true }) command: string | null;
  @Column('text') action: string;
  @Column('text') resource: string;
  @Column('int', { name: 'resource_id', nullable: true }) resourceId: number | null;
  /** The account that it concerns. */
  @Column('int', { name: 'website_id', nullable: true }) websiteId: number | null;
  /** The account that it concerned before. */
  @Column('int', { name: 'former_website_id', nullable: true }) formerWebsiteId: number | null;
  @Column('text', { array: true }) paths: string[];
  @Column('jsonb', { nullable: true }) counts: object | null;
}
