import { fold } from '@app/lists';
import { emailAddress } from '@app/schema';

/** How a person is found: by an e-mail address, or by a telephone number. */
export class Contact {
  private constructor(
    /** The text that a stored text about the person contains: the case-folded address, or the digits of the number. */
    readonly part: string,
    readonly isEmail: boolean,
  ) {}

  /** @returns undefined if the text is neither an e-mail address nor a telephone number */
  static of(text: string): Contact | undefined {
    const given = text.trim();
    if (given.includes('@')) return emailAddress.accepts(given) ? new Contact(fold(given), true) : undefined;
    const digits = nationalDigits(given);
    return PHONE.test(given) && digits.length >= LEAST_DIGITS ? new Contact(digits, false) : undefined;
  }

  /** Whether a text is this address or number, in any spelling. */
  isWrittenAs(text: string): boolean {
    return (this.isEmail ? fold(text.trim()) : nationalDigits(text)) === this.part;
  }
}

const PHONE = /^[+\d\s()./-]*$/;
const LEAST_DIGITS = 8;

/** The digits of a telephone number without the prefix of calls abroad, and without +61 or the 0 of Australian numbers. */
const nationalDigits = (text: string): string =>
  text
    .replaceAll(/\D/g, '')
    .replace(/^00(?:11)?(?=[1-9])/, '')
    .replace(/^(?:610?|0)(?=\d{9}$)/, '');
