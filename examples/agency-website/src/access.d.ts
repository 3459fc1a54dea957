import type { ClientOptions } from 'agency-directory-client';

/** The module that the site generates for browsers. */
export const access: ClientOptions;
/** The numeric id of the agency. */
export const websiteID: number;
