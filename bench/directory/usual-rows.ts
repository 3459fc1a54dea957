/**
 * The statements that fill the tables of the usual service from those of the service. jsonb_populate_record finds columns
 * by the members of the representation. Rows are read in the order of ids: then large tables are merged in little memory.
 */
export const FILLING: readonly { readonly table: string; readonly statement: string }[] = [
  {
    table: 'suburbs',
    statement: `
      INSERT INTO usual.suburbs (id, uid, suburb, state, postcode, name, slug, "areaName", "regionName", gazetted,
        "surroundingSuburbs")
      SELECT id, uid, suburb, state, postcode, name, slug, area_name, region_name, gazetted, surrounding_suburbs
      FROM public.suburbs ORDER BY id`,
  },
  {
    table: 'accounts',
    statement: `
      INSERT INTO usual.accounts
      SELECT filled.* FROM public.accounts account
      CROSS JOIN LATERAL jsonb_populate_record(NULL::usual.accounts, record || jsonb_build_object(
        'id', id, 'listingSource', listing_source, 'listingOfficeIDs', listing_office_ids,
        'mainWebsiteId', main_website_id)) filled
      ORDER BY account.id`,
  },
  {
    table: 'agents',
    statement: `
      INSERT INTO usual.agents
      SELECT filled.* FROM public.agents agent
      CROSS JOIN LATERAL jsonb_populate_record(NULL::usual.agents, record || jsonb_build_object(
        'id', id, 'uid', uid, 'slug', slug, 'emailAgency', email_agency, 'emailCrm', email_crm)) filled
      ORDER BY agent.id`,
  },
  {
    table: 'listings',
    // OFFSET 0: the text is parsed once, not for each of its uses.
    statement: `
      INSERT INTO usual.listings
      SELECT filled.* FROM public.listings listing
      JOIN public.listing_documents stored ON stored.listing_id = listing.id
      JOIN public.properties property ON property.id = listing.property_id
      CROSS JOIN LATERAL (SELECT ('{' || stored.document || '}')::jsonb AS content OFFSET 0) shown
      CROSS JOIN LATERAL jsonb_populate_record(NULL::usual.listings, content || (content->'features')
        || jsonb_build_object('price', price, 'fullAddress', stored.address::json->'fullAddress',
          'latitude', listing.latitude, 'longitude', listing.longitude, 'propertyUid', property.uid,
          'websiteId', listing.website_id, 'suburbId', listing.suburb_id)) filled
      ORDER BY listing.id`,
  },
  {
    table: 'listing_documents',
    // Without the columns of the listing; the price is a number there, and displayed texts here.
    statement: `
      INSERT INTO usual.listing_documents ("listingId", content, address, "slugValues")
      SELECT listing_id, ('{' || document || '}')::jsonb - 'features' - ARRAY(
          SELECT attname::text FROM pg_attribute WHERE attrelid = 'usual.listings'::regclass AND attname <> 'price'),
        address::jsonb, slug_values
      FROM public.listing_documents ORDER BY listing_id`,
  },
  {
    table: 'listing_agents',
    statement: `
      INSERT INTO usual.listing_agents ("listingId", "agentId", position, "profileVisibility")
      SELECT listing_id, agent_id, position, profile_visibility FROM public.listing_agents
      ORDER BY listing_id, position`,
  },
];
