import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Account } from './account.entity.js';

@Entity({ name: 'agents', schema: 'usual' })
export class Agent {
  @PrimaryGeneratedColumn() id: number;
  @Column('uuid', { unique: true }) uid: string;
  @Column('text') @Index() name: string;
  @Column('text') firstname: string;
  @Column('text') lastname: string;
  @Column('text', { unique: true }) slug: string;
  @Column('text') @Index() emailAgency: string;
  @Column('text') @Index() emailCrm: string;
  @Column('text') biography: string;
  @Column('text') profileImage: string;
  @Column('text') profileLink: string;
  @Column('text') profileVideo: string;
  @Column('text', { array: true }) departments: string[];
  @Column('text', { array: true }) officeID: string[];
  @Column('text', { array: true }) positions: string[];
  @Column('jsonb') socialMedia: object;
  @Column('jsonb') telephone: object[];
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;

  @ManyToOne(() => Account, { nullable: false, onDelete: 'CASCADE' })
  @Index()
  website: Relation<Account>;
}
