import { Column, Entity, Index, PrimaryGeneratedColumn, PrimaryColumn } from 'typeorm';

/** An attempt of a delivery. */
@Entity('hook_deliveries')
@Index('hook_deliveries_hook', ['hookId', 'id'])
export class HookDeliveryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: string;
  @Column('int', { name: 'hook_id' }) hookId: number;
  /** `webhook-id`: the same for all attempts of a delivery. */
  @Column('text', { name: 'message_id' }) messageId: string;
  @Column('text') type: string;
  @Column('timestamptz') at: Date;
  /** From 1. */
  @Column('int') attempt: number;
  /** The HTTP status; null: there was no answer. */
  @Column('int', { nullable: true }) status: number | null;
  @Column('int', { name: 'duration_ms' }) durationMs: number;
  /** The first kB of the answer, or why there was none. */
  @Column('text') reply: string;
  /** The time of the next attempt; null: none. */
  @Column('timestamptz', { name: 'next_at', nullable: true }) nextAt: Date | null;
}

/** A failed delivery that is repeated. */
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
  /** Whether a delivery has made it due early. */
  @Column('boolean', { name: 'is_forward', default: false }) isForward: boolean;
}
