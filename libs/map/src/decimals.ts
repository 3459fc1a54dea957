/** Digits behind the point: those of the smallest number. */
const PLACES = 340;

/**
 * A number as the shortest decimal that names it, which is what somebody has written, times 10 to the 340: the exact value
 * of 0.1 is another one.
 */
export function decimalOf(value: number): bigint {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const digits = BigInt(whole + fraction) * 10n ** BigInt(PLACES - fraction.length + Number(exponent));
  return sign ? -digits : digits;
}
