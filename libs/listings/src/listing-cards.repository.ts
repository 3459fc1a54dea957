import { AccountTexts } from '@app/accounts';
import { AgentNames } from '@app/agents';
import { representationOf } from '@app/documents';
import { oneOf, sql, type SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { ItemTexts } from './item-texts.repository.js';
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
export class ListingCards extends ItemTexts<CardText> {
  constructor(accounts: AccountTexts, agents: AgentNames) {
    super(
      {
        columns: () => sql`card.card, card.slug_values AS "slugValues", listing.listing_type AS "listingType",
          card.representation`,
        joins: sql`JOIN listing_cards card ON card.listing_id = listing.id`,
        agent: 'name',
        present,
      },
      accounts,
      agents,
    );
  }

  /** Those of another representation version are made anew; they are seldom any, and read by a statement of their own. */
  protected override async textsOf(
    rows: readonly (ListingStamp & CardText)[],
    executor: SqlExecutor,
  ): Promise<readonly (CardText | undefined)[]> {
    const representation = representationOf(listingCards);
    const stale = rows.filter((row) => row.representation !== representation);
    if (stale.length === 0) return rows;
    const versions = new Map(stale.map(({ listingID, version }) => [listingID, version]));
    const sources = await executor.queryPrepared<ListingLineRow & Pick<ListingStamp, 'listingID' | 'version'>>(
      sql`SELECT listing.id AS "listingID", listing.version, ${listingLines.columns}
        FROM listings listing ${listingLines.joins} WHERE listing.id = ${oneOf([...versions.keys()])}`,
    );
    const renewed = new Map(
      sources
        .filter(({ listingID, version }) => version === versions.get(listingID))
        .map(({ listingID, ...row }) => [listingID, renewedCard(row)]),
    );
    return rows.map((row) => {
      const card = renewed.get(row.listingID);
      if (row.representation === representation) return row;
      return card && { ...row, ...card };
    });
  }
}

function present({ card, slugValues, listingType }: CardText, { account, agents }: ListingSurroundings): string {
  const { slug, link } = listingLink(account, listingType, JSON.parse(slugValues) as SlugValues); // written by cardTexts
  return wholeCard(card, { agents, slug, link });
}
