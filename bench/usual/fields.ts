/** Some fields of an object. */
export const fieldsOf = <T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>; // the names are given

/** Those that are known: columns without a value are left out of answers. */
export const givenOf = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
