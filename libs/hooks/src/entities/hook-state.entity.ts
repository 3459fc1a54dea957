import { asNumber } from '@app/schema';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The delivery state of an endpoint, and the lease of its worker. */
@Entity('hook_states')
@Check('hook_states_state_check', `state IN ('active', 'failing', 'disabled')`)
@Index('hook_states_more', ['hookId'], { where: 'has_more' })
export class HookStateEntity {
  /** Without a foreign key, so that the worker never waits for a write of the account. */
  @PrimaryColumn('int', { name: 'hook_id' }) hookId: number;
  @Column('text', { default: 'active' }) state: 'active' | 'failing' | 'disabled';
  /** Why it is disabled. */
  @Column('text', { nullable: true }) reason: string | null;
  /** The number of failed attempts since the last success. */
  @Column('int', { default: 0 }) failures: number;
  @Column('timestamptz', { name: 'failing_since', nullable: true }) failingSince: Date | null;
  /** No message is sent before this time. If it has passed, the next success makes all waiting messages due. */
  @Column('timestamptz', { name: 'rests_until', nullable: true }) backoffUntil: Date | null;
  /** When the account last enabled the endpoint, or it accepted a test message; earlier failures do not count. */
  @Column('timestamptz', { name: 'recovered_at', nullable: true }) recoveredAt: Date | null;
  /** Whether the last attempt succeeded. */
  @Column('boolean', { name: 'has_answered', default: false }) hasAnswered: boolean;
  /** The offset in the log up to which all messages are stored. */
  @Column('text', { name: 'cursor_log' }) cursorLog: string;
  @Column('bigint', { name: 'cursor_xid', transformer: asNumber }) cursorXid: number;
  @Column('bigint', { name: 'cursor_id', transformer: asNumber }) cursorId: number;
  @Column('bigint', { name: 'cursor_listing', transformer: asNumber }) cursorListing: number;
  /** The last transaction of the current replay. */
  @Column('bigint', { name: 'replay_until', nullable: true, transformer: asNumber }) replayUntil: number | null;
  /** Whether the log may have changes after the cursor. */
  @Column('boolean', { name: 'has_more', default: true }) hasMore: boolean;
  /** The last transaction known to concern the endpoint. */
  @Column('bigint', { name: 'marked_xid', default: 0, transformer: asNumber }) markedXid: number;
  /** Increases with each claim by a worker. */
  @Column('int', { default: 0 }) lease: number;
  @Column('timestamptz', { name: 'leased_until', nullable: true }) leasedUntil: Date | null;
}
