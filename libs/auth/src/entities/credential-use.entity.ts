import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';

/** When a key pair was used last, noted once an hour. */
@Entity('credential_uses')
export class CredentialUseEntity {
  @PrimaryColumn('int', { name: 'credential_id' }) credentialId: number;
  @Column('timestamptz', { name: 'used_at' }) usedAt: Date;

  @OneToOne('CredentialEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'credential_id', foreignKeyConstraintName: 'credential_uses_credential_id_fkey' })
  credential?: { readonly id: number };
}
