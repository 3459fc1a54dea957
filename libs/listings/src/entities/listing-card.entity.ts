import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { ListingEntity } from './listing.entity.js';

/** The short item of a listing, made when the listing is written: in narrow rows, of which a page reads a hundred. */
@Entity('listing_cards')
@Index('listing_cards_representation', ['representation'])
export class ListingCardEntity {
  @PrimaryColumn('int', { name: 'listing_id' }) listingId: number;
  /** The members of its JSON, without braces, and without those that come from the account and the agents. */
  @Column('text') card: string;
  /** The slugified values of the placeholders of slug templates (D29), as JSON text. */
  @Column('text', { name: 'slug_values' }) slugValues: string;
  /** Version of the declarations that the card was made from. */
  @Column('int', { default: 0 }) representation: number;

  @OneToOne('ListingEntity', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'listing_id', foreignKeyConstraintName: 'listing_cards_listing_id_fkey' })
  listing?: Relation<ListingEntity>;
}
