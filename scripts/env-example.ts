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

const COMPOSE = [
  '# docker compose sets DATABASE_URL and the keys itself (docs/OPERATING.md, "Compose"), publishes PORT on this machine, and',
  '# passes the other variables on.',
];

export function envExample(): string {
  const entries = Object.values(variables).map(entry);
  return `${[HEAD.join('\n'), ...entries, COMPOSE.join('\n')].join('\n\n')}\n`;
}

function entry(variable: Variable<unknown>): string {
  const { name, meaning, parser } = variable;
  const names = variable.secret ? [name, fileNameOf(variable)] : [name];
  const lines = names.map((each) => `#${each}=${variable.default ?? ''}`);
  return [...comment(`${meaning} Accepted: ${parser.wanted}.`), ...lines].join('\n');
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
