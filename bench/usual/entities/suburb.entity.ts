import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity({ name: 'suburbs', schema: 'usual' })
export class Suburb {
  @PrimaryGeneratedColumn() id: number;
  @Column('uuid', { unique: true }) uid: string;
  @Column('text') @Index() suburb: string;
  @Column('text') @Index() state: string;
  @Column('text') @Index() postcode: string;
  @Column('text') @Index() name: string;
  @Column('text') @Index() slug: string;
  @Column('text') @Index() areaName: string;
  @Column('text') @Index() regionName: string;
  /** Of the reference, not only of addresses. */
  @Column('boolean') gazetted: boolean;
  @Column('jsonb', { nullable: true }) surroundingSuburbs: object[] | null;
}
