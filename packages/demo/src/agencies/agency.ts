import type { Palette } from '../pictures/picture.js';
import type { Market } from '../places/demo-place.js';

/** The job of an agent; it decides which listings they get. */
export type Role = 'principal' | 'sales' | 'rentals' | 'administrator' | 'commercial';

/** An office of an agency: listings refer to it by `agentID`. */
export interface Office {
  id: string;
  agency: Agency;
  market: Market;
  /** Ids of the agents who sell from this office, and of those who handle rentals. */
  sellers: number[];
  letters: number[];
}

/** An agency and its website. */
export interface Agency {
  websiteID: number;
  name: string;
  hostname: string;
  palette: Palette;
  /** Relative share of the business. */
  weight: number;
  /** Only for a sub-account. */
  main?: Agency;
  /** The offices of the main account whose listings a sub-account shows. The sub-account has no offices of its own. */
  shows: Office[];
  /** The account is disabled: it has old listings and no current ones. */
  closed: boolean;
  sells: boolean;
  lets: boolean;
  offices: [Office, ...Office[]];
  /** The ids of its agents are consecutive. */
  firstAgent: number;
  agentCount: number;
}

/** The role of the nth agent (from 0) of an agency. */
export function roleOf(agency: Agency, nth: number): Role {
  const place = Math.floor(nth / agency.offices.length);
  if (nth === 0) return 'principal';
  if (place % 7 === 6) return 'commercial';
  return (['sales', 'rentals', 'sales', 'administrator', 'rentals', 'sales'] as const)[place % 7] ?? 'sales';
}

/** The office at which the nth agent of an agency works. */
export function officeOf(agency: Agency, nth: number): Office {
  return agency.offices[nth % agency.offices.length] ?? agency.offices[0];
}
