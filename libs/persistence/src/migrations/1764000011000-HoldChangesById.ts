import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Held-back entries change lists by the ids of their items. Images, documents and texts that are held stay whole lists
 * in the patch; the agents become the whole list by their orders.
 */
export class HoldChangesById1764000011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE held_listings SET entry = entry - '{fileSources,agents}'::text[] || '{"items": {}}'
        || CASE WHEN entry ? 'agents' THEN jsonb_build_object('agents', jsonb_build_object(
          'cleared', '[""]'::jsonb, 'removed', '[]'::jsonb, 'put', coalesce((
            SELECT jsonb_agg(jsonb_build_object('id', at::text, 'value', agent) ORDER BY at)
            FROM jsonb_array_elements(entry -> 'agents') WITH ORDINALITY AS listed(agent, at)), '[]'))) ELSE '{}' END;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE held_listings SET entry = entry - '{items,agents}'::text[] || '{"fileSources": []}'
        || CASE WHEN entry ? 'agents' THEN jsonb_build_object('agents', coalesce((
          SELECT jsonb_agg(item -> 'value' ORDER BY at)
          FROM jsonb_array_elements(entry -> 'agents' -> 'put') WITH ORDINALITY AS listed(item, at)), '[]')) ELSE '{}' END;
    `);
  }
}
