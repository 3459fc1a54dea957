import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { ModulesContainer } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import { specService } from '@testing';

const root = resolve(import.meta.dirname, '../../..');

interface Rules {
  readonly forbidden: readonly { readonly name: string }[];
}

/** The libraries from the bottom up, in the order of the import rules. */
const rules = createRequire(import.meta.url)(resolve(root, '.dependency-cruiser.cjs')) as Rules;
const floors = rules.forbidden.flatMap(({ name }) => /^(.*)-imports-down$/.exec(name)?.[1] ?? []);

/** The library of each module class. */
async function librariesOfModules(): Promise<Map<unknown, string>> {
  const libraries = new Map<unknown, string>();
  for (const library of floors) {
    const files = readdirSync(resolve(root, 'libs', library, 'src'), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.module.ts'))) {
      const exported = (await import(resolve(root, 'libs', library, 'src', file))) as Record<string, unknown>;
      for (const value of Object.values(exported)) libraries.set(value, library);
    }
  }
  return libraries;
}

const service = specService();

describe('the module graph of the container', () => {
  it('runs one way: a module imports only modules of its own library and of those below', async () => {
    const libraries = await librariesOfModules();
    const imports = [...service.app.get(ModulesContainer).values()].flatMap((from) =>
      [...from.imports]
        .filter((to) => !to.isGlobal && libraries.has(from.metatype) && libraries.has(to.metatype))
        .map((to) => ({ from: libraries.get(from.metatype) ?? '', to: libraries.get(to.metatype) ?? '' })),
    );
    expect(imports).toContainEqual({ from: 'accounts', to: 'auth' });
    expect(imports.filter(({ from, to }) => floors.indexOf(to) > floors.indexOf(from))).toEqual([]);
  });

  it('has no other global modules than external ones, the settings and the database', () => {
    const modules = [...service.app.get(ModulesContainer).values()];
    const globals = modules.filter(({ isGlobal }) => isGlobal).map(({ name }) => name);
    expect(globals.toSorted()).toEqual([
      'InternalCoreModule',
      'PersistenceModule',
      'SettingsModule',
      'TypeOrmCoreModule',
    ]);
  });
});
