import { text, type Kind } from '@app/fields';

const KEY = /^[\x21-\x7e]{8,200}$/;
const PATH = /^\/\P{Control}*$/u;
const PLACEHOLDER = /\{[^}]*\}/g;

/** The placeholders of a slug template (D29). */
export const SLUG_PLACEHOLDERS = ['category', 'address.state', 'address.suburb', 'uniqueID'] as const;

const isPlaceholder = (found: string): boolean => SLUG_PLACEHOLDERS.some((name) => found === `{${name}}`);

/** A key that can be sent in a header; empty: generate one. */
export const accessKey: Kind<string> = {
  ...text(200),
  schema: { type: 'string', pattern: '^([!-~]{8,200})?$' },
  wants: '8 to 200 visible ASCII characters without spaces',
  accepts: (value) => value === '' || (typeof value === 'string' && KEY.test(value)),
};

/** The secret of a body, long enough that nobody guesses it (B19); empty: generate one. */
export const submittedSecret: Kind<string> = {
  ...text(200),
  schema: { type: 'string', pattern: '^([!-~]{24,200})?$' },
  wants: '24 to 200 visible ASCII characters without spaces',
  accepts: (value) => accessKey.accepts(value) && (value === '' || String(value).length >= 24),
};

const path = text(500);

/** A path template that starts with `/` and uses known placeholders. */
export const slugTemplate: Kind<string> = {
  ...path,
  schema: { type: 'string', pattern: '^(/.*)?$', maxLength: 500 },
  wants: `a path that starts with / and uses no other placeholders than ${SLUG_PLACEHOLDERS.map((n) => `{${n}}`).join(', ')}`,
  accepts: (value) =>
    typeof value === 'string' &&
    path.accepts(value) &&
    (value === '' || PATH.test(value)) &&
    (value.match(PLACEHOLDER) ?? []).every(isPlaceholder),
};
