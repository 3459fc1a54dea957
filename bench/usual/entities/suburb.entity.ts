import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('suburbs')
export class Suburb {
  @PrimaryColumn('int') id: number;
  @Column('text') suburb: string;
  @Column('text') state: string;
  @Column('text') postcode: string;
  @Column('text') name: string;
  @Column('text') slug: string;
  @Column('text', { name: 'area_name' }) areaName: string;
  @Column('text', { name: 'region_name' }) regionName: string;
  @Column('boolean') gazetted: boolean;
  @Column('text', { transformer: { from: (text: string) => JSON.parse(text) as object, to: JSON.stringify } })
  document: object;
}
