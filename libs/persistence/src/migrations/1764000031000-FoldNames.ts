import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQL: what `foldName` of libs/lists makes of a text, for what is stored already. */
const folded = (text: string): string => `replace(replace(replace(translate(
  lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036F''\`\\u2018\\u2019\\u02BC]', '', 'g')),
  'øđłı', 'odli'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')`;

/** Only columns that nobody sees change: no events, no dates. */
const unlogged = (table: string, update: string): string => `
  ALTER TABLE ${table} DISABLE TRIGGER USER;
  ${update};
  ALTER TABLE ${table} ENABLE TRIGGER USER;`;

/** Names of agents and accounts are found without accents and apostrophes. */
export class FoldNames1764000031000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE agents ADD folded_name text NOT NULL DEFAULT '';
      ALTER TABLE accounts ADD folded_name text NOT NULL DEFAULT '';
      ${unlogged('agents', `UPDATE agents SET folded_name = ${folded('name')}, search = ${folded('search')}`)}
      ${unlogged('accounts', `UPDATE accounts SET folded_name = ${folded('name')}, search = ${folded('search')}`)}
      -- GET /listings: agents by their full names.
      CREATE INDEX agents_folded_name ON agents (folded_name);
      -- GET /agents: name. GET /listings: agent. Part of a name.
      CREATE INDEX agents_folded_name_part ON agents USING gin (folded_name gin_trgm_ops);
      DROP INDEX agents_name_part;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX agents_name_part ON agents USING gin (lower(name) gin_trgm_ops);
      ALTER TABLE agents DROP folded_name;
      ALTER TABLE accounts DROP folded_name;
    `);
  }
}
