import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One key pair of an account; its first is the account's `accessKey` and `secretKey` (D13). */
@Entity('credentials')
export class CredentialEntity {
  @PrimaryGeneratedColumn('identity') id: number;
  @Column('int', { name: 'website_id' }) websiteId: number;
  @Column('text', { name: 'access_key' }) accessKey: string;
  /** SHA-256 of the secret. */
  @Column('bytea', { name: 'secret_hash' }) secretHash: Buffer;
  /** The secret under AES-256-GCM: nonce, tag, ciphertext. */
  @Column('bytea', { name: 'secret_sealed' }) secretSealed: Buffer;
}
