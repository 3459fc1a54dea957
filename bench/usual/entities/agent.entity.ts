import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Account } from './account.entity.js';

@Entity('agents')
export class Agent {
  @PrimaryColumn('int') id: number;
  @Column('uuid') uid: string;
  @Column('text') name: string;
  @Column('text') slug: string;
  @Column('jsonb') record: AgentRecord;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;

  @ManyToOne(() => Account)
  @JoinColumn({ name: 'website_id' })
  website: Relation<Account>;
}

export interface AgentRecord {
  readonly email: { readonly agency: string; readonly crm: string };
  readonly [field: string]: unknown;
}
