import { asNumber } from '@app/schema';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How an endpoint stands, and which worker has it. */
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
  /** Nothing is sent before. A time that has passed: a worker looks at it. */
  @Column('timestamptz', { name: 'rests_until', nullable: true }) backoffUntil: Date | null;
  /** When a test message has reached it last. */
  @Column('timestamptz', { name: 'recovered_at', nullable: true }) recoveredAt: Date | null;
  /** Whether its last attempt was a success. */
  @Column('boolean', { name: 'has_answered', default: false }) hasAnswered: boolean;
  /** The place in the log up to which it was sent everything once. */
  @Column('text', { name: 'cursor_log' }) cursorLog: string;
  @Column('bigint', { name: 'cursor_xid', transformer: asNumber }) cursorXid: number;
  @Column('bigint', { name: 'cursor_id', transformer: asNumber }) cursorId: number;
  @Column('bigint', { name: 'cursor_listing', transformer: asNumber }) cursorListing: number;
  /** Where in the log its last replay ends. */
  @Column('bigint', { name: 'replay_until', nullable: true, transformer: asNumber }) replayUntil: number | null;
  /** Increases when its account enables it or has changes repeated: its worker stores no state over that. */
  @Column('int', { default: 0 }) revision: number;
  /** Increases with each worker that takes it, until the lease ends or is given back. */
  @Column('int', { default: 0 }) lease: number;
  @Column('timestamptz', { name: 'leased_until', nullable: true }) leasedUntil: Date | null;
}
