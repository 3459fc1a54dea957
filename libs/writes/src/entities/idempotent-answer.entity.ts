import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The response to the first request with an idempotency key, stored for a day (B24). */
@Entity('idempotent_answers')
@Index('idempotent_answers_at', ['at'])
export class IdempotentAnswerEntity {
  /** The stored key pair of the request; 0: the operator. */
  @PrimaryColumn('int', { name: 'credential_id' }) credentialId: number;
  @PrimaryColumn('text') key: string;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) at: Date;
  /** SHA-256 of method, path and body. */
  @Column('bytea') fingerprint: Buffer;
  /** Status, headers and body as JSON, encrypted like secrets, because the body may contain one. */
  @Column('bytea') answer: Buffer;
}
