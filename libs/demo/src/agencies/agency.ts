import type { Market } from '../places/demo-place.js';

/** What an agent does: which listings they are given. */
export type Role = 'principal' | 'sales' | 'rentals' | 'administrator' | 'commercial';

/** An office of an agency: what `agentID` names on its listings. */
export interface Office {
  id: string;
  agency: Agency;
  market: Market;
  /** Ids of the agents who sell from here, and of those who let. */
  sellers: number[];
  letters: number[];
}

/** An agency and its website. */
export interface Agency {
  websiteID: number;
  name: string;
  hostname: string;
  /** Its share of the business, relative to others. */
  weight: number;
  /** Set on a sub-account. */
  main?: Agency;
  /** The offices of the main account whose listings a sub-account shows instead of its own. */
  shows: Office[];
  /** Its account is switched off: it has a past, and nothing current. */
  closed: boolean;
  sells: boolean;
  lets: boolean;
  offices: [Office, ...Office[]];
  /** The ids of its agents follow each other. */
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
