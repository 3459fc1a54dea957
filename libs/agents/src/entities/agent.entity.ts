import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person of an account: what filters use as columns, the record of every field, and the documents made of it. */
@Entity('agents')
export class AgentEntity {
  @PrimaryColumn('int') id: number;
  @Column('uuid') uid: string;
  /** Moves with every update; the first part of the ETag. */
  @Column('int') version: number;
  @Column('int', { name: 'website_id' }) websiteId: number;
  @Column('text') name: string;
  @Column('text') slug: string;
  /** Folded. */
  @Column('text', { name: 'email_agency' }) emailAgency: string;
  /** Folded. */
  @Column('text', { name: 'email_crm' }) emailCrm: string;
  /** Folded. */
  @Column('text', { array: true }) departments: string[];
  /** Name and e-mails, folded, a field a line. */
  @Column('text') search: string;
  /** Every writable field. */
  @Column('jsonb') record: Record<string, unknown>;
  /** JSON text of the list representation, without statistics and website. */
  @Column('text') item: string;
  /** JSON text of the biography, which single reads add. */
  @Column('text') biography: string;
  /** JSON text of the agent inside a listing's single read, without what depends on the listing. */
  @Column('text') card: string;
  /** Of which declarations the three texts were made. */
  @Column('int') representation: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}
