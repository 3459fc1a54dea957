import { accountType as anyAccountType } from '@app/auth';
import { named, oneOf, patterned, type Kind } from '@app/schema';

/** The type of an account; the default is a primary account. */
export const accountTypeOrPrimary: Kind<string> = { ...anyAccountType, empty: 'primary-account' };

/** The placeholders of a slug template (D29). */
export const SLUG_PLACEHOLDERS = ['category', 'address.state', 'address.suburb', 'uniqueID'] as const;

const PLACEHOLDER = `\\{(?:${SLUG_PLACEHOLDERS.map((name) => name.replace('.', '\\.')).join('|')})\\}`;

const key = (fewest: number): Kind<string> =>
  patterned(`^(?:[!-~]{${fewest},200})?$`, 200, `${fewest} to 200 visible ASCII characters without spaces`);

/** A key that can be sent in a header; empty: one is generated. */
export const accessKey = named(
  'KeyOrEmpty',
  'A key of 8 to 200 visible ASCII characters; empty: one is generated. Only generated keys begin with `adk_` or `ads_`.',
  key(8),
);

/** A secret submitted by a client, long enough to resist guessing (B19); empty: one is generated. */
export const submittedSecret = named(
  'NewSecretKeyOrEmpty',
  'A secret key of 24 to 200 visible ASCII characters; empty: one is generated.',
  { ...key(24), wants: `${key(24).wants}, because a shorter secret could be guessed` },
);

/** A path template that starts with `/` and contains only known placeholders and valid URL characters. */
export const slugTemplate: Kind<string> = named(
  'SlugTemplateText',
  'Path template of listing pages, or empty.',
  patterned(
    `^(?:/(?:[^{\\u0000-\\u001F"<>\`\\u007F-\\u009F]|${PLACEHOLDER})*)?$`,
    500,
    `a path that starts with /, without quotation marks and angle brackets, and with no other placeholders than ${SLUG_PLACEHOLDERS.map((n) => `{${n}}`).join(', ')}`,
  ),
);

/** The events that trigger a hook (B13). */
export const HOOK_TRIGGERS = [
  'new-current-listing',
  'listing-created',
  'listing-updated',
  'listing-status',
  'listing-price',
  'listing-images',
  'listing-deleted',
  'agent-created',
  'agent-updated',
  'agent-deleted',
  'account-updated',
  'enquiry-created',
  'search-matched',
  'all',
] as const;

export type HookTrigger = (typeof HOOK_TRIGGERS)[number];

/** The event that triggers a hook; empty: none. */
export const hookTrigger = named('HookTrigger', 'The event that triggers a hook.', oneOf(HOOK_TRIGGERS));
