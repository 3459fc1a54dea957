import { describe, expect, it } from 'vitest';
import type { StoredListing } from '../listing-rows.writer.js';
import { changes, datesOf } from './listing-dates.js';
import type { ListingLine } from './listing.line.js';
import type { NormalizedLine } from './listing.normalized.js';

describe('the dates of a listing', () => {
  const [old, older, now] = ['2024-01-02T00:00:00.000Z', '2024-01-01T00:00:00.000Z', '2026-03-07T00:00:00.000Z'];
  const stored = {
    digest: 'd',
    firstdate: new Date(older),
    modtime: new Date(old),
    createdAt: new Date(older),
    updatedAt: new Date(old),
  } as StoredListing; // the dates of one
  const line = (dates: Partial<ListingLine> = {}) => dates as ListingLine; // its dates are all that is asked for

  it.each<[string, Partial<ListingLine>, StoredListing | undefined, readonly string[]]>([
    ['a new one', {}, undefined, [now, now, now, now]],
    ['a new one, first listed before', { firstdate: older }, undefined, [older, now, now, now]],
    ['a new one, created before', { createdAt: old }, undefined, [old, now, old, now]],
    ['a changed one', {}, stored, [older, now, older, now]],
    ['a changed one, of a time', { modtime: old }, stored, [older, old, older, now]],
    ['a changed one, of an update', { updatedAt: old }, stored, [older, old, older, old]],
  ])('of %s', (_, given, before, [firstdate, modtime, createdAt, updatedAt]) => {
    expect(datesOf(line(given), before, now)).toEqual({ firstdate, modtime, createdAt, updatedAt });
  });

  it.each<[Partial<ListingLine>, string, boolean]>([
    [{}, 'd', false],
    [{}, 'other', true],
    [{ modtime: old, firstdate: older }, 'd', false],
    [{ modtime: older }, 'd', true],
    [{ updatedAt: now }, 'd', true],
  ])('%j with the digest %s changes something: %s', (given, digest, changed) => {
    expect(changes({ line: line(given), digest } as NormalizedLine, stored)).toBe(changed);
  });
});
