import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { specFolder } from '@testing';
import { describe, expect, it } from 'vitest';
import { patternsOf } from '../../openapi/document-patterns.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const document = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as object;

const TEXTS = [
  ['', ' ', 'a', '1', 'A b', 'a-b', '-a', 'a@b.example', 'Ann at home dot com', '\u0000', '\u00a0', '\u200b', '٣', 'é'],
  ['https://a.example/x?y#z', 'http://[::1]:80', 'HTTPS://a', '2024-02-29', '2023-02-29', '2024-02-29T10:00:00.5Z'],
  ['144.9,-37.9', '1,2,3,4', '1,2;3,4;5,6', '90.1', '180', '#0B3D91', '15m', 'now', '/{category}/x', '{x}', 'Ⅷ'],
  ['00000000-0000-4000-8000-000000000000', '"a b"', 'a,b', 'x'.repeat(60), '0400 000 001', '12 King St', '💡', '?!'],
].flat();

const CASES = patternsOf(document).flatMap(({ pattern }) => TEXTS.map((text) => ({ pattern, text })));
const matches = CASES.map(({ pattern, text }) => new RegExp(pattern).test(text));

const PYTHON = `
import json, re, sys, warnings
warnings.simplefilter('error', FutureWarning)
print(json.dumps([re.search(case['pattern'], case['text']) is not None for case in json.load(open(sys.argv[1]))]))
`;

/** Reads pairs of lines in hexadecimal. */
const JAVA = `
import java.nio.file.*;
import java.util.HexFormat;
import java.util.regex.Pattern;
public class Patterns {
  static String text(String line) { return new String(HexFormat.of().parseHex(line), java.nio.charset.StandardCharsets.UTF_8); }
  public static void main(String[] arguments) throws Exception {
    var lines = Files.readAllLines(Path.of(arguments[0]));
    var found = new java.util.ArrayList<Boolean>();
    for (int at = 0; at < lines.size(); at += 2)
      found.add(Pattern.compile(text(lines.get(at))).matcher(text(lines.get(at + 1))).find());
    System.out.println(found);
  }
}
`;

const folder = specFolder('patterns');

/** The results of a program, with the cases that differ from ECMA-262. */
const differing = (output: string) => {
  const found = JSON.parse(output) as boolean[];
  expect(found.length).toBe(CASES.length);
  return CASES.filter((_, at) => found[at] !== matches[at]);
};

describe('the patterns of the document', () => {
  it('match some texts and not others', () => {
    expect(new Set(matches).size).toBe(2);
  });

  it('mean the same in Python', async () => {
    await writeFile(join(folder, 'cases.json'), JSON.stringify(CASES));
    const output = execFileSync('python3', ['-c', PYTHON, join(folder, 'cases.json')], { encoding: 'utf8' });
    expect(differing(output)).toEqual([]);
  });

  it('mean the same in Java', async () => {
    const hex = CASES.flatMap(({ pattern, text }) => [pattern, text].map((one) => Buffer.from(one).toString('hex')));
    await writeFile(join(folder, 'cases.txt'), `${hex.join('\n')}\n`);
    await writeFile(join(folder, 'Patterns.java'), JAVA);
    const output = execFileSync('java', [join(folder, 'Patterns.java'), join(folder, 'cases.txt')], {
      encoding: 'utf8',
    });
    expect(differing(output)).toEqual([]);
  });
});
