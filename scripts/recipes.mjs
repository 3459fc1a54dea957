// The changes that CONTRIBUTING.md describes, as edits of files: pairs of a text to find and its replacement.

const MIGRATIONS = 'libs/persistence/src/migrations';

const before = (anchor, text) => [anchor, text + anchor];
const after = (anchor, text) => [anchor, anchor + text];

/** A migration, with its entry in the index of the migrations. */
const migration = (epoch, name, up, down) => ({
  created: {
    [`${MIGRATIONS}/${epoch}-${name}.ts`]: `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${name}${epoch} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
${up.map((line) => `    ${line}`).join('\n')}
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('${down}');
  }
}
`,
  },
  listed: {
    [`${MIGRATIONS}/index.ts`]: [
      before('\n/** Every migration', `import { ${name}${epoch} } from './${epoch}-${name}.js';\n`),
      before('];', `  ${name}${epoch},\n`),
    ],
  },
});

/** The recipe "A new field": a flag of listings. */
const flag = {
  edits: {
    'libs/listings/src/dto/listing.kinds.ts': [after("  'fullyFenced',\n", "  'wineCellar',\n")],
    'libs/listings/src/words/listing-keywords.ts': [before('  fullyFenced:', "  wineCellar: 'wine cellar',\n")],
    'test/factories/listing.factory.ts': [after('shed fullyFenced', ' wineCellar')],
    'packages/demo/src/properties/dwelling-features.ts': [
      before("  ['fullyFenced'", "  ['wineCellar', 0.05, 0.01],\n"),
    ],
  },
  created: {},
};

const taglines = migration(
  '1799999090000',
  'AddTaglines',
  [
    "await runner.query(`ALTER TABLE agents ADD tagline text NOT NULL DEFAULT ''`);",
    '// GET /agents: tagline.',
    "await runner.query('CREATE INDEX agents_tagline ON agents USING gin (tagline gin_trgm_ops)');",
  ],
  'ALTER TABLE agents DROP COLUMN tagline',
);

/** The recipes "A new field" and "A new filter": a text of agents, and a search for a part of it. */
const field = {
  edits: {
    ...taglines.listed,
    'libs/agents/src/dto/agent.fields.ts': [
      before(
        "  @Field(text(20_000), 'Biography",
        "  @Field(text(200), 'One line about the agent.', { example: 'Your street is my street.' }) tagline: string;\n",
      ),
    ],
    'libs/agents/src/filters/agent.filters.ts': [
      before(
        "  @Matches(words, 'Whole slug",
        "  @Contains(column('agent.tagline'), words, 'Part of the tagline. Not case-sensitive.', {\n    group: 'Words and identifiers',\n    example: 'your street',\n  })\n  tagline?: string;\n\n",
      ),
    ],
    'libs/agents/src/entities/agent.entity.ts': [
      before('export class', "@Index('agents_tagline', { synchronize: false })\n"),
      after('departments: string[];\n', "  @Column('text', { default: '' }) tagline: string;\n"),
    ],
    'libs/agents/src/documents/agent.documents.ts': [
      ['email, departments }: AgentFields', 'email, departments, tagline }: AgentFields'],
      after('  departments: departments.map(fold),\n', '  tagline: fold(tagline),\n'),
    ],
    'packages/demo/src/bundle-lines.ts': [after('  lastname: string;\n', '  tagline: string;\n')],
    'packages/demo/src/agencies/agent-lines.ts': [
      after(
        '    lastname,\n',
        "    tagline: random.stream('tagline').pick(['Your street is my street.', 'Sold is a word that I like.']),\n",
      ),
    ],
    'test/factories/agent.factory.ts': [
      before("  biography: 'Twenty", "  tagline: 'Your street is my street.',\n"),
      before("  biography: '',", "  tagline: '',\n"),
    ],
    'test/agents/agents-filters.e2e-spec.ts': [
      before('    // exact: hostname', "    ['tagline=STREET', ['janet-lee']],\n    ['tagline=harbour', []],\n"),
      after("    departments: ['Rentals'],\n", "    tagline: 'Your street is my street.',\n"),
    ],
    'test/support/brute-force/agencies.reading.ts': [
      before('  slug: ({ slug }, value)', "  tagline: ({ tagline = '' }, value) => isPart(tagline, value),\n"),
    ],
    'test/support/brute-force/agencies.draws.ts': [
      before('    slug: ({ slug })', "    tagline: ({ tagline = '' }) => partOf(tagline),\n"),
    ],
    'test/support/brute-force/lines.ts': [after('  readonly lastname: string;\n', '  readonly tagline?: string;\n')],
    'test/support/brute-force/world-agencies.ts': [
      ['slug, departments, email, ...', 'slug, departments, email, tagline: `Number ${id} of your street`, ...'],
    ],
  },
  created: taglines.created,
};

const bedrooms = migration(
  '1799999091000',
  'IndexBedrooms',
  [
    '// GET /listings: sort=bedrooms-desc.',
    "await runner.query('CREATE INDEX listings_bedrooms_desc ON listings (status, bedrooms DESC NULLS LAST, id)');",
  ],
  'DROP INDEX listings_bedrooms_desc',
);

/** The recipe "A new sort": listings by bedrooms. */
const sort = {
  edits: {
    ...bedrooms.listed,
    'libs/listings/src/filters/listing.sorts.ts': [
      before(
        '  id: orderBy(BY_ID),',
        "  'bedrooms-desc': orderOfRows([col('bedrooms'), 'DESC NULLS LAST', 'number'], BY_ID),\n",
      ),
    ],
    'libs/listings/src/entities/listing.entity.ts': [
      before('export class', "@Index('listings_bedrooms_desc', { synchronize: false })\n"),
    ],
    'test/support/brute-force/listings.order.ts': [
      ['import { auctionOf, landOf', 'import { auctionOf, countOf, landOf'],
      before('  id: () => 0,', "  'bedrooms-desc': by((listing) => countOf(listing, 'bedrooms'), -1),\n"),
    ],
    'test/store/cursor-plans.e2e-spec.ts': [before("  'price-asc',\n", "  'bedrooms-desc',\n")],
  },
  created: bedrooms.created,
};

export const recipes = { flag, field, sort };
