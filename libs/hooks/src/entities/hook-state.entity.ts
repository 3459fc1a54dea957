import { asNumber } from '@app/schema';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** How an endpoint stands. Without a row: active, and it has all that the worker has handled. */
@Entity('hook_states')
@Check('hook_states_state_check', `state IN ('active', 'failing', 'disabled')`)
export class HookStateEntity {
  /** No foreign key: its worker never waits for a write of the account. */
  @PrimaryColumn('int', { name: 'hook_id' }) hookId: number;
  @Column('text', { default: 'active' }) state: 'active' | 'failing' | 'disabled';
  /** Why it is disabled. */
  @Column('text', { nullable: true }) reason: string | null;
  /** Failed attempts since the last success. */
  @Column('int', { default: 0 }) failures: number;
  @Column('timestamptz', { name: 'failing_since', nullable: true }) failingSince: Date | null;
  /** Before that nothing is sent, because the receiver has asked for it. */
  @Column('timestamptz', { name: 'rests_until', nullable: true }) backoffUntil: Date | null;
  /** The place in the log up to which it was sent everything once; null: that of `hook_progress`. */
  @Column('bigint', { name: 'cursor_xid', nullable: true, transformer: asNumber }) cursorXid: number | null;
  @Column('bigint', { name: 'cursor_id', nullable: true, transformer: asNumber }) cursorId: number | null;
  @Column('bigint', { name: 'cursor_listing', nullable: true, transformer: asNumber }) cursorListing: number | null;
  /** Where in the log its last replay ends. */
  @Column('bigint', { name: 'replay_until', nullable: true, transformer: asNumber }) replayUntil: number | null;
  /** Increases when its account enables it or has changes repeated: the worker stores nothing over that. */
  @Column('int', { default: 0 }) revision: number;
}
