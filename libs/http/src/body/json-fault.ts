import { printParseErrorCode, visit, type ParseErrorCode } from 'jsonc-parser';

/** The expected text, by the name of the JSON error. */
const EXPECTED: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a text in double quotes, a number, true, false or null is expected',
  InvalidNumberFormat: 'a number is expected',
  PropertyNameExpected: 'a name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma or a closing bracket is expected',
  CloseBraceExpected: '} is expected',
  CloseBracketExpected: '] is expected',
  EndOfFileExpected: 'the end of the body is expected',
  InvalidCommentToken: 'a value is expected, for JSON has no comments',
  UnexpectedEndOfComment: 'a value is expected, for JSON has no comments',
  UnexpectedEndOfString: 'a text with a closing quote in the same line is expected',
  UnexpectedEndOfNumber: 'a number with a digit at its end is expected',
  InvalidUnicode: 'a text is expected in which four hexadecimal digits follow each \\u',
  InvalidEscapeCharacter: 'a text is expected in which \\ stands before a letter that JSON escapes',
  InvalidCharacter: 'a text without control characters is expected',
};

const CHARACTERS = [
  ['a quote', /["']/],
  ['a letter', /\p{L}/u],
  ['a digit', /\d/],
] as const;

/** Stops the visit at the first error: the text behind it may be nested without limit. */
class FirstFault extends Error {}

/**
 * Describes where a text stops being JSON: `line 1, column 16 has } where ...`. The messages of `JSON.parse` depend on
 * the version of Node and quote the body, which may contain secrets. This message quotes only punctuation.
 */
export function jsonFaultOf(json: string): string | undefined {
  let fault: string | undefined;
  const onError = (code: ParseErrorCode, offset: number, _: number, line: number, column: number): void => {
    fault = `line ${line + 1}, column ${column + 1} has ${foundAt(json, offset)} where ${EXPECTED[printParseErrorCode(code)]}`;
    throw new FirstFault();
  };
  try {
    visit(json, { onError }, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof FirstFault)) throw error;
  }
  return fault;
}

/**
 * The position of a duplicate member of an object. Parsers disagree on which duplicate counts, so a proxy may have
 * checked the first one.
 */
export function repeatedMemberOf(json: string): string | undefined {
  const objects: Set<string>[] = [];
  let fault: string | undefined;
  visit(json, {
    onObjectBegin: () => void objects.push(new Set()),
    onObjectEnd: () => void objects.pop(),
    onObjectProperty: (name, _, __, line, column) => {
      if (objects.at(-1)?.has(name))
        fault ??= `line ${line + 1}, column ${column + 1} has a member that its object already has`;
      objects.at(-1)?.add(name);
    },
  });
  return fault;
}

function foundAt(json: string, offset: number): string {
  const character = json.charAt(offset);
  if (character === '') return 'the end of the body';
  if (/[{}[\]:,]/.test(character)) return character;
  const [kind = 'another character'] = CHARACTERS.find(([, pattern]) => pattern.test(character)) ?? [];
  return kind;
}
