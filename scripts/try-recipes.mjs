// Applies the changes that CONTRIBUTING.md describes to a copy of the working tree, and runs the specs that such
// changes must pass. `node scripts/try-recipes.mjs` tries all recipes, `node scripts/try-recipes.mjs flag sort` some of
// them.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyTree } from './copy-tree.mjs';
import { recipes } from './recipes.mjs';

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(recipes);
const { path: copy, remove } = copyTree('recipes');

try {
  const changed = names.flatMap(apply);
  run('prettier', '--log-level=warn', '--write', ...changed);
  run('tsc', '--noEmit');
  run('vitest', 'run', 'test/openapi/openapi.e2e-spec.ts', '-u');
  run('npm', 'run', 'test:declarations');
} finally {
  remove();
}

/** Applies a recipe. @returns the files that it changes or creates */
function apply(name) {
  const { edits, created } = recipes[name] ?? fail(`There is no recipe ${name}: ${Object.keys(recipes).join(', ')}`);
  for (const [file, replacements] of Object.entries(edits)) {
    let text = readFileSync(join(copy, file), 'utf8');
    for (const [found, replacement] of replacements) {
      if (!text.includes(found)) fail(`${file} does not contain ${JSON.stringify(found)}: correct scripts/recipes.mjs`);
      text = text.replace(found, () => replacement);
    }
    writeFileSync(join(copy, file), text);
  }
  for (const [file, text] of Object.entries(created)) writeFileSync(join(copy, file), text);
  return [...Object.keys(edits), ...Object.keys(created)];
}

function run(program, ...words) {
  const [command, ...before] = program === 'npm' ? ['npm'] : ['npx', '--no-install', program];
  const { status } = spawnSync(command, [...before, ...words], { cwd: copy, stdio: 'inherit' });
  if (status !== 0) fail(`failed after the changes ${names.join(', ')}: ${program} ${words.join(' ')}`);
}

function fail(message) {
  throw new Error(message);
}
