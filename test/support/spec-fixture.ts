import { afterAll, beforeAll } from 'vitest';

interface Stoppable {
  stop: () => unknown;
}

/**
 * A fixture of a spec file, or of a block of it: created before its tests and ended after them. Specs refer to it
 * before it exists.
 */
export function specFixture<T extends Stoppable>(make: () => Promise<T>): T;
export function specFixture<T extends object>(make: () => Promise<T>, end: (made: T) => unknown): T;
export function specFixture<T extends object>(
  make: () => Promise<T>,
  end = (made: T): unknown => (made as T & Stoppable).stop(), // by the first overload
): T {
  let made: T;
  let isMade = false;
  beforeAll(async () => {
    made = await make();
    isMade = true;
  });
  afterAll(async () => {
    if (isMade) await end(made);
  });
  return new Proxy({} as T, {
    get: (_, name) => {
      const value: unknown = Reflect.get(made, name);
      return typeof value === 'function' ? (value.bind(made) as unknown) : value;
    },
    set: (_, name, value) => Reflect.set(made, name, value),
  });
}
