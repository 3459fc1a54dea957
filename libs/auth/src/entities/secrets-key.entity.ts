import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The SECRETS_KEY in force (ADR 34). The first start creates the only row; keys are identified by their fingerprints.
 */
@Entity('secrets_key')
@Check('secrets_key_single_check', 'single')
export class SecretsKeyEntity {
  @PrimaryColumn('boolean', { default: true }) single: true;
  /** The key under which secrets are sealed. */
  @Column('bytea', { name: 'in_force' }) inForce: Buffer;
  /** The previous key; null: there was none. */
  @Column('bytea', { nullable: true }) former: Buffer | null;
  /** When the reseal began; nothing has been sealed under the former key since. */
  @Column('timestamptz', { name: 'replaced_at', nullable: true }) replacedAt: Date | null;
  /** When the reseal was completed. */
  @Column('timestamptz', { name: 'resealed_at', nullable: true }) resealedAt: Date | null;
}
