import { composeVariables, type ComposeVariable } from './compose-variables.js';
import { type Variable, variables } from '../libs/config/src/environment.variables.js';
import { fileNameOf } from '../libs/config/src/secret-files.js';

const WIDTH = 110;

const HEAD = [
  '# The environment variables of the service. Copy this file to .env and uncomment the lines that you change.',
  '# Other variables have the default shown. Variables set in the environment take precedence over .env.',
  '# A secret may be given as a file instead: NAME_FILE is the path of a file that contains it.',
  '#',
  '# Generated from libs/config/src/environment.variables.ts; after a change there: npx vitest run libs/config -u',
];

const COMPOSE_HEAD = [
  '# For docker compose, which requires the first two of these, ROOT_ACCESS_KEY, ROOT_SECRET_KEY and SECRETS_KEY.',
  '# It sets DATABASE_URL itself, and publishes PORT.',
];

export function envExample(): string {
  const entries = [
    ...Object.values(variables).map(entry),
    COMPOSE_HEAD.join('\n'),
    ...composeVariables.map(composeEntry),
  ];
  return `${[HEAD.join('\n'), ...entries].join('\n\n')}\n`;
}

function entry(variable: Variable<unknown>): string {
  const { name, meaning, parser } = variable;
  const names = variable.secret ? [name, fileNameOf(variable)] : [name];
  const lines = names.map((each) => `#${each}=${variable.default ?? ''}`);
  return [...comment(`${meaning} Accepted: ${parser.wanted}.`), ...lines].join('\n');
}

function composeEntry({ name, meaning }: ComposeVariable): string {
  return [...comment(meaning), `#${name}=`].join('\n');
}

function comment(text: string): string[] {
  const lines: string[] = [];
  let line = '#';
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
