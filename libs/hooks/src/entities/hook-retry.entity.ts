import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A delivery that has failed and is tried again. */
@Entity('hook_retries')
@Index('hook_retries_next', ['nextAt'])
export class HookRetryEntity {
  @PrimaryColumn('int', { name: 'hook_id' }) hookId: number;
  /** `webhook-id`. */
  @PrimaryColumn('text', { name: 'message_id' }) messageId: string;
  @Column('text') type: string;
  @Column('text') body: string;
  /** Attempts so far. */
  @Column('int') attempts: number;
  @Column('timestamptz', { name: 'next_at' }) nextAt: Date;
  /** Whether a delivery has brought it forward. */
  @Column('boolean', { name: 'is_forward', default: false }) isForward: boolean;
}
