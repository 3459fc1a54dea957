import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How many enquiries were accepted from an address, or for a listing (`listing 239`), in a window of time (ADR 50). */
@Entity('enquiry_counts')
@Index('enquiry_counts_until', ['until'])
export class EnquiryCountEntity {
  @PrimaryColumn('text') subject: string;
  @Column('int') count: number;
  @Column('timestamptz') until: Date;
}
