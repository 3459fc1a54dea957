import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { FeedUploadEntity } from './feed-upload.entity.js';

/** Consecutive bytes of an upload. */
@Entity('feed_upload_chunks')
export class FeedUploadChunkEntity {
  @PrimaryColumn('uuid', { name: 'upload_id' }) uploadId: string;
  @PrimaryColumn('int') position: number;
  @Column('bytea') bytes: Buffer;

  @ManyToOne('FeedUploadEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'upload_id', foreignKeyConstraintName: 'feed_upload_chunks_upload_id_fkey' })
  upload?: Relation<FeedUploadEntity>;
}
