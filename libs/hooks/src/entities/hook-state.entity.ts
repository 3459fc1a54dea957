import { asNumber } from '@app/schema';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The delivery state of an endpoint, and its worker. */
@Entity('hook_states')
@Check('hook_states_state_check', `state IN ('active', 'failing', 'disabled')`)
@Index('hook_states_more', ['hookId'], { where: 'has_more' })
export class HookStateEntity {
  /** No foreign key: its worker never waits for a write of the account. */
  @PrimaryColumn('int', { name: 'hook_id' }) hookId: number;
  @Column('text', { default: 'active' }) state: 'active' | 'failing' | 'disabled';
  /** Why it is disabled. */
  @Column('text', { nullable: true }) reason: string | null;
  /** Failed attempts since the last success. */
  @Column('int', { default: 0 }) failures: number;
  @Column('timestamptz', { name: 'failing_since', nullable: true }) failingSince: Date | null;
  /** No message is sent before. A past time: the next success ends a pause. */
  @Column('timestamptz', { name: 'rests_until', nullable: true }) backoffUntil: Date | null;
  /** When its account enabled it, or it accepted a test message: earlier failures do not count. */
  @Column('timestamptz', { name: 'recovered_at', nullable: true }) recoveredAt: Date | null;
  /** Whether its last attempt was a success. */
  @Column('boolean', { name: 'has_answered', default: false }) hasAnswered: boolean;
  /** All messages up to this offset of the log are stored. */
  @Column('text', { name: 'cursor_log' }) cursorLog: string;
  @Column('bigint', { name: 'cursor_xid', transformer: asNumber }) cursorXid: number;
  @Column('bigint', { name: 'cursor_id', transformer: asNumber }) cursorId: number;
  @Column('bigint', { name: 'cursor_listing', transformer: asNumber }) cursorListing: number;
  /** The last transaction of its replay. */
  @Column('bigint', { name: 'replay_until', nullable: true, transformer: asNumber }) replayUntil: number | null;
  /** The log may have changes after the cursor: a worker reads on. */
  @Column('boolean', { name: 'has_more', default: true }) hasMore: boolean;
  /** The last transaction that a worker has seen to concern it. */
  @Column('bigint', { name: 'marked_xid', default: 0, transformer: asNumber }) markedXid: number;
  /** Increases with each claim by a worker. */
  @Column('int', { default: 0 }) lease: number;
  @Column('timestamptz', { name: 'leased_until', nullable: true }) leasedUntil: Date | null;
}
