import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseAvailability, DatabaseAwayError, OUTAGE_TIMEOUT_MS } from './database-availability.js';

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const wrongPassword = Object.assign(new Error('password authentication failed'), { code: '28P01' });

/** A database whose questions are answered, or fail. */
class AskedDatabase {
  error: Error | undefined;
  questions = 0;
  readonly availability = new DatabaseAvailability(async () => {
    this.questions += 1;
    await sleep(5);
    if (this.error) throw this.error;
  });
}

let database: AskedDatabase;

beforeEach(() => {
  database = new AskedDatabase();
});

afterEach(() => {
  database.availability.end();
  vi.restoreAllMocks();
});

describe('DatabaseAvailability', () => {
  it.each([
    [refused(), true],
    [wrongPassword, false],
    [new Error('timeout exceeded when trying to connect'), false],
  ])('after %s: away is %s', async (error, isAway) => {
    const { availability } = database;
    database.error = error;
    await availability.check();
    expect(availability.isAway).toBe(isAway);
  });

  it('shares a question', async () => {
    const { availability } = database;
    await Promise.all([1, 2, 3].map(() => availability.check()));
    expect(database.questions).toBe(1);
  });

  it('lets requests wait for the end of an outage, which it finds out by itself', async () => {
    const { availability } = database;
    database.error = refused();
    void availability.watch();
    await expect.poll(() => availability.isAway).toBe(true);
    const { questions } = database;
    const waiting = availability.whenBack();
    await expect.poll(() => database.questions).toBeGreaterThan(questions + 1);
    expect(availability.isAway).toBe(true);
    database.error = undefined;
    await waiting;
    expect(availability.isAway).toBe(false);
  });

  it('lets nobody wait for the end of a long outage', async () => {
    const { availability } = database;
    database.error = refused();
    await availability.check();
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + OUTAGE_TIMEOUT_MS);
    const { questions } = database;
    await expect(availability.whenBack()).rejects.toThrow(DatabaseAwayError);
    await expect(availability.whenBack()).rejects.toThrow(
      /^The database has been away since \d{4}-\S+Z: connect ECONNREFUSED$/,
    );
    expect(database.questions).toBe(questions);
  });

  it('asks no more when it is ended', async () => {
    const { availability } = database;
    database.error = refused();
    const watching = availability.watch();
    await expect.poll(() => availability.isAway).toBe(true);
    availability.end();
    await watching;
    const { questions } = database;
    await sleep(150); // longer than its pause
    expect(database.questions).toBe(questions);
  });
});
