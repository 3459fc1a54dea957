import { asNumber } from '@app/schema';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Up to where the log was handled for every endpoint that has no place of its own. One row. */
@Entity('hook_progress')
@Check('hook_progress_single_check', 'single')
export class HookProgressEntity {
  @PrimaryColumn('boolean', { default: true }) single: true;
  /** Increases with each worker: one that was replaced stores nothing any more. */
  @Column('bigint', { default: 0, transformer: asNumber }) term: number;
  /** The name of the log (ADR 27). */
  @Column('text', { default: '' }) log: string;
  @Column('bigint', { default: 0, transformer: asNumber }) xid: number;
  @Column('bigint', { default: 0, transformer: asNumber }) id: number;
}
