/**
 * The statements that fill the usual's tables, each in one pass over the service's. Where a column is called as the member
 * of a representation that it holds, jsonb_populate_record finds it; what is beside the JSON is added to it. In the order
 * of ids, for then large tables are merged as they lie, in little memory.
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
        'id', id, 'uid', uid, 'hostname', hostname, 'fullAddress', record->'address'->'fullAddress',
        'listingSource', listing_source, 'listingOfficeIDs', listing_office_ids, 'mainWebsiteId', main_website_id,
        'suburbId', suburb_id)) filled
      ORDER BY account.id`,
  },
  {
    table: 'credentials',
    statement: `
      INSERT INTO usual.credentials (id, "accessKey", "accountId")
      SELECT id, access_key, website_id FROM public.credentials ORDER BY id`,
  },
  {
    table: 'agents',
    statement: `
      INSERT INTO usual.agents
      SELECT filled.* FROM public.agents agent
      CROSS JOIN LATERAL jsonb_populate_record(NULL::usual.agents, record || jsonb_build_object(
        'id', id, 'uid', uid, 'emailAgency', email_agency, 'emailCrm', email_crm, 'websiteId', website_id,
        'createdAt', created_at, 'updatedAt', updated_at)) filled
      ORDER BY agent.id`,
  },
  {
    table: 'properties',
    statement: `
      INSERT INTO usual.properties (id, uid, bedrooms, bathrooms, "parkingSpaces", address, "createdAt", "updatedAt",
        "suburbId", "shownListingId")
      SELECT id, uid, bedrooms, bathrooms, car_spaces, address::jsonb, created_at, updated_at, suburb_id, shown_listing_id
      FROM public.properties JOIN public.property_documents ON property_id = id ORDER BY id`,
  },
  {
    table: 'listings',
    // OFFSET 0 keeps the text from being parsed wherever it is named.
    statement: `
      INSERT INTO usual.listings
      SELECT filled.* FROM public.listings listing
      JOIN public.listing_documents stored ON stored.listing_id = listing.id
      CROSS JOIN LATERAL (SELECT ('{' || stored.document || '}')::jsonb AS content OFFSET 0) shown
      CROSS JOIN LATERAL jsonb_populate_record(NULL::usual.listings, content || (content->'features')
        || jsonb_build_object('uid', uid, 'price', price, 'value', value, 'soldPrice', sold_price, 'rent', rent,
          'fullAddress', stored.address::json->'fullAddress', 'latitude', latitude, 'longitude', longitude,
          'websiteId', website_id, 'propertyId', property_id, 'suburbId', suburb_id)) filled
      ORDER BY listing.id`,
  },
  {
    table: 'listing_documents',
    // Without what is a column of the listing; the price is a number there, and here what is shown of it.
    statement: `
      INSERT INTO usual.listing_documents ("listingId", content, address, "slugValues")
      SELECT listing_id, ('{' || document || '}')::jsonb - '{_id,propertyID,features}'::text[] - ARRAY(
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
