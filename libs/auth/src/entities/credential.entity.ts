import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A key pair of an account; the first one is the account's `accessKey` and `secretKey` (D13). */
@Entity('credentials')
export class CredentialEntity {
  @PrimaryGeneratedColumn('identity') id: number;
  @Column('int', { name: 'website_id' }) websiteId: number;
  @Column('text', { name: 'access_key' }) accessKey: string;
  /** SHA-256 of the secret. */
  @Column('bytea', { name: 'secret_hash' }) secretHash: Buffer;
  /** The secret encrypted with AES-256-GCM: nonce, tag, ciphertext. */
  @Column('bytea', { name: 'secret_sealed' }) secretSealed: Buffer;
}
