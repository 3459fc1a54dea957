import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Which SECRETS_KEY is in force (ADR 47). One row, of the first start; keys are told by their fingerprints. */
@Entity('secrets_key')
@Check('secrets_key_single_check', 'single')
export class SecretsKeyEntity {
  @PrimaryColumn('boolean', { default: true }) single: true;
  /** The key that secrets are sealed under. */
  @Column('bytea', { name: 'in_force' }) inForce: Buffer;
  /** The key before; null: there was none. */
  @Column('bytea', { nullable: true }) former: Buffer | null;
  /** When the reseal began: from then on nothing is sealed under the former key. */
  @Column('timestamptz', { name: 'replaced_at', nullable: true }) replacedAt: Date | null;
  /** When the reseal was complete. */
  @Column('timestamptz', { name: 'resealed_at', nullable: true }) resealedAt: Date | null;
}
