import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, it } from 'vitest';

const file = resolve(import.meta.dirname, '../../docs/openapi.json');

it('the OpenAPI document has no fault and no warning in the ruleset spectral:oas', async () => {
  const linter = new spectral.Spectral();
  // Two versions of its type differ.
  linter.setRuleset({ extends: [rulesets.oas as unknown as RulesetDefinition] });
  const found = await linter.run(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
  expect(found.map(({ code, path, message }) => [code, path.join('/'), message])).toEqual([]);
});
