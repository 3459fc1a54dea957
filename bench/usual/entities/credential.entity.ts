import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { Account } from './account.entity.js';

@Entity({ name: 'credentials', schema: 'usual' })
export class Credential {
  @PrimaryGeneratedColumn() id: number;
  @Column('text', { unique: true }) accessKey: string;

  @ManyToOne('Account', 'credentials', { nullable: false, onDelete: 'CASCADE' })
  @Index()
  account: Relation<Account>;
}
