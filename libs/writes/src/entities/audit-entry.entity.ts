import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A recorded action (B23). It outlives the resources that it names, so it has no foreign keys. */
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
  /** The role of the author: `operator` or `account`. */
  @Column('text') role: string;
  /** The account of the author. */
  @Column('int', { name: 'author_website_id', nullable: true }) authorWebsiteId: number | null;
  /** The author's stored key pair. */
  @Column('int', { name: 'credential_id', nullable: true }) credentialId: number | null;
  /** The label of the operator's named key pair. */
  @Column('text', { name: 'credential_label', nullable: true }) credentialLabel: string | null;
  /** The address by which the request was counted; null for a command. */
  @Column('text', { nullable: true }) address: string | null;
  @Column('text', { name: 'request_id', nullable: true }) requestId: string | null;
  /** The command; null for a request. */
  @Column('text', { nullable: true }) command: string | null;
  @Column('text') action: string;
  @Column('text') resource: string;
  @Column('int', { name: 'resource_id', nullable: true }) resourceId: number | null;
  /** The account that the action concerns. */
  @Column('int', { name: 'website_id', nullable: true }) websiteId: number | null;
  /** The previous account of the resource. */
  @Column('int', { name: 'former_website_id', nullable: true }) formerWebsiteId: number | null;
  @Column('text', { array: true }) paths: string[];
  @Column('jsonb', { nullable: true }) counts: object | null;
}
