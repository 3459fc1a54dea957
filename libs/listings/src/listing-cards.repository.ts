import { AccountTexts } from '@app/accounts';
import { AgentNames } from '@app/agents';
import { representationOf } from '@app/documents';
import { sql, type SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { KeptItems, readStill } from './kept-items.repository.js';
import { wholeCard } from './listing-card.js';
import { listingCards, renewedCard } from './listing-cards.documents.js';
import { listingLines, type ListingLineRow } from './listing.export.js';
import { listingLink, type ListingStamp, type ListingSurroundings, type SlugValues } from './listing.presenter.js';

/** The texts of a listing's card. */
interface CardText {
  readonly card: string;
  readonly slugValues: string;
  readonly listingType: string;
  readonly representation: number;
}

/** Listings as cards. */
@Injectable()
export class ListingCards extends KeptItems<CardText> {
  constructor(accounts: AccountTexts, agents: AgentNames) {
    super(
      {
        columns: () => sql`card.card, card.slug_values AS "slugValues", listing.listing_type AS "listingType",
          card.representation`,
        joins: sql`JOIN listing_cards card ON card.listing_id = listing.id`,
        column: 'card',
        agent: 'name',
        maxBytes: 16 * 1024 * 1024,
        present,
      },
      accounts,
      agents,
    );
  }

  /** Those of another representation version are made anew; they are seldom any, and read by a statement of their own. */
  protected override async textsOf(
    rows: readonly ListingStamp[],
    executor: SqlExecutor,
  ): Promise<(CardText | undefined)[]> {
    const texts = await super.textsOf(rows, executor);
    const representation = representationOf(listingCards);
    const isStale = (text: CardText | undefined) => text !== undefined && text.representation !== representation;
    if (!texts.some(isStale)) return texts;
    const sources = await readStill<ListingLineRow>(
      rows.filter((_, at) => isStale(texts[at])),
      listingLines,
      executor,
    );
    const renewed = new Map(sources.map(({ listingID, ...row }) => [listingID, renewedCard(row)]));
    return rows.map(({ listingID }, at) => {
      const [text, card] = [texts[at], renewed.get(listingID)];
      if (!isStale(text)) return text;
      return text && card && { ...text, ...card };
    });
  }
}

function present({ card, slugValues, listingType }: CardText, { account, agents }: ListingSurroundings): string {
  const { slug, link } = listingLink(account, listingType, JSON.parse(slugValues) as SlugValues); // written by cardTexts
  return wholeCard(card, { agents, slug, link });
}
