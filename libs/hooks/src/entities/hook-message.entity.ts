import { Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** An undelivered message. */
@Entity('hook_messages')
@Unique('hook_messages_hook_id_message_id_key', ['hookId', 'messageId'])
@Index('hook_messages_next', ['hookId', 'nextAt', 'id'])
export class HookMessageEntity {
  /** Determines the order of first attempts. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: string;
  @Column('int', { name: 'hook_id' }) hookId: number;
  /** `webhook-id`. */
  @Column('text', { name: 'message_id' }) messageId: string;
  @Column('text') type: string;
  @Column('text') body: string;
  /** The time of the change. */
  @Column('timestamptz') at: Date;
  /** The number of attempts so far. */
  @Column('int', { default: 0 }) attempts: number;
  @Column('timestamptz', { name: 'next_at' }) nextAt: Date;
  /** Whether a successful delivery made it due early. */
  @Column('boolean', { name: 'is_forward', default: false }) isForward: boolean;
}

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
  /** The HTTP status; null: there was no response. */
  @Column('int', { nullable: true }) status: number | null;
  @Column('int', { name: 'duration_ms' }) durationMs: number;
  /** The first kB of the response, or why there was none. */
  @Column('text') reply: string;
  /** The time of the next attempt; null: none. */
  @Column('timestamptz', { name: 'next_at', nullable: true }) nextAt: Date | null;
}
