/** The decimal digits of the smallest number. */
const PLACES = 340;

/**
 * A number as its shortest decimal, times 10 to the 340. The exact binary value of 0.1 differs from the written one.
 */
export function decimalOf(value: number): bigint {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const digits = BigInt(whole + fraction) * 10n ** BigInt(PLACES - fraction.length + Number(exponent));
  return sign ? -digits : digits;
}
