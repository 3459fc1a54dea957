import type { AccountEntity } from '@app/accounts';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
  Unique,
} from 'typeorm';

/** A saved search of an account (ADR 54). */
@Entity('searches')
@Unique('searches_uid_key', ['uid'])
@Index('searches_website', ['websiteId', 'id'])
@Index('searches_reference', ['websiteId', 'reference', 'id'])
export class SearchEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('uuid') uid: string;
  @Column('int', { name: 'website_id' }) websiteId: number;
  @Column('text') name: string;
  @Column('text') query: string;
  @Column('text') reference: string;
  @Column('text', { array: true }) notify: string[];
  /** Where in the log its matches begin. */
  @Column('text') cursor: string;
  @Column('int', { default: 1 }) version: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) updatedAt: Date;

  @ManyToOne('AccountEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'searches_website_id_fkey' })
  website?: Relation<AccountEntity>;
}

/** The cursor up to which hooks were told of matches: one row. */
@Entity('search_progress')
export class SearchProgressEntity {
  @PrimaryColumn('text') cursor: string;
}
