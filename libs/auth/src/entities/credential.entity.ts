import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  Unique,
  OneToOne,
  PrimaryColumn,
} from 'typeorm';
import { SCOPES, type Scope } from '../dto/auth.kinds.js';

/**
 * A key pair of an account, or a named key pair of the operator. The oldest pair of an account with the scope `full`
 * and without an expiry is its `accessKey` and `secretKey` (D13, ADR 4).
 */
@Entity('credentials')
@Unique('credentials_access_key_key', ['accessKey'])
@Check('credentials_scope_check', `scope IN (${SCOPES.map((scope) => `'${scope}'`).join(', ')})`)
@Check('credentials_operator_check', `website_id IS NOT NULL OR scope IN ('full', 'read') AND label <> ''`)
@Index('credentials_website', ['websiteId', 'id'])
export class CredentialEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' }) id: number;
  /** Null for a key pair of the operator. */
  @Column('int', { name: 'website_id', nullable: true }) websiteId: number | null;
  @Column('text', { name: 'access_key' }) accessKey: string;
  /** SHA-256 of the secret. */
  @Column('bytea', { name: 'secret_hash' }) secretHash: Buffer;
  /** The secret encrypted with AES-256-GCM: nonce, tag, ciphertext. */
  @Column('bytea', { name: 'secret_sealed' }) secretSealed: Buffer;
  @Column('text', { default: 'full' }) scope: Scope;
  @Column('text', { default: '' }) label: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  /** Null: it does not expire. */
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt: Date | null;

  @ManyToOne('AccountEntity', { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'credentials_website_id_fkey' })
  website?: { readonly id: number };
}

/** When a key pair was last used; stored once an hour. */
@Entity('credential_uses')
export class CredentialUseEntity {
  @PrimaryColumn('int', { name: 'credential_id' }) credentialId: number;
  @Column('timestamptz', { name: 'used_at' }) usedAt: Date;

  @OneToOne('CredentialEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'credential_id', foreignKeyConstraintName: 'credential_uses_credential_id_fkey' })
  credential?: { readonly id: number };
}
