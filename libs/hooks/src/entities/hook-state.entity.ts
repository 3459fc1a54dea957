import { asNumber } from '@app/schema';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The delivery state of an endpoint, and its worker. */
@Entity('hook_states')
@Check('hook_states_state_check', `state IN ('active', 'failing', 'disabled')`)
@Index('hook_states_due', ['hookId'], { where: 'leased_until IS NOT NULL OR rests_until IS NOT NULL' })
export class HookStateEntity {
  /** No foreign key: its worker never waits for a write of the account. */
  @PrimaryColumn('int', { name: 'hook_id' }) hookId: number;
  @Column('text', { default: 'active' }) state: 'active' | 'failing' | 'disabled';
  /** Why it is disabled. */
  @Column('text', { nullable: true }) reason: string | null;
  /** Failed attempts since the last success. */
  @Column('int', { default: 0 }) failures: number;
  @Column('timestamptz', { name: 'failing_since', nullable: true }) failingSince: Date | null;
  /** No message is sent before. A past time: a worker must claim it. */
  @Column('timestamptz', { name: 'rests_until', nullable: true }) backoffUntil: Date | null;
  /** When it last accepted a test message. */
  @Column('timestamptz', { name: 'recovered_at', nullable: true }) recoveredAt: Date | null;
  /** Whether its last attempt was a success. */
  @Column('boolean', { name: 'has_answered', default: false }) hasAnswered: boolean;
  /** All messages up to this offset of the log were sent once. */
  @Column('text', { name: 'cursor_log' }) cursorLog: string;
  @Column('bigint', { name: 'cursor_xid', transformer: asNumber }) cursorXid: number;
  @Column('bigint', { name: 'cursor_id', transformer: asNumber }) cursorId: number;
  @Column('bigint', { name: 'cursor_listing', transformer: asNumber }) cursorListing: number;
  /** The last transaction of its replay. */
  @Column('bigint', { name: 'replay_until', nullable: true, transformer: asNumber }) replayUntil: number | null;
  /** Increases when its account enables it or replays changes: the worker then discards its own state. */
  @Column('int', { default: 0 }) revision: number;
  /** Increases with each claim by a worker. */
  @Column('int', { default: 0 }) lease: number;
  @Column('timestamptz', { name: 'leased_until', nullable: true }) leasedUntil: Date | null;
}
