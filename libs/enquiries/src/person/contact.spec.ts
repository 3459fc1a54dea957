import { describe, expect, it } from 'vitest';
import { Contact } from './contact.js';

describe('a contact', () => {
  it.each([
    ['ann@visitors.example', ' Ann@VISITORS.example ', true],
    ['ann@visitors.example', 'joann@visitors.example', false],
    ['+61 412 345 678', '0412345678', true],
    ['0412 345 678', '+61 (0)412-345-678', true],
    ['0011 61 412 345 678', '0412345678', true],
    ['(02) 9876 5432', '+61298765432', true],
    ['0412 345 678', '0412 345 679', false],
    ['0412 345 678', '+64 412 345 678', false],
    ['0412 345 678', '', false],
    ['+1 212 555 0100', '0012125550100', true],
  ])('%s is also written %s: %s', (given, written, isSame) => {
    expect(Contact.of(given)?.isWrittenAs(written)).toBe(isSame);
  });

  it.each(['', 'Ann', 'ann@', '13 11 14', '%', 'unit 412345678'])('is not %j', (text) => {
    expect(Contact.of(text)).toBeUndefined();
  });
});
