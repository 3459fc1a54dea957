-- GET /api/v1/listings/ABC123

-- $1 = a representation version
-- $2 = a representation version
-- $3 = a representation version
-- $4 = "ABC123"
SELECT
  document.document,
  document.address,
  document.slug_values AS "slugValues",
  property.uid AS "propertyUid",
  account.id AS "websiteID",
  account.uid AS "websiteUid",
  account.link AS "websiteLink",
  account.listing_summary AS website,
  account.slug_templates ->> listing.listing_type::text AS "slugTemplate",
  document.representation <> $1 AS "staleListing",
  CASE
    WHEN account.representation <> $2 THEN jsonb_build_object('id', account.id, 'uid', account.uid, 'record', account.record)
  END AS "staleAccount",
  '[' || coalesce(
    (
      SELECT
        string_agg(
          left(
            CASE
              WHEN agent.representation <> $3 THEN jsonb_build_object(
                'staleAgent',
                jsonb_build_object(
                  'id',
                  agent.id,
                  'uid',
                  agent.uid,
                  'record',
                  agent.record,
                  'createdAt',
                  agent.created_at,
                  'updatedAt',
                  agent.updated_at
                )
              )::text
              ELSE agent.card
            END,
            -1
          ) || ',"profileVisibility":' || link.profile_visibility || ',"hasCurrentListings":' || EXISTS (
            SELECT
            FROM
              listing_agents other
              JOIN listings current ON current.id = other.listing_id
            WHERE
              other.agent_id = agent.id
              AND current.status = 'current'
          ) || '}',
          ','
          ORDER BY
            link.position
        )
      FROM
        listing_agents link
        JOIN agents agent ON agent.id = link.agent_id
      WHERE
        link.listing_id = listing.id
    ),
    ''
  ) || ']' AS agents
FROM
  listings listing
  JOIN properties property ON property.id = listing.property_id
  JOIN listing_documents document ON document.listing_id = listing.id
  JOIN accounts account ON account.id = listing.website_id
WHERE
  listing.id = (
    SELECT
      id
    FROM
      listings
    WHERE
      unique_id = $4
    ORDER BY
      modtime DESC,
      id DESC
    LIMIT
      1
  );
