import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A key pair of an account; the first one is the account's `accessKey` and `secretKey` (D13). */
@Entity('credentials')
@Unique('credentials_access_key_key', ['accessKey'])
@Index('credentials_website', ['websiteId', 'id'])
export class CredentialEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('int', { name: 'website_id' }) websiteId: number;
  @Column('text', { name: 'access_key' }) accessKey: string;
  /** SHA-256 of the secret. */
  @Column('bytea', { name: 'secret_hash' }) secretHash: Buffer;
  /** The secret encrypted with AES-256-GCM: nonce, tag, ciphertext. */
  @Column('bytea', { name: 'secret_sealed' }) secretSealed: Buffer;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;

  @ManyToOne('AccountEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'website_id', foreignKeyConstraintName: 'credentials_website_id_fkey' })
  website?: { readonly id: number };
}
