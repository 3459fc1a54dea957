import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Account } from './account.entity.js';

@Entity('credentials')
export class Credential {
  @PrimaryColumn('int') id: number;
  @Column('text', { name: 'access_key' }) accessKey: string;

  @ManyToOne(() => Account, (account) => account.credentials)
  @JoinColumn({ name: 'website_id' })
  account: Relation<Account>;
}
